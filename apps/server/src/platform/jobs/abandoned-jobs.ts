import type { Database } from '#platform/database/database.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, startLoop } from '#platform/loop.ts';
import { enqueueRun } from './runner.ts';
import { listLapsed } from './store.ts';

/** With the lease of 15 s, a job resumes within 30 s after its worker died. */
const sweepEvery = 10_000;

interface Sweeping {
  database: Database;
  clock: Clock;
  log: Log;
  hasCalls(kind: string): boolean;
}

/** Requeues jobs without a worker. Concurrent sweeps are safe: a single process claims a job. */
export const resumeAbandonedJobs = ({ database, clock, log, hasCalls }: Sweeping): Loop =>
  startLoop({
    clock,
    log,
    failed: 'jobs without a worker could not be looked for',
    everyMs: sweepEvery,
    turn: () =>
      database.asSystem(async (tx) => {
        const lapsed = await listLapsed(tx);
        for (const job of lapsed) {
          await enqueueRun(tx, job, { hasCalls: hasCalls(job.kind), replaces: true });
        }
        if (lapsed.length > 0) log.info({ jobs: lapsed.map((job) => job.id) }, 'jobs without a worker requeued');
      }),
  });
