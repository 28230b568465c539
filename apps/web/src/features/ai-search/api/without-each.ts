import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { type Conditions, plainSearch } from '../model/chips.ts';

/** The server counts at most this many searches in a call. */
const maxSearches = 30;

/** Number of results without each condition. Null: the server refuses that search. */
export const withoutEachQuery = (each: readonly Conditions[], folder: number | null) => {
  const searches = each.slice(0, maxSearches).map((conditions) => {
    const { q, f } = plainSearch(conditions);
    return { query: q, filters: f };
  });
  return queryOptions({
    queryKey: ['ai-search', 'without-each', searches, folder],
    queryFn: async ({ signal }) => (await api.search.counts({ searches, folder }, { signal })).counts,
    enabled: searches.length > 0,
  });
};
