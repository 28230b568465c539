import type { QueryClient } from '@tanstack/react-query';
import type { CountedFacet } from '#features/search/api/count-facets.ts';
import type { FilterName } from '#features/saved-queries/model/chips.ts';

/** What the filters on the screen call their values. */
export function namesOnScreen(client: QueryClient): FilterName[] {
  const counted = client.getQueriesData<CountedFacet>({ queryKey: ['search', 'facet'] });
  return counted.flatMap(([key, data]) => (data?.answer.values ?? []).map(({ id, name }) => ({ facet: String(key[2]), id, name })));
}
