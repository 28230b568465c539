import { z } from 'zod';
import type { Actor } from '@headwater/domain/roles';
import { type Clock, elapsed } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { restoreActing } from '#platform/database/acting.ts';
import { publish } from '#platform/events/store.ts';
import type { Log } from '#platform/log.ts';
import { startLoop } from '#platform/loop.ts';
import { defineTask, enqueue } from '#platform/queue/queue.ts';
import type { BatchOutcome } from './define-job.ts';
import { beat, claimJob, type JobError, type JobRow, pauseJob, releaseJob, saveBatch } from './store.ts';

const beatEvery = 5000;
const publishEvery = 500;
const pauseSeconds = 300;
const maxTries = 5;
/** The clocks of database and process differ. */
const afterPauseMs = 500;

export const runJob = defineTask('run_job', z.object({ companyId: z.int(), jobId: z.int() }), { maxAttempts: maxTries + 1 });

export const announce = (tx: Tx, job: Pick<JobRow, 'id' | 'company_id' | 'created_by'>) =>
  publish(tx, { companyId: job.company_id, userId: job.created_by, topic: 'job', ids: [job.id] });

interface Run {
  /** Jobs with calls run one after another in a company, because two jobs could create a person twice. */
  hasCalls: boolean;
  runAt?: Date;
  /** Replaces a queued run. */
  replaces?: boolean;
}

export const enqueueRun = (tx: Tx, { id, company_id: companyId, kind }: Pick<JobRow, 'id' | 'company_id' | 'kind'>, run: Run) =>
  enqueue(tx, runJob, {
    payload: { companyId, jobId: id },
    ...(run.hasCalls ? { queue: `${kind} ${companyId}` } : {}),
    ...(run.runAt ? { runAt: run.runAt } : {}),
    ...(run.replaces ? { key: `job-${id}` } : {}),
  });

/** Another worker has the lease: the open transaction must roll back. */
class LeaseLost extends Error {}

interface Progress {
  job: JobRow;
  isOver: boolean;
  isPaused: boolean;
  published: number;
}

export interface Step {
  job: JobRow;
  actor: Actor;
  /** Result of the calls before the batch. */
  called: unknown;
}

export interface Ending {
  status: 'done' | 'cancelled' | 'failed';
  error?: JobError;
}

interface RunnerServices {
  database: Database;
  clock: Clock;
  log: Log;
  findActor(tx: Tx, userId: number): Promise<Actor | undefined>;
  mayWork(tx: Tx, companyId: number): Promise<boolean>;
  callOf(job: JobRow): ((actor: Actor) => Promise<unknown>) | undefined;
  step(tx: Tx, step: Step): Promise<BatchOutcome<unknown>>;
  end(tx: Tx, job: JobRow, ending: Ending): Promise<JobRow>;
  onEnd?: ((tx: Tx, job: JobRow) => Promise<void>) | undefined;
}

/** Undefined while the company may not work. */
async function callServices(
  { database, findActor, mayWork, callOf }: Pick<RunnerServices, 'database' | 'findActor' | 'mayWork' | 'callOf'>,
  job: JobRow,
): Promise<unknown> {
  const call = callOf(job);
  if (!call) return undefined;
  const actor = await database.inCompany(job.company_id, async (tx) =>
    (await mayWork(tx, job.company_id)) ? findActor(tx, job.created_by) : undefined,
  );
  return actor && call(actor);
}

export function createRunner({ database, clock, log, findActor, mayWork, callOf, step, end, onEnd }: RunnerServices) {
  async function nextBatch(job: JobRow, lastPublished: number): Promise<Progress> {
    const called = await callServices({ database, findActor, mayWork, callOf }, job);
    return database.inCompany(job.company_id, async (tx) => {
      if (!(await mayWork(tx, job.company_id))) {
        const paused = await pauseJob(tx, job, pauseSeconds);
        // The cancel request came while the job ran; later requests cancel a paused job directly.
        if (paused?.cancel_requested) await end(tx, job, { status: 'cancelled' });
        return { job, isOver: paused?.cancel_requested === true, isPaused: true, published: lastPublished };
      }
      const actor = await findActor(tx, job.created_by);
      if (!actor) throw new AppError('job_person_gone');
      const outcome = await step(tx, { job, actor, called });
      const saved = await saveBatch(tx, job, outcome);
      if (!saved) throw new LeaseLost();
      const isOver = outcome.finished || saved.cancel_requested;
      if (isOver) await end(tx, job, { status: outcome.finished ? 'done' : 'cancelled' });
      if (outcome.finished && job.status !== 'undoing') await onEnd?.(tx, job);
      const seconds = isOver ? undefined : outcome.pauseSeconds;
      if (seconds !== undefined) await pauseFor(tx, job, seconds);
      const isDue = !isOver && elapsed() - lastPublished > publishEvery;
      if (isDue) await announce(tx, job);
      return {
        job: { ...job, state: outcome.state },
        isOver,
        isPaused: seconds !== undefined,
        published: isDue ? elapsed() : lastPublished,
      };
    });
  }

  async function pauseFor(tx: Tx, job: JobRow, seconds: number): Promise<void> {
    await pauseJob(tx, job, seconds);
    const runAt = new Date(clock.now().getTime() + seconds * 1000 + afterPauseMs);
    await enqueueRun(tx, job, { hasCalls: callOf(job) !== undefined, runAt, replaces: true });
  }

  const fail = (job: JobRow, error: JobError) =>
    database.inCompany(job.company_id, async (tx) => {
      await end(tx, job, { status: 'failed', error });
      if (job.status !== 'undoing') await onEnd?.(tx, job);
    });

  async function dealWith(error: unknown, job: JobRow): Promise<void> {
    if (error instanceof LeaseLost) return;
    if (error instanceof AppError) return fail(job, { key: error.key, parts: error.parts });
    log.error({ err: error, job: job.id, kind: job.kind }, 'job batch failed');
    const released = await database.inCompany(job.company_id, (tx) => releaseJob(tx, job, { failed: true }));
    if (released && released.tries >= maxTries) return fail(job, { key: 'internal' });
    // The queue retries after a pause.
    throw error;
  }

  async function carryOut(claimed: JobRow, signal: AbortSignal): Promise<void> {
    const { company_id: companyId } = claimed;
    // The request came while the previous worker was dying.
    if (claimed.cancel_requested) return void (await database.inCompany(companyId, (tx) => end(tx, claimed, { status: 'cancelled' })));
    const heart = startLoop({
      clock,
      log,
      failed: 'a job could not say that it lives',
      everyMs: beatEvery,
      beginsWithPause: true,
      turn: async () => void (await database.inCompany(companyId, (tx) => beat(tx, claimed))),
    });
    try {
      let at: Progress = { job: claimed, isOver: false, isPaused: false, published: elapsed() };
      while (!at.isOver && !at.isPaused && !signal.aborted) {
        at = await nextBatch(at.job, at.published);
      }
      if (!at.isOver && !at.isPaused) await database.inCompany(companyId, (tx) => releaseJob(tx, claimed, { failed: false }));
    } catch (error) {
      await dealWith(error, claimed);
    } finally {
      await heart.stop();
    }
  }

  return async ({ companyId, jobId }: { companyId: number; jobId: number }, signal: AbortSignal): Promise<void> => {
    const claimed = await database.inCompany(companyId, (tx) => claimJob(tx, jobId));
    if (claimed) await restoreActing(claimed.acting, () => carryOut(claimed, signal));
  };
}
