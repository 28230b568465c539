import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { type Loop, startLoop } from '#platform/loop.ts';
import { giveStatus, settleLaunch } from '../actions/undo-launch.ts';
import { announceMailing } from '../services.ts';
import { findLaunch, launchesToSettle, lockLaunched } from '../store/launches.ts';
import { finishDone, launchedCandidates, mailingsToPlan, nextPlanned, pendingDue, startPending } from '../store/planning.ts';
import { horizon } from './next-decision.ts';
import { batch, planMailing } from './plan-mailing.ts';
import type { PlannerServices } from './planner-services.ts';

const inSystem = <T>(database: Database, work: (tx: Tx) => Promise<T>) => database.asSystem(work);

/** The mailing begins; with `statuses` its candidates get the status that was chosen for it. */
async function start(tx: Tx, services: PlannerServices, { id, statuses }: { id: number; statuses: boolean }): Promise<void> {
  const { clock, findActor } = services;
  const started = await startPending(tx, id, clock.now());
  if (!started) return;
  const statusId = statuses ? started.after_launch_status_id : null;
  const actor = started.sender_id === null ? undefined : await findActor(tx, started.sender_id);
  const ids = statusId === null || !actor ? [] : await launchedCandidates(tx, id);
  if (actor && statusId !== null && ids.length > 0) await giveStatus(tx, { actor, services }, { ids, status: statusId });
  await announceMailing(tx, started.company_id, [id]);
}

/** Mailings whose planned moment has come begin, each by itself and within its company: what is wrong with one holds up no other. */
async function begin(services: PlannerServices): Promise<void> {
  const { database, clock, log } = services;
  for (const { id, company_id: companyId } of await inSystem(database, (tx) => pendingDue(tx, clock.now()))) {
    try {
      await database
        .inCompany(companyId, (tx) => start(tx, services, { id, statuses: true }))
        .catch((error: unknown) => {
          if (!(error instanceof AppError || error instanceof FieldErrors)) throw error;
          // The status was deleted since, or the candidates went where the sender may not change them: the messages leave all the same.
          log.warn({ err: error, mailing: id }, 'a mailing begins without the status that was chosen for its candidates');
          return database.inCompany(companyId, (tx) => start(tx, services, { id, statuses: false }));
        });
    } catch (error) {
      log.error({ err: error, mailing: id }, 'a mailing could not begin');
    }
  }
}

/** Launches that can no longer be undone stand from now on, each by itself. */
async function settle({ database, clock, log, findActor, changeStatuses }: PlannerServices): Promise<void> {
  for (const { id, company_id: companyId } of await inSystem(database, (tx) => launchesToSettle(tx, clock.now()))) {
    try {
      await database.inCompany(companyId, async (tx) => {
        const mailing = await lockLaunched(tx, id, clock.now());
        if (!mailing) return;
        const launchedBy = (await findLaunch(tx, id))?.launched_by ?? null;
        const actor = launchedBy === null ? undefined : await findActor(tx, launchedBy);
        const isSettled = await settleLaunch(tx, { mailing, actor }, { changeStatuses });
        if (!isSettled) log.warn({ mailing: id }, 'a mailing begins without the status that was chosen for its candidates');
        await announceMailing(tx, companyId, [id]);
      });
    } catch (error) {
      log.error({ err: error, mailing: id }, 'a launch could not be settled');
    }
  }
}

/** What an account of the messenger has that sends no more leaves another way, or is for a person to decide. */
async function leaveLost({ database, clock, log, messenger }: PlannerServices): Promise<void> {
  for (const { id, companyId } of await inSystem(database, (tx) => messenger.lost(tx, clock.now()))) {
    try {
      await database.inCompany(companyId, (tx) => messenger.letGo(tx, id, clock.now()));
    } catch (error) {
      log.error({ err: error, account: id }, 'messages could not leave an account that sends no more');
    }
  }
}

/** One look at everything that is due. Returns how many recipients were looked at, and whether more of a mailing may wait. */
export async function planDue(services: PlannerServices): Promise<{ looked: number; more: boolean }> {
  const { database, clock, log } = services;
  if (!(await inSystem(database, services.maySend))) return { looked: 0, more: false };
  await settle(services);
  await begin(services);
  await leaveLost(services);
  const until = new Date(clock.now().getTime() + horizon);
  let looked = 0;
  let more = false;
  for (const { id, company_id: companyId } of await inSystem(database, (tx) => mailingsToPlan(tx, until))) {
    try {
      const { looked: count, accountIds } = await database.inCompany(companyId, (tx) => planMailing(tx, id, services), {
        keepsPlans: 'where cheaper',
      });
      looked += count;
      more ||= count === batch;
      // By itself: whoever holds an account waits for recipients that are held here.
      if (accountIds.length > 0) await database.inCompany(companyId, (tx) => services.messenger.wake(tx, accountIds));
    } catch (error) {
      // One mailing that cannot be planned must not hold up the others.
      log.error({ err: error, mailing: id }, 'a mailing could not be planned');
    }
  }
  for (const done of await inSystem(database, (tx) => finishDone(tx, clock.now()))) {
    await inSystem(database, (tx) => announceMailing(tx, done.company_id, [done.id]));
  }
  return { looked, more };
}

/** The same look whenever it is asked for, so that the clock may be moved in between; and when there is something to look at next. */
export const planSlices = (services: PlannerServices) => ({
  plan: () => planDue(services),
  nextPlanned: () => services.database.readAsSystem(nextPlanned),
});

/** Looks after all running mailings until stopped. Several workers may do so at once. */
export const startPlanner = (services: PlannerServices, { pollMs = 500 }: { pollMs?: number } = {}): Loop =>
  startLoop({
    clock: services.clock,
    log: services.log,
    failed: 'messages could not be planned',
    everyMs: pollMs,
    // Of a mailing under way a few are done at every moment: to look at them one by one costs more than to send them.
    turn: async () => (await planDue(services)).more,
  });
