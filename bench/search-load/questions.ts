import { shownFacets } from '../../apps/server/src/modules/search/present-facets.ts';
import type { Ask } from './clients.ts';
import type { BenchQuery } from './queries.ts';

/** A page of results with the total, and with the counts of all facets where they are wanted. */
export const pathOf = (query: BenchQuery, facets: boolean): Ask => {
  const parts = { q: query.q, f: query.f, ...(facets ? { facets: shownFacets.join(',') } : {}) };
  return { path: `/api/v6/profiles/?${new URLSearchParams(parts).toString()}` };
};

/** The same question as no one asked it before: nobody has the name. What is kept of earlier answers does not help. */
export const anew = (query: BenchQuery, number: number): BenchQuery => {
  const name = [...String(number)].map((digit) => String.fromCodePoint(97 + Number(digit))).join('');
  const terms = query.q === '' ? [] : (JSON.parse(query.q) as unknown[]);
  return { ...query, q: JSON.stringify([...terms, `-name:zq${name}`]) };
};
