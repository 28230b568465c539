import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { decodeEntities } from './entities.ts';

it('resolves names and numbers and keeps unknown references', () => {
  expect(decodeEntities('R&amp;D &laquo;&#1040;&#x411;&raquo; &nosuch; &#0; AT&T &#9999999;')).toBe('R&D «АБ» &nosuch;  AT&T ');
});

it('restores any text that was written as numbers', () => {
  assert(
    property(
      string({ unit: 'binary', minLength: 1 }).filter((text) => !text.includes('\0')),
      (text) => {
        const written = [...text].map((sign) => `&#${sign.codePointAt(0)};`).join('');
        expect(decodeEntities(written)).toBe(text);
      },
    ),
  );
});
