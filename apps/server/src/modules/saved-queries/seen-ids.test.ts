import { assert, integer, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packIds, unpackIds } from './seen-ids.ts';

describe('packed ids', () => {
  it('are unpacked unchanged in ascending order', () => {
    assert(
      property(uniqueArray(integer({ min: 1, max: 2 ** 32 - 1 }), { maxLength: 300 }), (ids) => {
        expect(unpackIds(packIds(ids))).toEqual(ids.toSorted((one, other) => one - other));
      }),
    );
  });

  it('take about a byte each in a large base', () => {
    const ids = Array.from({ length: 50_000 }, (_, index) => 1 + index * 20);
    expect(packIds(ids).length).toBeLessThanOrEqual(60_000);
    expect(unpackIds(packIds([]))).toEqual([]);
  });
});
