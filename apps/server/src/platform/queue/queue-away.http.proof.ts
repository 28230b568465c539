import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { useInstallation } from '../../../test/installation.ts';
import { startLineToDatabase } from '../../../test/line-to-database.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { defineTask, enqueue, handleTask, startWorker } from './queue.ts';

const here = useInstallation();
const endless = defineTask('endless', z.object({ letter: z.string() }));
const pace = { everyMs: 200, graceMs: 500 };
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

it.each([
  { said: 'as soon as the database is back', jitter: 0.01 },
  { said: 'later', jitter: 0.99 },
])(
  'runs a task once at a time if its failure was stored during a disconnect, and repeats the statement $said',
  { timeout: 60_000 },
  async ({ jitter }) => {
    // The queue repeats the statement after 1.5 to 4.5 seconds.
    const random = vi.spyOn(Math, 'random').mockReturnValue(jitter);
    stops.push(() => random.mockRestore());
    const key = `fails once ${jitter}`;
    const line = await startLineToDatabase(here.databaseUrl, { statement: 'fail_job', isWhole: true, awayMs: 3500 });
    stops.push(line.stop);
    const hold = new AbortController();
    let [runs, running, most] = [0, 0, 0];
    const handler = handleTask(endless, async (task) => {
      if (task.letter !== key) return;
      runs += 1;
      running += 1;
      most = Math.max(most, running);
      if (runs > 1) await sleep(30_000, undefined, { signal: hold.signal }).catch(() => undefined);
      running -= 1;
      if (runs === 1) throw new Error('the first run fails');
    });
    const worker = await startWorker({
      clock: systemClock,
      url: line.url,
      handlers: [handler],
      concurrency: 2,
      log: createLog('silent'),
      release: pace,
    });
    stops.push(worker.stop, () => hold.abort());
    await here.application.database.asSystem((tx) => enqueue(tx, endless, { payload: { letter: key } }));
    await vi.waitFor(() => expect(runs).toBe(2), { timeout: 15_000 });
    // If the repeated statement unlocked the task, it would run 7.4 seconds later.
    await sleep(14_000);
    expect({ runs, most, fell: line.hasFallen() }).toEqual({ runs: 2, most: 1, fell: true });
  },
);

it('starts tasks soon after the database is back, and logs the outage once', { timeout: 60_000 }, async () => {
  const awayMs = 20_000;
  const line = await startLineToDatabase(here.databaseUrl, { awayMs });
  stops.push(line.stop);
  const hold = new AbortController();
  let runs = 0;
  const handler = handleTask(endless, async () => {
    runs += 1;
    await sleep(60_000, undefined, { signal: hold.signal }).catch(() => undefined);
  });
  const lines: string[] = [];
  const log = Object.assign(createLog('silent'), { warn: (_detail: object, words: string) => void lines.push(words) });
  const worker = await startWorker({ clock: systemClock, url: line.url, handlers: [handler], concurrency: 4, log, release: pace });
  stops.push(worker.stop, () => hold.abort());
  // The workers poll every second.
  await sleep(1500);
  line.fall();
  await sleep(awayMs);
  await here.application.database.asSystem(async (tx) => {
    for (const key of ['1', '2', '3', '4']) await enqueue(tx, endless, { payload: { letter: key } });
  });
  // Each worker runs a task, so none sleeps.
  await vi.waitFor(() => expect(runs).toBe(4), { timeout: 4000 });
  expect(lines.filter((words) => words === 'the queue waits for the database')).toHaveLength(1);
});

it('stops without delay while the database is unreachable, even if it cannot store the end of a task', { timeout: 60_000 }, async () => {
  const line = await startLineToDatabase(here.databaseUrl, { awayMs: 60_000 });
  stops.push(line.stop);
  const handler = handleTask(endless, async () => line.fall());
  const worker = await startWorker({
    clock: systemClock,
    url: line.url,
    handlers: [handler],
    concurrency: 4,
    log: createLog('silent'),
    release: pace,
  });
  await here.application.database.asSystem((tx) => enqueue(tx, endless, { payload: { letter: 'last' } }));
  await vi.waitFor(() => expect(line.hasFallen()).toBe(true), { timeout: 5000 });
  await sleep(10_000);
  const asked = performance.now();
  await worker.stop();
  expect(performance.now() - asked).toBeLessThan(2000);
  // By now the queue has repeated the statement. Its error must not end the process.
  await sleep(5000);
});
