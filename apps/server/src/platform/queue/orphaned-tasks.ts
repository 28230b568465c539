import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '#platform/log.ts';

/** Milliseconds: the server may complete a statement after its connection was lost. */
const checkAfterMs = [2000, 30_000];

const claimedByUs = `select id::text, locked_at::text from graphile_worker._private_jobs where locked_by = $1`;
const releaseTasks = `
  with lost as (
    update graphile_worker._private_jobs as jobs
    set locked_by = null, locked_at = null, attempts = greatest(jobs.attempts - 1, 0)
    from unnest($2::bigint[], $3::timestamptz[]) as seen(id, locked_at)
    where jobs.id = seen.id and jobs.locked_at = seen.locked_at and jobs.locked_by = $1
    returning jobs.job_queue_id
  )
  update graphile_worker._private_job_queues as queues set locked_by = null, locked_at = null
  from lost where queues.id = lost.job_queue_id and queues.locked_by = $1`;

interface OrphanedTasksOptions {
  pool: () => Pool;
  log: Log;
  names: readonly string[];
  isRunning(id: string): boolean;
  untilClaimed(): Promise<void>;
}

export function watchOrphanedTasks({ pool, log, names, isRunning, untilClaimed }: OrphanedTasksOptions): {
  check(): Promise<void>;
  stop(): void;
} {
  const stopping = new AbortController();

  async function releaseOrphans(name: string): Promise<void> {
    const { rows } = await pool().query<{ id: string; locked_at: string }>(claimedByUs, [name]);
    await untilClaimed();
    const lost = rows.filter(({ id }) => !isRunning(id));
    if (lost.length === 0) return;
    await pool().query(releaseTasks, [name, lost.map(({ id }) => id), lost.map((row) => row.locked_at)]);
    log.warn({ tasks: lost.map(({ id }) => id) }, 'tasks with a lost claim released');
  }

  async function checkOnce(): Promise<boolean> {
    try {
      for (const pause of checkAfterMs) {
        // oxlint-disable-next-line no-await-in-loop -- sequential checks
        await sleep(pause, undefined, { signal: stopping.signal });
        // oxlint-disable-next-line no-await-in-loop -- sequential checks
        for (const name of names) await releaseOrphans(name);
      }
      return true;
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ reason: (error as Error).message }, 'check for lost claims failed');
      return false;
    }
  }

  let losses = 0;
  let isChecking = false;
  async function check(): Promise<void> {
    losses += 1;
    if (isChecking) return;
    isChecking = true;
    let checkedLosses = 0;
    while (checkedLosses < losses && !stopping.signal.aborted) {
      const before = losses;
      // oxlint-disable-next-line no-await-in-loop -- sequential rounds
      if (await checkOnce()) checkedLosses = before;
    }
    isChecking = false;
  }

  return { check, stop: () => stopping.abort() };
}
