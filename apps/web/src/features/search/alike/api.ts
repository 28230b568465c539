import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { noted } from '../api/find-profiles.ts';

const few = 6;
const staleTime = 5 * 60_000;

/** People like one person, and the search that finds all of them. */
export const similarQuery = (profileId: number) =>
  queryOptions({
    queryKey: ['search', 'similar', profileId],
    queryFn: async ({ signal }) => noted(await api.search.similar({ id: profileId, per_page: few }, { signal })),
    staleTime,
  });

/** People like those that the recruiter has dealt with lately. */
export const recommendedQuery = queryOptions({
  queryKey: ['search', 'recommended'],
  queryFn: async ({ signal }) => noted(await api.search.recommended({ per_page: few }, { signal })),
  staleTime,
});

/** Why a person was found by a search of ours; `queryId` is that of its answer. */
export const hintsQuery = (profileId: number, queryId: number) =>
  queryOptions({
    queryKey: ['search', 'hints', queryId, profileId],
    queryFn: ({ signal }) => api.search.hints({ id: profileId, query_id: queryId }, { signal }),
    staleTime,
  });
