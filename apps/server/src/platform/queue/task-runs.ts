import type { EventEmitter } from 'node:events';
import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '#platform/log.ts';
import { watchLostTasks } from './lost-tasks.ts';

/** A prepared statement of the queue: its name says what it does, see getJobs, completeJobs and failJobs of graphile-worker. */
interface Statement {
  name: string;
  values: readonly unknown[];
}

type Result = Promise<unknown>;

interface Failure {
  jobId: string | number;
}

const saysFailed = (name: string): boolean => /^fail_job(_q)?\//.test(name);
const failuresOf = (values: readonly unknown[]): Failure[] => JSON.parse(String(values[1])) as Failure[];
/** How graphile-worker finds what has failed. */
const foundBy = `where id = (el->>'jobId')::bigint and locked_by = $1::text`;

/**
 * A failure is said of one run, by the number that the queue has counted: a statement that a line hands over late finds the task in a later run of the same
 * worker, and would unlock it.
 */
function boundToRun<Query>(query: Query, attemptsOf: (id: string) => number | undefined): Query {
  const { name, text, values } = Object(query) as Partial<Statement> & { text?: string };
  if (name === undefined || text === undefined || values === undefined || !saysFailed(name)) return query;
  if (!text.includes(foundBy)) throw new Error('the queue says in another way what has failed');
  const failures = failuresOf(values).map((failure) => ({ ...failure, attempts: attemptsOf(String(failure.jobId)) }));
  return {
    ...query,
    text: text.replace(foundBy, `${foundBy} and attempts = coalesce((el->>'attempts')::integer, attempts)`),
    values: [values[0], JSON.stringify(failures), ...values.slice(2)],
  };
}

/** How long the taking of a task and what is said again wait for each other: milliseconds as a rule, longer only on a line that is dead without a word. */
const mostWaitMs = 5000;
const soon = (work: Promise<unknown>) => Promise.race([work, sleep(mostWaitMs, undefined, { ref: false })]);

/** Of which tasks it says that they have ended or failed. */
function spokenOf({ name, values }: Statement): string[] {
  if (name.startsWith('complete_job')) return values.slice(0, 1).flat().map(String);
  return saysFailed(name) ? failuresOf(values).map(({ jobId }) => String(jobId)) : [];
}

/** Statements that are being made. */
function createInFlight() {
  const results = new Set<Result>();
  return {
    add(result: Result): Result {
      results.add(result);
      const end = () => void results.delete(result);
      result.then(end, end);
      return result;
    },
    isEmpty: () => results.size === 0,
    settled: () => Promise.allSettled(results),
  };
}

export interface TaskRuns {
  /** Tasks are locked in this name from now on. */
  lockedAs(id: string): void;
  /** Makes a statement of the queue, or leaves it out where it would be heard of another run. */
  watch(statement: Statement, make: () => Result): Result;
  /** A statement of the queue as it is to be made: what it says of a run is of no other one, whenever it is heard. */
  bind<Query>(query: Query): Query;
  /** Ends looking. */
  stop(): void;
}

/**
 * Knows which tasks this process has in hand, from their start until the database has heard how they ended, and mends what a lost answer leaves:
 * - a task that was taken without the taker hearing so would stay locked by a worker that lives, for four hours, and everything behind it in its queue;
 * - a failure that is said again, having been heard the first time, would unlock the task in its next run, and a third would begin beside it. Neither does
 *   one that was handed over and is heard late: it is of its own run alone.
 */
export function watchTaskRuns(events: EventEmitter, { pool, log }: { pool: () => Pool; log: Log }): TaskRuns {
  const runs = new Map<string, 'runs' | 'ended'>();
  /** The number of the run that each is in, or was in last. */
  const attempts = new Map<string, number>();
  /** Of which it was said how they ended, and the answer was lost. */
  const unanswered = new Set<string>();
  const names: string[] = [];
  const taking = createInFlight();
  const repeating = createInFlight();
  const note = (state: 'runs' | 'ended') => {
    return ({ job }: { job: { id: string } }) => void runs.set(String(job.id), state);
  };
  events.on('job:start', note('runs'));
  events.on('job:start', ({ job }: { job: { id: string; attempts: number } }) => void attempts.set(String(job.id), job.attempts));
  // Before the statement that says so.
  events.on('job:success', note('ended'));
  events.on('job:error', note('ended'));

  /** Whoever was taking a task says by then which one. */
  async function untilTaken(): Promise<void> {
    await taking.settled();
    await turnOfLoop();
  }

  const lostTasks = watchLostTasks({ pool, log, names, isInHand: (id) => runs.has(id), untilTaken });

  async function take(make: () => Result): Promise<unknown> {
    // oxlint-disable-next-line no-await-in-loop -- others may come meanwhile
    while (!repeating.isEmpty()) await repeating.settled();
    const result = taking.add(make());
    result.catch(() => void lostTasks.lookFor());
    return result;
  }

  async function say(ids: readonly string[], make: () => Result): Promise<unknown> {
    try {
      const result = await make();
      for (const id of ids) {
        unanswered.delete(id);
        if (runs.get(id) !== 'ended') continue;
        runs.delete(id);
        attempts.delete(id);
      }
      return result;
    } catch (error) {
      for (const id of ids) unanswered.add(id);
      throw error;
    }
  }

  /**
   * Of a task in hand again: either the first statement was carried out, or somebody who took this process for dead has given the task back. Both ways what
   * is said now would end the run that there is.
   */
  async function leaveOut(ids: readonly string[]): Promise<unknown> {
    for (const id of ids) unanswered.delete(id);
    return { rows: [], rowCount: 0 };
  }

  async function sayAgain(ids: readonly string[], make: () => Result): Promise<unknown> {
    await soon(untilTaken());
    return ids.every((id) => runs.get(id) === 'runs') ? leaveOut(ids) : say(ids, make);
  }

  return {
    lockedAs: (id) => void names.push(id),
    bind: (query) => boundToRun(query, (id) => attempts.get(id)),
    watch(statement, make) {
      if (statement.name.startsWith('get_job')) return take(make);
      const ids = spokenOf(statement);
      if (ids.length === 0) return make();
      if (ids.every((id) => runs.get(id) === 'runs')) return leaveOut(ids);
      if (!ids.some((id) => unanswered.has(id))) return say(ids, make);
      // Nothing is taken while that is said.
      const result = sayAgain(ids, make);
      repeating.add(soon(result));
      return result;
    },
    stop: lostTasks.stop,
  };
}
