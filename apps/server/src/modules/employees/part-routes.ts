import { implement } from '@orpc/server';
import { employees } from '@headwater/contract/employees';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { insertPart, listParts, type PartTable } from './part-store.ts';
import { companyInReach, inReach } from './find-in-reach.ts';

interface PartServices {
  database: Database;
  clock: Clock;
}

interface Listed {
  company_id?: number | undefined;
  search?: string | undefined;
  limit: number;
  offset: number;
}

export function partRoutes({ database, clock }: PartServices) {
  const api = implement(employees).$context<RequestContext>();
  const list = (actor: Actor, table: PartTable, { company_id: companyId, ...page }: Listed) =>
    inReach(database, actor, async (tx) => listParts(tx, table, { companyId: (await companyInReach(tx, actor, companyId)).id, ...page }));
  const create = (actor: Actor, table: PartTable, { company_id: companyId, name }: { company_id?: number | undefined; name: string }) =>
    inReach(database, actor, async (tx: Tx) => {
      const { id } = await companyInReach(tx, actor, companyId);
      const created = await insertPart(tx, table, { companyId: id, name, now: clock.now() });
      if (!created) throw new FieldErrors({ name: 'group_name_taken' });
      return created;
    });
  return {
    groups: {
      list: api.groups.list.handler(({ input, context: { actor } }) => list(actor, 'user_groups', input)),
      create: api.groups.create.handler(({ input, context: { actor } }) => create(actor, 'user_groups', input)),
    },
    departments: {
      list: api.departments.list.handler(({ input, context: { actor } }) => list(actor, 'departments', input)),
      create: api.departments.create.handler(({ input, context: { actor } }) => create(actor, 'departments', input)),
    },
  };
}
