import type { search } from '@headwater/contract/search';
import {
  edgesOf,
  type Facet,
  facets,
  facetTypes,
  factorOf,
  isRangeFacet,
  notSpecified,
  type RangeFacet,
} from '@headwater/domain/query/facets';
import type { Filters } from '@headwater/domain/query/filters';
import type { InferContractRouterOutputs } from '@orpc/contract';
import type { Actor } from '@headwater/domain/roles';
import { normalise } from '@headwater/domain/text/tokenize';
import type { Company } from '#modules/companies/public.ts';
import type { FacetRequest, FacetSet, HistogramRequest, SearchResult } from './port.ts';
import { indexFacet, storedItems, visibleItemsOf } from './query/filters.ts';
import { facetValueName } from './facet-value-name.ts';

export type FacetAnswers = InferContractRouterOutputs<typeof search>['filters']['facets'];
type FacetAnswer = NonNullable<FacetAnswers[Facet]>;

export const enabledFacets = ({ features }: Company): Facet[] =>
  facets.filter((facet) => {
    const { enabledBy } = facetTypes[facet];
    return enabledBy === undefined || (features[enabledBy] ?? false);
  });

export interface FacetQuery {
  facets: readonly Facet[];
  states: Filters;
  search?: FacetSearch | undefined;
  most?: Partial<Record<Facet, number>> | undefined;
}

/** FLT-011: `named` are reference ids with a matching name. */
export type FacetSearch = Partial<Record<Facet, { text: string; named: readonly string[] }>>;

/** Filtered by name here, because the engine stores ids. */
const mostScanned = 1_000;

const stateOf = (states: Filters, facet: Facet) => states.find((state) => state.facet === facet);
const isCounted = (id: string) => id !== 'curr' && id !== 'prev';

const usualMost = 50;

export function facetRequests(facetQuery: FacetQuery, now: Date): { facets: FacetRequest[]; histograms: HistogramRequest[] } {
  const values = facetQuery.facets.filter((facet) => !isRangeFacet(facet));
  return {
    facets: values.map((facet) => ({
      facet: indexFacet(facet, facetQuery.states),
      limit: facetQuery.search?.[facet] ? mostScanned : (facetQuery.most?.[facet] ?? usualMost),
      always: [
        ...(facetTypes[facet].always ?? []),
        ...(stateOf(facetQuery.states, facet)?.values ?? []).map((value) => value.id).filter(isCounted),
        ...(facetQuery.search?.[facet]?.named ?? []),
      ],
    })),
    histograms: facetQuery.facets.filter(isRangeFacet).map((facet) => ({ facet, edges: edgesOf(facet, now.getUTCFullYear()) })),
  };
}

/** Finds values outside the reference lists by name, however rare. */
export const writtenRequests = (facetQuery: FacetQuery): FacetRequest[] =>
  facetQuery.facets.flatMap((facet) => {
    const search = isRangeFacet(facet) ? undefined : facetQuery.search?.[facet];
    return search ? [{ facet: indexFacet(facet, facetQuery.states), limit: mostScanned, search: search.text }] : [];
  });

function presentRange(facet: RangeFacet, result: SearchResult, { facetQuery, now }: { facetQuery: FacetQuery; now: Date }): FacetAnswer {
  const counted = result.histograms[facet];
  const edges = edgesOf(facet, now.getUTCFullYear()).map((edge) => edge / factorOf(facet));
  const id = notSpecified[facet];
  const checked = stateOf(facetQuery.states, facet)?.values.some((value) => value.id === id) ?? false;
  return {
    values: [{ id, name: id, count: counted?.missing ?? null, checked, excluded: false }],
    histogram: counted ? { edges, ...counted } : null,
  };
}

interface View {
  facetQuery: FacetQuery;
  sets: readonly FacetSet[];
  written?: SearchResult['facets'] | undefined;
  now: Date;
  actor: Actor;
  company: Company;
}

function idsOf(facet: Facet, counts: ReadonlyMap<string, number>, view: View): string[] {
  const chosen = (stateOf(view.facetQuery.states, facet)?.values ?? []).map((value) => value.id);
  if (facet === 'general') return [...new Set([...visibleItemsOf(view.actor, view.company), ...chosen])];
  const fixed = facetTypes[facet].always;
  if (facet === 'companySize') return ['curr', 'prev', ...(fixed ?? [])];
  return fixed ? [...fixed] : [...new Set([...counts.keys(), ...chosen])];
}

const isCountedItem = (id: string, sets: readonly FacetSet[]) =>
  storedItems.includes(id) || sets.some((set) => set.facet === 'general' && set.value === id);

function presentValues(facet: Facet, result: SearchResult, view: View): FacetAnswer {
  const { states, search } = view.facetQuery;
  const name = indexFacet(facet, states);
  const counts = new Map([...(result.facets[name] ?? []), ...(view.written?.[name] ?? [])].map((value) => [value.value, value.count]));
  const chosen = new Map((stateOf(states, facet)?.values ?? []).map((value) => [value.id, value]));
  const { language } = view.actor;
  const countOf = (id: string) => {
    if (facet === 'general') return counts.get(id) ?? (isCountedItem(id, view.sets) ? 0 : null);
    return isCounted(id) ? (counts.get(id) ?? 0) : null;
  };
  const values = idsOf(facet, counts, view).map((id) => ({
    id,
    name: facetValueName(facet, id, language),
    count: countOf(id),
    checked: chosen.has(id) && !chosen.get(id)?.is_excluded,
    excluded: chosen.get(id)?.is_excluded ?? false,
  }));
  const typed = search?.[facet];
  return { values: typed ? filterByName(values, typed) : values, histogram: null };
}

type FacetValue = FacetAnswer['values'][number];

function filterByName(values: readonly FacetValue[], { text, named }: { text: string; named: readonly string[] }): FacetValue[] {
  const start = normalise(text);
  const known = new Set(named);
  const begins = (name: string) => name.startsWith(start) || name.split(/[\s\-«»“”"'()/,]+/).some((word) => word.startsWith(start));
  return values
    .filter((value) => value.count !== 0 && (known.has(value.id) || begins(normalise(value.name))))
    .toSorted((left, right) => (right.count ?? 0) - (left.count ?? 0))
    .slice(0, 50);
}

export function presentFacets(result: SearchResult, view: View): FacetAnswers {
  const entries = view.facetQuery.facets
    .filter((facet) => enabledFacets(view.company).includes(facet))
    .map((facet) => [facet, isRangeFacet(facet) ? presentRange(facet, result, view) : presentValues(facet, result, view)] as const);
  return Object.fromEntries(entries) as FacetAnswers;
}

export const shownFacets = facets.filter((facet) => !facetTypes[facet].hidden);
