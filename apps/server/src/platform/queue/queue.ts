import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { type ReleasePace, startWorkerHeartbeats } from './worker-heartbeats.ts';
import { queueLogger } from './logger.ts';
import { createRetryingPool } from './retrying-pool.ts';
import { insertTask } from './store.ts';
import { endStored, watchTaskRuns } from './task-runs.ts';

/** A kind of background work. Handlers must be idempotent: a crash repeats them. */
export interface TaskDefinition<Payload extends object> {
  name: string;
  schema: z.ZodType<Payload>;
  maxAttempts?: number;
}

export const defineTask = <Payload extends object>(
  name: string,
  schema: z.ZodType<Payload>,
  options: { maxAttempts?: number } = {},
): TaskDefinition<Payload> => ({ name, schema, ...options });

export interface EnqueueOptions {
  queue?: string;
  runAt?: Date;
  key?: string;
}

export async function enqueue<Payload extends object>(
  tx: Tx,
  task: TaskDefinition<Payload>,
  { payload, queue, runAt, key }: { payload: Payload } & EnqueueOptions,
): Promise<void> {
  await insertTask(tx, { name: task.name, payload, queue, runAt, maxAttempts: task.maxAttempts ?? 25, key });
}

export interface TaskHandler {
  name: string;
  /** Cron expression with five fields in UTC, for periodic tasks only. */
  cron?: string;
  run(payload: unknown, signal: AbortSignal): Promise<void>;
}

export const handleTask = <Payload extends object>(
  { name, schema }: TaskDefinition<Payload>,
  handler: (payload: Payload, signal: AbortSignal) => Promise<void>,
): TaskHandler => ({ name, run: async (payload, signal) => handler(schema.parse(payload), signal) });

/** One process of the installation runs it each time. Missed runs are not repeated. */
export const definePeriodic = (name: string, cron: string, handler: (signal: AbortSignal) => Promise<void>): TaskHandler => ({
  name,
  cron,
  run: (_payload, signal) => handler(signal),
});

const cronItems = (handlers: readonly TaskHandler[]) =>
  parseCronItems(
    handlers.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron, options: { backfillPeriod: 0, maxAttempts: 3 } }] : [])),
  );

export interface TaskWorker {
  idle(): Promise<void>;
  stop(): Promise<void>;
}

const hasWork = `
  select exists (
    select from graphile_worker.jobs
    where task_identifier = any($1) and (locked_by = any($2) or (locked_at is null and attempts < max_attempts and run_at <= now()))
  ) as found`;

/** At most 50 ms, because another process may run the task. */
async function untilTaskEnds(events: EventEmitter): Promise<void> {
  const waiting = new AbortController();
  const options = { signal: waiting.signal };
  await Promise.race([once(events, endStored, options), setTimeout(50, undefined, options)]);
  waiting.abort();
}

export async function startWorker(options: {
  url: string;
  handlers: readonly TaskHandler[];
  concurrency: number;
  clock: Clock;
  log: Log;
  release?: ReleasePace;
}): Promise<TaskWorker> {
  const stopping = new AbortController();
  const taskList: TaskList = Object.fromEntries(
    options.handlers.map((handler) => [handler.name, (payload: unknown) => handler.run(payload, stopping.signal)]),
  );
  const events: WorkerEvents & EventEmitter = new EventEmitter();
  const runs = watchTaskRuns(events, { pool: () => pool, log: options.log });
  const pool: Pool = createRetryingPool(
    { connectionString: options.url, max: options.concurrency + 2 },
    { stopping: stopping.signal, runs, log: options.log },
  );
  const lost = (error: Error) => options.log.warn({ reason: error.message }, 'queue connection lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const names: string[] = [];
  const heartbeats = startWorkerHeartbeats(options);
  // Tasks are locked under the name of the pool, not of its single workers.
  events.on('pool:create', ({ workerPool }) => {
    names.push(workerPool.id);
    heartbeats.add(workerPool.id);
    runs.lockedAs(workerPool.id);
  });
  const end = async () => {
    runs.stop();
    await heartbeats.stop();
    await pool.end();
  };
  let runner: Runner;
  try {
    runner = await run({
      pgPool: pool,
      events,
      taskList,
      parsedCronItems: cronItems(options.handlers),
      concurrency: options.concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      logger: queueLogger(options.log),
    });
  } catch (error) {
    await end();
    throw error;
  }
  const kinds = options.handlers.map(({ name }) => name);
  return {
    async idle() {
      for (;;) {
        if (stopping.signal.aborted) return;
        const { rows } = await pool.query<{ found: boolean }>(hasWork, [kinds, names]);
        if (!rows[0]?.found) return;
        await untilTaskEnds(events);
      }
    },
    async stop() {
      stopping.abort();
      await runner.stop();
      await end();
    },
  };
}
