import { type Database, preparedPlans, type Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { type Loop, startLoop } from '#platform/loop.ts';
import { assignStatus, settleLaunch } from '../launch/undo-launch.ts';
import { announceMailing } from '../services.ts';
import { findLaunch, launchesToSettle, lockLaunched } from '../store/launches.ts';
import { finishDone, launchedCandidates, mailingsToPlan, nextPlanned, pendingDue, startPending } from '../store/planning.ts';
import { horizon } from './next-decision.ts';
import { batch, planMailing } from './plan-mailing.ts';
import type { PlannerServices } from './planner-services.ts';

interface Due {
  id: number;
  company_id: number;
}

const inSystem = <T>(database: Database, work: (tx: Tx) => Promise<T>) => database.asSystem(work, preparedPlans);

/** Starts a scheduled mailing and moves its candidates to the status chosen at launch. */
async function startMailing(tx: Tx, services: PlannerServices, { id, statuses }: { id: number; statuses: boolean }): Promise<void> {
  const { clock, findActor } = services;
  const started = await startPending(tx, id, clock.now());
  if (!started) return;
  const statusId = statuses ? started.after_launch_status_id : null;
  const actor = started.sender_id === null ? undefined : await findActor(tx, started.sender_id);
  const ids = statusId === null || !actor ? [] : await launchedCandidates(tx, id);
  if (actor && statusId !== null && ids.length > 0) await assignStatus(tx, { actor, services }, { ids, status: statusId });
  await announceMailing(tx, started.company_id, [id]);
}

/** Starts scheduled mailings, each in its own company, so that a failure does not block others. */
async function startDueMailings(services: PlannerServices, due: readonly Due[]): Promise<void> {
  const { database, log } = services;
  for (const { id, company_id: companyId } of due) {
    try {
      await database
        .inCompany(companyId, (tx) => startMailing(tx, services, { id, statuses: true }))
        .catch((error: unknown) => {
          if (!(error instanceof AppError || error instanceof FieldErrors)) throw error;
          // The status is gone or the candidates moved: the messages leave without the status
          // change.
          log.warn({ err: error, mailing: id }, 'mailing started, candidate status not applied');
          return database.inCompany(companyId, (tx) => startMailing(tx, services, { id, statuses: false }));
        });
    } catch (error) {
      log.error({ err: error, mailing: id }, 'mailing not started');
    }
  }
}

async function settleLaunches({ database, clock, log, findActor, changeStatuses }: PlannerServices, due: readonly Due[]): Promise<void> {
  for (const { id, company_id: companyId } of due) {
    try {
      await database.inCompany(companyId, async (tx) => {
        const mailing = await lockLaunched(tx, id, clock.now());
        if (!mailing) return;
        const launchedBy = (await findLaunch(tx, id))?.launched_by ?? null;
        const actor = launchedBy === null ? undefined : await findActor(tx, launchedBy);
        const isSettled = await settleLaunch(tx, { mailing, actor }, { changeStatuses });
        if (!isSettled) log.warn({ mailing: id }, 'mailing started, candidate status not applied');
        await announceMailing(tx, companyId, [id]);
      });
    } catch (error) {
      log.error({ err: error, mailing: id }, 'launch not settled');
    }
  }
}

const planUntil = ({ clock }: PlannerServices) => new Date(clock.now().getTime() + horizon);

async function finishLists(tx: Tx, { clock }: PlannerServices): Promise<void> {
  for (const done of await finishDone(tx, clock.now())) await announceMailing(tx, done.company_id, [done.id]);
}

/** Most turns find nothing due and take this one transaction. */
const findDue = (services: PlannerServices) =>
  inSystem(services.database, async (tx) => {
    if (!(await services.maySend(tx))) return undefined;
    const now = services.clock.now();
    const [launched, pending, running] = await Promise.all([
      launchesToSettle(tx, now),
      pendingDue(tx, now),
      mailingsToPlan(tx, planUntil(services)),
    ]);
    if (launched.length + pending.length + running.length > 0) return { launched, pending, running };
    await finishLists(tx, services);
    return undefined;
  });

/** Plans everything due. Returns the number of recipients, and whether more may be due. */
export async function planDue(services: PlannerServices): Promise<{ looked: number; more: boolean }> {
  const { database, log } = services;
  let looked = 0;
  let more = false;
  const due = await findDue(services);
  if (!due) return { looked, more };
  await settleLaunches(services, due.launched);
  const pending = due.launched.length > 0 ? await inSystem(database, (tx) => pendingDue(tx, services.clock.now())) : due.pending;
  await startDueMailings(services, pending);
  const hasStarted = due.launched.length + pending.length > 0;
  const running = hasStarted ? await inSystem(database, (tx) => mailingsToPlan(tx, planUntil(services))) : due.running;
  for (const { id, company_id: companyId } of running) {
    try {
      const count = await database.inCompany(companyId, (tx) => planMailing(tx, id, services), preparedPlans);
      looked += count;
      more ||= count === batch;
    } catch (error) {
      // A failed mailing must not block the others.
      log.error({ err: error, mailing: id }, 'mailing not planned');
    }
  }
  await inSystem(database, (tx) => finishLists(tx, services));
  return { looked, more };
}

/**
 * Plans on request, with a clock that may move between calls; `nextPlanned` is the next due time.
 */
export const planSlices = (services: PlannerServices) => ({
  plan: () => planDue(services),
  nextPlanned: () => services.database.readAsSystem(nextPlanned),
});

/** Plans running mailings until stopped. Several workers may run concurrently. */
export const startPlanner = (services: PlannerServices, { pollMs = 500 }: { pollMs?: number } = {}): Loop =>
  startLoop({
    clock: services.clock,
    log: services.log,
    failed: 'messages could not be planned',
    everyMs: pollMs,
    // Small groups become due all the time, and planning them singly costs more than sending.
    turn: async () => (await planDue(services)).more,
  });
