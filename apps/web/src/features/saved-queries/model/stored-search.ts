import { decodeSearch, encodeSearch, type ReadSearch, type SearchAddress } from '@headwater/domain/query/address';
import type { Ranking } from '@headwater/domain/query/rankings';
import { encodeFilters } from '@headwater/domain/query/filters-address';
import { encodeQuery } from '@headwater/domain/query/query-address';

export interface StoredSearch {
  query: string;
  filters: string;
  ranking: Ranking;
}

/** Parameters of the search screen for this search; the screen explains an unreadable one. */
export const addressOf = ({ query, filters, ranking }: StoredSearch, folderId?: number | null) => ({
  ...(query === '' ? {} : { q: query }),
  ...(filters === '' ? {} : { f: filters }),
  ...(ranking === 'relevance' ? {} : { s: ranking }),
  ...(folderId ? { folderId: String(folderId) } : {}),
});

export const queryStringOf = (search: StoredSearch, folderId?: number | null): string =>
  new URLSearchParams(addressOf(search, folderId)).toString();

export const readStored = (search: StoredSearch): ReadSearch => decodeSearch(queryStringOf(search));

export const storedOf = ({ query, filters, ranking }: SearchAddress): StoredSearch => ({
  query: encodeQuery(query),
  filters: encodeFilters(filters),
  ranking,
});

export const asksNothing = ({ query, filters }: Pick<StoredSearch, 'query' | 'filters'>): boolean => query === '' && filters === '';

export const isSameSearch = (one: StoredSearch, other: StoredSearch): boolean =>
  encodeSearch(readStored(one).search) === encodeSearch(readStored(other).search);
