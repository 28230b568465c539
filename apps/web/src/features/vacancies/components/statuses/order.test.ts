import { assert, integer, nat, property, tuple, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveNextTo, moveByStep } from './order.ts';

const lists = uniqueArray(integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 30 });
const sorted = (list: readonly number[]) => list.toSorted((left, right) => left - right);

describe('reordering statuses', () => {
  it('[STS-010][STS-011] moves the dragged one next to the drop target', () => {
    expect(moveNextTo([1, 2, 3, 4], { dragged: 4, target: 2, edge: 'above' })).toEqual([1, 4, 2, 3]);
    expect(moveNextTo([1, 2, 3, 4], { dragged: 1, target: 3, edge: 'below' })).toEqual([2, 3, 1, 4]);
  });

  it('[STS-010] returns nothing if the order does not change', () => {
    expect(moveNextTo([1, 2, 3], { dragged: 1, target: 2, edge: 'above' })).toBeUndefined();
    expect(moveNextTo([1, 2, 3], { dragged: 9, target: 2, edge: 'above' })).toBeUndefined();
    expect(moveByStep([1, 2, 3], { id: 1, step: -1 })).toBeUndefined();
    expect(moveByStep([1, 2, 3], { id: 3, step: 1 })).toBeUndefined();
  });

  it('[STS-011] always contains each status once', () => {
    expect.hasAssertions();
    assert(
      property(lists, tuple(nat(), nat()), (list, [from, to]) => {
        const [dragged, target] = [list[from % list.length] ?? 0, list[to % list.length] ?? 0];
        const order = moveNextTo(list, { dragged, target, edge: from % 2 === 0 ? 'above' : 'below' }) ?? list;
        expect(sorted(order)).toEqual(sorted(list));
        expect(sorted(moveByStep(list, { id: dragged, step: 1 }) ?? list)).toEqual(sorted(list));
      }),
    );
  });
});
