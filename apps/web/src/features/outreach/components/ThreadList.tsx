import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ListFilters } from '#ui/list/ListFilters.tsx';
import { SkeletonList } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Pager, useExistingPage } from '#ui/table/Pager.tsx';
import { snoozeCheckMs } from '../api/inbox.ts';
import { threadsPerPage, threadsQuery } from '../api/messages.ts';
import { inboxParams } from '../model/params.ts';
import { useStableOrder } from '../model/stable-order.ts';
import outreach from './outreach.module.css';
import { prepareThread } from './Thread.tsx';
import { ThreadRow } from './ThreadRow.tsx';
import classes from './thread.module.css';

function ThreadFilters() {
  const { t } = useTranslation('outreach');
  return (
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
              { value: 'all', label: t('inbox') },
              { value: '1', label: t('needsAttention') },
              { value: 'snoozed', label: t('snoozed') },
              { value: 'done', label: t('done') },
            ],
          },
          {
            kind: 'select',
            name: 'assigned',
            label: t('assignee'),
            any: t('anyAssignee'),
            options: [
              { value: 'me', label: t('assignedToMe') },
              { value: 'nobody', label: t('unassigned') },
            ],
          },
        ]}
      />
    </div>
  );
}

export function ThreadList() {
  const { t } = useTranslation(['outreach', 'ui']);
  useEffect(prepareThread, []);
  const { shown, change } = useScreenParams(inboxParams);
  const query = useQuery({ ...threadsQuery(shown), placeholderData: keepPreviousData, refetchInterval: snoozeCheckMs });
  const { data, isPlaceholderData: isPlaceholder } = query;
  const found = useExistingPage(
    { page: shown.page, perPage: threadsPerPage, rows: data?.threads, total: data?.is_exact ? data.total : undefined, isPlaceholder },
    (page, options) => change({ page }, options),
  );
  const threads =
    useStableOrder(isPlaceholder ? undefined : found, JSON.stringify([shown.page, shown.search, shown.attention, shown.assigned])) ?? found;
  const filtered = shown.search !== '' || shown.attention !== undefined || shown.assigned !== undefined;
  return (
    <>
      <ThreadFilters />
      <div className={classes.threads} data-dimmed={query.isPlaceholderData || undefined}>
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {!threads && !query.isError && <SkeletonList rows={8} rowHeight={76} />}
        {threads?.length === 0 && (
          <EmptyState
            icon={<IconInbox size={24} stroke={1.5} />}
            title={filtered ? t('noMatches', { ns: 'ui' }) : t('noReplies')}
            text={filtered ? t('noMatchesText', { ns: 'ui' }) : t('noRepliesText')}
            action={
              filtered ? (
                <Button variant="default" onClick={() => change({ search: '', attention: undefined, assigned: undefined, page: 1 })}>
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
              <ThreadRow
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
