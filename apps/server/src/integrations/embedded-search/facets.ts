import { and, andNot, type Arena, type Bitmap, orMany } from './bitmaps.ts';
import { countColumn } from './columns.ts';
import { idsBitmap, rangeBitmap, termBitmap } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import { listed } from './scratch.ts';
import { ownedBy, type Segment } from './segment.ts';
import type { PlanFacet, PlanFilter, PlanSet } from './protocol.ts';

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

/** The hits as lists, made when first needed and shared by all facets. */
export interface Walk {
  owners: readonly number[];
  /** Whether most documents are hits: then those that are not are taken off the totals. */
  most: boolean;
  hits: () => Uint32Array;
  /** Documents of these owners that are no hits, deleted ones among them. */
  others: () => Uint32Array;
}

const most = 0.5;

export function walkOver({ segment, arena }: Evaluation, owners: readonly number[], hits: Bitmap): Walk {
  const owned = ownedBy(segment, owners);
  let hitList: Uint32Array | undefined;
  let otherList: Uint32Array | undefined;
  return {
    owners,
    most: hits.size > owned.size * most,
    hits: () => (hitList ??= listed(hits, 'hits')),
    others: () => (otherList ??= listed(arena.keep(andNot(owned, hits)), 'others')),
  };
}

const keptTotals = 100;

/** Counts over all documents of some owners, made when first needed. */
export function keptTotal(segment: Segment, key: string, count: () => Uint32Array): Uint32Array {
  const known = segment.totals.get(key);
  if (known) return known;
  const counts = count();
  const oldest = segment.totals.keys().next().value;
  if (segment.totals.size >= keptTotals && oldest !== undefined) segment.totals.delete(oldest);
  segment.totals.set(key, counts);
  return counts;
}

const totalsOf = (segment: Segment, field: string, owners: readonly number[]): Uint32Array =>
  keptTotal(segment, `${field}:${owners.join()}`, () => {
    const part = segment.terms[field]!;
    const counts = new Uint32Array((part.keys.at(-1) ?? -1) + 1);
    countColumn(part.column, { documents: ownedBy(segment, owners).toUint32Array(), step: 1 }, counts);
    return counts;
  });

export function countFacet(evaluation: Evaluation, request: { facet: PlanFacet; filtered: Filtered; walk: Walk }, tally: Tally): void {
  const { segment, arena } = evaluation;
  const { facet, filtered, walk } = request;
  const { column, keys } = segment.terms[facet.field]!;
  const hits = filtered.without(facet.without);
  widen(tally, Math.max(keys.at(-1) ?? -1, ...facet.sets.map((set) => set.term)) + 1);
  const { counts } = tally;
  const special = new Map(facet.sets.map(({ term }) => [term, counts[term] ?? 0]));
  if (walk.most) {
    const totals = totalsOf(segment, facet.field, walk.owners);
    for (let term = 0; term < totals.length; term++) counts[term]! += totals[term]!;
    countColumn(column, { documents: walk.others(), step: -1 }, counts);
  } else {
    countColumn(column, { documents: walk.hits(), step: 1 }, counts);
  }
  // A filtered facet adds the documents that fail its own filter alone.
  if (hits !== filtered.hits) {
    const beyond = arena.keep(andNot(hits, filtered.hits));
    countColumn(column, { documents: listed(beyond, 'beyond'), step: 1 }, counts);
  }
  for (const [term, before] of special) {
    counts[term] = before + hits.andCardinality(holders(evaluation, facet.field, { term, sets: facet.sets }));
  }
}

function widen(tally: Tally, length: number): void {
  if (length <= tally.counts.length) return;
  const wider = new Uint32Array(Math.max(length, tally.counts.length * 2));
  wider.set(tally.counts);
  tally.counts = wider;
}
