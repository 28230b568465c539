import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

describe('places', () => {
  it('are limited and assigned in order, also after failures', async () => {
    const semaphore = createSemaphore(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const works = [0, 1, 2, 3].map((number) =>
      semaphore.run(async () => {
        begun.push(number);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (number === 0) throw new Error('failed');
        return number;
      }),
    );
    const settled = Promise.allSettled(works);
    await turn();
    expect([begun, semaphore.running, semaphore.waiting]).toEqual([[0, 1], 2, 2]);
    ends[0]?.();
    await turn();
    expect([begun, semaphore.running, semaphore.waiting]).toEqual([[0, 1, 2], 2, 1]);
    ends[1]?.();
    ends[2]?.();
    await turn();
    ends[3]?.();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(semaphore.running).toBe(0);
  });

  it('are not awaited beyond the signal, and go to the next in line', async () => {
    const semaphore = createSemaphore(1);
    const leaving = new AbortController();
    expect(await semaphore.enter()).toBe(true);
    const [impatient, patient] = [semaphore.enter(leaving.signal), semaphore.enter()];
    leaving.abort();
    expect(await impatient).toBe(false);
    expect(await semaphore.enter(leaving.signal)).toBe(false);
    semaphore.leave();
    expect(await patient).toBe(true);
    semaphore.leave();
    expect(semaphore.running).toBe(0);
  });
});
