import { Button, Menu } from '@mantine/core';
import type { ThreadView } from '@headwater/contract/outreach';
import { IconCheck, IconChevronDown, IconClock, IconInbox, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { useConversationState } from '../api/conversation-state.ts';
import { AssignMenu } from './AssignMenu.tsx';
import { type SnoozeTime, snoozeTimes } from '../model/snooze-times.ts';
import classes from './thread.module.css';

const icon = { size: 14, stroke: 1.6 };

interface ConversationActionsProps {
  profileId: number;
  isSetAside: boolean;
  assignee: ThreadView['assignee'];
  onDone: () => void;
}

/** SENT-001: done, snooze and unread, for the current user only; the assignee, for all. */
export function ConversationActions({ profileId, isSetAside, assignee, onDone }: ConversationActionsProps) {
  const { t, language } = useTranslation('outreach');
  const [times, setTimes] = useState<readonly SnoozeTime[]>([]);
  const { setAside, putBack, markUnread } = useConversationState(profileId);
  const act = (action: Promise<void>) => void action.then(onDone).catch(showError);
  return (
    <div className={classes.actions}>
      {isSetAside ? (
        <Button size="xs" variant="default" leftSection={<IconInbox {...icon} />} onClick={() => act(putBack())}>
          {t('putBack')}
        </Button>
      ) : (
        <>
          <Button size="xs" variant="default" leftSection={<IconCheck {...icon} />} onClick={() => act(setAside(null))}>
            {t('markDone')}
          </Button>
          <Menu position="bottom-start" onOpen={() => setTimes(snoozeTimes(new Date()))}>
            <Menu.Target>
              <Button size="xs" variant="default" leftSection={<IconClock {...icon} />} rightSection={<IconChevronDown {...icon} />}>
                {t('snooze')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {times.map(({ key, at }) => (
                <Menu.Item
                  key={key}
                  rightSection={<span className={classes.quiet}>{formatDate(at, language, 'dateTime')}</span>}
                  onClick={() => act(setAside(at))}
                >
                  {t(`snoozeUntil.${key}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      <AssignMenu profileId={profileId} assignee={assignee} />
      <Button size="xs" variant="subtle" color="gray" leftSection={<IconMail {...icon} />} onClick={() => act(markUnread())}>
        {t('markUnread')}
      </Button>
    </div>
  );
}
