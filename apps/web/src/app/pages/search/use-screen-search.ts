import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { decodeSearch } from '@headwater/domain/query/address';
import { asksNothing, storedOf } from '#features/saved-queries/model/stored-search.ts';
import { findProfilesQuery } from '#features/search/api/find-profiles.ts';
import { namesOnScreen } from './names.ts';

/** The search on the screen, and what can be kept of it. */
export function useScreenSearch(queryString: string) {
  const client = useQueryClient();
  const { search, errors } = useMemo(() => decodeSearch(queryString), [queryString]);
  const stored = storedOf(search);
  const mayKeep = errors.q.length + errors.f.length === 0 && !asksNothing(stored);
  return {
    search,
    stored,
    mayKeep,
    named: () => ({ search: stored, names: namesOnScreen(client) }),
    queryId: () => client.getQueryData(findProfilesQuery(search).queryKey)?.query_id,
  };
}
