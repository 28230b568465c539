import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';

interface EditButtonProps {
  profileId: number;
  isSmall?: boolean;
}

export function EditButton({ profileId, isSmall = false }: EditButtonProps) {
  const { t } = useTranslation('profiles');
  const user = useCurrentUser();
  if (!mayAccess('search', asActor(user)) || !user.permissions.personal_info) return null;
  const to = `/profiles/${profileId}/edit`;
  if (isSmall) {
    return (
      <Tooltip label={t('edit')}>
        <ActionIcon component={Link} to={to} aria-label={t('edit')}>
          <IconPencil size={16} />
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} component={Link} to={to}>
      {t('edit')}
    </Button>
  );
}
