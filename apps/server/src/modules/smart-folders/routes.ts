import { implement } from '@orpc/server';
import { smartFolders } from '@headwater/contract/smart-folders';
import type { Actor } from '@headwater/domain/roles';
import { canonicalSearch, countProfiles, findProfiles, type SearchContext, setSearchHeaders, shownFacets } from '#modules/search/public.ts';
import { presentHistory } from '#modules/search-history/public.ts';
import { requireVacancy } from '#modules/vacancies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { fromSearchQuery } from './actions/draft.ts';
import { folderSearch } from './actions/folder-search.ts';
import { listSmartFolders } from './actions/list-folders.ts';
import { presentStored } from './present.ts';
import { dropStored, findStored, saveStored } from './store.ts';

/** SMF-005. */
const perPage = 50;

async function storedOf(tx: Tx, actor: Actor, vacancyId: number) {
  const row = await findStored(tx, vacancyId);
  return { search_query: row ? presentStored(row, actor) : null };
}

export function smartFolderRoutes(services: SearchContext) {
  const { database, clock } = services;
  const api = implement(smartFolders).$context<RequestContext>();
  const inCompany = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);
  return {
    list: api.list.handler(({ input, context: { actor } }) => inCompany(actor, (tx) => listSmartFolders(tx, actor, input))),
    profiles: api.profiles.handler(async ({ input, context: { actor, request, reply, signal } }) => {
      const search = await folderSearch(database, actor, input);
      const { body, gdpr } = await findProfiles(services, actor, { ...search, page: input.page, perPage, signal });
      setSearchHeaders(reply, { url: request.url, gdpr, pages: body.pages, referer: body.profile_referer });
      return body;
    }),
    filters: api.filters.handler(async ({ input, context: { actor, signal } }) => {
      const search = await folderSearch(database, actor, input);
      const { facets } = await countProfiles(services, actor, { ...search, facets: input.facets ?? shownFacets, signal });
      return { facets };
    }),
    query: api.query.handler(({ input: { id }, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        await requireVacancy(tx, actor, { id });
        return storedOf(tx, actor, id);
      }),
    ),
    setQuery: api.setQuery.handler(({ input, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        const { id, ranking } = input;
        await requireVacancy(tx, actor, { id, right: 'edit' });
        const owner = { companyId: actor.company.id, userId: actor.userId, now: clock.now() };
        await saveStored(tx, { vacancyId: id, ranking, ...canonicalSearch(input), ...owner });
        return storedOf(tx, actor, id);
      }),
    ),
    removeQuery: api.removeQuery.handler(({ input: { id }, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        await requireVacancy(tx, actor, { id, right: 'edit' });
        await dropStored(tx, id);
        return storedOf(tx, actor, id);
      }),
    ),
    history: api.history.handler(({ input, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        await requireVacancy(tx, actor, { id: input.id });
        return presentHistory(tx, actor, { scope: { folderId: input.id }, page: input.page, perPage: input.per_page });
      }),
    ),
    fromSearch: api.fromSearch.handler(({ input, context: { actor } }) =>
      inCompany(actor, (tx) => fromSearchQuery(tx, actor, input.query_id)),
    ),
  };
}
