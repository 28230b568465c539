import { VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ThreadView } from '@headwater/contract/outreach';
import { formatDate } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { MessageStatusPill, messageStatusOf } from '#ui/MessageStatusPill.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { useDraftPreview } from '../api/reply-drafts.ts';
import { titleOf } from '../model/title.ts';
import { isQueued, isWaiting } from '../model/waiting.ts';
import classes from './thread.module.css';

interface ThreadRowProps {
  thread: ThreadView;
  isOpen: boolean;
  onOpen: (profileId: number) => void;
}

export function ThreadRow({ thread, isOpen, onOpen }: ThreadRowProps) {
  const { t, language } = useTranslation('outreach');
  const { message } = thread;
  const draft = useDraftPreview(message.profile_id);
  const name = message.profile_name ?? message.email;
  // For an unsent message, the status is more useful than the planned time.
  const waits = thread.last_kind === 'sent' && !thread.needs_attention && isWaiting(message);
  return (
    <li>
      <button
        type="button"
        className={classes.thread}
        aria-current={isOpen || undefined}
        data-unread={thread.is_unread || undefined}
        onClick={() => onOpen(message.profile_id)}
      >
        <Avatar name={name} size={32} />
        <span className={classes.threadText}>
          <span className={classes.threadHead}>
            {thread.is_unread && (
              <span className={classes.unread}>
                <VisuallyHidden>{t('unreadMark')}</VisuallyHidden>
              </span>
            )}
            <span className={classes.name}>{name}</span>
            {thread.messages > 1 && <span className={classes.quiet}>{thread.messages}</span>}
            {thread.set_aside?.until && (
              <span className={classes.quiet}>{t('returnsAt', { at: formatDate(thread.set_aside.until, language, 'dateTime') })}</span>
            )}
            {thread.assignee && <span className={classes.assignee}>{t('assignedTo', { name: thread.assignee.name })}</span>}
            <span className={classes.when}>{!(waits && isQueued(message)) && <RelativeTime value={thread.last_at} />}</span>
          </span>
          <span className={classes.line}>{titleOf(message, t)}</span>
          <span className={classes.threadHead}>
            <span className={classes.preview}>
              {draft === '' && thread.last_kind !== 'sent' && <IconArrowBackUp size={14} aria-hidden />}
              {draft !== '' && <span className={classes.draft}>{t('draftOf')}</span>}
              <span className={classes.previewText}>{draft || thread.preview}</span>
            </span>
            {waits && <MessageStatusPill quiet status={messageStatusOf(message.status, message.error_reason)} />}
            {thread.needs_attention && (
              <MessageStatusPill
                status={thread.last_kind === 'reply' ? 'replied' : messageStatusOf(message.status, message.error_reason)}
              />
            )}
          </span>
        </span>
      </button>
    </li>
  );
}
