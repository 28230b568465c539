import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { encodeFilters } from '@headwater/domain/query/filters-address';
import type { SearchAddress } from '@headwater/domain/query/address';
import { encodeQuery } from '@headwater/domain/query/query-address';
import { api } from '#lib/api.ts';
import { recordReferer } from '#lib/profile-referer.ts';

/** RSLT-009. */
export const perPage = 20;

export interface SearchInput {
  q: string;
  f: string;
  folderId: number | null;
}

export const searchInputOf = ({ query, filters, folderId }: SearchAddress): SearchInput => ({
  q: encodeQuery(query),
  f: encodeFilters(filters),
  folderId,
});

type FoundPage = Awaited<ReturnType<typeof api.search.find>>;

export type ListedPage = Pick<FoundPage, 'profiles' | 'pages' | 'total'> &
  Partial<FoundPage> & {
    /** Number of people that can be paged through; default: all. */
    reach?: number;
  };

export interface ResultSource {
  id: string;
  version?: string;
  perPage: number;
  /** True if counts per term apply: all people come from the search itself. */
  isCountable?: boolean;
  fetch: (search: SearchAddress, signal: AbortSignal) => Promise<ListedPage>;
}

export const searchItself: ResultSource = {
  id: 'search',
  perPage,
  isCountable: true,
  fetch(search, signal) {
    const { q, f, folderId } = searchInputOf(search);
    const input = { q, f, s: search.ranking, page: search.page, per_page: perPage, ...(folderId === null ? {} : { folderId }) };
    return api.search.find(input, { signal });
  },
};

/** PROF-062. */
export function recordFoundPage<Page extends Pick<ListedPage, 'profiles' | 'profile_referer'>>(page: Page): Page {
  if (page.profile_referer !== undefined) {
    recordReferer(
      page.profiles.map(({ id }) => id),
      page.profile_referer,
    );
  }
  return page;
}

/** RSLT-002: a newer search cancels the pending one. */
export const findProfilesQuery = (search: SearchAddress, source = searchItself) =>
  queryOptions({
    queryKey: ['search', 'find', source.id, source.version ?? '', searchInputOf(search), search.ranking, search.page],
    queryFn: async ({ signal }) => recordFoundPage(await source.fetch(search, signal)),
    placeholderData: keepPreviousData,
  });
