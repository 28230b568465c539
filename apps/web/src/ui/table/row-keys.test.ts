import { describe, expect, it } from 'vitest';
import { rowAfter } from './row-keys.ts';

describe('the row that a key leads to', () => {
  const ids = ['a', 'b', 'c'];

  it('begins at the first row, and stays within the list', () => {
    expect(rowAfter(ids, undefined, 1)).toEqual({ id: 'a', index: 0 });
    expect(rowAfter(ids, undefined, -1)).toEqual({ id: 'a', index: 0 });
    expect(rowAfter(ids, 'c', 1)).toEqual({ id: 'c', index: 2 });
    expect(rowAfter(ids, 'b', -1)).toEqual({ id: 'a', index: 0 });
    expect(rowAfter([], 'b', 1)).toBeUndefined();
  });

  it('begins anew where the active row has gone', () => {
    expect(rowAfter(ids, 'gone', 1)).toEqual({ id: 'a', index: 0 });
  });
});
