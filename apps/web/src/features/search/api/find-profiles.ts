import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { encodeFilters } from '@headwater/domain/query/filters-address';
import type { SearchAddress } from '@headwater/domain/query/address';
import { encodeQuery } from '@headwater/domain/query/query-address';
import { api } from '#lib/api.ts';
import { noteFound } from '#lib/profile-referer.ts';

/** RSLT-009. */
export const perPage = 20;

/** What a search is, without its page and order. */
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

export type FoundPage = Awaited<ReturnType<typeof api.search.find>>;

/** What a list needs of an answer; the search itself says more. */
export type ListedPage = Pick<FoundPage, 'profiles' | 'pages' | 'total'> &
  Partial<FoundPage> & {
    /** So many of them can be paged through; absent: all. */
    reach?: number;
  };

/** Where results come from: the search itself, or what another screen puts in its place. */
export interface ResultSource {
  /** Tells its results from those of others. */
  id: string;
  /** Changes with what the source holds itself. */
  version?: string;
  perPage: number;
  /** What each term costs can be counted: its people are those of the search alone. */
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

/** PROF-062: remembers what found these people. */
export function noted<Page extends Pick<ListedPage, 'profiles' | 'profile_referer'>>(page: Page): Page {
  if (page.profile_referer !== undefined) {
    noteFound(
      page.profiles.map(({ id }) => id),
      page.profile_referer,
    );
  }
  return page;
}

/** A page of results. A newer search cancels the one under way (RSLT-002), and its rows stay until the new ones land. */
export const findProfilesQuery = (search: SearchAddress, source = searchItself) =>
  queryOptions({
    queryKey: ['search', 'find', source.id, source.version ?? '', searchInputOf(search), search.ranking, search.page],
    queryFn: async ({ signal }) => noted(await source.fetch(search, signal)),
    placeholderData: keepPreviousData,
  });
