import { SegmentedControl } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { SearchBox } from '#ui/SearchBox.tsx';
import { SkeletonList } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Pager, useExistingPage } from '#ui/table/Pager.tsx';
import { newResultsQuery, savedPerPage, savedQueriesQuery } from '../api/saved-queries.ts';
import type { StoredSearch } from '../model/stored-search.ts';
import { SavedRow } from './SavedRow.tsx';
import classes from './lists.module.css';

/** SAVQ-001. `current`: the search on the screen. */
export function SavedList({ current }: { current: StoredSearch }) {
  const { t } = useTranslation(['saved-queries', 'ui']);
  const [shown, setShown] = useState<{ of: 'own' | 'colleagues'; search: string; page: number }>({ of: 'own', search: '', page: 1 });
  const { data, error, isPlaceholderData, refetch } = useQuery(savedQueriesQuery(shown));
  const { data: fresh } = useQuery(newResultsQuery(shown.of === 'own' ? (data?.saved_queries.map(({ id }) => id) ?? []) : []));
  const newIn = new Map(fresh?.new_results.map(({ id, count }) => [id, count]));
  const onPage = (page: number) => setShown({ ...shown, page });
  const saved = useExistingPage(
    { page: shown.page, perPage: savedPerPage, rows: data?.saved_queries, total: data?.count, isPlaceholder: isPlaceholderData },
    onPage,
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList rows={5} rowHeight={84} />;
  const icon = <IconBookmarks size={24} stroke={1.5} />;
  const isEmpty = data.count === 0 && !isPlaceholderData;
  return (
    <>
      <div className={classes.head}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('share.whose')}
          data={[
            { value: 'own', label: t('share.own') },
            { value: 'colleagues', label: t('share.colleagues') },
          ]}
          value={shown.of}
          onChange={(of) => setShown({ of: of as typeof shown.of, search: '', page: 1 })}
        />
        <SearchBox
          label={t('saved.find')}
          max={100}
          width="100%"
          value={shown.search}
          onChange={(search) => setShown({ ...shown, search, page: 1 })}
        />
      </div>
      {isEmpty && shown.search !== '' && <EmptyState icon={icon} title={t('saved.notFound')} />}
      {isEmpty && shown.search === '' && shown.of === 'own' && (
        <EmptyState icon={icon} title={t('saved.empty')} text={t('saved.emptyText')} />
      )}
      {isEmpty && shown.search === '' && shown.of === 'colleagues' && (
        <EmptyState icon={icon} title={t('share.empty')} text={t('share.emptyText')} />
      )}
      <ul className={classes.list} data-dimmed={isPlaceholderData || undefined} aria-label={t('saved.title')}>
        {saved?.map((one) => (
          <SavedRow key={one.id} saved={one} fresh={newIn.get(one.id) ?? 0} current={current} />
        ))}
      </ul>
      {data.count > savedPerPage && <Pager page={shown.page} perPage={savedPerPage} total={data.count} onPage={onPage} />}
    </>
  );
}
