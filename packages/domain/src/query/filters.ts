import { type Facet, facets, facetTypes, isFacet, isRangeFacet, notSpecified, type RangeFacet } from './facets.ts';
import { type DoneBy, isViewsChoice } from './general-facet.ts';
import type { LanguageLevel } from './language-levels.ts';

/** FLT-038 */
export interface FilterValue {
  id: string;
  is_excluded?: boolean | undefined;
  days?: number | undefined;
  by?: DoneBy | undefined;
  /** For a language: the minimum spoken level. */
  level?: LanguageLevel | undefined;
}

export interface FilterRange {
  min: number | null;
  max: number | null;
}

export type FilterMatch = 'any' | 'all';

/** Range facets have `range` and no value but the not-specified id. */
export interface FacetFilterState {
  facet: Facet;
  values: FilterValue[];
  range?: FilterRange | undefined;
  /** Whether any or all included values must match, where it differs from the facet's operator. */
  match?: FilterMatch | undefined;
}

export type Filters = readonly FacetFilterState[];

/** FLT-041 */
export const openEnd = (value: number | null | undefined): number | null =>
  value === null || value === undefined || value === 0 || !Number.isFinite(value) ? null : value;

/** FLT-033 */
function oneViewsChoice(values: readonly FilterValue[]): FilterValue[] {
  const last = values.findLast((value) => isViewsChoice(value.id));
  return values.filter((value) => !isViewsChoice(value.id) || value === last);
}

const canonicalValue = ({ id, is_excluded, days, by, level }: FilterValue): FilterValue => ({
  id,
  ...(is_excluded ? { is_excluded: true } : {}),
  ...(days === undefined ? {} : { days }),
  ...(by === undefined ? {} : { by }),
  ...(level === undefined ? {} : { level }),
});

export const usualMatch = (facet: Facet): FilterMatch => (facetTypes[facet].operator === 'AND' ? 'all' : 'any');

/** One entry per facet in facet order; the last entry of a value wins. */
export function canonicalFilters(filters: Filters): FacetFilterState[] {
  return facets.flatMap((facet) => {
    const ofFacet = filters.filter((filter) => filter.facet === facet);
    const values = new Map<string, FilterValue>();
    for (const value of ofFacet.flatMap((filter) => filter.values)) values.set(value.id, canonicalValue(value));
    const bounds = ofFacet.findLast((filter) => filter.range)?.range;
    const range = bounds && { min: openEnd(bounds.min), max: openEnd(bounds.max) };
    const hasRange = range !== undefined && (range.min !== null || range.max !== null);
    const chosen = facet === 'general' ? oneViewsChoice([...values.values()]) : [...values.values()];
    if (chosen.length === 0 && !hasRange) return [];
    const match = facetTypes[facet].switchable ? ofFacet.findLast((filter) => filter.match)?.match : undefined;
    const isOther = match !== undefined && match !== usualMatch(facet);
    return [{ facet, values: chosen, ...(hasRange ? { range } : {}), ...(isOther ? { match } : {}) }];
  });
}

export const filterOf = (filters: Filters, facet: Facet) => filters.find((filter) => filter.facet === facet);
/** FLT-054 */
export const hasActiveFilter = (filters: Filters) => canonicalFilters(filters).length > 0;

export function toggleValue(filters: Filters, facet: Facet, value: FilterValue): FacetFilterState[] {
  const now = filterOf(filters, facet)?.values.find((one) => one.id === value.id);
  const isSame = now !== undefined && Boolean(now.is_excluded) === Boolean(value.is_excluded);
  const others = filters.map((filter) =>
    filter.facet === facet ? { ...filter, values: filter.values.filter((one) => one.id !== value.id) } : filter,
  );
  return canonicalFilters(isSame ? others : [...others, { facet, values: [value] }]);
}

export const matchOf = (filters: Filters, facet: Facet): FilterMatch => filterOf(filters, facet)?.match ?? usualMatch(facet);

export const setMatch = (filters: Filters, facet: Facet, match: FilterMatch): FacetFilterState[] =>
  canonicalFilters([...filters, { facet, values: [], match }]);

export const setRange = (filters: Filters, facet: RangeFacet, range: FilterRange): FacetFilterState[] =>
  canonicalFilters([
    ...filters.map((filter) => (filter.facet === facet ? { facet, values: filter.values } : filter)),
    { facet, values: [], range },
  ]);

export const letsInMissing = (filter: FacetFilterState) =>
  isFacet(filter.facet) &&
  isRangeFacet(filter.facet) &&
  filter.values.some((value) => value.id === notSpecified[filter.facet as RangeFacet] && !value.is_excluded);
