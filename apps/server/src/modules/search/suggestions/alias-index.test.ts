import * as fc from 'fast-check';
import { normalizeName } from '@headwater/reference/normalize-name';
import { describe, expect, it } from 'vitest';
import { createAliasIndex, findByBeginning, type Item } from './alias-index.ts';

const item = (id: number, ...spellings: string[]): Item => ({
  id: String(id),
  name: spellings[0] ?? '',
  nameRu: null,
  spellings,
  isCity: false,
});
const index = createAliasIndex([
  item(1, 'Python', 'Питон'),
  item(2, 'Machine learning', 'ML'),
  item(3, 'C++'),
  item(4, 'C#'),
  item(5, 'C'),
  item(6, 'Deep learning'),
]);
const names = (text: string, limit = 10) => findByBeginning(index, text, limit).map((found) => found.item.name);

describe('findByBeginning', () => {
  it('[SUGG-004] matches any word in either language, most popular first', () => {
    expect(names('py')).toEqual(['Python']);
    expect(names('пит')).toEqual(['Python']);
    expect(names('learn')).toEqual(['Machine learning', 'Deep learning']);
    expect(names('learn', 1)).toEqual(['Machine learning']);
    expect(findByBeginning(index, 'ml', 1)[0]?.word).toBe('ML');
  });
  it('ranks the whole match first and distinguishes C, C++ and C#', () => {
    expect(names('c')[0]).toBe('C');
    expect(names('C++')).toEqual(['C++']);
    expect(names('c#')).toEqual(['C#']);
  });
  it('tolerates a typo after the first character', () => {
    for (const typed of ['pyhton', 'pythn', 'pythoon', 'pythpn', 'питан']) expect(names(typed)).toEqual(['Python']);
    expect(names('pyt hon')).toEqual(['Python']);
    expect(names('xython')).toEqual([]);
    expect(names('')).toEqual([]);
  });
  it('returns the same items as a naive search', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 });
    const spelling = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(fc.array(spelling, { minLength: 1, maxLength: 3 }), { maxLength: 12 }), word, (all, typed) => {
        const items = all.map((spellings, id) => item(id, ...spellings));
        const begins = (text: string) =>
          text.split(' ').some((_, from, words) => normalizeName(words.slice(from).join(' ')).startsWith(typed));
        const expected = items.filter(({ spellings }) => spellings.some(begins)).map(({ id }) => id);
        const found = findByBeginning(createAliasIndex(items), typed, 100).map((one) => one.item.id);
        expect(found.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});
