import { ActionIcon, Button } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';

export function SmartLink({ folderId }: { folderId: number }) {
  const { t } = useTranslation('saved-queries');
  const isPhone = usePhone();
  if (!mayAccess('search', asActor(useCurrentUser()))) return null;
  const to = `/smart-folders/${folderId}/`;
  if (isPhone) {
    return (
      <ActionIcon component={Link} to={to} variant="default" aria-label={t('smart.link')}>
        <IconRadar2 size={16} stroke={1.6} />
      </ActionIcon>
    );
  }
  return (
    <Button component={Link} to={to} variant="default" leftSection={<IconRadar2 size={16} stroke={1.6} />}>
      {t('smart.link')}
    </Button>
  );
}
