import { hourMs } from '@headwater/domain/time/durations';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Loop } from '#platform/loop.ts';
import { handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import type { BatchOutcome, JobDefinition } from './define-job.ts';
import { announce, createRunner, type Ending, enqueueRun, runJob, type Step } from './runner.ts';
import {
  appendToJob,
  beginUndo,
  endJob,
  endPauses,
  insertJob,
  type JobDetails,
  type JobEnd,
  type JobRow,
  lockOwnJob,
  requestCancel,
  saveBatch,
} from './store.ts';
import { resumeAbandonedJobs } from './abandoned-jobs.ts';

/** Jobs up to this size run within the request (DEC-13). */
const inlineRows = 200;
const undoFor = hourMs;

export interface JobServices {
  database: Database;
  clock: Clock;
  log: Log;
  definitions: readonly JobDefinition<never>[];
  findActor(tx: Tx, userId: number): Promise<Actor | undefined>;
  /** False while the company has no license: queued jobs wait. Undefined: always true. */
  mayWork?: ((tx: Tx, companyId: number) => Promise<boolean>) | undefined;
  onEnd?: ((tx: Tx, job: JobRow) => Promise<void>) | undefined;
}

interface JobStart<Input> {
  actor: Actor;
  input: Input;
  total: number;
  details: JobDetails;
}

export interface RecordedInput {
  ids: number[];
  group?: string | undefined;
}

export interface RecordedChange {
  actor: Actor;
  id: number;
  profileId: number;
  group?: string | undefined;
}

export interface Jobs {
  /** Starts a job in the caller's transaction. A small job completes, a large one is queued. */
  run<Input>(tx: Tx, definition: JobDefinition<Input>, start: JobStart<Input>): Promise<JobRow>;
  /** Records a change of the caller's transaction for undo. Changes of one group within an hour are one job. */
  record(tx: Tx, definition: JobDefinition<RecordedInput>, change: RecordedChange): Promise<void>;
  /** Throws not_found for another user's job, job_over if there is nothing to stop. */
  cancel(tx: Tx, actor: Actor, jobId: number): Promise<JobRow>;
  /** Throws not_found, job_runs, or job_not_undoable. */
  undo(tx: Tx, actor: Actor, jobId: number): Promise<JobRow>;
  /** Continues paused jobs of a kind. */
  resume(tx: Tx, companyId: number, kind: string): Promise<void>;
  isUndoable(job: JobRow): boolean;
  handler: TaskHandler;
  startSweeper(): Loop;
}

async function queueJob(tx: Tx, job: JobRow, hasCalls: boolean): Promise<JobRow> {
  await enqueueRun(tx, job, { hasCalls });
  await announce(tx, job);
  return job;
}

export function createJobs({ database, clock, log, definitions, findActor, mayWork = async () => true, onEnd }: JobServices): Jobs {
  const definitionOf = (kind: string) => definitions.find((definition) => definition.kind === kind) as JobDefinition | undefined;
  const hasCalls = (kind: string) => definitionOf(kind)?.call !== undefined;
  const undoUntil = () => new Date(clock.now().getTime() + undoFor);

  function callOf(job: JobRow): ((actor: Actor) => Promise<unknown>) | undefined {
    const call = job.status === 'undoing' ? undefined : definitionOf(job.kind)?.call;
    return call && ((actor) => call({ input: job.input, state: job.state, actor, jobId: job.id, now: clock.now() }));
  }

  async function step(tx: Tx, { job, actor, called }: Step): Promise<BatchOutcome<unknown>> {
    const definition = definitionOf(job.kind);
    const work = job.status === 'undoing' ? definition?.undo : definition?.batch;
    if (!work) throw new Error(`nobody knows how to run a job of the kind ${job.kind}`);
    return work(tx, { input: job.input, state: job.state, actor, jobId: job.id, now: clock.now(), called });
  }

  const endOf = (job: JobRow, { status, error }: Ending): JobEnd => {
    const finishedAt = clock.now();
    if (status === 'failed') return { status, finishedAt, undoUntil: undoUntil(), error };
    return job.status === 'undoing' ? { status: 'undone', finishedAt } : { status, finishedAt, undoUntil: undoUntil() };
  };

  const end = async (tx: Tx, job: JobRow, ending: Ending) => {
    const ended = await endJob(tx, job.id, endOf(job, ending));
    if (job.status !== 'undoing')
      await definitionOf(job.kind)?.ended?.(tx, { input: job.input, companyId: job.company_id, now: clock.now() });
    await announce(tx, job);
    return ended;
  };

  async function runInline(tx: Tx, job: JobRow, actor: Actor): Promise<JobRow> {
    let current = job;
    for (;;) {
      const outcome = await step(tx, { job: current, actor, called: undefined });
      await saveBatch(tx, current, outcome);
      if (outcome.finished) return end(tx, current, { status: 'done' });
      current = { ...current, state: outcome.state };
    }
  }

  const runner = createRunner({ database, clock, log, findActor, mayWork, callOf, step, end, onEnd });
  return {
    async run(tx, { kind, call }, { actor, input, total, details }) {
      const isRunning = total <= inlineRows && !call;
      const job = await insertJob(tx, { companyId: actor.company.id, userId: actor.userId, kind, input, details, total, isRunning });
      return isRunning ? runInline(tx, job, actor) : queueJob(tx, job, call !== undefined);
    },
    async record(tx, definition, { actor, id, profileId, group }) {
      if (group !== undefined) {
        await lockUntilCommit(tx, 'jobGroups', `${actor.userId} ${group}`);
        const grown = await appendToJob(tx, { userId: actor.userId, kind: definition.kind, group, undoUntil: undoUntil() }, id);
        if (grown) return announce(tx, grown);
      }
      await this.run(tx, definition, { actor, input: { ids: [id], group }, total: 1, details: { profile: String(profileId) } });
    },
    async cancel(tx, actor, jobId) {
      const job = await lockOwnJob(tx, jobId, actor.userId);
      if (!job) throw new AppError('not_found');
      if (job.status !== 'queued' && job.status !== 'running') throw new AppError('job_over');
      // The job has not started, or is paused.
      if (job.status === 'queued' || job.lease === null) return end(tx, job, { status: 'cancelled' });
      return requestCancel(tx, jobId);
    },
    async undo(tx, actor, jobId) {
      const job = await lockOwnJob(tx, jobId, actor.userId);
      if (!job) throw new AppError('not_found');
      if (['queued', 'running', 'undoing'].includes(job.status)) throw new AppError('job_runs');
      if (!this.isUndoable(job)) throw new AppError('job_not_undoable');
      const begun = await beginUndo(tx, jobId);
      return (job.total ?? Infinity) <= inlineRows ? runInline(tx, begun, actor) : queueJob(tx, begun, hasCalls(begun.kind));
    },
    async resume(tx, companyId, kind) {
      for (const job of await endPauses(tx, companyId, kind)) {
        await enqueueRun(tx, { ...job, company_id: companyId, kind }, { hasCalls: hasCalls(kind), replaces: true });
      }
    },
    isUndoable: (job) =>
      ['done', 'cancelled', 'failed'].includes(job.status) &&
      definitionOf(job.kind)?.undo !== undefined &&
      job.undo_until !== null &&
      job.undo_until > clock.now(),
    handler: handleTask(runJob, runner),
    startSweeper: () => resumeAbandonedJobs({ database, clock, log, hasCalls }),
  };
}
