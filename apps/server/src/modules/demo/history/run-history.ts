import type { Arrival, Candidates } from '../candidates-port.ts';
import type { Past } from '../past-port.ts';
import { databaseFailure } from '#platform/database/failures.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { addMinutes } from './calendar.ts';
import type { HistoryAction, ActionContext } from './history-action.ts';
import type { Progress } from './progress.ts';

export interface HistoryRun extends ActionContext {
  past: Past;
  candidates: Candidates;
  log: Log;
  until: Date;
  progress: Progress;
  save(progress: Progress): Promise<void>;
  actions: readonly HistoryAction[];
  reactionsTo(arrival: Arrival, at: Date): readonly HistoryAction[];
  signal: AbortSignal;
}

/** Minutes for which a mailbox counts as read; slightly less than the planner allows. */
const readFor = 8;
/** Minutes between attempts. */
const pause = 5;
const arrivalsAtOnce = 100;
/** Maximum steps repeated after a kill; steps are idempotent. */
const stepsPerSave = 12;

const earliest = (...moments: (Date | undefined)[]): Date | undefined =>
  moments.flatMap((at) => at ?? []).toSorted((one, other) => one.getTime() - other.getTime())[0];

function createAgenda({ until, progress: { reached, keys } }: HistoryRun) {
  const begun = reached === null ? new Date(0) : new Date(reached);
  let waiting: HistoryAction[] = [];
  // Skips actions that an earlier run finished at the same time.
  const isOpen = ({ key, at }: HistoryAction) => at <= until && (at > begun || (at.getTime() === begun.getTime() && !keys.includes(key)));
  return {
    add(actions: readonly HistoryAction[]): void {
      waiting = [...waiting, ...actions.filter(isOpen)].toSorted((one, other) => one.at.getTime() - other.at.getTime());
    },
    next: (): Date | undefined => waiting[0]?.at,
    take(now: Date): HistoryAction[] {
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.slice(due.length);
      return due;
    },
  };
}

function createCorrespondence(run: HistoryRun, agenda: ReturnType<typeof createAgenda>) {
  const { past, candidates } = run;
  let lastNumber = 0;
  let readAt = new Date(0);
  const collect = async () => {
    for (;;) {
      const arrived = await candidates.arrivals(lastNumber);
      for (const arrival of arrived) {
        lastNumber = arrival.number;
        agenda.add(run.reactionsTo(arrival, new Date(arrival.at)));
      }
      if (arrived.length < arrivalsAtOnce) return;
    }
  };
  return {
    collect,
    async work(now: Date, due: readonly HistoryAction[]): Promise<Date | undefined> {
      for (const address of new Set(due.flatMap(({ comesBackTo }) => comesBackTo ?? []))) await past.readMail(address);
      let turn = await past.nextDue();
      const isDue = (at: Date | undefined) => at !== undefined && at <= now;
      if ((isDue(turn.plan) || isDue(turn.send)) && addMinutes(readAt, readFor) < now) {
        await past.readMail();
        readAt = now;
      }
      if (isDue(turn.plan)) {
        await past.plan();
        turn = await past.nextDue();
      }
      if (isDue(turn.send)) {
        if ((await past.send()) > 0) await collect();
        turn = await past.nextDue();
      }
      const [plan, send] = [turn.plan, turn.send].map((at) => at && (at > now ? at : addMinutes(now, pause)));
      return earliest(plan, send);
    },
  };
}

export async function runHistory(run: HistoryRun): Promise<void> {
  const { past, candidates, until, signal } = run;
  const agenda = createAgenda(run);
  const correspondence = createCorrespondence(run, agenda);
  agenda.add(run.actions);
  await correspondence.collect();
  const begin = run.progress.reached ? new Date(run.progress.reached) : (agenda.next() ?? until);
  past.clock.set(begin);
  await candidates.setTime(begin);
  let turn = await correspondence.work(begin, []);
  for (let unsavedSteps = 1; !signal.aborted; unsavedSteps += 1) {
    const now = earliest(agenda.next(), turn);
    if (!now || now > until) break;
    past.clock.set(now);
    const due = agenda.take(now);
    const isRead = due.every(({ by, comesBackTo }) => by === 'reader' && !comesBackTo) && (!turn || turn > now);
    if (!isRead) await candidates.setTime(now);
    for (const action of due) await doOne(run, action);
    // Reader actions cause no sending, and reading is idempotent.
    if (isRead) continue;
    turn = await correspondence.work(now, due);
    if (unsavedSteps < stepsPerSave) continue;
    unsavedSteps = 0;
    run.progress = { ...run.progress, reached: now.toISOString(), keys: due.map(({ key }) => key) };
    await run.save(run.progress);
  }
}

/** Throws only if the database is unavailable, so that the next start resumes. */
async function doOne({ log, ...context }: HistoryRun, action: HistoryAction): Promise<void> {
  try {
    await action.do(context);
  } catch (error) {
    if (databaseFailure(error) === 'unavailable') throw error;
    const isAnswer = error instanceof AppError || error instanceof FieldErrors;
    log[isAnswer ? 'info' : 'error']({ err: error, action: action.key }, 'demo action skipped');
  }
}
