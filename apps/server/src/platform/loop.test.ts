import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { until } from '../../test/settled.ts';
import { movableClock } from './clock.ts';
import { createLog } from './log.ts';
import { startLoop } from './loop.ts';

const log = createLog('silent');
const clock = movableClock(new Date());
const failed = 'the test failed';

it('runs turns one after another, without a pause while more work waits', async () => {
  let running = 0;
  const seen: number[] = [];
  const loop = startLoop({
    clock,
    log,
    failed,
    everyMs: 60_000,
    turn: async () => {
      running += 1;
      expect(running).toBe(1);
      await sleep(1);
      seen.push(seen.length);
      running -= 1;
      return seen.length < 3;
    },
  });
  await until(() => expect(seen).toEqual([0, 1, 2]));
  loop.wake();
  await until(() => expect(seen).toHaveLength(4));
  await loop.stop();
  await sleep(5);
  expect(seen).toHaveLength(4);
});

it('runs another turn if it is woken during one', async () => {
  let turns = 0;
  const loop = startLoop({
    clock,
    log,
    failed,
    everyMs: 60_000,
    turn: async () => {
      turns += 1;
      if (turns === 1) loop.wake();
    },
  });
  await until(() => expect(turns).toBe(2));
  await loop.stop();
});

it('logs a failure, pauses, and continues', async () => {
  const logged: unknown[] = [];
  const listening = Object.assign(createLog('silent'), { warn: (_detail: object, words: string) => logged.push(words) });
  let turns = 0;
  const loop = startLoop({
    clock,
    log: listening,
    failed,
    everyMs: () => 5,
    turn: async () => {
      turns += 1;
      if (turns === 1) throw new Error('away');
    },
  });
  await until(() => expect(turns).toBeGreaterThan(2));
  await loop.stop();
  expect(logged).toEqual([failed]);
});

it('ends its pause on stop, aborts the current turn, and waits for its end', async () => {
  let wasAborted = false;
  let ended = false;
  const busy = startLoop({
    clock,
    log,
    failed,
    everyMs: 60_000,
    turn: async (signal) => {
      await sleep(60_000, undefined, { signal }).catch(() => (wasAborted = true));
      await sleep(5);
      ended = true;
    },
  });
  const idle = startLoop({ clock, log, failed, everyMs: 60_000, beginsWithPause: true, turn: async () => expect.unreachable() });
  await sleep(5);
  await Promise.all([busy.stop(), idle.stop()]);
  expect([wasAborted, ended]).toEqual([true, true]);
});

it('leaves no listeners on the long-lived signal', async () => {
  let held: AbortSignal | undefined;
  let turns = 0;
  const turn = async (signal: AbortSignal) => {
    held = signal;
    turns += 1;
  };
  const loop = startLoop({ clock, log, failed, everyMs: 0, turn });
  await until(() => expect(turns).toBeGreaterThan(100));
  // State on a signal: listeners, and dependent signals.
  const kept = Object.getOwnPropertySymbols(held).map(
    (name) => (held as unknown as Record<symbol, { size?: unknown } | undefined>)[name]?.size,
  );
  await loop.stop();
  expect(kept.filter((size) => typeof size === 'number' && size > 10)).toEqual([]);
});

it('ends its pause when the clock has moved that far', async () => {
  let turns = 0;
  const loop = startLoop({ clock, log, failed, everyMs: 60_000, turn: async () => void (turns += 1) });
  await until(() => expect(turns).toBe(1));
  clock.advance(59_999);
  await new Promise(setImmediate);
  expect(turns).toBe(1);
  clock.advance(1);
  await until(() => expect(turns).toBe(2));
  await loop.stop();
});

it('is idle after a later turn that left no work', async () => {
  let waiting = 0;
  const turn = async () => {
    await new Promise(setImmediate);
    waiting = Math.max(0, waiting - 1);
    return waiting > 0;
  };
  const loop = startLoop({ clock, log, failed, everyMs: 60_000, turn });
  await loop.idle();
  waiting = 3;
  await loop.idle();
  expect(waiting).toBe(0);
  await loop.stop();
  await loop.idle();
});
