import { ActionIcon, Menu } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ChoiceItems } from '#ui/ChoiceItems.tsx';
import { messagingFilters } from '../../model/params.ts';
import type { MessagingFilter } from './vacancy-address.ts';

const any = 'any' as const;

interface MessagingMenuProps {
  chosen: MessagingFilter | undefined;
  onChange: (next: MessagingFilter | undefined) => void;
}

/** CAND-008. */
export function MessagingMenu({ chosen, onChange }: MessagingMenuProps) {
  const { t } = useTranslation('vacancies');
  const { permissions } = useCurrentUser();
  if (!permissions.messaging_info) return null;
  const label = chosen ? t('messagingChosen', { state: t(`messaging.${chosen}`) }) : t('messagingFilter');
  const choices = [
    { value: any, label: t('messagingAny') },
    ...messagingFilters.map((value) => ({ value, label: t(`messaging.${value}`) })),
  ];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={label} title={label} variant={chosen ? 'light' : 'default'} color={chosen ? 'teal' : undefined} size={30}>
          <IconMail size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ChoiceItems value={chosen ?? any} choices={choices} onChoose={(next) => onChange(next === any ? undefined : next)} />
      </Menu.Dropdown>
    </Menu>
  );
}
