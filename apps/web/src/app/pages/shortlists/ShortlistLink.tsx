import { ActionIcon, Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';

export function ShortlistLink({ folderId }: { folderId: number }) {
  const { t } = useTranslation('shortlists');
  const isPhone = usePhone();
  const link = { to: '/folders/$folderId/shortlist', params: { folderId: String(folderId) } } as const;
  if (isPhone) {
    return (
      <ActionIcon variant="default" aria-label={t('open')} renderRoot={(props) => <Link {...link} {...props} />}>
        <IconListCheck size={16} stroke={1.6} />
      </ActionIcon>
    );
  }
  return (
    <Button variant="default" leftSection={<IconListCheck size={16} stroke={1.6} />} renderRoot={(props) => <Link {...link} {...props} />}>
      {t('open')}
    </Button>
  );
}
