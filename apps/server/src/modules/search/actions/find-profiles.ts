import type { Ranking } from '@headwater/domain/query/address';
import type { Facet } from '@headwater/domain/query/facets';
import { type QueryType, typeOfSearch } from '@headwater/domain/query/query-types';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { SearchResult } from '../port.ts';
import { presentEvent } from '../present.ts';
import { enabledFacets, facetRequests, type FacetWish, presentFacets } from '../present-facets.ts';
import { type Asked, boundedIds } from '../query/prepare.ts';
import { keepSearch } from '../store/events.ts';
import { hydrateHits } from './hydrate.ts';
import { type Ready, readySearch, runSearch, type SearchContext } from './run.ts';

export interface FindInput {
  asked: Asked;
  ranking: Ranking;
  page: number;
  perPage: number;
  facets?: readonly Facet[] | undefined;
  queryType?: QueryType | undefined;
  signal?: AbortSignal | undefined;
}

/** The engine pages so far; further pages would have to be counted out one by one. */
const deepest = 10_000;

/** A page behind the last one is empty; one that exists but lies too deep is refused. */
async function searchPage(ready: Ready, input: FindInput, now: Date): Promise<SearchResult> {
  const wish = input.facets && wishOf(ready, input.facets);
  const counts = wish ? facetRequests(wish, now) : {};
  if (input.page * input.perPage <= deepest) return runSearch(ready, { page: input.page, perPage: input.perPage, ...counts });
  const result = await runSearch(ready, { perPage: 0, ...counts });
  if ((input.page - 1) * input.perPage < result.total) throw new AppError('search_page_too_deep', { max: deepest });
  return result;
}

const wishOf = ({ prepared }: Ready, facets: readonly Facet[]): FacetWish => ({
  facets: facets.filter((facet) => enabledFacets(prepared.company).includes(facet)),
  states: prepared.states,
});

/** A page of a search with its total and, where asked for, counts of facet values; keeps the search and what it listed. */
export async function findProfiles(context: SearchContext, actor: Actor, input: FindInput) {
  const ready = await readySearch(context, actor, input);
  const now = context.clock.now();
  const result = await searchPage(ready, input, now);
  const { prepared } = ready;
  const { query, filters } = input.asked;
  const folderId = prepared.folder?.id ?? null;
  const made = { companyId: actor.company.id, userId: actor.userId, folderId, now, query, filters, ranking: input.ranking };
  const listing = async (tx: Tx) => {
    // Asked together: the connection sends them in one trip.
    const [page, queryId] = await Promise.all([
      hydrateHits(tx, actor, { hits: result.hits, terms: prepared.terms }),
      keepSearch(
        tx,
        { ...made, found: result.total },
        result.hits.map((hit) => hit.id),
      ),
    ]);
    return { ...page, queryId };
  };
  const { profiles, views, queryId } = await context.database.inCompany(actor.company.id, listing, { keepsPlans: true });
  const view = { wish: wishOf(ready, input.facets ?? []), now, actor, company: prepared.company };
  return {
    gdpr: prepared.gdpr,
    body: {
      profiles,
      profiles_events: views.map(presentEvent),
      folder_id: folderId,
      folder_name: prepared.folder?.name ?? null,
      query_id: queryId,
      excluded_items: prepared.excluded,
      pages: { current: input.page, total: Math.max(1, Math.ceil(result.total / input.perPage)) },
      total: result.total,
      profile_referer: `${typeOfSearch(input.queryType ?? 'search', folderId)}:${queryId}`,
      ...(input.facets ? { facets: presentFacets(result, view) } : {}),
      took_ms: Math.round(result.tookMs * 10) / 10,
    },
  };
}

export interface CountInput {
  asked: Asked;
  ranking: Ranking;
  facets: readonly Facet[];
  search?: FacetWish['search'];
  leftOut?: readonly number[];
  signal?: AbortSignal | undefined;
}

/** Values looked through when a facet is searched by name: the names are ours, so the engine cannot look for them. */
const searchedValues = 2_000;

/** Count and facets without a page (FLT-056 to FLT-058). */
export async function countProfiles(context: SearchContext, actor: Actor, input: CountInput) {
  boundedIds(input.leftOut ?? []);
  const ready = await readySearch(context, actor, input);
  const now = context.clock.now();
  const { prepared } = ready;
  const isSearched = Object.values(input.search ?? {}).some(Boolean);
  const wish: FacetWish = { ...wishOf(ready, input.facets), search: input.search ?? {}, ...(isSearched ? { limit: searchedValues } : {}) };
  const without = input.leftOut?.length ? Uint32Array.from(input.leftOut).toSorted() : undefined;
  const tree = without ? ({ op: 'and', of: [prepared.tree, { op: 'not', of: { op: 'ids', ids: without } }] } as const) : prepared.tree;
  const result = await runSearch({ ...ready, prepared: { ...prepared, tree } }, { perPage: 0, ...facetRequests(wish, now) });
  return {
    payload: { count: result.total, gdpr: prepared.gdpr },
    facets: presentFacets(result, { wish, now, actor, company: prepared.company }),
    took_ms: Math.round(result.tookMs * 10) / 10,
  };
}
