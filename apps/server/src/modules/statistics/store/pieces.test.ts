import { dayMs } from '@headwater/domain/time/durations';
import { expect, it } from 'vitest';
import { randomFor } from '#modules/demo/random.ts';
import { cutPeriod } from './pieces.ts';

const beginning = Date.UTC(2000, 0, 1);

it('[STB-010] cuts a period into sums that touch each other, begin where sums begin and are few', () => {
  const random = randomFor(20_261_130, 0);
  for (let count = 0; count < 2000; count += 1) {
    const from = new Date(beginning + random.int(0, 12_000) * dayMs + random.int(0, 95) * 900_000);
    const to = new Date(from.getTime() + random.int(1, random.pick([90, 4000, 170_000])) * 900_000);
    const pieces = cutPeriod({ from, to });
    expect([pieces[0]?.from, pieces.at(-1)?.to]).toEqual([from, to]);
    for (const [index, { from: start, to: end, days }] of pieces.entries()) {
      expect(pieces[index + 1]?.from ?? to).toEqual(end);
      // A piece without a whole day spans at most two days.
      expect(end.getTime() - start.getTime()).toBeLessThan(days === 0 ? 2 * dayMs : Number.POSITIVE_INFINITY);
      const length = Math.max(days * dayMs, 1);
      expect([(start.getTime() - beginning) % length, (end.getTime() - beginning) % length]).toEqual([0, 0]);
    }
    expect(pieces.length).toBeLessThanOrEqual(7);
  }
});

it('has no pieces for an empty period', () => {
  const now = new Date();
  expect(cutPeriod({ from: now, to: now })).toEqual([]);
});
