import { implement } from '@orpc/server';
import { profileReports } from '@headwater/contract/profile-reports';
import { type Actor, isHiringManagerLike } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { findListed, fullName, type IsCandidateFor, visibleProfileIds } from '#modules/profiles/public.ts';
import type { NotifyOperator } from './notify-operator.ts';
import { insertReport, listReports, resolveReports } from './store.ts';
import { pageWindow } from '#platform/page-window.ts';

interface ReportServices {
  database: Database;
  clock: Clock;
  isCandidateFor: IsCandidateFor;
  notifyOperator: NotifyOperator;
}

async function requireReportable(
  tx: Tx,
  actor: Actor,
  { profileId, isCandidateFor }: { profileId: number; isCandidateFor: IsCandidateFor },
) {
  const isVisible = (await visibleProfileIds(tx, [profileId])).has(profileId);
  if (!isVisible || (isHiringManagerLike(actor) && !(await isCandidateFor(tx, actor, profileId))))
    throw new FieldErrors({ profile_id: 'profile_not_found' });
}

export function profileReportRoutes({ database, clock, isCandidateFor, notifyOperator }: ReportServices) {
  const api = implement(profileReports).$context<RequestContext>();
  return {
    send: api.send.handler(({ input: { profile_id: profileId, ...said }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await requireReportable(tx, actor, { profileId, isCandidateFor });
        const { id } = await insertReport(tx, { companyId: actor.company.id, userId: actor.userId, profileId, now: clock.now(), ...said });
        await notifyOperator(tx, { id, profileId, reason: said.reason, text: said.text });
        return { id };
      }),
    ),
    list: api.list.handler(({ input: { page, per_page: limit, ...filter } }) =>
      database.asSystem(async (tx) => {
        const { count, rows } = await listReports(tx, { ...filter, ...pageWindow(page, limit) });
        const people = new Map((await findListed(tx, [...new Set(rows.map((row) => row.profile_id))])).map(({ id, data }) => [id, data]));
        return {
          reports: rows.map((row) => {
            const person = people.get(row.profile_id);
            return {
              id: row.id,
              profile_id: row.profile_id,
              profile_name: person ? fullName(person) || null : null,
              company: { id: row.company_id, name: row.company_name },
              created_by: row.created_by === null ? null : { id: row.created_by, name: row.user_name, email: row.email ?? '' },
              created_at: row.created_at.toISOString(),
              source: row.source,
              reason: row.reason,
              text: row.text,
              query: row.query,
              state: row.resolved_at === null ? ('open' as const) : ('resolved' as const),
              resolved_at: row.resolved_at?.toISOString() ?? null,
            };
          }),
          count,
          pages: pagesOf({ page, perPage: limit, count }),
        };
      }),
    ),
    resolve: api.resolve.handler(({ input: { ids, state }, context: { actor } }) =>
      database.asSystem(async (tx) => {
        const count = await resolveReports(tx, ids, state === 'resolved' ? { userId: actor.userId, now: clock.now() } : null);
        if (count === 0 && ids.length === 1) throw new AppError('not_found');
        return { count };
      }),
    ),
  };
}
