import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formOf } from './forms.ts';
import { tokenize } from '@headwater/domain/text/tokenize';

describe('tokenize', () => {
  it.each([
    ['C++, C# and .NET developer', ['c++', 'c#', 'and', '.net', 'developer']],
    ['C/C++/C#', ['c', 'c++', 'c#']],
    ['C++17; F#', ['c++', '17', 'f#']],
    ['Node.js/Vue.js, ASP.NET Core', ['node.js', 'vue.js', 'asp.net', 'core']],
    ['worked in Moscow.Then left.', ['worked', 'in', 'moscow', 'then', 'left']],
    ['back-end, e-mail: a.b@c.com', ['back', 'end', 'e', 'mail', 'a', 'b', 'c', 'com']],
    ['Ёлка и её Йод', ['елка', 'и', 'ее', 'йод']],
    ["O'Neil d’Artagnan résumé Müller", ['oneil', 'dartagnan', 'resume', 'muller']],
    ['1С 10+ лет', ['1c', '10', 'лет']],
    ['  ...!?  ', []],
    ['日本語 中', ['日本語', '中']],
  ])('[SRCH-001] splits %j', (text, words) => expect(tokenize(text)).toEqual(words));

  it('handles plain text by the full rules', () => {
    const signs = fc.constantFrom(..."abczAZ09жёЁЯсСтхнрп .,'`+#-_/«»–\u00a0…•");
    fc.assert(
      fc.property(fc.string({ unit: signs, maxLength: 30 }), (text) => {
        // A character of another script disables the fast path and is one more word.
        expect(tokenize(text)).toEqual(tokenize(`${text} 日`).slice(0, -1));
      }),
      { numRuns: 3_000 },
    );
  });

  it('is idempotent', () => {
    const text = 'Senior C++ разработчик (Node.js, .NET), ёж';
    expect(tokenize(tokenize(text).join(' '))).toEqual(tokenize(text));
  });
});

describe('formOf', () => {
  it('is equal for inflections, in English and Russian', () => {
    for (const [one, other] of [
      ['developer', 'developers'],
      ['разработчик', 'разработчика'],
      ['engineering', 'engineer'],
    ] as const) {
      expect(formOf('stem', one)).toBe(formOf('stem', other));
    }
  });

  it('keeps technology names unchanged', () => {
    for (const word of ['c++', 'c#', '.net', 'node.js', '1c', 'k8s']) expect(formOf('stem', word)).toBe(word);
  });
});
