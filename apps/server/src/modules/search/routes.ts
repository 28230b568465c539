import { search as contract } from '@headwater/contract/search';
import { implement } from '@orpc/server';
import { mayKnowDialogs } from '#modules/messaging/telegram/public.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { findRecommended, findSimilar } from './actions/similar-people.ts';
import { countWithoutChips } from './actions/chip-counts.ts';
import { countSearches } from './actions/count-searches.ts';
import { countProfiles, findProfiles } from './actions/find-profiles.ts';
import { searchHints } from './actions/search-hints.ts';
import type { SearchContext } from './actions/run-search.ts';
import { setSearchHeaders } from './headers.ts';
import { presentEvent } from './present.ts';
import { shownFacets } from './present-facets.ts';
import { listEvents } from './store/events.ts';
import { findSpecializations, suggestTerms } from './suggestions/suggest.ts';
import { pageWindow } from '#platform/page-window.ts';

const bodyNames = { query: 'query', filters: 'filters', folder: 'folder' };

export function searchRoutes(services: SearchContext) {
  const api = implement(contract).$context<RequestContext>();
  return {
    find: api.find.handler(async ({ input, context: { actor, request, reply, signal } }) => {
      const searchRequest = { query: input.q, filters: input.f, folderId: input.folderId ?? null };
      const { page, per_page: perPage, s: ranking, facets, query_type: queryType } = input;
      const { body, gdpr } = await findProfiles(services, actor, {
        request: searchRequest,
        ranking,
        page,
        perPage,
        facets,
        queryType,
        signal,
      });
      setSearchHeaders(reply, { url: request.url, gdpr, pages: body.pages, referer: body.profile_referer });
      return body;
    }),
    count: api.count.handler(({ input, context: { actor, signal } }) => {
      const searchRequest = { query: input.query, filters: input.filters, folderId: input.folder ?? null, names: bodyNames };
      const { ranking, facets, facet_search: search, viewed_profiles: leftOut } = input;
      return countProfiles(services, actor, { request: searchRequest, ranking, facets, search, leftOut, signal });
    }),
    chips: api.chips.handler(({ input, context: { actor, signal } }) => {
      const searchRequest = { query: input.query, filters: input.filters, folderId: input.folder ?? null, names: bodyNames };
      return countWithoutChips(services, actor, { request: searchRequest, chips: input.chips, signal });
    }),
    counts: api.counts.handler(({ input: { searches, folder }, context: { actor, signal } }) =>
      countSearches(services, actor, { searches, folderId: folder ?? null, signal }),
    ),
    similar: api.similar.handler(({ input: { id, page, per_page: perPage }, context: { actor } }) =>
      findSimilar(services, actor, { id, page, perPage }),
    ),
    recommended: api.recommended.handler(({ input: { folderId = null, page, per_page: perPage }, context: { actor } }) =>
      findRecommended(services, actor, { folderId, page, perPage }),
    ),
    filters: api.filters.handler(async ({ input, context: { actor, signal } }) => {
      const searchRequest = { query: input.q, filters: input.f, folderId: input.folderId ?? null };
      const facets = input.facets ?? shownFacets;
      const search = input.search ? Object.fromEntries(facets.map((facet) => [facet, input.search])) : {};
      const counted = await countProfiles(services, actor, { request: searchRequest, ranking: 'relevance', facets, search, signal });
      return { facets: counted.facets };
    }),
    specializations: api.specializations.handler(async ({ input, context: { actor } }) => ({
      specializations: await findSpecializations(input.query, actor.language),
    })),
    suggest: api.suggest.handler(({ input, context: { actor, signal } }) => suggestTerms(services, actor, { ...input, signal })),
    hints: api.hints.handler(({ input, context: { actor } }) =>
      searchHints(services, actor, { profileId: input.id, queryId: input.query_id }),
    ),
    events: api.events.handler(({ input, context: { actor } }) =>
      services.database.readInCompany(actor.company.id, async (tx) => {
        const { events, total } = await listEvents(tx, {
          viewer: { reader: actor, mayKnowMessages: actor.permissions.messaging_info, mayKnowDialogs: mayKnowDialogs(actor) },
          profileIds: input.ids,
          onlyViewed: input.only_viewed,
          ...pageWindow(input.page, input.per_page),
        });
        return {
          profiles_events: events.map(presentEvent),
          pages: pagesOf({ page: input.page, perPage: input.per_page, count: total }),
        };
      }),
    ),
  };
}
