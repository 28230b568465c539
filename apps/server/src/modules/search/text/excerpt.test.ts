import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, marksOf, type Highlight } from './excerpt.ts';

const wanted = (text: string, more: Partial<Highlight> = {}): Highlight => ({ words: text.split(' '), mode: 'stem', slop: 0, ...more });
const marked = (text: string, ...wishes: Highlight[]) => marksOf(text, wishes).map(([from, to]) => text.slice(from, to));

describe('marks', () => {
  it('match words in any form, in both languages', () => {
    expect(marked('She develops and developed things.', wanted('develop'))).toEqual(['develops', 'developed']);
    expect(marked('Разрабатывал системы, система работала', wanted('системы'))).toEqual(['системы', 'система']);
    expect(marked('developer', wanted('develops', { mode: 'exact' }))).toEqual([]);
  });

  it('match whole technology names only', () => {
    expect(marked('C, C++, C#. I use C++!', wanted('c++'))).toEqual(['C++', 'C++']);
    expect(marked('Node.js and .NET.', wanted('node.js'), wanted('.net'))).toEqual(['Node.js', '.NET']);
  });

  it('require adjacent words, with up to `slop` others in between', () => {
    const text = 'machine and deep learning, learning machine';
    expect(marked(text, wanted('machine learning'))).toEqual([]);
    expect(marked(text, wanted('machine learning', { slop: 2 }))).toEqual(['machine', 'learning']);
    expect(marked('kubernetes kuber', wanted('kuber', { mode: 'prefix' }))).toEqual(['kubernetes kuber']);
  });

  it('stay within any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.string({ maxLength: 8 }), (text, word) => {
        for (const [from, to] of marksOf(text, [wanted(word.toLowerCase())])) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

describe('excerptOf', () => {
  it('returns the part around the first mark, cut at whole words', () => {
    const long = `${'before '.repeat(40)}distributed ledger ${'after '.repeat(60)}`;
    const found = excerptOf(long, [wanted('distributed ledger')]);
    expect(found?.text).toMatch(/^… (before )+distributed ledger (after ?)+ …$/);
    expect(found?.text.length).toBeLessThan(220);
    expect(found?.marks.map(([from, to]) => found.text.slice(from, to))).toEqual(['distributed ledger']);
    expect(excerptOf(long, [wanted('nothing')])).toBeUndefined();
    expect(excerptOf('short ledger', [wanted('ledger')])).toEqual({ text: 'short ledger', marks: [[6, 12]] });
  });
});
