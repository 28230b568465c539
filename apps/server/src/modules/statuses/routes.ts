import { implement } from '@orpc/server';
import { statuses } from '@headwater/contract/statuses';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { changeOrder, changeStatus, createStatus, removeStatus } from './actions.ts';
import { presentStatus, presentStatuses } from './present.ts';
import { listStatuses } from './store.ts';

export function statusRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(statuses).$context<RequestContext>();
  return {
    list: api.list.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => ({
        statuses: presentStatuses(await listStatuses(tx, actor.company.id), actor.language),
      })),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const id = await createStatus(tx, actor, input);
        await publish(tx, { companyId: actor.company.id, topic: 'vacancies', ids: [] });
        return presentStatus(await listStatuses(tx, actor.company.id), { id, language: actor.language });
      }),
    ),
    update: api.update.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await changeStatus(tx, actor, input);
        await publish(tx, { companyId: actor.company.id, topic: 'vacancies', ids: [] });
        return presentStatus(await listStatuses(tx, actor.company.id), { id: input.id, language: actor.language });
      }),
    ),
    remove: api.remove.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await removeStatus(tx, actor, { id: input.id, now: clock.now() });
        await publish(tx, { companyId: actor.company.id, topic: 'vacancies', ids: [] });
        return {};
      }),
    ),
    changeOrder: api.changeOrder.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await changeOrder(tx, actor, input.statuses);
        await publish(tx, { companyId: actor.company.id, topic: 'vacancies', ids: [] });
        return { statuses: presentStatuses(await listStatuses(tx, actor.company.id), actor.language) };
      }),
    ),
  };
}
