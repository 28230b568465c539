import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import type { SearchInput } from './find-profiles.ts';

export const mostChips = 50;

export const unfilteredQuery = ({ q, folderId }: SearchInput) =>
  queryOptions({
    queryKey: ['search', 'unfiltered', { q, folderId }],
    queryFn: async ({ signal }) => (await api.search.count({ query: q, folder: folderId }, { signal })).payload.count,
  });

/** Count of a search and the count without each chip, in one call. */
export const chipCountsQuery = ({ q, f, folderId }: SearchInput, chips: readonly (readonly number[])[]) =>
  queryOptions({
    queryKey: ['search', 'chips', { q, f, folderId }, chips],
    queryFn: ({ signal }) =>
      api.search.chips({ query: q, filters: f, folder: folderId, chips: chips.slice(0, mostChips).map((chip) => [...chip]) }, { signal }),
  });
