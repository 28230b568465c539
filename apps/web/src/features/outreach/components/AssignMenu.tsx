import { Button, Menu, ScrollArea } from '@mantine/core';
import { IconCheck, IconChevronDown, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ThreadView } from '@headwater/contract/outreach';
import { orpc } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { useConversationState } from '../api/conversation-state.ts';

const icon = { size: 14, stroke: 1.6 };

interface AssignMenuProps {
  profileId: number;
  assignee: ThreadView['assignee'];
}

/** SENT-001: the colleague who answers the person, for the whole company. */
export function AssignMenu({ profileId, assignee }: AssignMenuProps) {
  const { t } = useTranslation('outreach');
  const user = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  const { assign } = useConversationState(profileId);
  const colleagues = useQuery({
    ...orpc.accounts.listUsers.queryOptions({ input: { is_assignee: true, exclude_self: true, limit: 1000 } }),
    enabled: isOpen,
  });
  const people = [
    { id: user.id, name: user.name, label: t('me', { name: user.name }) },
    ...(colleagues.data?.users ?? []).map(({ id, first_name: first, last_name: last, email }) => {
      const name = `${first} ${last}`.trim() || email;
      return { id, name, label: name };
    }),
  ];
  const choose = (person: { id: number; name: string } | null) => void assign(person).catch(showError);
  return (
    <Menu position="bottom-start" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconUser {...icon} />} rightSection={<IconChevronDown {...icon} />}>
          {assignee ? (assignee.id === user.id ? t('assignedToMe') : t('assignedTo', { name: assignee.name })) : t('assign')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320} type="auto">
          {people.map(({ label, ...person }) => (
            <Menu.Item key={person.id} rightSection={person.id === assignee?.id && <IconCheck {...icon} />} onClick={() => choose(person)}>
              {label}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
        {assignee && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => choose(null)}>{t('unassign')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
