import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapOf, createArena } from '../format/bitmaps.ts';
import type { Segment } from '../format/segment.ts';
import type { Evaluation, ScoreNode } from './score-tree.ts';
import { createTop } from './top-hits.ts';
import { rankByRelevance } from './top-k-collector.ts';

const documents = 300;
const ids = Uint32Array.from({ length: documents }, (_, document) => document + 1);
const everyone = Array.from(ids, (_, document) => document);

/** A part of a query: the documents that have it, and its points. */
type Part = readonly [has: ReadonlySet<number>, points: number];
/** One part is a plain condition, several are alternatives of which the best counts. */
interface Query {
  required: readonly Part[][];
  wanted: readonly Part[][];
}

const part: fc.Arbitrary<Part> = fc.tuple(
  fc.integer({ min: 1, max: 10 }).chain((step) => fc.constant(new Set(everyone.filter((document) => (document * 7) % 11 < step)))),
  fc.constantFrom(1, 2, 5, 300, 1000, 1400),
);
const parts = (minLength: number) => fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { minLength, maxLength: 4 });
const queries: fc.Arbitrary<Query> = fc.record({ required: parts(0), wanted: parts(0) });

const flat = ([has, points]: Part): ScoreNode => ({
  kind: 'flat',
  bitmap: bitmapOf(Uint32Array.from(has).toSorted()),
  points,
  parts: [],
  preferred: [],
  max: points,
});
function alternatives(all: readonly Part[]): ScoreNode {
  const [first, ...others] = all.map(flat);
  if (others.length === 0) return first!;
  const united = bitmapOf(Uint32Array.from(new Set(all.flatMap(([has]) => [...has]))).toSorted());
  return {
    ...first!,
    kind: 'best',
    bitmap: united,
    points: 0,
    parts: [first!, ...others],
    max: Math.max(...all.map(([, points]) => points)),
  };
}

const hasAny = (all: readonly Part[], document: number) => all.some(([has]) => has.has(document));
const pointsOf = (all: readonly Part[], document: number) => Math.max(0, ...all.map(([has, points]) => (has.has(document) ? points : 0)));

/** Scores each document. */
function expected({ required, wanted }: Query, { staticRank, take }: { staticRank: Uint16Array; take: number }) {
  return everyone
    .filter((document) => required.every((all) => hasAny(all, document)))
    .map((document) => ({
      id: ids[document]!,
      score: [...required, ...wanted].reduce((sum, all) => sum + pointsOf(all, document), staticRank[document]!),
    }))
    .toSorted((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, take);
}

describe('ranking by cells', () => {
  it('[RSLT-001] returns the best hits of any query, in order', () => {
    fc.assert(
      fc.property(queries, fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 80 }), (query, take, step) => {
        const staticRank = Uint16Array.from(ids, (_, document) => Math.floor((documents - document) / step) * 90);
        const segment = { count: documents, ids, staticRank } as Segment;
        const arena = createArena();
        const parts = query.required.map(alternatives);
        const preferred = query.wanted.map(alternatives);
        const score: ScoreNode = {
          kind: 'sum',
          bitmap: bitmapOf(Uint32Array.from(everyone)),
          points: 0,
          parts,
          preferred,
          max: [...parts, ...preferred].reduce((sum, { max }) => sum + max, 0),
        };
        const hits = bitmapOf(Uint32Array.from(everyone.filter((document) => query.required.every((all) => hasAny(all, document)))));
        fc.pre(!hits.isEmpty);
        const top = createTop(take);
        const evaluation = { segment, arena, leaves: [], check: () => undefined } as unknown as Evaluation;
        rankByRelevance(evaluation, { hits, score }, top);
        const found = top.sorted();
        expect(Array.from(found.ids, (id, at) => ({ id, score: found.scores[at]! }))).toEqual(expected(query, { staticRank, take }));
        arena.dispose();
      }),
      { numRuns: 500 },
    );
  });
});
