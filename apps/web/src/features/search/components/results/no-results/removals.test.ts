import { describe, expect, it } from 'vitest';
import { decodeSearch } from '@headwater/domain/query/address';
import { encodeQuery } from '@headwater/domain/query/query-address';
import { removalsOf } from './removals.ts';

const searchOf = (q: string) => decodeSearch(new URLSearchParams({ q, f: 'contacts:email', page: '3' }).toString()).search;

describe('removable terms of a search without results', () => {
  it('[SRCH-042] are all chips, with the remaining search', () => {
    const removals = removalsOf(searchOf('["position:Developer","skill:Python","skill:Go","-location:India"]'));
    expect(removals.map(({ label }) => label)).toEqual(['Developer', 'Python', 'Go', '−India']);
    expect(new Set(removals.flatMap(({ numbers }) => numbers)).size).toBe(4);
    for (const { label, search } of removals) {
      expect(encodeQuery(search.query)).not.toContain(label.replace('−', ''));
      expect(search.query.filter(({ type }) => type === 'APPLIED_TERM')).toHaveLength(3);
      expect(search.filters).toHaveLength(1);
      expect(search.page).toBe(1);
    }
  });

  it('[DEC-15] [DEC-16] are the conditions of boolean text', () => {
    const removals = removalsOf(searchOf('["(","text:Go","OR","text:Golang",")","AND","NOT","(","text:Acme","OR","text:Initech",")"]'));
    expect(removals.map(({ label, numbers }) => [label, numbers])).toEqual([
      ['Go OR Golang', [0, 1]],
      ['NOT (Acme OR Initech)', [2, 3]],
    ]);
    expect(removals.map(({ search }) => encodeQuery(search.query))).toEqual([
      '["NOT","(","text:Acme","OR","text:Initech",")"]',
      '["(","text:Go","OR","text:Golang",")"]',
    ]);
  });

  it('are none without terms', () => {
    expect(removalsOf(searchOf('[]'))).toEqual([]);
  });
});
