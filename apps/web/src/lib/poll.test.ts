import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { poll } from './poll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(options: { repeats?: number } = {}) {
  const stop = new AbortController();
  const begun = Date.now();
  const calls: number[] = [];
  let isOver = false;
  const asked = () => {
    calls.push(Date.now() - begun);
    if (calls.length === 2) throw new Error('no answer this time');
  };
  void poll(asked, { ...options, signal: stop.signal }).finally(() => {
    isOver = true;
  });
  return { calls, stop, isOver: () => isOver };
}

describe('polling', () => {
  it('[REQ-023] [REQ-024] [REQ-025] calls after 0 ms, then three more times at 15000 ms, despite failures', async () => {
    const { calls, isOver } = start();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual([0]);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(calls).toEqual([0]);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(calls).toEqual([0, 15_000, 30_000, 45_000]);
    expect(isOver()).toBe(true);
  });

  it('[REQ-022] stops on request, before the first call and between calls', async () => {
    const { calls, stop, isOver } = start({ repeats: 100 });
    await vi.advanceTimersByTimeAsync(30_000);
    stop.abort();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(calls).toEqual([0, 15_000, 30_000]);
    expect(isOver()).toBe(true);
    const never = start();
    never.stop.abort();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(never.calls).toEqual([]);
  });
});
