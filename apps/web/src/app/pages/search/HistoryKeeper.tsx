import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SearchAddress } from '@headwater/domain/query/address';
import { findProfilesQuery, type ResultSource } from '#features/search/api/find-profiles.ts';
import { useRecordSearch } from '#features/saved-queries/api/record-search.ts';

/** Results visible for this long count as viewed. */
const viewedAfterMs = 1_500;

/** SAVQ-011. Reads the cache of the list and sends no search. */
export function HistoryKeeper({ search, source }: { search: SearchAddress; source?: ResultSource | undefined }) {
  const { data, isPlaceholderData } = useQuery({ ...findProfilesQuery(search, source), enabled: false });
  const record = useRecordSearch();
  const queryId = isPlaceholderData ? undefined : data?.query_id;
  useEffect(() => {
    if (queryId === undefined) return undefined;
    const timer = setTimeout(() => record(queryId), viewedAfterMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `record` changes at every render but behaves the same
  }, [queryId]);
  return null;
}
