import { shownFacets } from '../../apps/server/src/modules/search/present-facets.ts';
import type { Ask } from './clients.ts';
import type { BenchQuery } from './queries.ts';

export const pathOf = (query: BenchQuery, facets: boolean): Ask => {
  const parts = { q: query.q, f: query.f, ...(facets ? { facets: shownFacets.join(',') } : {}) };
  return { path: `/api/v6/profiles/?${new URLSearchParams(parts).toString()}` };
};

/** Adds a unique term, so that no cache helps. */
export const asNewQuestion = (query: BenchQuery, number: number): BenchQuery => {
  const name = [...String(number)].map((digit) => String.fromCodePoint(97 + Number(digit))).join('');
  const terms = query.q === '' ? [] : (JSON.parse(query.q) as unknown[]);
  return { ...query, q: JSON.stringify([...terms, `-name:zq${name}`]) };
};

/** Facets that the search page shows open. */
const openFacets = ['general', 'contacts', 'age', 'experience', 'onLastPosition', 'graduation'] as const;

/** The second request of the search page, for the facets. */
export const countOf = ({ q, f }: BenchQuery): Ask => ({
  path: '/api/v6/profiles/count/',
  body: JSON.stringify({ query: q, filters: f, facets: openFacets }),
});
