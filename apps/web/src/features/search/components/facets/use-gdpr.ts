import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { CountedFacet } from '../../api/count-facets.ts';
import type { SearchInput } from '../../api/find-profiles.ts';

type Gdpr = CountedFacet['gdpr'];
const allAllowed: Gdpr = { age: false, gender: false, diversity: false };
/** Flags of the last response, kept until the next one to avoid flicker. */
let known = allAllowed;

/** FLT-007: the flags depend on the places of the search, so any facet's apply. */
function latest(client: QueryClient, { q, f }: SearchInput): Gdpr {
  const found = client
    .getQueryCache()
    .findAll({
      queryKey: ['search', 'facet'],
      predicate: ({ queryKey, state }) => {
        const input = queryKey[3] as SearchInput;
        return state.data !== undefined && input.q === q && input.f === f;
      },
    })
    .map((query) => (query.state.data as CountedFacet).gdpr);
  known = found[0] ?? known;
  return known;
}

export function useGdpr(input: SearchInput, client: QueryClient): Gdpr {
  return useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => latest(client, input),
  );
}
