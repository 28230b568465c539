import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jitteredGap, rampedLimit } from './warm-up.ts';

const day = 86_400;
const launchedAt = new Date('2026-06-15T12:00:00Z');

describe('mailbox pace', () => {
  it("[DEC-10] raises a new mailbox's limit daily and varies the pauses", () => {
    const connectedAt = launchedAt;
    const after = (days: number) => rampedLimit(50, { connectedAt, now: new Date(connectedAt.getTime() + days * day * 1000), ramps: true });
    expect([0, 1, 2, 3, 30].map(after)).toEqual([20, 30, 40, 50, 50]);
    expect(rampedLimit(null, { connectedAt, now: connectedAt, ramps: true })).toBeNull();
    assert(
      property(integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const gap = jitteredGap(120, seed);
        expect(gap).toBeGreaterThanOrEqual(90_000);
        expect(gap).toBeLessThanOrEqual(150_000);
      }),
    );
    expect(new Set(Array.from({ length: 50 }, (_, seed) => jitteredGap(120, seed))).size).toBeGreaterThan(30);
  });
});
