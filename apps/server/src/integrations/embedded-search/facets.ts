import { and, andNot, type Arena, type Bitmap, orMany } from './bitmaps.ts';
import { countColumn } from './columns.ts';
import { addCombos, addDocuments, type ComboPart, countCombos } from './combos.ts';
import { idsBitmap, rangeBitmap, termBitmap } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import { counters, listed } from './scratch.ts';
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

/** The hits as lists and as counts of combinations, made when first needed and shared by all facets. */
export interface Walk {
  owners: readonly number[];
  /** Whether most documents are hits: then those that are not are taken off the totals. */
  most: boolean;
  hits: () => Uint32Array;
  /** Documents of these owners that are no hits, deleted ones among them. */
  others: () => Uint32Array;
  /** Hits of each combination of a group. */
  combos: (group: number) => Uint32Array;
}

const most = 0.5;

export function walkOver({ segment, arena }: Evaluation, owners: readonly number[], hits: Bitmap): Walk {
  const owned = ownedBy(segment, owners);
  let hitList: Uint32Array | undefined;
  let otherList: Uint32Array | undefined;
  const counted: Uint32Array[] = [];
  const walk: Walk = {
    owners,
    most: hits.size > owned.size * most,
    hits: () => (hitList ??= listed(hits, 'hits')),
    others: () => (otherList ??= listed(arena.keep(andNot(owned, hits)), 'others')),
    combos: (group) => (counted[group] ??= hitsByCombo(segment, group, walk)),
  };
  return walk;
}

function hitsByCombo(segment: Segment, group: number, walk: Walk): Uint32Array {
  const { of, size } = segment.combos.groups[group]!;
  const counts = counters(group, size);
  if (walk.most) {
    counts.set(comboTotals(segment, group, walk.owners));
    countCombos(of, { documents: walk.others(), step: -1 }, counts);
  } else {
    counts.fill(0);
    countCombos(of, { documents: walk.hits(), step: 1 }, counts);
  }
  return counts;
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

const comboTotals = (segment: Segment, group: number, owners: readonly number[]): Uint32Array =>
  keptTotal(segment, `c.${group}:${owners.join()}`, () => {
    const { of, size } = segment.combos.groups[group]!;
    const counts = new Uint32Array(size);
    countCombos(of, { documents: ownedBy(segment, owners).toUint32Array(), step: 1 }, counts);
    return counts;
  });

/** Fewer documents than so many a combination are counted one by one. */
const fewACombo = 0.25;

/** Counts what the hits hold in a part of a combination. */
export function countPart(segment: Segment, part: ComboPart, counting: { walk: Walk; counts: Uint32Array; shift?: number }): void {
  const { walk } = counting;
  const { of, size } = segment.combos.groups[part.group]!;
  if (walk.most || walk.hits().length > size * fewACombo) addCombos(part, walk.combos(part.group), counting);
  else addDocuments(part, { of, documents: walk.hits() }, counting);
}

/** Counts documents beyond the hits. */
export function countBeyond(
  segment: Segment,
  part: ComboPart,
  counting: { documents: Uint32Array; counts: Uint32Array; shift?: number },
): void {
  const { documents } = counting;
  const { of, size } = segment.combos.groups[part.group]!;
  if (documents.length <= size * fewACombo) return addDocuments(part, { of, documents }, counting);
  const combos = counters(-1, size);
  combos.fill(0);
  countCombos(of, { documents, step: 1 }, combos);
  addCombos(part, combos, counting);
}

export function countFacet(evaluation: Evaluation, request: { facet: PlanFacet; filtered: Filtered; walk: Walk }, tally: Tally): void {
  const { segment, arena } = evaluation;
  const { facet, filtered, walk } = request;
  const { keys } = segment.terms[facet.field]!;
  const hits = filtered.without(facet.without);
  widen(tally, Math.max(keys.at(-1) ?? -1, ...facet.sets.map((set) => set.term)) + 1);
  const { counts } = tally;
  const special = new Map(facet.sets.map(({ term }) => [term, counts[term] ?? 0]));
  // A filtered facet adds the documents that fail its own filter alone.
  const beyond = hits === filtered.hits ? undefined : arena.keep(andNot(hits, filtered.hits));
  const parts = segment.combos.parts.get(`t.${facet.field}`);
  if (parts) {
    for (const part of parts) countPart(segment, part, { walk, counts });
    const documents = beyond && listed(beyond, 'beyond');
    if (documents) for (const part of parts) countBeyond(segment, part, { documents, counts });
  } else {
    countValues(segment, facet.field, { walk, beyond, counts });
  }
  for (const [term, before] of special) {
    counts[term] = before + hits.andCardinality(holders(evaluation, facet.field, { term, sets: facet.sets }));
  }
}

function countValues(
  segment: Segment,
  field: string,
  { walk, beyond, counts }: { walk: Walk; beyond: Bitmap | undefined; counts: Uint32Array },
): void {
  const { column } = segment.terms[field]!;
  if (walk.most) {
    const totals = totalsOf(segment, field, walk.owners);
    for (let term = 0; term < totals.length; term++) counts[term]! += totals[term]!;
    countColumn(column, { documents: walk.others(), step: -1 }, counts);
  } else {
    countColumn(column, { documents: walk.hits(), step: 1 }, counts);
  }
  if (beyond) countColumn(column, { documents: listed(beyond, 'beyond'), step: 1 }, counts);
}

function widen(tally: Tally, length: number): void {
  if (length <= tally.counts.length) return;
  const wider = new Uint32Array(Math.max(length, tally.counts.length * 2));
  wider.set(tally.counts);
  tally.counts = wider;
}
