import { dayMs } from '@headwater/domain/time/durations';
import { companySizeScope, type Facet, factorOf, isRangeFacet, type RangeFacet } from '@headwater/domain/query/facets';
import { defaultDays, visibleGeneralItems } from '@headwater/domain/query/general-facet';
import { type FacetFilterState, type Filters, type FilterRange, type FilterValue, letsInMissing } from '@headwater/domain/query/filters';
import type { Actor } from '@headwater/domain/roles';
import { type Company, companyView } from '#modules/companies/public.ts';
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

type Values = Pick<FacetFilterState, 'values' | 'match'>;
type NodeOf = (value: FilterValue) => QueryNode | undefined;

/** `nodeOf`: values that are conditions of their own. */
function valuesFilter(facet: string, { values, match }: Values, nodeOf: NodeOf = () => undefined): FacetFilter[] {
  if (values.length === 0) return [];
  const part = (isExcluded: boolean) => {
    const chosen = values.filter((value) => (value.is_excluded === true) === isExcluded);
    return {
      ids: chosen.filter((value) => !nodeOf(value)).map(({ id }) => id),
      nodes: chosen.flatMap((value) => nodeOf(value) ?? []),
    };
  };
  const [included, excluded] = [part(false), part(true)];
  return [
    {
      kind: 'values',
      facet,
      include: included.ids,
      exclude: excluded.ids,
      ...(included.nodes.length > 0 ? { includeNodes: included.nodes } : {}),
      ...(excluded.nodes.length > 0 ? { excludeNodes: excluded.nodes } : {}),
      ...(match ? { match } : {}),
    },
  ];
}

/** Saved searches may contain ids of an earlier company list. */
export const withCurrentCompanies = (filters: Filters): FacetFilterState[] =>
  filters.map((filter) => {
    if (filter.facet !== 'lastCompany' && filter.facet !== 'pastCompany') return filter;
    const values = filter.values.map((value) => ({ ...value, id: currentCompanyId(value.id) }));
    return { ...filter, values: [...new Map(values.map((value) => [value.id, value])).values()] };
  });

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

const spokenNode: NodeOf = ({ id, level }) => (level ? { op: 'term', field: 'languageLevel', value: `${id}:${level}` } : undefined);

export function buildFilters(filters: Filters, sets: readonly FacetSet[], now: Date): FacetFilter[] {
  const known = new Set(sets.filter((set) => set.facet === 'general').map((set) => set.value));
  const generalNode: NodeOf = ({ id, days }) => (id === 'mltrDays' ? likelyToRespond(days ?? defaultDays, now) : undefined);
  return filters.flatMap((filter) => {
    const { facet, values, range, match } = filter;
    if (isRangeFacet(facet)) return range ? [rangeFilter(facet, range, letsInMissing(filter))] : [];
    if (facet === 'companySize') {
      const sizes = values.filter((value) => value.id !== 'curr' && value.id !== 'prev');
      return valuesFilter(indexFacet(facet, filters), { values: sizes });
    }
    if (facet === 'language') return valuesFilter(facet, filter, spokenNode);
    if (facet !== 'general') return valuesFilter(facet, filter);
    const searched = values.filter(({ id }) => id === 'mltrDays' || storedItems.includes(id) || known.has(id));
    return valuesFilter(facet, { values: searched, match }, generalNode);
  });
}

export const companyItems = (filters: Filters) =>
  (filters.find((filter) => filter.facet === 'general')?.values ?? []).filter(
    (value) => !storedItems.includes(value.id) && value.id !== 'mltrDays',
  );

const social_accounts = { smartrecruiters_import: false, huntflow_import: false, greenhouse_import: false, workable: false };

/** FLT-020 to FLT-032 */
export const visibleItemsOf = ({ role }: Actor, company: Company): string[] =>
  visibleGeneralItems({ role, company: companyView(company), social_accounts });
