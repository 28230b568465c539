import { implement } from '@orpc/server';
import { searchHistory } from '@headwater/contract/search-history';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { presentHistory } from './present.ts';
import { recordSearch } from './record-search.ts';
import { setHidden } from './store.ts';

export function searchHistoryRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(searchHistory).$context<RequestContext>();
  const hide = (actor: Actor, { id, isHidden }: { id: number; isHidden: boolean }) =>
    database.inCompany(actor.company.id, async (tx) => {
      if (!(await setHidden(tx, actor.userId, { queryId: id, isHidden }))) throw new AppError('not_found');
      return { id };
    });
  return {
    list: api.list.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, (tx) =>
        presentHistory(tx, actor, { scope: { userId: actor.userId }, page: input.page, perPage: input.per_page }),
      ),
    ),
    record: api.record.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await recordSearch(tx, actor, { queryId: input.query_id, now: clock.now() });
        return { id: input.query_id };
      }),
    ),
    hide: api.hide.handler(({ input, context: { actor } }) => hide(actor, { id: input.id, isHidden: true })),
    show: api.show.handler(({ input, context: { actor } }) => hide(actor, { id: input.id, isHidden: false })),
  };
}
