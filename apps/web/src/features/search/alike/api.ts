import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { recordFoundPage } from '../api/find-profiles.ts';

const few = 6;
const staleTime = 5 * 60_000;

export const similarQuery = (profileId: number) =>
  queryOptions({
    queryKey: ['search', 'similar', profileId],
    queryFn: async ({ signal }) => recordFoundPage(await api.search.similar({ id: profileId, per_page: few }, { signal })),
    staleTime,
  });

export const recommendedQuery = queryOptions({
  queryKey: ['search', 'recommended'],
  queryFn: async ({ signal }) => recordFoundPage(await api.search.recommended({ per_page: few }, { signal })),
  staleTime,
});

/** Match excerpts; `queryId` is the id of the search response. */
export const hintsQuery = (profileId: number, queryId: number) =>
  queryOptions({
    queryKey: ['search', 'hints', queryId, profileId],
    queryFn: ({ signal }) => api.search.hints({ id: profileId, query_id: queryId }, { signal }),
    staleTime,
  });
