import { implement } from '@orpc/server';
import { type SavedQueryView, savedQueries } from '@headwater/contract/saved-queries';
import type { Actor } from '@headwater/domain/roles';
import { namesOfFilters, type SearchContext } from '#modules/search/public.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { countNewResults } from './actions/count-new-results.ts';
import { openQuery } from './actions/open-query.ts';
import { changeQuery, restoreQuery, saveQuery } from './actions/save-query.ts';
import { listSavedQueries, markDeleted, ownersOf, type SavedQueryRow } from './store.ts';
import { pageWindow } from '#platform/page-window.ts';

/** The alert of a colleague is private. */
const present = (row: SavedQueryRow, { language }: Actor, owner: string | null = null): SavedQueryView => ({
  ...row,
  alert: owner === null ? row.alert : 'off',
  owner,
  filter_names: namesOfFilters(row.filters, language),
  opened_at: row.opened_at.toISOString(),
  created_at: row.created_at.toISOString(),
});

export function savedQueryRoutes(context: SearchContext) {
  const { database, clock } = context;
  const api = implement(savedQueries).$context<RequestContext>();
  const remove = (actor: Actor, id: number) =>
    database.inCompany(actor.company.id, async (tx) => {
      const removed = await markDeleted(tx, actor.userId, { id, now: clock.now() });
      if (!removed) throw new AppError('not_found');
      return removed;
    });
  return {
    list: api.list.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const { page, per_page: perPage, search = '', of } = input;
        const { count, rows } = await listSavedQueries(tx, actor.userId, { of, search, ...pageWindow(page, perPage) });
        const owners = of === 'own' ? undefined : await ownersOf(tx, [...new Set(rows.map((row) => row.user_id))]);
        return {
          saved_queries: rows.map(({ user_id: userId, ...row }) => present(row, actor, owners ? (owners.get(userId) ?? '') : null)),
          count,
          pages: pagesOf({ page, perPage, count }),
        };
      }),
    ),
    create: api.create.handler(async ({ input, context: { actor } }) => present(await saveQuery(context, actor, input), actor)),
    newResults: api.newResults.handler(async ({ input, context: { actor, signal } }) => ({
      new_results: await countNewResults(context, actor, { ids: input.ids, signal }),
    })),
    update: api.update.handler(async ({ input, context: { actor } }) => present(await changeQuery(context, actor, input), actor)),
    open: api.open.handler(async ({ input, context: { actor } }) => present(await openQuery(context, actor, input.id), actor)),
    remove: api.remove.handler(({ input, context: { actor } }) => remove(actor, input.id)),
    removeNamed: api.removeNamed.handler(({ input: { query, body }, context: { actor } }) => {
      const id = query.id ?? body?.id;
      if (id === undefined) throw new FieldErrors({ id: 'field_empty' });
      return remove(actor, id);
    }),
    restore: api.restore.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => present(await restoreQuery(tx, actor, { id: input.id, now: clock.now() }), actor)),
    ),
  };
}
