import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAdmissionControl } from './admission-control.ts';
import { createFairQueue } from './fair-queue.ts';

const untilStopped = (flags: Int32Array) => async (slot: number) => {
  while (Atomics.load(flags, slot) === 0) await pause(1);
  return 'stopped';
};

describe('admission of searches', () => {
  it('ends a search at its timeout, and releases its place once the thread has stopped', async () => {
    const admission = createAdmissionControl({ running: 1, waiting: 1, timeMs: 20 });
    const caller = { company: 1, signal: undefined };
    await expect(admission.run(caller, untilStopped(admission.flags))).rejects.toMatchObject({ code: 'timeout' });
    expect(await admission.run(caller, async () => 'next')).toBe('next');
  });

  it('ends the search of a disconnected caller', async () => {
    const admission = createAdmissionControl({ running: 1, waiting: 1, timeMs: 5_000 });
    const leaving = new AbortController();
    const run = admission.run({ company: 1, signal: leaving.signal }, untilStopped(admission.flags));
    leaving.abort();
    await expect(run).rejects.toMatchObject({ code: 'aborted' });
  });

  it('admits one waiting search of each company in turn', async () => {
    const queue = createFairQueue({ running: 1, waiting: 10 });
    const first = await queue.enter(1, undefined);
    const order: number[] = [];
    const waiting = [1, 1, 1, 2, 3].map(async (company) => {
      const place = await queue.enter(company, undefined);
      order.push(company);
      queue.leave(place);
    });
    queue.leave(first);
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3, 1, 1]);
  });
});
