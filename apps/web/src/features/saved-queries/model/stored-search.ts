import { decodeSearch, encodeSearch, type ReadSearch, type SearchAddress } from '@headwater/domain/query/address';
import type { Ranking } from '@headwater/domain/query/rankings';
import { encodeFilters } from '@headwater/domain/query/filters-address';
import { encodeQuery } from '@headwater/domain/query/query-address';

/** A search as it is kept: the texts of its address. */
export interface StoredSearch {
  query: string;
  filters: string;
  ranking: Ranking;
}

/** Parameters of the search screen that show exactly this search, also one that cannot be read: the screen then says why. */
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

/** Whether both ask for the same in the same order, however they are written. */
export const isSameSearch = (one: StoredSearch, other: StoredSearch): boolean =>
  encodeSearch(readStored(one).search) === encodeSearch(readStored(other).search);
