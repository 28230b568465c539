import { expect, it } from 'vitest';
import { reconnectPause } from './reconnect-pause.ts';

it('waits a second after the first failed attempt, and up to half a minute after more', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map(reconnectPause)).toEqual([1000, 2000, 5000, 15_000, 30_000, 30_000, 30_000]);
});

it('waits a second if an attempt ended before it was counted', () => {
  expect(reconnectPause(0)).toBe(1000);
});
