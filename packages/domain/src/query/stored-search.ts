import type { Ranking } from './rankings.ts';
import { canonicalFilters, type FacetFilterState, type Filters } from './filters.ts';
import { type QueryEntity, termsOf } from './term.ts';

const shownTerms = 4;

export function searchTitle(query: readonly QueryEntity[], max = 100): string {
  const included = termsOf(query).filter((term) => !term.is_excluded);
  const requests = query.flatMap((entity) => (entity.type === 'AI' ? [entity.text.trim()] : []));
  const words = [...new Set([...included.map((term) => term.text), ...requests])].slice(0, shownTerms).join(', ');
  const characters = [...words];
  return words.length <= max
    ? words
    : `${characters
        .slice(0, max - 1)
        .join('')
        .slice(0, max - 1)
        .trimEnd()}…`;
}

/** SMF-006 to SMF-008: applies even if the item is hidden from the user. */
export const resetSmartFolder = (stored: Filters): FacetFilterState[] =>
  canonicalFilters([...stored, { facet: 'general', values: [{ id: 'shown', by: 'folder' }] }]);

export const unshownInFolder = (stored: Filters): FacetFilterState[] =>
  canonicalFilters([...stored, { facet: 'general', values: [{ id: 'shown', by: 'folder', is_excluded: true }] }]);

/** Path of the search screen with a stored search, which may be unreadable. */
export function storedSearchPath({ query, filters, ranking }: { query: string; filters: string; ranking: Ranking }): string {
  const parts = { q: query, f: filters, s: ranking === 'relevance' ? '' : ranking };
  return `/profiles?${new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString()}`;
}
