import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SearchAddress } from '@headwater/domain/query/address';
import { findProfilesQuery, type ResultSource } from '#features/search/api/find-profiles.ts';
import { useRecordSearch } from '#features/saved-queries/api/record-search.ts';

/** Results that stay on the screen for so long were looked at. */
const lookedAtMs = 1_500;

/** SAVQ-011: puts the search into the history once its results were looked at. Asks nothing itself: the list does. */
export function HistoryKeeper({ search, source }: { search: SearchAddress; source?: ResultSource | undefined }) {
  const { data, isPlaceholderData } = useQuery({ ...findProfilesQuery(search, source), enabled: false });
  const record = useRecordSearch();
  const queryId = isPlaceholderData ? undefined : data?.query_id;
  useEffect(() => {
    if (queryId === undefined) return undefined;
    const timer = setTimeout(() => record(queryId), lookedAtMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `record` is new at every drawing and always does the same
  }, [queryId]);
  return null;
}
