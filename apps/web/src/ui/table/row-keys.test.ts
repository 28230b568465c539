import { describe, expect, it } from 'vitest';
import { rowAfter } from './row-keys.ts';

describe('the next row of a key', () => {
  const ids = ['a', 'b', 'c'];

  it('starts at the first row and stays within the list', () => {
    expect(rowAfter(ids, undefined, 1)).toEqual({ id: 'a', index: 0 });
    expect(rowAfter(ids, undefined, -1)).toEqual({ id: 'a', index: 0 });
    expect(rowAfter(ids, 'c', 1)).toEqual({ id: 'c', index: 2 });
    expect(rowAfter(ids, 'b', -1)).toEqual({ id: 'a', index: 0 });
    expect(rowAfter([], 'b', 1)).toBeUndefined();
  });

  it('starts over if the active row is gone', () => {
    expect(rowAfter(ids, 'gone', 1)).toEqual({ id: 'a', index: 0 });
  });
});
