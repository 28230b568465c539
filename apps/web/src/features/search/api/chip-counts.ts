import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import type { SearchInput } from './find-profiles.ts';

/** As many chips as one call takes. */
export const mostChips = 50;

/** How many a search would find without its filters. */
export const unfilteredQuery = ({ q, folderId }: SearchInput) =>
  queryOptions({
    queryKey: ['search', 'unfiltered', { q, folderId }],
    queryFn: async ({ signal }) => (await api.search.count({ query: q, folder: folderId }, { signal })).payload.count,
  });

/** The count of a search and what it would be without each chip; one call for all chips of the form. */
export const chipCountsQuery = ({ q, f, folderId }: SearchInput, chips: readonly (readonly number[])[]) =>
  queryOptions({
    queryKey: ['search', 'chips', { q, f, folderId }, chips],
    queryFn: ({ signal }) =>
      api.search.chips({ query: q, filters: f, folder: folderId, chips: chips.slice(0, mostChips).map((chip) => [...chip]) }, { signal }),
  });
