import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '#lib/current-user.ts';
import { type MessagingFilter, messagingFilters } from './vacancy-address.ts';

interface MessagingMenuProps {
  chosen: MessagingFilter | undefined;
  onChange: (next: MessagingFilter | undefined) => void;
}

/** CAND-008: candidates by how far writing to them got; for who may see that. */
export function MessagingMenu({ chosen, onChange }: MessagingMenuProps) {
  const { t } = useTranslation('vacancies');
  const { permissions } = useCurrentUser();
  if (!permissions.messaging_info) return null;
  const label = chosen ? t('messagingChosen', { state: t(`messaging.${chosen}`) }) : t('messagingFilter');
  const item = (value: MessagingFilter | undefined, text: string) => (
    <Menu.Item
      key={text}
      onClick={() => onChange(value)}
      aria-current={value === chosen ? 'true' : undefined}
      rightSection={value === chosen && <IconCheck size={14} aria-hidden />}
    >
      {text}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={label} title={label} variant={chosen ? 'light' : 'default'} color={chosen ? 'teal' : undefined} size={30}>
          <IconMail size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item(undefined, t('messagingAny'))}
        <Menu.Divider />
        {messagingFilters.map((state) => item(state, t(`messaging.${state}`)))}
      </Menu.Dropdown>
    </Menu>
  );
}
