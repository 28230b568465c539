import { expect, it, vi } from 'vitest';
import { movableClock } from './clock.ts';

const start = new Date('2026-03-01T10:00:00Z');

it('keeps its date until it is moved', () => {
  const clock = movableClock(start);
  clock.advance(90_000);
  expect(clock.now().toISOString()).toBe('2026-03-01T10:01:30.000Z');
  clock.set(start);
  expect(clock.now()).toEqual(start);
});

it('measures forward moves only', () => {
  const clock = movableClock(start);
  const begun = clock.elapsed();
  clock.advance(90_000);
  const moved = clock.elapsed() - begun;
  expect(moved).toBeGreaterThanOrEqual(90_000);
  expect(moved).toBeLessThan(100_000);
  clock.set(start);
  expect(clock.elapsed() - begun).toBeGreaterThanOrEqual(moved);
});

it('fires due timers in order and skips cancelled ones', () => {
  const clock = movableClock(start);
  const fired: string[] = [];
  clock.setTimer(120_000, () => fired.push('later'));
  clock.setTimer(60_000, () => fired.push('sooner'));
  clock.setTimer(60_000, () => fired.push('cancelled'))();
  clock.setTimer(120_001, () => fired.push('too late'));
  clock.advance(120_000);
  expect(fired).toEqual(['sooner', 'later']);
});

it('ends a sleep when the date has moved far enough, or on abort', async () => {
  const clock = movableClock(start);
  const ended = vi.fn<(name: string) => void>();
  const aborting = new AbortController();
  const sleeps = [
    clock.sleep(60_000).then(() => ended('moved')),
    clock.sleep(3_600_000, { signal: aborting.signal }).then(() => ended('aborted')),
    clock.sleep(3_600_000, { signal: AbortSignal.abort() }).then(() => ended('aborted before')),
  ];
  clock.advance(60_000);
  await Promise.all([sleeps[0], sleeps[2]]);
  expect(ended.mock.calls.flat().toSorted()).toEqual(['aborted before', 'moved']);
  aborting.abort();
  await sleeps[1];
});
