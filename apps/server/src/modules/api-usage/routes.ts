import { dayMs } from '@headwater/domain/time/durations';
import { implement } from '@orpc/server';
import { activeUsers } from '@headwater/contract/active-users';
import { apiUsage } from '@headwater/contract/api-usage';
import { type Actor, isStaff } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { tableAnswer } from '#platform/export/table-answer.ts';
import type { FairTurns } from '#platform/fair-turns.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { requireManaged } from '#modules/companies/public.ts';
import { listActive, listCallers, listCalls, listDays, listResources } from './store.ts';
import { readCalls, usageColumns, usageText } from './table.ts';
import { pageWindow } from '#platform/page-window.ts';

const usualDays = 30;
const mostDays = 400;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const daysBefore = (now: Date, days: number) => dayOf(new Date(now.getTime() - days * dayMs));

export const usageOfPerson = (clock: Clock) => (tx: Tx, userId: number) => {
  const now = clock.now();
  return listResources(tx, { userId }, { from: daysBefore(now, usualDays - 1), to: dayOf(now) });
};

function daysOf({ date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined }, now: Date) {
  const to = date_to ?? dayOf(now);
  const from = date_from ?? daysBefore(new Date(`${to}T00:00:00Z`), usualDays - 1);
  if (to < from) throw new FieldErrors({ date_to: 'field_ends_early' });
  if (new Date(to).getTime() - new Date(from).getTime() > mostDays * dayMs) throw new FieldErrors({ date_from: 'api_usage_long' });
  return { from, to };
}

/** API-009: only staff and the account manager see another company. */
async function companyOf(tx: Tx, actor: Actor, companyId: number | undefined): Promise<number> {
  if (companyId !== undefined && (isStaff(actor) || actor.role === 'manager')) return (await requireManaged(tx, actor, companyId)).id;
  if (companyId !== undefined && companyId !== actor.company.id) throw new AppError('not_found');
  if (companyId === undefined && actor.role === 'manager' && !actor.apiManager) throw new AppError('not_found');
  return actor.company.id;
}

export function apiUsageRoutes({ database, clock, exportTurns }: { database: Database; clock: Clock; exportTurns: FairTurns }) {
  const api = implement(apiUsage).$context<RequestContext>();
  return {
    aggregated: api.aggregated.handler(({ input, context: { actor } }) =>
      database.readAsSystem(async (tx) => {
        const companyId = await companyOf(tx, actor, input.company_id);
        const days = daysOf(input, clock.now());
        const [resources, perDay, people] = await Promise.all([
          listResources(tx, { companyId }, days),
          listDays(tx, companyId, days),
          listCallers(tx, companyId, days),
        ]);
        const total = perDay.reduce((sum, { count }) => sum + count, 0);
        return { resources, days: perDay, people, total, date_from: days.from, date_to: days.to };
      }),
    ),
    export: api.export.handler(async ({ input, context }) => {
      const { actor } = context;
      const companyId = await database.readAsSystem((tx) => companyOf(tx, actor, input.company_id));
      const days = daysOf(input, clock.now());
      return tableAnswer(context, {
        turns: exportTurns,
        type: input.type,
        fileName: usageText('fileName', actor.language, days),
        sheetName: usageText('sheet', actor.language),
        table: {
          columns: usageColumns,
          batches: readCalls((page) => database.readAsSystem((tx) => listCalls(tx, companyId, { ...days, ...page }))),
          reader: { language: actor.language, zone: 'UTC' },
        },
      });
    }),
  };
}

/** ACT-002. */
export function activeUserRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(activeUsers).$context<RequestContext>();
  return {
    list: api.list.handler(({ input: { page, per_page: limit, ...filter } }) =>
      database.readAsSystem(async (tx) => {
        const since = daysBefore(clock.now(), usualDays);
        const { count, rows } = await listActive(tx, { ...filter, since, ...pageWindow(page, limit) });
        const users = rows.map(({ id, name, email, role, company_id, company_name, parts, last_on }) => ({
          id,
          name,
          email,
          role,
          company: { id: company_id, name: company_name },
          parts,
          last_active: new Date(last_on).toISOString(),
        }));
        return { users, count, pages: pagesOf({ page, perPage: limit, count }) };
      }),
    ),
  };
}
