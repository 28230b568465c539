import { assert, constant, nat, property, record, shuffledSubarray, subarray, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteRefusal, editRefusal, isSameSet, leastUsedColor, movedInUse, type StatusState } from './statuses.ts';

const free: StatusState = { isActive: true, inUse: false, usedByMixmax: false, hasSubstatuses: false, isLastActive: false };

describe('moving statuses', () => {
  it('[STS-012] lets unused ones go anywhere and keeps the others in their order', () => {
    expect(movedInUse([1, 2, 3, 4], [4, 1, 3, 2], new Set([1, 3]))).toBeUndefined();
    expect(movedInUse([1, 2, 3, 4], [3, 2, 1, 4], new Set([1, 3]))).toBe(1);
  });

  it('[STS-012] finds nothing in an order that only moves unused ones, whatever the lists', () => {
    const lists = uniqueArray(nat(50), { minLength: 1, maxLength: 12 }).chain((ids) =>
      record({ before: constant(ids), after: shuffledSubarray(ids, { minLength: ids.length }), used: subarray(ids) }),
    );
    assert(
      property(lists, ({ before, after, used }) => {
        const inUse = new Set(used);
        const keptOrder = JSON.stringify(before.filter((id) => inUse.has(id))) === JSON.stringify(after.filter((id) => inUse.has(id)));
        expect(movedInUse(before, after, inUse) === undefined).toBe(keptOrder);
        expect(isSameSet(before, after)).toBe(true);
      }),
    );
  });

  it('[STS-011] wants the whole list', () => {
    for (const wrong of [
      [1, 2],
      [1, 2, 2],
      [1, 2, 4],
      [1, 2, 3, 4],
    ])
      expect(isSameSet([1, 2, 3], wrong)).toBe(false);
  });
});

describe('refusals', () => {
  it('[STS-013] [STS-015] [STS-016] say why a status cannot be deleted', () => {
    expect(deleteRefusal(free)).toBeUndefined();
    expect(deleteRefusal({ ...free, usedByMixmax: true, inUse: true })).toBe('mixmax');
    expect(deleteRefusal({ ...free, inUse: true })).toBe('in_use');
    expect(deleteRefusal({ ...free, hasSubstatuses: true })).toBe('has_substatuses');
    expect(deleteRefusal({ ...free, isLastActive: true })).toBe('last');
    expect(deleteRefusal({ ...free, isActive: false, isLastActive: false })).toBeUndefined();
  });

  it('[STS-014] [STS-016] say why a status cannot be edited', () => {
    expect(editRefusal({ ...free, usedByMixmax: true }, {})).toBe('mixmax');
    expect(editRefusal({ ...free, isLastActive: true }, { isActive: false })).toBe('last');
    expect(editRefusal({ ...free, inUse: true, isLastActive: true }, {})).toBeUndefined();
  });

  it('spreads the colours', () => {
    expect(leastUsedColor([])).toBe(0);
    expect(leastUsedColor([0, 1, 2, 0])).toBe(3);
    expect(leastUsedColor(Array.from({ length: 12 }, (_, color) => color))).toBe(0);
  });
});
