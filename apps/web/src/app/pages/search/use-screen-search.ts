import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { decodeSearch } from '@headwater/domain/query/address';
import type { FilterName } from '#features/saved-queries/model/chips.ts';
import { asksNothing, storedOf } from '#features/saved-queries/model/stored-search.ts';
import type { CountedFacet } from '#features/search/api/count-facets.ts';
import { findProfilesQuery } from '#features/search/api/find-profiles.ts';

function namesOnScreen(client: QueryClient): FilterName[] {
  const counted = client.getQueriesData<CountedFacet>({ queryKey: ['search', 'facet'] });
  return counted.flatMap(([key, data]) => (data?.answer.values ?? []).map(({ id, name }) => ({ facet: String(key[2]), id, name })));
}

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
