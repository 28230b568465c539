import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileSchema } from '#modules/search/schema.ts';
import { compileQuery, explainHit, scoringQuery } from './compile-query.ts';
import { storeDocument } from './document.ts';
import { planFacets } from './facets.ts';
import { fingerprintOf, indexBody } from './mapping.ts';
import { patternOfPrefix, readValue, startsWord, storeValue } from './values.ts';

const schema = profileSchema;

const queryOf = (tree: Parameters<typeof compileQuery>[1]) => scoringQuery(compileQuery(schema, tree), true);
const scored = (filter: object, boost: number, name: string) => ({ constant_score: { filter, boost, _name: name } });
const term = (value: string, tag: string) => ({ op: 'term', field: 'skill', value, tag }) as const;

const count = (shards: number) =>
  planFacets({
    schema,
    shards,
    options: {
      scope: { companyId: 1 },
      filters: [
        { kind: 'values', facet: 'industry', include: ['a'], exclude: ['b'] },
        { kind: 'range', facet: 'age', min: 20 },
      ],
      facets: [{ facet: 'industry', limit: 5, always: ['z'] }],
      histograms: [{ facet: 'age', edges: [0, 30] }],
    },
  });
const sizes = (shards: number) => JSON.stringify(count(shards).aggs).includes('"shard_size":2147483647');

describe('stored values', () => {
  const value = fc.string({ unit: fc.constantFrom(...'aBёŁ .-+#/'), maxLength: 12 });

  it('are read back, and sort as written', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(readValue(storeValue(one))).toBe(one);
        expect(storeValue(one) < storeValue(other)).toBe(one < other);
      }),
    );
  });

  it('are found by the beginning of any word', () => {
    // The pattern has the syntax of Lucene; apart from flags it is also one of JavaScript.
    fc.assert(
      fc.property(value, value, (text, prefix) => {
        const pattern = patternOfPrefix(prefix);
        const isFound = pattern === undefined || new RegExp(`^(?:${pattern})$`, 's').test(storeValue(text));
        expect(isFound).toBe(startsWord(text, prefix));
      }),
    );
  });
});

describe('queries', () => {
  it('search words as written, by form and by beginning', () => {
    const word = (mode: 'exact' | 'stem' | 'prefix' | 'prefixOfForm', field = 'currentTitle', text = 'Senior Developers') =>
      queryOf({ op: 'word', field, text, mode });
    expect(word('exact')).toEqual(scored({ match_phrase: { 'x.currentTitle': 'senior developers' } }, 3_000, '0'));
    expect(word('stem')).toEqual(scored({ match_phrase: { 'y.currentTitle': 'senior develop' } }, 3_000, '0'));
    const beginning = { 'x.currentTitle': { query: 'senior developers', max_expansions: 50_000 } };
    expect(word('prefix')).toEqual(scored({ match_phrase_prefix: beginning }, 3_000, '0'));
    expect(word('prefixOfForm', 'name', 'Ива')).toEqual(scored({ prefix: { 'y.name': 'iva' } }, 4_000, '0'));
    expect(word('exact', 'about', '!')).toEqual(scored({ match_none: {} }, 300, '0'));
    expect(queryOf({ op: 'phrase', field: 'about', text: 'a b', mode: 'exact', slop: 2 })).toEqual(
      scored(
        { span_near: { clauses: [{ span_term: { 'x.about': 'a' } }, { span_term: { 'x.about': 'b' } }], slop: 2, in_order: true } },
        300,
        '0',
      ),
    );
  });

  it('take the best of or, add up any, and explain only what counts', () => {
    const tree = compileQuery(schema, {
      op: 'or',
      of: [
        { op: 'and', of: [term('a', 'x'), term('b', 'y')] },
        { op: 'any', of: [term('c', 'z'), { op: 'not', of: term('d', 'n') }] },
      ],
    });
    expect(scoringQuery(tree, false)).toMatchObject({
      dis_max: { tie_breaker: 0, queries: [{ bool: { must: [{}, {}] } }, { bool: { should: [{}, {}], minimum_should_match: 1 } }] },
    });
    const tags = (...matched: number[]) => explainHit(tree, new Set(matched)).map(({ tag }) => tag);
    expect(tags(0, 2)).toEqual(['z']);
    expect(tags(0, 1, 3)).toEqual(['x', 'y']);
    expect(tags(0, 3)).toEqual([]);
  });
});

describe('facets', () => {
  it('are counted without their own filters, and without those of no facet asked for', () => {
    const { filters, postFilters, aggs } = count(1);
    expect(filters).toEqual([]);
    expect(postFilters).toHaveLength(3);
    expect(Object.keys(aggs)).toEqual(['c1_2', 'c2', 'c0_1']);
    expect(aggs['c1_2']).toMatchObject({ aggs: { f0: { terms: { field: 't.industry', size: 7 } } } });
  });

  it('ask every shard for all values, because sums of the best are estimates', () => {
    expect([sizes(1), sizes(2)]).toEqual([false, true]);
  });

  it('read counts of listed values, of single ones and of ranges', () => {
    const aggregations = {
      c1_2: {
        doc_count: 9,
        f0: {
          buckets: [
            { key: storeValue('b'), doc_count: 1 },
            { key: storeValue('a'), doc_count: 4 },
          ],
        },
        e0: { buckets: [{ key: '', doc_count: 0 }] },
      },
      c2: { doc_count: 12, e0: { buckets: [{ key: '', doc_count: 6 }] } },
      c0_1: { doc_count: 10, h0: { buckets: [1, 2, 3].map((doc_count) => ({ key: '', doc_count })) } },
    };
    expect(count(1).read(aggregations)).toEqual({
      facets: {
        industry: [
          { value: 'b', count: 6 },
          { value: 'a', count: 4 },
          { value: 'z', count: 0 },
        ],
      },
      histograms: { age: { below: 1, counts: [2], above: 3, missing: 4 } },
    });
  });
});

describe('indexes', () => {
  it('take known fields only, and are others for another schema or number of shards', () => {
    const settings = { shards: 2, replicas: 1 };
    const body = JSON.stringify(indexBody(schema, settings, ['writes']));
    expect(body).toContain('"number_of_shards":2');
    expect(body.match(/"dynamic":"strict"/g)).toHaveLength(6);
    expect(body).not.toContain('"type":"object"');
    const fingerprints = [
      fingerprintOf(schema, settings),
      fingerprintOf(schema, { ...settings, shards: 3 }),
      fingerprintOf({ ...schema, revision: 0 }, settings),
    ];
    expect(new Set(fingerprints).size).toBe(3);
    expect(fingerprintOf(schema, { ...settings, replicas: 0 })).toBe(fingerprints[0]);
  });

  it('hold the words that the product makes, and the companies that replace a common document', () => {
    const document = {
      id: 7,
      owner: 0,
      freshness: 1,
      completeness: 0,
      terms: { skill: ['C++'], handle: ['github/ivan'] },
      numbers: { age: 30 },
      texts: { currentTitle: ['Senior C++ Developers'] },
      points: {},
    };
    const stored = storeDocument(schema, document, [0, 3]);
    expect(stored.key).toBe('7-0');
    expect(JSON.parse(stored.body)).toMatchObject({
      replaced: [3],
      rank: 600,
      t: { skill: ['C++\u0000\u0001c++'], handle: ['github/ivan'] },
      x: { currentTitle: ['senior c++ developers'] },
      y: { currentTitle: ['senior c++ develop'] },
    });
    expect(storeDocument(schema, document, [0]).digest).not.toBe(stored.digest);
    expect(() => storeDocument(schema, { ...document, terms: { nothing: ['x'] } }, [0])).toThrow('nothing');
  });
});
