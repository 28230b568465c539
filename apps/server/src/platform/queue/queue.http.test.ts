import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { afterEach, expect, it, vi } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { spawnProgram } from '../../../test/child-process.ts';
import { startLineToDatabase } from '../../../test/line-to-database.ts';
import { until } from '../../../test/settled.ts';
import { lockClasses } from '#platform/database/locks.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { queueLogger } from './logger.ts';
import { createRetryingPool } from './retrying-pool.ts';
import { defineTask, enqueue, handleTask, startWorker } from './queue.ts';

const here = useInstallation();
const endless = defineTask('endless', z.object({ letter: z.string() }));
const pace = { everyMs: 200, graceMs: 500 };
/** Errors of the driver for a lost connection. */
const lost = /terminated|ECONNRESET|EPIPE/;
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

function startProcess(): ChildProcess {
  const child = spawnProgram(new URL('../../../test/queue-worker-process.ts', import.meta.url), [here.databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stops.push(() => child.kill('SIGKILL'));
  return child;
}

it('gives the tasks of a killed worker to another one within seconds, but not those of a living one', async () => {
  const child = startProcess();
  await here.application.database.asSystem((tx) => enqueue(tx, endless, { payload: { letter: 'sign-in link' } }));
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  const done: string[] = [];
  const handler = handleTask(endless, async ({ letter: taskName }) => void done.push(taskName));
  const worker = await startWorker({
    clock: systemClock,
    url: here.databaseUrl,
    handlers: [handler],
    concurrency: 2,
    log: createLog('silent'),
    release: pace,
  });
  stops.push(worker.stop);
  await sleep(1500);
  expect(done).toEqual([]);
  child.kill('SIGKILL');
  await until(() => expect(done).toEqual(['sign-in link']));
}, 30_000);

it('keeps its heartbeat after its connection was cut', async () => {
  const hold = new AbortController();
  let runs = 0;
  const handler = handleTask(endless, async () => {
    runs += 1;
    await once(hold.signal, 'abort');
  });
  const options = {
    clock: systemClock,
    url: here.databaseUrl,
    handlers: [handler],
    concurrency: 1,
    log: createLog('silent'),
    release: pace,
  };
  const first = await startWorker(options);
  stops.push(first.stop, () => hold.abort());
  await here.application.database.asSystem((tx) => enqueue(tx, endless, { payload: { letter: 'x' } }));
  await until(() => expect(runs).toBe(1));
  await here.sql(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = ${lockClasses.workerHeartbeat}`);
  await until(async () => {
    const [held] = await here.sql<{ count: number }>(
      `select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = ${lockClasses.workerHeartbeat}`,
    );
    expect(held?.count).toBe(1);
  });
  await sleep(1500);
  expect(runs).toBe(1);
});

it.each(['ends', 'fails'] as const)('stores that a task %s during a database outage', { timeout: 30_000 }, async (how) => {
  const line = await startLineToDatabase(here.databaseUrl, { awayMs: 700 });
  stops.push(line.stop);
  const runs: string[] = [];
  const handler = handleTask(endless, async ({ letter: taskName }) => {
    runs.push(taskName);
    if (taskName !== 'first') return;
    line.fall();
    if (how === 'fails') throw new Error('the first one fails');
  });
  const worker = await startWorker({
    clock: systemClock,
    url: line.url,
    handlers: [handler],
    concurrency: 1,
    log: createLog('silent'),
    release: pace,
  });
  stops.push(worker.stop);
  const add = (taskName: string) =>
    here.application.database.asSystem((tx) => enqueue(tx, endless, { payload: { letter: taskName }, queue: `away ${how}` }));
  await add('first');
  await add('second');
  await until(() => expect(runs).toContain('second'));
  expect(runs[0]).toBe('first');
});

it('releases a task after a lost claim, without counting an attempt', { timeout: 30_000 }, async () => {
  const line = await startLineToDatabase(here.databaseUrl, { statement: 'get_job', isWhole: true, awayMs: 500 });
  stops.push(line.stop);
  const runs: string[] = [];
  const handler = handleTask(endless, async ({ letter: taskName }) => void (taskName === 'first' || runs.push(taskName)));
  await here.application.database.asSystem(async (tx) => {
    await enqueue(tx, defineTask('endless', endless.schema, { maxAttempts: 1 }), { payload: { letter: 'unheard' }, queue: 'unheard' });
    await enqueue(tx, endless, { payload: { letter: 'behind it' }, queue: 'unheard', runAt: new Date(Date.now() + 1000) });
  });
  const worker = await startWorker({
    clock: systemClock,
    url: line.url,
    handlers: [handler],
    concurrency: 1,
    log: createLog('silent'),
    release: pace,
  });
  stops.push(worker.stop);
  await until(() => expect(runs).toEqual(['unheard', 'behind it']));
  expect(line.hasFallen()).toBe(true);
});

it('assigns a late failure to its own run after the task was restarted', { timeout: 60_000 }, async () => {
  const captured: { text: string; values: unknown[] }[] = [];
  const { query } = Client.prototype;
  // Captures statements that a connection may deliver again.
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function handOver(this: Client, ...parameters: unknown[]) {
    const [asked] = parameters as [{ name?: string; text: string; values: unknown[] }];
    if (asked.name?.startsWith('fail_job')) captured.push(asked);
    return (query as (...asked: unknown[]) => unknown).apply(this, parameters);
  } as typeof query);
  stops.push(() => spy.mockRestore());
  const taskName = 'heard late';
  const hold = new AbortController();
  let runs = 0;
  const handler = handleTask(endless, async (task) => {
    if (task.letter !== taskName) return;
    runs += 1;
    if (runs === 1) throw new Error('the first run fails');
    await once(hold.signal, 'abort');
  });
  const worker = await startWorker({
    clock: systemClock,
    url: here.databaseUrl,
    handlers: [handler],
    concurrency: 2,
    log: createLog('silent'),
    release: pace,
  });
  stops.push(worker.stop, () => hold.abort());
  await here.application.database.asSystem((tx) => enqueue(tx, endless, { payload: { letter: taskName } }));
  await until(() => expect(runs).toBe(2));
  const [late] = captured;
  expect(captured).toHaveLength(1);
  await here.sql(late?.text ?? '', late?.values);
  const locked = await here.sql<{ attempts: number; is_locked: boolean }>(
    'select attempts, locked_at is not null as is_locked from graphile_worker._private_jobs where last_error is not null and locked_by = $1',
    [late?.values[0]],
  );
  expect(locked).toEqual([{ attempts: 2, is_locked: true }]);
});

it('retries periodic tasks when the database is back, not before', { timeout: 30_000 }, async () => {
  const awayMs = 700;
  const line = await startLineToDatabase(here.databaseUrl, { awayMs });
  stops.push(line.stop);
  const stopping = new AbortController();
  const pool = createRetryingPool({ connectionString: line.url, max: 1 }, { stopping: stopping.signal, log: createLog('silent') });
  pool.on('error', () => undefined);
  stops.push(() => pool.end());
  const ask = () => pool.query('select 1 as one');
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  line.fall();
  const fellAt = performance.now();
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  expect(performance.now() - fellAt).toBeGreaterThan(awayMs - 100);
  stopping.abort();
  line.fall();
  await expect(ask()).rejects.toThrow(lost);
});

it('fails immediately if the database is unreachable at the start', async () => {
  const line = await startLineToDatabase(here.databaseUrl, { awayMs: 20_000 });
  stops.push(line.stop);
  line.fall();
  await expect(
    startWorker({ clock: systemClock, url: line.url, handlers: [], concurrency: 1, log: createLog('silent'), release: pace }),
  ).rejects.toThrow(lost);
});

it('[AIS-004] adds a task while a worker claims one with the same key', async () => {
  const keyed = (taskName: string) =>
    here.application.database.asSystem((tx) => enqueue(tx, endless, { payload: { letter: taskName }, key: 'taken' }));
  await keyed('before');
  const taking = new Client({ connectionString: here.databaseUrl });
  await taking.connect();
  stops.push(() => taking.end());
  await taking.query('begin');
  await taking.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another' where key = 'taken'`);
  const added = keyed('after');
  await until(async () => {
    expect(await here.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%enqueue_task%'`)).toHaveLength(1);
  });
  await taking.query('commit');
  await added;
  const jobs = await here.sql(`select payload->>'letter' as letter, locked_by, key from graphile_worker._private_jobs
    where payload->>'letter' in ('before', 'after') order by id`);
  expect(jobs).toEqual([
    { letter: 'before', locked_by: 'another', key: null },
    { letter: 'after', locked_by: null, key: 'taken' },
  ]);
});

it('logs no payload', () => {
  const lines: unknown[] = [];
  const log = Object.assign(createLog('silent'), { error: (...captured: unknown[]) => lines.push(captured) });
  const job = { id: '7', task_identifier: 'send_system_email', attempts: 2, payload: { text: 'https://here/login?token=secret' } };
  queueLogger(log).error('Failed task 7', { failure: true, job });
  expect(JSON.stringify(lines)).not.toContain('secret');
  expect(lines).toEqual([[{ failure: true, job: { id: '7', task: 'send_system_email', attempts: 2 } }, 'Failed task 7']]);
});

it('logs an invalid payload without calling the handler', async () => {
  const counted = defineTask('counted', z.object({ count: z.int() }));
  const seen: number[] = [];
  const lines: unknown[] = [];
  const log = Object.assign(createLog('silent'), { error: (_detail: object, words: string) => lines.push(words) });
  const handler = handleTask(counted, async ({ count }) => void seen.push(count));
  const worker = await startWorker({ clock: systemClock, url: here.databaseUrl, handlers: [handler], concurrency: 1, log, release: pace });
  stops.push(worker.stop);
  await here.sql(`select graphile_worker.add_job('counted', '{"count": "many"}')`);
  await here.application.database.asSystem((tx) => enqueue(tx, counted, { payload: { count: 3 } }));
  await until(() => expect(seen).toEqual([3]));
  await until(() => expect(lines).toHaveLength(1));
  const kept = () =>
    here.sql<{ last_error: string | null }>(`select last_error from graphile_worker.jobs where task_identifier = 'counted'`);
  await until(async () => expect((await kept())[0]?.last_error ?? '').toContain('count'));
});
