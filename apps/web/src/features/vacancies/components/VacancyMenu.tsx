import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useVacancyActions } from './vacancy-actions.ts';

interface VacancyMenuProps {
  vacancy: VacancyView;
  further?: ReactNode;
  onDeleted?: () => void;
}

export function VacancyMenu({ vacancy, further, onDeleted }: VacancyMenuProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const { archive, activate, remove } = useVacancyActions();
  const { edit, remove: removable } = vacancy.permissions;
  const mayCreate = mayAccess('edit_vacancies', asActor(useCurrentUser()));
  if (!edit && !removable && !further && !mayCreate) return null;
  const active = vacancy.status === 'active';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('actionsOf', { name: vacancy.name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {edit && (
          <Menu.Item component={Link} to={`/folders/${vacancy.id}/edit`} leftSection={<IconPencil size={16} stroke={1.6} />}>
            {t('edit')}
          </Menu.Item>
        )}
        {mayCreate && (
          <Menu.Item component={Link} to={`/folders/new?from=${vacancy.id}`} leftSection={<IconCopy size={16} stroke={1.6} />}>
            {t('duplicate')}
          </Menu.Item>
        )}
        {edit && (
          <Menu.Item
            leftSection={active ? <IconArchive size={16} stroke={1.6} /> : <IconArchiveOff size={16} stroke={1.6} />}
            onClick={() => (active ? archive(vacancy) : activate(vacancy))}
          >
            {active ? t('archive') : t('activate')}
          </Menu.Item>
        )}
        {further}
        {removable && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.6} />}
            onClick={() => void remove(vacancy).then((gone) => gone && onDeleted?.())}
          >
            {t('delete', { ns: 'ui' })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
