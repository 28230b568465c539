import { array, assert, boolean, constantFrom, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSort, writeSort } from './column.ts';
import { togglePage, toggleRows } from './selection.ts';

const ids = [1, 2, 3, 4, 5];

describe('selecting rows', () => {
  it('[DEC-13] selects one, and a range with shift in both directions', () => {
    const one = toggleRows({ ids, selected: new Set(), id: 2 });
    expect([...one]).toEqual([2]);
    expect([...toggleRows({ ids, selected: one, id: 4, from: 2 })].toSorted()).toEqual([2, 3, 4]);
    expect([...toggleRows({ ids, selected: one, id: 1, from: 3 })].toSorted()).toEqual([1, 2, 3]);
  });

  it('[DEC-13] deselects a range if the clicked row was selected', () => {
    expect([...toggleRows({ ids, selected: new Set(ids), id: 4, from: 2 })]).toEqual([1, 5]);
  });

  it('[DEC-13] keeps rows of other pages', () => {
    expect([...togglePage(ids, new Set([9]))].toSorted()).toEqual([1, 2, 3, 4, 5, 9]);
    expect([...togglePage(ids, new Set([...ids, 9]))]).toEqual([9]);
  });

  it('[DEC-13] selects only rows that are clicked, between or already selected', () => {
    const click = tuple(constantFrom(...ids), boolean());
    assert(
      property(array(click), (clicks) => {
        let selected: ReadonlySet<string | number> = new Set();
        let from: number | undefined;
        for (const [id, shift] of clicks) {
          const before = selected;
          selected = toggleRows({ ids, selected, id, from: shift ? from : undefined });
          expect(selected.has(id)).toBe(!before.has(id));
          from = id;
        }
        expect([...selected].every((id) => ids.includes(Number(id)))).toBe(true);
      }),
    );
  });
});

describe('sorting in the address', () => {
  it('[DEC-16] survives a round trip', () => {
    expect(readSort('-name')).toEqual({ column: 'name', descending: true });
    expect(readSort('')).toBeUndefined();
    expect(writeSort(readSort('name'))).toBe('name');
    expect(writeSort(undefined)).toBeUndefined();
  });
});
