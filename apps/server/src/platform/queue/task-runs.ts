import type { EventEmitter } from 'node:events';
import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '#platform/log.ts';

/** A prepared statement of the queue: its name says what it does, see getJobs, completeJobs and failJobs of graphile-worker. */
interface Statement {
  name: string;
  values: readonly unknown[];
}

type Result = Promise<unknown>;

/** When it looks for tasks whose taking went unheard, in milliseconds after the answer was lost: the server may end the statement later than the line. */
const looksAfterMs = [2000, 30_000];

const takenByUs = `select id::text, locked_at::text from graphile_worker._private_jobs where locked_by = $1`;
const giveBack = `
  with lost as (
    update graphile_worker._private_jobs as jobs
    set locked_by = null, locked_at = null, attempts = greatest(jobs.attempts - 1, 0)
    from unnest($2::bigint[], $3::timestamptz[]) as seen(id, locked_at)
    where jobs.id = seen.id and jobs.locked_at = seen.locked_at and jobs.locked_by = $1
    returning jobs.job_queue_id
  )
  update graphile_worker._private_job_queues as queues set locked_by = null, locked_at = null
  from lost where queues.id = lost.job_queue_id and queues.locked_by = $1`;

/** Of which tasks it says that they have ended or failed. */
function spokenOf({ name, values }: Statement): string[] {
  if (name.startsWith('complete_job')) return values.slice(0, 1).flat().map(String);
  if (!/^fail_job(_q)?\//.test(name)) return [];
  return (JSON.parse(String(values[1])) as { jobId: string | number }[]).map(({ jobId }) => String(jobId));
}

export interface TaskRuns {
  /** Tasks are locked in this name from now on. */
  lockedAs(id: string): void;
  /** Makes a statement of the queue, or leaves it out where it was carried out before and would be heard of another run. */
  watch(statement: Statement, make: () => Result): Result;
  /** Ends looking. */
  stop(): void;
}

/**
 * Knows which tasks this process has in hand, from their start until the database has heard how they ended, and mends what a lost answer leaves:
 * - a task that was taken without the taker hearing so would stay locked by a worker that lives, for four hours, and everything behind it in its queue;
 * - a failure that is said again, having been heard the first time, would unlock the task in its next run, and a third would begin beside it.
 */
export function watchTaskRuns(events: EventEmitter, { pool, log }: { pool: () => Pool; log: Log }): TaskRuns {
  const runs = new Map<string, 'runs' | 'ended'>();
  const names: string[] = [];
  const taking = new Set<Result>();
  const stopping = new AbortController();
  const note = (state: 'runs' | 'ended') => {
    return ({ job }: { job: { id: string } }) => void runs.set(String(job.id), state);
  };
  events.on('job:start', note('runs'));
  // Before the statement that says so.
  events.on('job:success', note('ended'));
  events.on('job:error', note('ended'));

  async function look(name: string): Promise<void> {
    const { rows } = await pool().query<{ id: string; locked_at: string }>(takenByUs, [name]);
    // Whoever was taking a task meanwhile says by then which one.
    await Promise.allSettled(taking);
    await turnOfLoop();
    const lost = rows.filter(({ id }) => !runs.has(id));
    if (lost.length === 0) return;
    await pool().query(giveBack, [name, lost.map(({ id }) => id), lost.map((row) => row.locked_at)]);
    log.warn({ tasks: lost.map(({ id }) => id) }, 'tasks whose taking went unheard were given back');
  }

  async function lookForLost(): Promise<void> {
    try {
      for (const pause of looksAfterMs) {
        // oxlint-disable-next-line no-await-in-loop -- one look after another
        await sleep(pause, undefined, { signal: stopping.signal });
        // oxlint-disable-next-line no-await-in-loop -- one look after another
        for (const name of names) await look(name);
      }
    } catch (error) {
      if (!stopping.signal.aborted)
        log.warn({ reason: (error as Error).message }, 'tasks whose taking went unheard could not be looked for');
    }
  }
  let looking: Promise<void> | undefined;

  function take(make: () => Result): Result {
    const result = make();
    taking.add(result);
    const end = () => void taking.delete(result);
    result.then(end, () => {
      end();
      looking ??= lookForLost().finally(() => (looking = undefined));
    });
    return result;
  }

  async function say(ids: readonly string[], make: () => Result): Promise<unknown> {
    const result = await make();
    for (const id of ids) if (runs.get(id) === 'ended') runs.delete(id);
    return result;
  }

  return {
    lockedAs: (id) => void names.push(id),
    watch(statement, make) {
      if (statement.name.startsWith('get_job')) return take(make);
      const ids = spokenOf(statement);
      if (ids.length === 0) return make();
      // It can only have begun again because the first statement was carried out.
      if (ids.every((id) => runs.get(id) === 'runs')) return Promise.resolve({ rows: [], rowCount: 0 });
      return say(ids, make);
    },
    stop: () => stopping.abort(),
  };
}
