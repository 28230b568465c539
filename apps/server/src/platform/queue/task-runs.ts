import type { EventEmitter } from 'node:events';
import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '#platform/log.ts';
import { watchOrphanedTasks } from './orphaned-tasks.ts';

/** For the names see getJobs, completeJobs and failJobs of graphile-worker. */
interface Statement {
  name: string;
  values: readonly unknown[];
}

type Result = Promise<unknown>;

interface Failure {
  jobId: string | number;
}

const isFailure = (name: string): boolean => /^fail_job(_q)?\//.test(name);
const failuresOf = (values: readonly unknown[]): Failure[] => JSON.parse(String(values[1])) as Failure[];
const failureCondition = `where id = (el->>'jobId')::bigint and locked_by = $1::text`;

/** Delivered late, a failure would unlock a later run of the same worker. */
function bindToRun<Query>(query: Query, attemptsOf: (id: string) => number | undefined): Query {
  const { name, text, values } = Object(query) as Partial<Statement> & { text?: string };
  if (name === undefined || text === undefined || values === undefined || !isFailure(name)) return query;
  if (!text.includes(failureCondition)) throw new Error('graphile-worker has changed its statement for failures');
  const failures = failuresOf(values).map((failure) => ({ ...failure, attempts: attemptsOf(String(failure.jobId)) }));
  return {
    ...query,
    text: text.replace(failureCondition, `${failureCondition} and attempts = coalesce((el->>'attempts')::integer, attempts)`),
    values: [values[0], JSON.stringify(failures), ...values.slice(2)],
  };
}

/** Event after the end of tasks is stored; those of graphile-worker precede it. */
export const endStored = 'task:stored';

const mostWaitMs = 5000;
const withLimit = (work: Promise<unknown>) => Promise.race([work, sleep(mostWaitMs, undefined, { ref: false })]);

function endedTasks({ name, values }: Statement): string[] {
  if (name.startsWith('complete_job')) return values.slice(0, 1).flat().map(String);
  return isFailure(name) ? failuresOf(values).map(({ jobId }) => String(jobId)) : [];
}

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
  lockedAs(id: string): void;
  watch(statement: Statement, make: () => Result): Result;
  bind<Query>(query: Query): Query;
  stop(): void;
}

/**
 * A task with a lost claim would stay locked for four hours; a repeated failure would unlock the
 * task's next run.
 */
export function watchTaskRuns(events: EventEmitter, { pool, log }: { pool: () => Pool; log: Log }): TaskRuns {
  const runs = new Map<string, 'runs' | 'ended'>();
  const attempts = new Map<string, number>();
  const unanswered = new Set<string>();
  const names: string[] = [];
  const claiming = createInFlight();
  const repeating = createInFlight();
  const setState = (state: 'runs' | 'ended') => {
    return ({ job }: { job: { id: string } }) => void runs.set(String(job.id), state);
  };
  events.on('job:start', setState('runs'));
  events.on('job:start', ({ job }: { job: { id: string; attempts: number } }) => void attempts.set(String(job.id), job.attempts));
  // These events precede the statement that stores the end.
  events.on('job:success', setState('ended'));
  events.on('job:error', setState('ended'));

  async function untilClaimed(): Promise<void> {
    await claiming.settled();
    await turnOfLoop();
  }

  const orphanedTasks = watchOrphanedTasks({ pool, log, names, isRunning: (id) => runs.has(id), untilClaimed });

  async function claimTask(make: () => Result): Promise<unknown> {
    // oxlint-disable-next-line no-await-in-loop -- more may arrive during the wait
    while (!repeating.isEmpty()) await repeating.settled();
    const result = claiming.add(make());
    result.catch(() => void orphanedTasks.check());
    return result;
  }

  async function storeEnd(ids: readonly string[], make: () => Result): Promise<unknown> {
    try {
      const result = await make();
      for (const id of ids) {
        unanswered.delete(id);
        if (runs.get(id) !== 'ended') continue;
        runs.delete(id);
        attempts.delete(id);
      }
      events.emit(endStored);
      return result;
    } catch (error) {
      for (const id of ids) unanswered.add(id);
      throw error;
    }
  }

  /**
   * The task runs again, because the first statement succeeded or another process released the
   * task.
   */
  async function dropStatement(ids: readonly string[]): Promise<unknown> {
    for (const id of ids) unanswered.delete(id);
    return { rows: [], rowCount: 0 };
  }

  async function repeatEnd(ids: readonly string[], make: () => Result): Promise<unknown> {
    await withLimit(untilClaimed());
    return ids.every((id) => runs.get(id) === 'runs') ? dropStatement(ids) : storeEnd(ids, make);
  }

  return {
    lockedAs: (id) => void names.push(id),
    bind: (query) => bindToRun(query, (id) => attempts.get(id)),
    watch(statement, make) {
      if (statement.name.startsWith('get_job')) return claimTask(make);
      const ids = endedTasks(statement);
      if (ids.length === 0) return make();
      if (ids.every((id) => runs.get(id) === 'runs')) return dropStatement(ids);
      if (!ids.some((id) => unanswered.has(id))) return storeEnd(ids, make);
      const result = repeatEnd(ids, make);
      repeating.add(withLimit(result));
      return result;
    },
    stop: orphanedTasks.stop,
  };
}
