import { array, assert, dictionary, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, writeSearch } from './search-string.ts';

describe('search strings', () => {
  it('[DEC-16] are readable', () => {
    expect(writeSearch({ next: '/folders/3/?tab=new', q: 'go, kafka', page: 2, empty: undefined, none: [] })).toBe(
      '?next=/folders/3/%3Ftab%3Dnew&q=go,+kafka&page=2',
    );
    expect(writeSearch({})).toBe('');
  });

  it('[DEC-16] survive a round trip', () => {
    const name = string({ minLength: 1, unit: 'grapheme' }).filter((text) => text !== '__proto__');
    const value = string({ unit: 'grapheme' });
    assert(
      property(dictionary(name, oneof(value, array(value, { minLength: 2 })), { noNullPrototype: true }), (search) => {
        expect(parseSearch(writeSearch(search))).toEqual(search);
      }),
    );
  });
});
