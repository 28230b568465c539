import type { Ranking } from '@headwater/domain/query/rankings';
import type { Facet } from '@headwater/domain/query/facets';
import { type QueryType, typeOfSearch } from '@headwater/domain/query/query-types';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import type { SearchResult } from '../port.ts';
import { presentEvent } from '../present.ts';
import { enabledFacets, facetRequests, type FacetSearch, type FacetQuery, presentFacets, writtenRequests } from '../present-facets.ts';
import { type SearchRequest, boundedIds } from '../query/prepare-search.ts';
import { saveSearch } from '../store/events.ts';
import { facetValuesNamed } from '../suggestions/facet-values.ts';
import { hydrateHits } from './hydrate.ts';
import { lastPagedResult, type Ready, readySearch, runSearch, type SearchContext } from './run-search.ts';
import { spellNames } from './spell-facet-names.ts';

export interface FindInput {
  request: SearchRequest;
  ranking: Ranking;
  page: number;
  perPage: number;
  facets?: readonly Facet[] | undefined;
  queryType?: QueryType | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns an empty page after the last one. Throws `search_page_too_deep`. */
async function searchPage(ready: Ready, input: FindInput, now: Date): Promise<SearchResult> {
  const facetQuery = input.facets && facetQueryOf(ready, input.facets);
  const counts = facetQuery ? facetRequests(facetQuery, now) : {};
  if (input.page * input.perPage <= lastPagedResult) return runSearch(ready, { page: input.page, perPage: input.perPage, ...counts });
  const result = await runSearch(ready, { perPage: 0, ...counts });
  if ((input.page - 1) * input.perPage < result.total) throw new AppError('search_page_too_deep', { max: lastPagedResult });
  return result;
}

/** FLT-007: facets that the law forbids to filter by are not counted either. */
function facetQueryOf({ prepared }: Ready, facets: readonly Facet[]): FacetQuery {
  const isForbidden: Partial<Record<Facet, boolean>> = { ...prepared.gdpr };
  const enabled = enabledFacets(prepared.company);
  return { facets: facets.filter((facet) => enabled.includes(facet) && !isForbidden[facet]), states: prepared.states };
}

/** Sets of the company are read only for facets that are counted. */
const withCounted = (request: SearchRequest, facets: readonly Facet[] = [], text = ''): SearchRequest => ({
  ...request,
  ...(facets.includes('tag') ? { countTags: text.trim() } : {}),
  ...(facets.includes('general') ? { countActivity: true } : {}),
});

export async function findProfiles(context: SearchContext, actor: Actor, input: FindInput) {
  const ready = await readySearch(context, actor, { ...input, request: withCounted(input.request, input.facets) });
  const now = context.clock.now();
  const result = await searchPage(ready, input, now);
  const { prepared } = ready;
  const { query, filters } = input.request;
  const folderId = prepared.folder?.id ?? null;
  const made = { companyId: actor.company.id, userId: actor.userId, folderId, now, query, filters, ranking: input.ranking };
  const listing = async (tx: Tx) => {
    const [page, queryId] = await Promise.all([
      hydrateHits(tx, actor, { hits: result.hits, terms: prepared.terms, today: now }),
      saveSearch(
        tx,
        { ...made, found: result.total },
        result.hits.map((hit) => hit.id),
      ),
    ]);
    return { ...page, queryId };
  };
  const { profiles, views, queryId } = await context.database.inCompany(actor.company.id, listing, { isPrepared: true });
  const view = { facetQuery: facetQueryOf(ready, input.facets ?? []), sets: prepared.sets, now, actor, company: prepared.company };
  const counted = input.facets && presentFacets(result, view);
  if (counted) await spellNames(context, actor, { engine: ready.engine, answers: counted });
  return {
    gdpr: prepared.gdpr,
    body: {
      profiles,
      profiles_events: views.map(presentEvent),
      folder_id: folderId,
      folder_name: prepared.folder?.name ?? null,
      query_id: queryId,
      excluded_items: prepared.excluded,
      pages: pagesOf({ page: input.page, perPage: input.perPage, count: result.total }),
      total: result.total,
      profile_referer: `${typeOfSearch(input.queryType ?? 'search', folderId)}:${queryId}`,
      ...(counted ? { facets: counted } : {}),
      took_ms: Math.round(result.tookMs * 10) / 10,
    },
  };
}

export interface CountInput {
  request: SearchRequest;
  ranking: Ranking;
  facets: readonly Facet[];
  search?: Partial<Record<Facet, string | undefined>> | undefined;
  leftOut?: readonly number[];
  most?: FacetQuery['most'];
  signal?: AbortSignal | undefined;
}

async function searchOf(typed: CountInput['search'] = {}): Promise<FacetSearch | undefined> {
  const texts = (Object.entries(typed) as [Facet, string | undefined][]).flatMap(([facet, text]) =>
    text?.trim() ? [{ facet, text: text.trim() }] : [],
  );
  if (texts.length === 0) return undefined;
  const found = texts.map(async ({ facet, text }) => [facet, { text, named: await facetValuesNamed(facet, text) }] as const);
  return Object.fromEntries(await Promise.all(found));
}

export async function countProfiles(context: SearchContext, actor: Actor, input: CountInput) {
  boundedIds(input.leftOut ?? []);
  const ready = await readySearch(context, actor, { ...input, request: withCounted(input.request, input.facets, input.search?.tag) });
  const now = context.clock.now();
  const { prepared } = ready;
  const facetQuery: FacetQuery = { ...facetQueryOf(ready, input.facets), search: await searchOf(input.search), most: input.most };
  const without = input.leftOut?.length ? Uint32Array.from(input.leftOut).toSorted() : undefined;
  const tree = without ? ({ op: 'and', of: [prepared.tree, { op: 'not', of: { op: 'ids', ids: without } }] } as const) : prepared.tree;
  const narrowed = { ...ready, prepared: { ...prepared, tree } };
  const [result, written] = await Promise.all([
    runSearch(narrowed, { perPage: 0, ...facetRequests(facetQuery, now) }),
    facetQuery.search && runSearch(narrowed, { perPage: 0, facets: writtenRequests(facetQuery) }),
  ]);
  const facets = presentFacets(result, {
    facetQuery,
    sets: prepared.sets,
    written: written?.facets,
    now,
    actor,
    company: prepared.company,
  });
  await spellNames(context, actor, { engine: ready.engine, answers: facets });
  return {
    payload: { count: result.total, gdpr: prepared.gdpr },
    facets,
    took_ms: Math.round(result.tookMs * 10) / 10,
  };
}
