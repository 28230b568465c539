import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import type { FoundProfile } from '@headwater/contract/search';
import type { SearchAddress } from '@headwater/domain/query/address';
import { isStarting } from '#lib/api-error.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { ListedPage } from '../../api/find-profiles.ts';
import { SearchStarting } from '../SearchStarting.tsx';
import { ResultsSkeleton } from './ResultsSkeleton.tsx';
import { SearchFailed } from './SearchFailed.tsx';
import classes from './results.module.css';

const NoResults = lazyPart(() => import('./NoResults.tsx'), 'NoResults');

interface ResultListProps {
  found: UseQueryResult<ListedPage>;
  search: SearchAddress;
  hidden: { people: ReadonlySet<number>; showAll: () => void };
  /** Content of an empty result; undefined: suggestions for the search. */
  empty: ReactNode;
  isCountable: boolean;
  onSearch: (search: SearchAddress) => void;
  rowOf: (profile: FoundProfile, index: number) => ReactNode;
}

export function ResultList({
  found: { data, error, refetch, failureReason },
  search,
  hidden,
  empty,
  isCountable,
  onSearch,
  rowOf,
}: ResultListProps) {
  const { t } = useTranslation('search');
  if (error) return <SearchFailed error={error} search={search} onSearch={onSearch} onRetry={() => void refetch()} />;
  if (!data) return isStarting(failureReason) ? <SearchStarting reason={failureReason} /> : <ResultsSkeleton />;
  if (data.total === 0 && empty !== undefined) return empty;
  if (data.profiles.length === 0) {
    return (
      <Suspense>
        <NoResults search={search} total={data.total} isCountable={isCountable} onSearch={onSearch} />
      </Suspense>
    );
  }
  const shown = data.profiles.filter(({ id }) => !hidden.people.has(id));
  const gone = data.profiles.length - shown.length;
  return (
    <>
      <ul className={classes.list} aria-label={t('results')}>
        {shown.map(rowOf)}
      </ul>
      {gone > 0 && (
        <p className={classes.gone}>
          {t('hiddenRows', { count: gone, shown: formatNumber(gone, currentLanguage()) })}
          <Button variant="subtle" size="compact-xs" onClick={hidden.showAll}>
            {t('showHidden')}
          </Button>
        </p>
      )}
    </>
  );
}

/** RSLT-005: parts of the search that the server ignored. */
export function LeftOut({ items }: { items: readonly { text: string }[] }) {
  const { t } = useTranslation('search');
  return items.length === 0 ? null : (
    <p className={classes.leftOut}>{t('leftOut', { items: items.map((item) => item.text).join(', ') })}</p>
  );
}
