import { type StatisticsAlert, statisticsAlerts, type StatisticsView, statisticsViews } from '@headwater/contract/statistics-views';
import type { Language } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import { isShare, type MetricId, sectionOf } from '@headwater/domain/statistics/metrics';
import { implement } from '@orpc/server';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { findReader, scopeOf } from './reader.ts';
import { type AlertRow, deleteAlert, findAlert, insertAlert, listAlerts, updateAlert } from './store/alerts.ts';
import { deleteView, findView, hasViewNamed, insertView, listViews, updateView, type ViewRow } from './store/views.ts';
import { metricView } from './texts.ts';
import { queryOf } from './view-query.ts';

const mostViews = 100;
const mostAlerts = 50;

const viewOf = (row: ViewRow, { userId }: Actor): StatisticsView => ({
  id: row.id,
  name: row.name,
  section: row.section,
  company_id: row.shown_company_id,
  query: row.query,
  is_own: row.user_id === userId,
  author: row.author,
  is_shared: row.is_shared,
  is_pinned: row.is_pinned,
  is_weekly: row.is_weekly,
  created_at: row.created_at.toISOString(),
});

async function requireOwnView(tx: Tx, actor: Actor, id: number): Promise<ViewRow> {
  const row = await findView(tx, id);
  if (row?.user_id !== actor.userId) throw new AppError('not_found');
  return row;
}

const shownView = async (tx: Tx, actor: Actor, id: number) => viewOf(await requireOwnView(tx, actor, id), actor);

interface Services {
  database: Database;
  clock: Clock;
}

/** STB-006 */
export function statisticsViewRoutes({ database, clock }: Services) {
  const api = implement(statisticsViews).$context<RequestContext>();
  return {
    list: api.list.handler(({ input: { section, pinned }, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const rows = await listViews(tx, { companyId: actor.company.id, userId: actor.userId, section });
        const chosen = pinned === undefined ? rows : rows.filter((row) => row.is_pinned === pinned && row.user_id === actor.userId);
        return { views: chosen.map((row) => viewOf(row, actor)) };
      }),
    ),
    create: api.create.handler(async ({ input: { company_id: companyId, section, name, query, ...flags }, context: { actor } }) => {
      const reader = await findReader(database, actor, companyId ?? actor.company.id);
      scopeOf(reader, query.scope);
      return database.inCompany(actor.company.id, async (tx) => {
        const own = (await listViews(tx, { companyId: actor.company.id, userId: actor.userId })).filter(
          (row) => row.user_id === actor.userId,
        );
        if (own.length >= mostViews) throw new AppError('statistics_view_many', { count: mostViews });
        const id = await insertView(tx, {
          companyId: actor.company.id,
          userId: actor.userId,
          shownCompanyId: reader.company.id,
          section,
          name,
          query: queryOf(query),
          is_shared: flags.is_shared ?? false,
          is_pinned: flags.is_pinned ?? false,
          is_weekly: flags.is_weekly ?? false,
          now: clock.now(),
        });
        if (id === undefined) throw new FieldErrors({ name: 'statistics_view_name' });
        return shownView(tx, actor, id);
      });
    }),
    change: api.change.handler(({ input: { id, query, ...changes }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const row = await requireOwnView(tx, actor, id);
        const name = changes.name ?? row.name;
        if (await hasViewNamed(tx, { userId: actor.userId, name, but: id })) throw new FieldErrors({ name: 'statistics_view_name' });
        await updateView(tx, id, {
          name,
          query: query ? queryOf(query) : row.query,
          is_shared: changes.is_shared ?? row.is_shared,
          is_pinned: changes.is_pinned ?? row.is_pinned,
          is_weekly: changes.is_weekly ?? row.is_weekly,
          now: clock.now(),
        });
        return shownView(tx, actor, id);
      }),
    ),
    delete: api.delete.handler(({ input: { id }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await requireOwnView(tx, actor, id);
        await deleteView(tx, id);
        return {};
      }),
    ),
  };
}

const alertView = (row: AlertRow, language: Language): StatisticsAlert => ({
  id: row.id,
  section: sectionOf(row.metric),
  company_id: row.shown_company_id,
  title: metricView(row.metric, language).title,
  metric: row.metric,
  scope: row.scope,
  days: row.days,
  direction: row.direction,
  bound: row.bound,
  by_email: row.by_email,
  last_value: row.last_value,
  raised_at: row.raised_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

function requireBound(metric: MetricId, bound: number): void {
  if (isShare(metric) && bound > 1) throw new FieldErrors({ bound: { key: 'field_too_big', parts: { max: '1' } } });
}

async function requireAlert(tx: Tx, { userId }: Actor, id: number): Promise<AlertRow> {
  const row = await findAlert(tx, userId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** STB-009 */
export function statisticsAlertRoutes({ database, clock }: Services) {
  const api = implement(statisticsAlerts).$context<RequestContext>();
  return {
    list: api.list.handler(({ input: { section }, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const rows = await listAlerts(tx, actor.userId);
        return { alerts: rows.map((row) => alertView(row, actor.language)).filter((alert) => !section || alert.section === section) };
      }),
    ),
    create: api.create.handler(async ({ input: { company_id: companyId, ...alert }, context: { actor } }) => {
      const reader = await findReader(database, actor, companyId ?? actor.company.id);
      const scope = scopeOf(reader, alert.scope);
      requireBound(alert.metric, alert.bound);
      return database.inCompany(actor.company.id, async (tx) => {
        if ((await listAlerts(tx, actor.userId)).length >= mostAlerts) throw new AppError('statistics_alert_many', { count: mostAlerts });
        const row = await insertAlert(tx, {
          ...alert,
          scope,
          companyId: actor.company.id,
          userId: actor.userId,
          shownCompanyId: reader.company.id,
          now: clock.now(),
        });
        if (!row) throw new AppError('not_found');
        return alertView(row, actor.language);
      });
    }),
    change: api.change.handler(({ input: { id, ...changes }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const row = await requireAlert(tx, actor, id);
        requireBound(row.metric, changes.bound ?? row.bound);
        const { days = row.days, direction = row.direction, bound = row.bound, by_email: byEmail = row.by_email } = changes;
        const changed = await updateAlert(tx, id, { days, direction, bound, by_email: byEmail });
        return alertView(changed ?? row, actor.language);
      }),
    ),
    delete: api.delete.handler(({ input: { id }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await requireAlert(tx, actor, id);
        await deleteAlert(tx, id);
        return {};
      }),
    ),
  };
}
