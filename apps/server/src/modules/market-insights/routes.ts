import { marketInsights as contract } from '@headwater/contract/market-insights';
import type { Facet } from '@headwater/domain/query/facets';
import type { FacetFilterState } from '@headwater/domain/query/filters';
import { decodeFilters, encodeFilters } from '@headwater/domain/query/filters-address';
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

const rowsOf = (counted: Counted, facet: Facet, { narrow, kind = () => true }: { narrow: Narrow; kind?: Kind }) =>
  sorted(
    (counted[facet]?.values ?? [])
      .filter(({ id }) => kind(id))
      .map(({ id, name, count }) => ({ name, count: count ?? 0, filters: narrow({ facet, values: [{ id }] }) })),
  );

/** Returns only towns, or only countries if no town is known, because their counts overlap. */
function placeRows(counted: Counted, narrow: Narrow): Row[] {
  const towns = rowsOf(counted, 'location', { narrow, kind: isTown });
  return towns.length > 0 ? towns : rowsOf(counted, 'location', { narrow, kind: isCountry });
}

/** Largest fraction of a year in a filter of years: eleven months. */
const lastMonth = 0.92;

function experienceRows(counted: Counted, narrow: Narrow): Row[] {
  const histogram = counted.experience?.histogram;
  if (!histogram) return [];
  const { edges, counts, above } = histogram;
  const within = (min: number, max: number | null) => narrow({ facet: 'experience', values: [], range: { min, max } });
  const longest = edges.at(-1) ?? 0;
  return sorted([
    ...counts.map((count, at) => {
      const [from, to] = [edges[at] ?? 0, edges[at + 1] ?? 0];
      return { name: `${from}–${to}`, count, filters: within(from, to - 1 + lastMonth) };
    }),
    { name: `${longest}+`, count: above, filters: within(longest, null) },
  ]);
}

/** Replaces the values of the same facet, because facet counts ignore their own selection. */
function narrowing(filters: string): Narrow {
  const states = decodeFilters(filters);
  return (state) => encodeFilters([...(states.ok ? states.value : []).filter(({ facet }) => facet !== state.facet), state]);
}

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
      const narrow = narrowing(input.filters);
      const folder = folderId === null ? undefined : await findVisibleFolder(services, actor, folderId);
      return {
        insights: {
          location: placeRows(counted, narrow),
          company: rowsOf(counted, 'lastCompany', { narrow }),
          position: rowsOf(counted, 'specialization', { narrow }),
          skill: rowsOf(counted, 'mainSkillHigh', { narrow }),
          seniority: rowsOf(counted, 'seniorityLevel', { narrow }),
          experience: experienceRows(counted, narrow),
        },
        total: payload.count,
        folder_id: folder?.id ?? null,
        folder_name: folder?.name ?? null,
      };
    }),
  };
}
