import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { type Conditions, plainSearch } from '../model/chips.ts';

/** As many searches as one call counts. */
const most = 30;

/** How many people each of these conditions would find; null for those that would be refused. */
export const withoutEachQuery = (each: readonly Conditions[], folder: number | null) => {
  const searches = each.slice(0, most).map((conditions) => {
    const { q, f } = plainSearch(conditions);
    return { query: q, filters: f };
  });
  return queryOptions({
    queryKey: ['ai-search', 'without-each', searches, folder],
    queryFn: async ({ signal }) => (await api.search.counts({ searches, folder }, { signal })).counts,
    enabled: searches.length > 0,
  });
};
