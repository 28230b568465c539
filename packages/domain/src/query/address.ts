import type { QueryError } from './errors.ts';
import { canonicalFilters, type FacetFilterState, type Filters } from './filters.ts';
import { decodeFilters, encodeFilters } from './filters-address.ts';
import { decodeQuery, encodeQuery } from './query-address.ts';
import { type Ranking, rankings } from './rankings.ts';
import type { QueryEntity } from './term.ts';

/** SRCH-010 to SRCH-019 */
export interface SearchAddress {
  query: QueryEntity[];
  filters: FacetFilterState[];
  ranking: Ranking;
  page: number;
  folderId: number | null;
}

export const emptySearch: SearchAddress = { query: [], filters: [], ranking: 'relevance', page: 1, folderId: null };

// Keeps allowed characters, so that addresses stay readable.
const encode = (text: string) => encodeURIComponent(text).replace(/%(5B|5D|3A|2C|7B|7D|3B|40)/g, (code) => decodeURIComponent(code));

export function encodeSearch({ query, filters, ranking, page, folderId }: SearchAddress): string {
  const parts: [string, string][] = [
    ['q', encodeQuery(query)],
    ['f', encodeFilters(filters)],
    ['s', ranking === 'relevance' ? '' : ranking],
    ['page', page > 1 ? String(page) : ''],
    ['folderId', folderId === null ? '' : String(folderId)],
  ];
  return parts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&');
}

/** SRCH-019: 1 unless a positive integer. */
export const readPage = (text: string | null | undefined) => {
  const page = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 1;
  return Math.max(1, page);
};

export interface ReadSearch {
  search: SearchAddress;
  errors: { q: QueryError[]; f: QueryError[] };
}

/** Never throws. */
export function decodeSearch(queryString: string): ReadSearch {
  const parameters = new URLSearchParams(queryString);
  const query = decodeQuery(parameters.get('q') ?? '');
  const filters = decodeFilters(parameters.get('f') ?? '');
  const folder = parameters.get('folderId') ?? '';
  return {
    search: {
      query: query.ok ? query.value : [],
      filters: filters.ok ? filters.value : [],
      ranking: rankings.find((ranking) => ranking === parameters.get('s')) ?? 'relevance',
      page: readPage(parameters.get('page')),
      folderId: /^[1-9]\d{0,14}$/.test(folder) ? Number(folder) : null,
    },
    errors: { q: query.ok ? [] : query.errors, f: filters.ok ? [] : filters.errors },
  };
}

/** SRCH-018 */
export const withFilters = (search: SearchAddress, filters: Filters): SearchAddress => ({
  ...search,
  filters: canonicalFilters(filters),
  page: 1,
});
