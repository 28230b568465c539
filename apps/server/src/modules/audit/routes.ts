import { scimUserId } from '@headwater/domain/companies/scim';
import { audit, type AuditEntry, type AuditFilter } from '@headwater/contract/audit';
import { type Actor, isStaff } from '@headwater/domain/roles';
import { implement } from '@orpc/server';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { fileAnswer, mediaTypes } from '#platform/export/file-answer.ts';
import type { FairTurns } from '#platform/fair-turns.ts';
import { admitAnswer } from '#platform/http/admit-answer.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { requireManaged } from '#modules/companies/public.ts';
import { countEntries, type EntryRow, findRetention, listEntries, saveRetention } from './store.ts';
import { auditTable } from './table.ts';
import { pageWindow } from '#platform/page-window.ts';

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? String(id) });

function methodOf({ user_id: userId, details: { token } }: EntryRow): AuditEntry['method'] {
  if (userId === null) return null;
  if (userId === scimUserId) return 'scim';
  return token === undefined ? 'session' : 'token';
}

const view = (row: EntryRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  company: { id: row.company_id, name: row.company_name },
  kind: row.kind,
  user: personOf(row.user_id, row.user_name),
  original_user: personOf(row.original_user_id, row.original_name),
  target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
  fields: row.details.fields ?? [],
  values: row.details.values ?? {},
  address: row.address,
  method: methodOf(row),
  token: row.details.token || null,
});

/** Throws not_found for companies that the actor may not read. */
async function scoped(tx: Tx, actor: Actor, filter: AuditFilter): Promise<AuditFilter> {
  const { company_id: companyId } = filter;
  if (isStaff(actor) && companyId === undefined) return filter;
  if (isStaff(actor) || actor.role === 'manager') {
    if (companyId === undefined) throw new AppError('not_found');
    await requireManaged(tx, actor, companyId);
    return filter;
  }
  if (companyId !== undefined && companyId !== actor.company.id) throw new AppError('not_found');
  return { ...filter, company_id: actor.company.id };
}

export function auditRoutes({ database, clock, exportTurns }: { database: Database; clock: Clock; exportTurns: FairTurns }) {
  const api = implement(audit).$context<RequestContext>();
  return {
    list: api.list.handler(({ input: { page, per_page: limit, ...filter }, context: { actor } }) =>
      database.readAsSystem(async (tx) => {
        const chosen = await scoped(tx, actor, filter);
        const [count, rows] = await Promise.all([
          countEntries(tx, chosen, actor.company.id),
          listEntries(tx, chosen, { ...pageWindow(page, limit), namesFor: actor.company.id }),
        ]);
        return { entries: rows.map(view), count, pages: pagesOf({ page, perPage: limit, count }) };
      }),
    ),
    export: api.export.handler(async ({ input, context }) => {
      const chosen = await database.readAsSystem((tx) => scoped(tx, context.actor, input));
      const admission = admitAnswer(exportTurns, context);
      const namesFor = context.actor.company.id;
      const table = auditTable((before, limit) => database.readAsSystem((tx) => listEntries(tx, chosen, { limit, before, namesFor })));
      const name = `audit-${clock.now().toISOString().slice(0, 10)}.csv`;
      return fileAnswer({ name, mediaType: mediaTypes['utf-8'], pieces: table, admission });
    }),
    retention: api.retention.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => ({ days: await findRetention(tx, actor.company.id) })),
    ),
    saveRetention: api.saveRetention.handler(({ input: { days }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await saveRetention(tx, actor.company.id, days);
        return { days };
      }),
    ),
  };
}
