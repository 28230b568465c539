import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
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
  if (!edit && !removable && !further) return null;
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
