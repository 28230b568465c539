import { marketInsights as contract } from '@headwater/contract/market-insights';
import type { Facet } from '@headwater/domain/query/facets';
import { type FacetFilterState, filterOf, type Filters } from '@headwater/domain/query/filters';
import { decodeFilters, encodeFilters } from '@headwater/domain/query/filters-address';
import { cityById } from '@headwater/reference/cities';
import { implement } from '@orpc/server';
import { countProfiles, findVisibleFolder, type SearchContext } from '#modules/search/public.ts';
import type { RequestContext } from '#platform/http/context.ts';

type Counted = Awaited<ReturnType<typeof countProfiles>>['facets'];
type Row = { name: string; count: number; filters: string };
type Narrow = (state: FacetFilterState) => string;

const most = 20;
const facets: Facet[] = ['location', 'lastCompany', 'specialization', 'mainSkillHigh', 'seniorityLevel', 'experience'];

/** Equal counts keep the order of the facet. */
const sorted = (rows: readonly Row[]) =>
  rows
    .filter((row) => row.count > 0)
    .toSorted((left, right) => right.count - left.count)
    .slice(0, most);

/** Countries and regions are among the most frequent places; 400 places include twenty towns. */
const mostPlaces = 400;

const isTown = (id: string) => /^\d+$/.test(id);
const isCountry = (id: string) => /^[A-Z]{2}$/.test(id);

type Kind = (id: string) => boolean;

interface Among {
  narrow: Narrow;
  states: Filters;
  kind?: Kind;
}

/** A town is part of its chosen country or region. */
function isWithin(facet: Facet, id: string, chosen: ReadonlySet<string>): boolean {
  if (chosen.size === 0 || chosen.has(id)) return true;
  const city = facet === 'location' && isTown(id) ? cityById(Number(id)) : undefined;
  return city !== undefined && (chosen.has(city.country) || chosen.has(`${city.country}.${city.admin1 ?? ''}`));
}

/** The counts of a facet ignore its own values: only those of the people shown are listed. */
const rowsOf = (counted: Counted, facet: Facet, { narrow, states, kind = () => true }: Among) => {
  const chosen = new Set((filterOf(states, facet)?.values ?? []).filter((value) => !value.is_excluded).map(({ id }) => id));
  return sorted(
    (counted[facet]?.values ?? [])
      .filter(({ id, excluded }) => kind(id) && !excluded && isWithin(facet, id, chosen))
      .map(({ id, name, count }) => ({ name, count: count ?? 0, filters: narrow({ facet, values: [{ id }] }) })),
  );
};

/** Returns only towns, or only countries if no town is known, because their counts overlap. */
function placeRows(counted: Counted, among: Among): Row[] {
  const towns = rowsOf(counted, 'location', { ...among, kind: isTown });
  return towns.length > 0 ? towns : rowsOf(counted, 'location', { ...among, kind: isCountry });
}

/** Largest fraction of a year in a filter of years: eleven months. */
const lastMonth = 0.92;

function experienceRows(counted: Counted, { narrow, states }: Among): Row[] {
  const histogram = counted.experience?.histogram;
  if (!histogram) return [];
  const { edges, counts, above } = histogram;
  const { min: least = null, max: most = null } = filterOf(states, 'experience')?.range ?? {};
  const within = (min: number, max: number | null) => narrow({ facet: 'experience', values: [], range: { min, max } });
  const longest = edges.at(-1) ?? 0;
  return sorted([
    ...counts.map((count, at) => {
      const [from, to] = [edges[at] ?? 0, edges[at + 1] ?? 0];
      const isShown = (least === null || from >= least) && (most === null || to - 1 + lastMonth <= most);
      return { name: `${from}–${to}`, count: isShown ? count : 0, filters: within(from, to - 1 + lastMonth) };
    }),
    { name: `${longest}+`, count: most === null ? above : 0, filters: within(longest, null) },
  ]);
}

/** Replaces the included values of the same facet, because its counts ignore them. */
const narrowing =
  (states: Filters): Narrow =>
  (state) => {
    const excluded = (filterOf(states, state.facet)?.values ?? []).filter((value) => value.is_excluded);
    return encodeFilters([...states.filter(({ facet }) => facet !== state.facet), { ...state, values: [...state.values, ...excluded] }]);
  };

export function marketInsightsRoutes(services: SearchContext) {
  const api = implement(contract).$context<RequestContext>();
  return {
    find: api.find.handler(async ({ input, context: { actor, signal } }) => {
      const folderId = input.folder_id ?? null;
      const request = {
        query: input.query,
        filters: input.filters,
        folderId,
        names: { query: 'query', filters: 'filters', folder: 'folder_id' },
      };
      const counting = { request, ranking: 'relevance', facets, most: { location: mostPlaces }, signal } as const;
      const { facets: counted, payload } = await countProfiles(services, actor, counting);
      const read = decodeFilters(input.filters);
      const states = read.ok ? read.value : [];
      const among = { narrow: narrowing(states), states };
      const folder = folderId === null ? undefined : await findVisibleFolder(services, actor, folderId);
      return {
        insights: {
          location: placeRows(counted, among),
          company: rowsOf(counted, 'lastCompany', among),
          position: rowsOf(counted, 'specialization', among),
          skill: rowsOf(counted, 'mainSkillHigh', among),
          seniority: rowsOf(counted, 'seniorityLevel', among),
          experience: experienceRows(counted, among),
        },
        total: payload.count,
        folder_id: folder?.id ?? null,
        folder_name: folder?.name ?? null,
      };
    }),
  };
}
