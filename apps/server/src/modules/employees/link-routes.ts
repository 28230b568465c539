import { implement } from '@orpc/server';
import { employees } from '@headwater/contract/employees';
import { isStaff } from '@headwater/domain/roles';
import type { Database } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { requireManaged } from '#modules/companies/public.ts';
import { listCompaniesNamed, listLinked, saveLinked } from './link-store.ts';

export function linkRoutes({ database }: { database: Database }) {
  const api = implement(employees).$context<RequestContext>();
  return {
    listMoveTargets: api.listMoveTargets.handler(({ input: { search = '' }, context: { actor } }) =>
      database.asSystem(async (tx) => {
        if (isStaff(actor)) return { companies: await listCompaniesNamed(tx, search) };
        const part = search.toLowerCase();
        return { companies: (await listLinked(tx, actor.company.id)).filter(({ name }) => name.toLowerCase().includes(part)) };
      }),
    ),
    listLinked: api.listLinked.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => ({ companies: await listLinked(tx, (await requireManaged(tx, actor, input.id)).id) })),
    ),
    saveLinked: api.saveLinked.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => {
        const { id } = await requireManaged(tx, actor, input.id);
        await saveLinked(tx, id, input.company_ids);
        return { companies: await listLinked(tx, id) };
      }),
    ),
  };
}
