import { expect, it } from 'vitest';
import { afterGap, gapsOf } from './gaps.ts';

const now = new Date('2026-11-28T10:00:00Z');

it('other actions have shorter pauses than new dialogs, with random lengths', () => {
  const { dialogs, mailings, lookUps } = gapsOf([20_000, 60_000]);
  expect([dialogs, mailings, lookUps]).toEqual([
    [20_000, 60_000],
    [10_000, 30_000],
    [5000, 15_000],
  ]);
  const moments = new Set(Array.from({ length: 100 }, () => (afterGap(now, lookUps)?.getTime() ?? 0) - now.getTime()));
  expect(Math.min(...moments)).toBeGreaterThanOrEqual(5000);
  expect(Math.max(...moments)).toBeLessThanOrEqual(15_000);
  expect(moments.size).toBeGreaterThan(10);
  expect(afterGap(now, gapsOf([0, 0]).mailings)).toBeNull();
});
