import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowBackUp, IconInbox, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThreadView } from '@headwater/contract/outreach';
import { Avatar } from '#ui/Avatar.tsx';
import { MessageStatusPill, messageStatusOf } from '#ui/MessageStatusPill.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { SkeletonList } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { type ThreadFilter, threadsPerPage, threadsQuery } from '../api/messages.ts';
import outreach from './outreach.module.css';
import { prepareThread } from './Thread.tsx';
import classes from './thread.module.css';

interface ThreadListProps {
  filter: ThreadFilter;
  openId: number | undefined;
  onChange: (change: { search?: string | undefined; attention?: string | undefined; page?: string | undefined }) => void;
  onOpen: (profileId: number) => void;
}

function Row({ thread, isOpen, onOpen }: { thread: ThreadView; isOpen: boolean; onOpen: (profileId: number) => void }) {
  const { message } = thread;
  const name = message.profile_name ?? message.email;
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
            <span className={classes.when}>
              <RelativeTime value={thread.last_at} />
            </span>
          </span>
          <span className={classes.line}>{message.subject}</span>
          <span className={classes.threadHead}>
            <span className={classes.preview}>
              {thread.last_kind !== 'sent' && <IconArrowBackUp size={14} aria-hidden />}
              <span className={classes.previewText}>{thread.preview}</span>
            </span>
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

function Filters({ filter, onChange }: Pick<ThreadListProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('outreach');
  const [typed, setTyped] = useState(filter.search);
  const tell = useDebouncedCallback((search: string) => onChange({ search: search || undefined, page: undefined }), 250);
  return (
    <div className={outreach.filters}>
      <TextInput
        size="xs"
        w={260}
        aria-label={t('searchMessages')}
        placeholder={t('searchMessages')}
        leftSection={<IconSearch size={14} />}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          tell(value);
        }}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('shown')}
        value={filter.needsAttention ? 'attention' : 'all'}
        onChange={(shown) => onChange({ attention: shown === 'attention' ? '1' : undefined, page: undefined })}
        data={[
          { value: 'all', label: t('allThreads') },
          { value: 'attention', label: t('needsAttention') },
        ]}
      />
    </div>
  );
}

/** The inbox: each person once, the latest activity first. */
export function ThreadList({ filter, openId, onChange, onOpen }: ThreadListProps) {
  const { t } = useTranslation('outreach');
  useEffect(prepareThread, []);
  const query = useQuery({ ...threadsQuery(filter), placeholderData: keepPreviousData });
  const threads = query.data?.threads;
  const filtered = filter.search !== '' || filter.needsAttention;
  return (
    <>
      <Filters key={filter.search === '' ? 'empty' : 'typed'} filter={filter} onChange={onChange} />
      <div className={classes.threads} data-dimmed={query.isPlaceholderData || undefined}>
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <SkeletonList rows={8} rowHeight={76} />}
        {threads?.length === 0 && (
          <EmptyState
            icon={<IconInbox size={24} stroke={1.5} />}
            title={filtered ? t('nothingFound') : t('noMessages')}
            text={filtered ? t('nothingFoundText') : t('noMessagesText')}
            action={
              filtered ? (
                <Button variant="default" onClick={() => onChange({ search: undefined, attention: undefined, page: undefined })}>
                  {t('showAll')}
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
              <Row key={thread.message.profile_id} thread={thread} isOpen={thread.message.profile_id === openId} onOpen={onOpen} />
            ))}
          </ul>
        )}
      </div>
      {(query.data?.total ?? 0) > threadsPerPage && (
        <Pager page={filter.page} perPage={threadsPerPage} total={query.data?.total} onPage={(page) => onChange({ page: String(page) })} />
      )}
    </>
  );
}
