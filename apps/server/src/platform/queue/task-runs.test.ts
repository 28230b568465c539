import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { expect, it, vi } from 'vitest';
import { until } from '../../../test/settled.ts';
import { createLog } from '#platform/log.ts';
import { watchTaskRuns } from './task-runs.ts';

const nothing = () => undefined as void;
const done = { rows: [], rowCount: 1 };

/** Without a database: the test answers or drops each statement. */
function openRuns() {
  const events = new EventEmitter();
  const runs = watchTaskRuns(events, {
    pool: () => ({ query: async () => ({ rows: [] }) }) as unknown as Pool,
    log: createLog('silent'),
  });
  const ask = (name: string, values: unknown[]) => {
    let [stored, lost] = [nothing, nothing];
    const answer = new Promise<unknown>((resolve, reject) => {
      stored = () => resolve(done);
      lost = () => reject(new Error('the line fell'));
    });
    const make = vi.fn(() => answer);
    const result = runs.watch({ name: `${name}/graphile_worker`, values }, make);
    const outcome = result.catch(() => 'lost');
    return { make, outcome, heard: stored, lost };
  };
  const emit = (event: 'job:start' | 'job:success' | 'job:error') => void events.emit(event, { job: { id: '7' } });
  return {
    stop: runs.stop,
    emit,
    take: () => ask('get_job', ['pool', [1]]),
    fail: () => ask('fail_job', ['pool', JSON.stringify([{ jobId: '7', message: 'refused' }])]),
    /** Runs and fails; the database stores it, but the response is lost. */
    async failWithoutAnswer() {
      emit('job:start');
      emit('job:error');
      const first = this.fail();
      expect(first.make).toHaveBeenCalledOnce();
      first.lost();
      expect(await first.outcome).toBe('lost');
    },
  };
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 20));

it('delays a repeated failure until the pending claim ends, and drops it if the claim returns the same task', async () => {
  const one = openRuns();
  await one.failWithoutAnswer();
  const taken = one.take();
  const again = one.fail();
  await turns();
  expect(again.make).not.toHaveBeenCalled();
  taken.heard();
  await taken.outcome;
  one.emit('job:start');
  expect(await again.outcome).toMatchObject({ rowCount: 0 });
  expect(again.make).not.toHaveBeenCalled();
  one.stop();
});

it('repeats a failure if the first attempt was lost, and blocks claims until then', async () => {
  const one = openRuns();
  await one.failWithoutAnswer();
  const again = one.fail();
  const taken = one.take();
  await turns();
  expect(again.make).toHaveBeenCalledOnce();
  expect(taken.make).not.toHaveBeenCalled();
  again.heard();
  await turns();
  expect(taken.make).toHaveBeenCalledOnce();
  one.stop();
});

it('drops a failure that arrives two runs late', async () => {
  const one = openRuns();
  await one.failWithoutAnswer();
  one.emit('job:start');
  one.emit('job:error');
  const second = one.fail();
  await turns();
  second.heard();
  expect(await second.outcome).toEqual(done);
  one.emit('job:start');
  const late = one.fail();
  expect(await late.outcome).toMatchObject({ rowCount: 0 });
  expect(late.make).not.toHaveBeenCalled();
  one.stop();
});

it('unblocks claims after five seconds if the repeated statement gets no answer', async () => {
  const one = openRuns();
  await one.failWithoutAnswer();
  const again = one.fail();
  const taken = one.take();
  await turns();
  expect(again.make).toHaveBeenCalledOnce();
  await until(() => expect(taken.make).toHaveBeenCalledOnce());
  one.stop();
});
