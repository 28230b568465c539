import { assert, integer, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { beginning, storableText } from './storable-text.ts';

it('[REQ-045] truncation never splits a character', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 40 }), integer({ min: 0, max: 50 }), (text, max) => {
      const cut = beginning(`${text}😀`, max);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(/[\0\p{Surrogate}]/u.test(cut)).toBe(false);
      expect(storableText(text).startsWith(beginning(text, max))).toBe(true);
    }),
  );
  expect(beginning('ab😀c', 3)).toBe('ab');
  expect(beginning('ab😀c', 4)).toBe('ab😀');
  expect(storableText('a\0b\ud83dc')).toBe('abc');
});
