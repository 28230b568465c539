import { describe, expect, it } from 'vitest';
import { decodeSearch, emptySearch, encodeSearch, readPage, withFilters } from './address.ts';
import { applied } from './term.ts';

describe('search address', () => {
  it('[SRCH-010] [SRCH-011] [SRCH-012] [SRCH-013] [SRCH-016] [SRCH-017] [SRCH-020] contains the whole search without defaults', () => {
    const search = {
      query: [applied({ field: 'skill', text: 'C#' }), applied({ field: 'text', text: 'a & b + 100%' })],
      filters: [{ facet: 'contacts' as const, values: [{ id: 'email' }] }],
      ranking: 'updated' as const,
      page: 3,
      folderId: 9,
    };
    expect(encodeSearch(search)).toBe(
      'q=[%22skill:C%23%22,%22text:a%20%26%20b%20%2B%20100%25%22]&f=contacts:email&s=updated&page=3&folderId=9',
    );
    expect(decodeSearch(encodeSearch(search))).toEqual({ search, errors: { q: [], f: [] } });
    expect(encodeSearch(emptySearch)).toBe('');
  });
  it('[SRCH-018] [SRCH-019] reads an invalid page as 1, and drops the page when filters change', () => {
    expect(['', 'x', '0', '-1', '2.5', '7', '99999999999'].map(readPage)).toEqual([1, 1, 1, 1, 1, 7, 1]);
    expect(withFilters({ ...emptySearch, page: 4 }, []).page).toBe(1);
  });
});
