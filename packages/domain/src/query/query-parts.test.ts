import { describe, expect, it } from 'vitest';
import { partsOfQuery } from './query-parts.ts';
import { formatQueryText, parseQueryText } from './query-text.ts';

const partsOf = (text: string) => {
  const read = parseQueryText(text);
  return read.ok ? partsOfQuery(read.value) : [];
};
const linkedIn =
  '("software engineer" OR "golang developer") AND (Go OR Golang) AND (Berlin OR Potsdam) NOT (Zalando OR "HelloFresh") AND (German OR English)';

describe('parts of a boolean query', () => {
  it('[DEC-15] [DEC-16] are its conditions, with the query that remains', () => {
    expect(partsOf(linkedIn).map(({ text }) => text)).toEqual([
      '"software engineer" OR "golang developer"',
      'Go OR Golang',
      'Berlin OR Potsdam',
      'NOT (Zalando OR HelloFresh)',
      'German OR English',
    ]);
    const [first] = partsOf('(a OR b) AND skill:Go AND -company:Acme');
    expect(first?.numbers).toEqual([0, 1]);
    expect(formatQueryText(first?.rest ?? [])).toBe('skill:Go AND -company:Acme');
    expect(partsOf('a AND (b AND (c OR d))').map(({ text, numbers }) => [text, numbers])).toEqual([
      ['a', [0]],
      ['b', [1]],
      ['c OR d', [2, 3]],
    ]);
  });

  it('[DEC-16] leave a query that reads the same', () => {
    for (const { rest } of partsOf(linkedIn)) {
      const text = formatQueryText(rest);
      const read = parseQueryText(text);
      expect(read.ok && read.value).toEqual(rest);
    }
  });

  it('are one for alternatives, and none for an empty query', () => {
    expect(partsOf('Go OR Rust').map(({ text, rest }) => [text, rest])).toEqual([['Go OR Rust', []]]);
    expect(partsOf('')).toEqual([]);
  });
});
