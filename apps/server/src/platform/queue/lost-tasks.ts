import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '#platform/log.ts';

/** Milliseconds: the server may complete a statement after its connection was lost. */
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

interface LostTasksOptions {
  pool: () => Pool;
  log: Log;
  names: readonly string[];
  isInHand(id: string): boolean;
  untilTaken(): Promise<void>;
}

export function watchLostTasks({ pool, log, names, isInHand, untilTaken }: LostTasksOptions): { lookFor(): Promise<void>; stop(): void } {
  const stopping = new AbortController();

  async function look(name: string): Promise<void> {
    const { rows } = await pool().query<{ id: string; locked_at: string }>(takenByUs, [name]);
    await untilTaken();
    const lost = rows.filter(({ id }) => !isInHand(id));
    if (lost.length === 0) return;
    await pool().query(giveBack, [name, lost.map(({ id }) => id), lost.map((row) => row.locked_at)]);
    log.warn({ tasks: lost.map(({ id }) => id) }, 'tasks with a lost claim released');
  }

  async function lookOnce(): Promise<boolean> {
    try {
      for (const pause of looksAfterMs) {
        // oxlint-disable-next-line no-await-in-loop -- sequential checks
        await sleep(pause, undefined, { signal: stopping.signal });
        // oxlint-disable-next-line no-await-in-loop -- sequential checks
        for (const name of names) await look(name);
      }
      return true;
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ reason: (error as Error).message }, 'check for lost claims failed');
      return false;
    }
  }

  let losses = 0;
  let isLooking = false;
  async function lookFor(): Promise<void> {
    losses += 1;
    if (isLooking) return;
    isLooking = true;
    let lookedAfter = 0;
    while (lookedAfter < losses && !stopping.signal.aborted) {
      const before = losses;
      // oxlint-disable-next-line no-await-in-loop -- sequential rounds
      if (await lookOnce()) lookedAfter = before;
    }
    isLooking = false;
  }

  return { lookFor, stop: () => stopping.abort() };
}
