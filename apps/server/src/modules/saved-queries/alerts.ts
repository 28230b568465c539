import { mayAccess } from '@headwater/domain/access';
import type { AlertFailure } from '@headwater/domain/notices';
import type { Actor } from '@headwater/domain/roles';
import { firstReportHour, localTime, mondayOf } from '@headwater/domain/time/local-day';
import { raiseNotice } from '#modules/notices/public.ts';
import { allResultIds, type SearchContext } from '#modules/search/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { mostSeen } from './actions/find-current-results.ts';
import { packIds, unpackIds } from './seen-ids.ts';
import { type AlertRow, findForAlert, listAlerts, saveAlertCheck } from './store.ts';

export interface AlertServices extends SearchContext {
  log: Log;
  /** Undefined for a user who was deactivated. */
  findRecipient(tx: Tx, userId: number): Promise<{ actor: Actor; mayRead: boolean } | undefined>;
}

const mostNamed = 5;

/** From seven in the morning, once a day or from Monday once a week. */
export function isAlertDue({ alert, alert_day: checkedOn, time_zone: zone }: Omit<AlertRow, 'id'>, now: Date): boolean {
  const { today, hour } = localTime(now, zone);
  if (hour < firstReportHour) return false;
  return checkedOn === null || checkedOn < (alert === 'weekly' ? mondayOf(today) : today);
}

type Saved = NonNullable<Awaited<ReturnType<typeof findForAlert>>>;

const transient = new Set<string>(['search_building', 'search_not_ready', 'search_busy']);
const slow = new Set<string>(['search_too_slow', 'search_too_complex']);
/** Until this hour a slow search is tried again, because many searches run in the morning. */
const lastSlowHour = 12;

/** Undefined: try again in an hour. */
function failureOf(error: unknown, hour: number): AlertFailure | undefined {
  if (error instanceof FieldErrors) return 'invalid';
  if (!(error instanceof AppError) || transient.has(error.key)) return undefined;
  if (error.key === 'search_too_slow' && hour < lastSlowHour) return undefined;
  return slow.has(error.key) ? 'slow' : 'not_allowed';
}

const noteFailure =
  ({ log }: AlertServices, { id, hour }: { id: number; hour: number }) =>
  (error: unknown) => {
    const failure = failureOf(error, hour);
    if (failure === undefined) throw error;
    log.info({ id, failure }, 'saved search with an alert failed');
    return { failure, count: 0, named: [] };
  };

/** New: neither named by an earlier alert nor found when the owner last opened the search. */
async function findNew(services: AlertServices, actor: Actor, saved: Saved) {
  const { query, filters, ranking } = saved;
  const { ids, total } = await allResultIds(services, actor, { query, filters, ranking, limit: mostSeen });
  if (total > mostSeen || saved.alert_seen === null) {
    const count = Math.max(0, total - (saved.alert_found ?? total));
    return { failure: null, count, named: [], alert_found: total, alert_seen: total > mostSeen ? null : packIds(ids) };
  }
  const known = new Set(unpackIds(saved.alert_seen));
  const opened = new Set(saved.seen ? unpackIds(saved.seen) : []);
  const fresh = ids.filter((id) => !known.has(id) && !opened.has(id));
  // People who leave the results and return are not named again.
  const union = new Set([...known, ...ids]);
  return { failure: null, count: fresh.length, named: fresh.slice(0, mostNamed), alert_found: total, alert_seen: packIds(union) };
}

/** The notice is raised in the transaction that notes the people, so that no person is named twice. */
async function checkAlert(services: AlertServices, row: AlertRow): Promise<void> {
  const { database, clock, findRecipient } = services;
  const now = clock.now();
  if (!isAlertDue(row, now)) return;
  const { id, company_id: companyId, user_id: userId } = row;
  const recipient = await database.readAsSystem((tx) => findRecipient(tx, userId));
  if (recipient?.mayRead !== true || recipient.actor.company.id !== companyId || !mayAccess('search', recipient.actor)) return;
  const saved = await database.readInCompany(companyId, (tx) => findForAlert(tx, id));
  if (!saved) return;
  const { today, hour } = localTime(now, row.time_zone);
  const { failure, count, named, ...known } = await findNew(services, recipient.actor, saved).catch(noteFailure(services, { id, hour }));
  const alert_failed = failure !== null;
  await database.inCompany(companyId, async (tx) => {
    const isSaved = await saveAlertCheck(tx, { id, query: saved.query, filters: saved.filters, ...known, alert_day: today, alert_failed });
    if (!isSaved || (alert_failed ? saved.alert_failed : count === 0)) return;
    const about = { kind: 'search' as const, count, profile_ids: named, failure };
    await raiseNotice(tx, { companyId, userId, about, key: `${id} ${today}`, objectId: id, now });
  });
}

/** Runs in processes that hold the index, one search at a time. */
export const savedQueryAlerts = (services: AlertServices): TaskHandler =>
  definePeriodic('check_saved_query_alerts', '20 * * * *', async (signal) => {
    const rows = await services.database.readAsSystem((tx) => listAlerts(tx));
    for (const row of rows) {
      if (signal.aborted) return;
      try {
        await checkAlert(services, row);
      } catch (error) {
        if (error instanceof AppError) services.log.info({ id: row.id }, 'alert of a saved search postponed');
        else services.log.error({ err: error, id: row.id }, 'alert of a saved search failed');
      }
    }
  });
