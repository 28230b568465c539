import { missing } from './arrays.ts';
import { and, andNot, type Arena, type Bitmap, orMany } from './bitmaps.ts';
import { countColumn } from './columns.ts';
import { type Evaluation, idsBitmap, rangeBitmap, termBitmap } from './evaluate.ts';
import type { PlanFacet, PlanFilter, PlanHistogram, PlanSet } from './protocol.ts';

/** Documents that hold the value, by their own terms or by a set of the asking company. */
function holders(evaluation: Evaluation, field: string, value: { term: number; sets: readonly PlanSet[] }): Bitmap {
  const own = termBitmap(evaluation, field, value.term);
  const sets = value.sets.filter((set) => set.term === value.term);
  if (sets.length === 0) return own;
  return evaluation.arena.keep(orMany([own, ...sets.map((set) => idsBitmap(evaluation, set))]));
}

/** Documents that pass the filter. */
export function filterBitmap(evaluation: Evaluation, filter: PlanFilter, domain: Bitmap): Bitmap {
  if (filter.kind === 'range') return rangeBitmap(evaluation, filter, domain);
  const { arena } = evaluation;
  const of = (term: number): Bitmap => holders(evaluation, filter.field, { term, sets: filter.sets });
  let passed = domain;
  if (filter.include.length > 0) {
    const included = filter.include.map(of);
    passed = filter.all ? included.reduce((left, one) => arena.keep(and(left, one))) : arena.keep(orMany(included));
  }
  if (filter.exclude.length > 0) passed = arena.keep(andNot(passed, arena.keep(orMany(filter.exclude.map(of)))));
  return passed;
}

/** What passes all filters, and what passes all but some. */
export interface Filtered {
  hits: Bitmap;
  without(filters: readonly number[]): Bitmap;
}

export function applyFilters(base: Bitmap, filters: readonly Bitmap[], arena: Arena): Filtered {
  const all = (wanted: (index: number) => boolean): Bitmap =>
    filters.reduce((left, filter, index) => (wanted(index) ? arena.keep(and(left, filter)) : left), base);
  const hits = all(() => true);
  return { hits, without: (left) => (left.length === 0 ? hits : all((index) => !left.includes(index))) };
}

/** Counts per term number, summed over the segments of a shard. */
export interface Tally {
  counts: Uint32Array;
}

export function countFacet(
  evaluation: Evaluation,
  request: { facet: PlanFacet; filtered: Filtered; documents: () => Uint32Array },
  tally: Tally,
): void {
  const { segment, arena } = evaluation;
  const { facet, filtered } = request;
  const part = segment.terms[facet.field]!;
  const hits = filtered.without(facet.without);
  const highest = Math.max(part.keys.at(-1) ?? -1, ...facet.sets.map((set) => set.term));
  if (highest >= tally.counts.length) {
    const wider = new Uint32Array(Math.max(highest + 1, tally.counts.length * 2));
    wider.set(tally.counts);
    tally.counts = wider;
  }
  const special = new Map([...new Set(facet.sets.map((set) => set.term))].map((term) => [term, tally.counts[term] ?? 0]));
  // The walk over the hits is shared by all facets; a filtered facet adds the documents that fail its own filter alone.
  countColumn(part.column, request.documents(), tally.counts);
  if (hits !== filtered.hits) {
    const beyond = arena.keep(andNot(hits, filtered.hits));
    countColumn(part.column, beyond.toUint32Array(), tally.counts);
  }
  for (const [term, before] of special) {
    tally.counts[term] = before + hits.andCardinality(holders(evaluation, facet.field, { term, sets: facet.sets }));
  }
}

/** `row`: below, each bucket, above, missing. */
export function countHistogram(
  evaluation: Evaluation,
  request: { histogram: PlanHistogram; filtered: Filtered; documents: () => Uint32Array },
  row: Uint32Array,
): void {
  const { histogram, filtered, documents } = request;
  const { edges } = histogram;
  const column = evaluation.segment.numbers[histogram.field]!;
  const hits = filtered.without(histogram.without);
  const walked = hits === filtered.hits ? documents() : hits.toUint32Array();
  for (let index = 0; index < walked.length; index++) {
    const value = column[walked[index]!]!;
    let bucket = 0;
    while (bucket < edges.length && value >= edges[bucket]!) bucket++;
    row[value === missing ? edges.length + 1 : bucket]!++;
  }
}
