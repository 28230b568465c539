import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { CountedFacet } from '../../api/count-facets.ts';
import type { Asked } from '../../api/find-profiles.ts';

type Gdpr = CountedFacet['gdpr'];
const allAllowed: Gdpr = { age: false, gender: false, diversity: false };

/** The flags that came with any facet of the same query: they hang on its places, not on what is counted (FLT-007). */
function latest(client: QueryClient, { q }: Asked): Gdpr {
  const found = client
    .getQueryCache()
    .findAll({
      queryKey: ['search', 'facet'],
      predicate: ({ queryKey, state }) => state.data !== undefined && (queryKey[3] as Asked).q === q,
    })
    .map((query) => (query.state.data as CountedFacet).gdpr);
  return found[0] ?? allAllowed;
}

export function useGdpr(asked: Asked, client: QueryClient): Gdpr {
  return useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => latest(client, asked),
  );
}
