import { queryOptions } from '@tanstack/react-query';
import { encodeQuery } from '@headwater/domain/query/query-address';
import type { QueryEntity } from '@headwater/domain/query/term';
import { api } from '#lib/api.ts';
import type { SearchInput } from './find-profiles.ts';

/** Limit of one call. */
const most = 30;

const counting = (searches: readonly { query: string; filters: string }[], folder: number | null) =>
  queryOptions({
    queryKey: ['search', 'counts', searches, folder],
    queryFn: async ({ signal }) => (await api.search.counts({ searches: [...searches], folder }, { signal })).counts,
    enabled: searches.length > 0,
  });

/** Counts of several queries with the same filters; null for an invalid query. */
export const countsQuery = (queries: readonly (readonly QueryEntity[])[], { f, folderId }: Pick<SearchInput, 'f' | 'folderId'>) =>
  counting(
    queries.slice(0, most).map((query) => ({ query: encodeQuery(query), filters: f })),
    folderId,
  );
