import { Menu } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import type { CompanyId } from '../api/invitations.ts';
import { useResend } from './use-resend.ts';

export function ResendItem(invitation: { company: CompanyId; id: number; email: string }) {
  const { t } = useTranslation('invitations');
  const { act } = useResend(invitation);
  return (
    <Menu.Item leftSection={<IconMail size={16} stroke={1.6} />} onClick={act}>
      {t('resendInvitation')}
    </Menu.Item>
  );
}
