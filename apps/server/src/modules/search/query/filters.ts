import { dayMs } from '@headwater/domain/time/durations';
import { companySizeScope, type Facet, factorOf, isRangeFacet, type RangeFacet } from '@headwater/domain/query/facets';
import { defaultDays } from '@headwater/domain/query/general-facet';
import { type FacetFilterState, type Filters, type FilterRange, letsInMissing } from '@headwater/domain/query/filters';
import type { FacetFilter, FacetSet, QueryNode } from '../port.ts';
import { currentCompanyId } from '../reference-ids.ts';

/** Stored in profiles. Other general items are id sets of the company. */
export const storedItems: readonly string[] = ['remote', 'isFreelancer', 'isFrequentJobChanger', 'excludeMultipleLocations', 'mltr'];
const sizeScopes = { curr: 'companySizeCurrent', prev: 'companySizePast', any: 'companySize' } as const;

export function indexFacet(facet: Facet, filters: Filters): string {
  if (facet !== 'companySize') return facet;
  const values = filters.find((filter) => filter.facet === facet)?.values ?? [];
  return sizeScopes[companySizeScope(values.filter((value) => !value.is_excluded).map((value) => value.id))];
}

function rangeFilter(facet: RangeFacet, range: FilterRange, missing: boolean): FacetFilter {
  const times = factorOf(facet);
  return {
    kind: 'range',
    facet,
    ...(range.min === null ? {} : { min: Math.ceil(range.min * times) }),
    ...(range.max === null ? {} : { max: Math.floor(range.max * times) }),
    missing,
  };
}

function valuesFilter(facet: string, values: FacetFilterState['values']): FacetFilter[] {
  const include = values.filter((value) => !value.is_excluded).map((value) => value.id);
  const exclude = values.filter((value) => value.is_excluded).map((value) => value.id);
  return include.length + exclude.length === 0 ? [] : [{ kind: 'values', facet, include, exclude }];
}

/** Saved searches may contain ids of an earlier company list. */
export const withCurrentCompanies = (filters: Filters): FacetFilterState[] =>
  filters.map((filter) => {
    if (filter.facet !== 'lastCompany') return filter;
    const values = filter.values.map((value) => ({ ...value, id: currentCompanyId(value.id) }));
    return { ...filter, values: [...new Map(values.map((value) => [value.id, value])).values()] };
  });

export interface BuiltFilters {
  filters: FacetFilter[];
  extra: QueryNode[];
}

/** `mltrDays`: likely to respond and updated within the given days. */
function likelyToRespond(days: number, now: Date): QueryNode {
  const since = Math.floor(now.getTime() / dayMs) - days;
  return {
    op: 'and',
    of: [
      { op: 'term', field: 'general', value: 'mltr' },
      { op: 'range', field: 'updated', min: since },
    ],
  };
}

export function buildFilters(filters: Filters, sets: readonly FacetSet[], now: Date): BuiltFilters {
  const built: BuiltFilters = { filters: [], extra: [] };
  const known = new Set(sets.filter((set) => set.facet === 'general').map((set) => set.value));
  for (const filter of filters) {
    const { facet, values, range } = filter;
    if (isRangeFacet(facet)) {
      if (range) built.filters.push(rangeFilter(facet, range, letsInMissing(filter)));
      continue;
    }
    if (facet === 'companySize') {
      const sizes = values.filter((value) => value.id !== 'curr' && value.id !== 'prev');
      built.filters.push(...valuesFilter(indexFacet(facet, filters), sizes));
      continue;
    }
    if (facet !== 'general') {
      built.filters.push(...valuesFilter(facet, values));
      continue;
    }
    for (const value of values.filter((item) => item.id === 'mltrDays')) {
      const node = likelyToRespond(value.days ?? defaultDays, now);
      built.extra.push(value.is_excluded ? { op: 'not', of: node } : node);
    }
    built.filters.push(
      ...valuesFilter(
        facet,
        values.filter((item) => storedItems.includes(item.id) || known.has(item.id)),
      ),
    );
  }
  return built;
}

export const companyItems = (filters: Filters) =>
  (filters.find((filter) => filter.facet === 'general')?.values ?? []).filter(
    (value) => !storedItems.includes(value.id) && value.id !== 'mltrDays',
  );
