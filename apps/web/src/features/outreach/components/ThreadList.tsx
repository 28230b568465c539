import { Button } from '@mantine/core';
import { IconArrowBackUp, IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ThreadView } from '@headwater/contract/outreach';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { ListFilters } from '#ui/list/ListFilters.tsx';
import { MessageStatusPill, messageStatusOf } from '#ui/MessageStatusPill.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { SkeletonList } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Pager, useExistingPage } from '#ui/table/Pager.tsx';
import { threadsPerPage, threadsQuery } from '../api/messages.ts';
import { inboxParams } from '../model/params.ts';
import { isQueued, isWaiting } from '../model/waiting.ts';
import outreach from './outreach.module.css';
import { prepareThread } from './Thread.tsx';
import classes from './thread.module.css';

function Row({ thread, isOpen, onOpen }: { thread: ThreadView; isOpen: boolean; onOpen: (profileId: number) => void }) {
  const { message } = thread;
  const name = message.profile_name ?? message.email;
  // Of a message that has not left its state is of more use than the time at which it was due.
  const waits = thread.last_kind === 'sent' && !thread.needs_attention && isWaiting(message);
  return (
    <li>
      <button
        type="button"
        className={classes.thread}
        aria-current={isOpen || undefined}
        data-attention={thread.needs_attention || undefined}
        onClick={() => onOpen(message.profile_id)}
      >
        <Avatar name={name} size={32} />
        <span className={classes.threadText}>
          <span className={classes.threadHead}>
            <span className={classes.name}>{name}</span>
            {thread.messages > 1 && <span className={classes.quiet}>{thread.messages}</span>}
            <span className={classes.when}>{!(waits && isQueued(message)) && <RelativeTime value={thread.last_at} />}</span>
          </span>
          <span className={classes.line}>{message.subject}</span>
          <span className={classes.threadHead}>
            <span className={classes.preview}>
              {thread.last_kind !== 'sent' && <IconArrowBackUp size={14} aria-hidden />}
              <span className={classes.previewText}>{thread.preview}</span>
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

/** The inbox: each person once, the latest activity first. */
export function ThreadList() {
  const { t } = useTranslation(['outreach', 'ui']);
  useEffect(prepareThread, []);
  const { shown, change } = useScreenParams(inboxParams);
  const query = useQuery({ ...threadsQuery(shown), placeholderData: keepPreviousData });
  const { data, isPlaceholderData: isPlaceholder } = query;
  const threads = useExistingPage(
    { page: shown.page, perPage: threadsPerPage, rows: data?.threads, total: data?.is_exact ? data.total : undefined, isPlaceholder },
    (page, options) => change({ page }, options),
  );
  const filtered = shown.search !== '' || shown.attention !== undefined;
  return (
    <>
      <div className={outreach.filters}>
        <ListFilters
          params={inboxParams}
          filters={[
            { kind: 'search', name: 'search', label: t('searchMessages') },
            {
              kind: 'choice',
              name: 'attention',
              label: t('shown'),
              options: [
                { value: 'all', label: t('allThreads') },
                { value: '1', label: t('needsAttention') },
              ],
            },
          ]}
        />
      </div>
      <div className={classes.threads} data-dimmed={query.isPlaceholderData || undefined}>
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {!threads && !query.isError && <SkeletonList rows={8} rowHeight={76} />}
        {threads?.length === 0 && (
          <EmptyState
            icon={<IconInbox size={24} stroke={1.5} />}
            title={filtered ? t('noMatches', { ns: 'ui' }) : t('noMessages')}
            text={filtered ? t('noMatchesText', { ns: 'ui' }) : t('noMessagesText')}
            action={
              filtered ? (
                <Button variant="default" onClick={() => change({ search: '', attention: undefined, page: 1 })}>
                  {t('clearFilters', { ns: 'ui' })}
                </Button>
              ) : (
                <Button component={Link} to="/">
                  {t('findPeople')}
                </Button>
              )
            }
          />
        )}
        {threads && threads.length > 0 && (
          <ul className={classes.list} aria-label={t('inbox')}>
            {threads.map((thread) => (
              <Row
                key={thread.message.profile_id}
                thread={thread}
                isOpen={thread.message.profile_id === shown.person}
                onOpen={(person) => change({ person })}
              />
            ))}
          </ul>
        )}
      </div>
      {(query.data?.total ?? 0) > threadsPerPage && (
        <Pager
          page={shown.page}
          perPage={threadsPerPage}
          total={query.data?.total}
          isExact={query.data?.is_exact}
          onPage={(page) => change({ page })}
        />
      )}
    </>
  );
}
