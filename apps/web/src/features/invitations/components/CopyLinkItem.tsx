import { Menu } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import type { CompanyId } from '../api/invitations.ts';
import { useCopyLink } from './use-copy-link.tsx';

export function CopyLinkItem(invitation: { company: CompanyId; id: number; email: string }) {
  const { t } = useTranslation('invitations');
  const { act } = useCopyLink(invitation);
  return (
    <Menu.Item leftSection={<IconLink size={16} stroke={1.6} />} onClick={act}>
      {t('copyLink')}…
    </Menu.Item>
  );
}
