import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeQuery, encodeQuery } from './query-address.ts';
import { type QueryEntity, type TermData, termsOf } from './term.ts';
import { formatQueryText, parseQueryText } from './query-text.ts';
import { treeOf, withoutTerms } from './tree.ts';

const faults = (text: string) => {
  const parsed = parseQueryText(text);
  return parsed.ok ? [] : parsed.errors.map((error) => `${error.key}@${error.position}`);
};
const read = (text: string): QueryEntity[] => {
  const parsed = parseQueryText(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.value;
};

describe('word distance', () => {
  it('follows quotes and survives a round trip through the address', () => {
    const entities = read('"machine learning"~3 AND -position:"data engineer"~1[exact]');
    expect(termsOf(entities)).toEqual([
      { field: 'text', text: 'machine learning', proximity: 3 },
      { field: 'position', text: 'data engineer', is_excluded: true, whithSynonym: false, proximity: 1 },
    ]);
    expect(formatQueryText(entities)).toBe('"machine learning"~3 AND -position:"data engineer"~1[exact]');
    expect(encodeQuery(entities)).toContain('"near":3');
    expect(decodeQuery(encodeQuery(entities))).toEqual({ ok: true, value: entities });
  });

  it.each([
    ['"a b"~', 'query_proximity@5'],
    ['"a b"~0', 'query_proximity@5'],
    ['"a b"~21', 'query_proximity@5'],
    ['"alone"~3', 'query_proximity@7'],
    ['x AND "a b"~many', 'query_proximity@11'],
    ['location:"New York"~2', 'query_proximity@0'],
  ])('marks %s at its sign', (text, fault) => {
    expect(faults(text)).toContain(fault);
  });

  it('is refused in an address for fields without words', () => {
    expect(decodeQuery('[{"text":"alone","near":3}]')).toMatchObject({ ok: false, errors: [{ key: 'query_proximity', position: 0 }] });
    expect(decodeQuery('["skill:Go",{"text":"a b","near":2.5}]')).toMatchObject({ ok: false, errors: [{ key: 'query_bad_part' }] });
  });
});

describe('star', () => {
  it('ends the last word', () => {
    expect(termsOf(read('devel* "senior devel*" skill:kub*'))).toMatchObject([
      { text: 'devel*' },
      { text: 'senior devel*' },
      { field: 'skill', text: 'kub*' },
    ]);
  });

  it.each([
    ['***', 'query_wildcard_short@0'],
    ['*', 'query_wildcard_short@0'],
    ['a*', 'query_wildcard_short@1'],
    ['skill:Go AND skill:*ava', 'query_wildcard_place@19'],
    ['"data* engineer"', 'query_wildcard_place@5'],
    ['"data eng*"~3', 'query_wildcard_near@9'],
    ['location:Mos*', 'query_wildcard_field@12'],
    ['-comment:goo*', 'query_wildcard_field@12'],
  ])('marks %s at its character', (text, fault) => {
    expect(faults(text)).toEqual([fault]);
  });

  it('[SRCH-050] ends any word of a name', () => {
    expect(termsOf(read('name:"mart* wagn*"'))).toMatchObject([{ field: 'name', text: 'mart* wagn*' }]);
    expect(termsOf(read('name:"mart* wagner"'))).toMatchObject([{ field: 'name', text: 'mart* wagner' }]);
    expect(faults('name:"m* wagn*"')).toEqual(['query_wildcard_place@7']);
    expect(faults('name:"ma*rt wagn*"')).toEqual(['query_wildcard_place@8']);
  });

  it('is literal in the name of a known entry', () => {
    expect(faults('skill:"R*Tree"[#77]')).toEqual([]);
  });

  it('any text is read or refused, and a read one can be written again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab*~"()1: -]{0,40}$/), (text) => {
        const parsed = parseQueryText(text);
        expect(parsed.ok ? parseQueryText(formatQueryText(parsed.value)) : parsed).toEqual(parsed);
        expect(parsed.ok ? 0 : Math.max(...parsed.errors.map((error) => error.position))).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });
});

const left = (text: string, ...gone: number[]) => {
  const entities = read(text);
  const tree = treeOf(entities);
  const terms = termsOf(entities);
  if (!tree.ok || !tree.value) throw new Error('no tree');
  const found = withoutTerms(tree.value, new Set(gone.map((index) => terms[index] as TermData)));
  return JSON.stringify(found, (key, value: unknown) => (key === 'term' ? (value as TermData).text : value));
};

describe('query without some terms', () => {
  it('keeps the other terms unchanged', () => {
    expect(left('skill:Go AND (skill:Rust OR skill:C)', 1)).toBe(
      '{"op":"and","of":[{"op":"term","term":"Go"},{"op":"or","of":[{"op":"term","term":"C"}]}]}',
    );
    expect(left('skill:Go AND (skill:Rust OR skill:C)', 1, 2)).toBe('{"op":"and","of":[{"op":"term","term":"Go"}]}');
    expect(left('NOT (skill:Go OR skill:C) skill:Rust', 0, 1)).toBe('{"op":"and","of":[{"op":"term","term":"Rust"}]}');
    expect(left('skill:Go', 0)).toBeUndefined();
  });
});
