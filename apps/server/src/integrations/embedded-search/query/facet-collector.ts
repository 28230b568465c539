import { and, andNot, type Arena, type Bitmap, orMany } from '../format/bitmaps.ts';
import { countColumn } from '../format/columns.ts';
import { valueSetsOver, countBeyond, countPart, type Walk } from './value-set-counts.ts';
import { evaluate, idsBitmap, rangeBitmap, termBitmap } from './evaluate-plan.ts';
import type { Evaluation } from './score-tree.ts';
import type { PlanFacet, PlanFilter, PlanSet, SearchPlan } from '../shard/protocol.ts';
import { listed } from './scratch-arrays.ts';
import { cachedTotal, ownedBy, type Segment, totalledFor } from '../format/segment.ts';

function holders(evaluation: Evaluation, field: string, value: { term: number; sets: readonly PlanSet[] }): Bitmap {
  const own = termBitmap(evaluation, field, value.term);
  const sets = value.sets.filter((set) => set.term === value.term);
  if (sets.length === 0) return own;
  return evaluation.arena.keep(orMany([own, ...sets.map((set) => idsBitmap(evaluation, set))]));
}

export function filterBitmap(evaluation: Evaluation, filter: PlanFilter, domain: Bitmap): Bitmap {
  if (filter.kind === 'range') return rangeBitmap(evaluation, filter, domain);
  const { arena } = evaluation;
  const of = (term: number): Bitmap => holders(evaluation, filter.field, { term, sets: filter.sets });
  const holding = [...filter.terms.map(of), ...filter.conditions.map((node) => evaluate(evaluation, node, domain).bitmap)];
  if (filter.isExcluded) return arena.keep(andNot(domain, arena.keep(orMany(holding))));
  return filter.all ? holding.reduce((left, one) => arena.keep(and(left, one))) : arena.keep(orMany(holding));
}

export interface Filtered {
  hits: Bitmap;
  without(filters: readonly number[]): Bitmap;
}

export function applyFilters(base: Bitmap, filters: readonly Bitmap[], arena: Arena): Filtered {
  const all = (isCounted: (index: number) => boolean): Bitmap =>
    filters.reduce((left, filter, index) => (isCounted(index) ? arena.keep(and(left, filter)) : left), base);
  const hits = all(() => true);
  return { hits, without: (left) => (left.length === 0 ? hits : all((index) => !left.includes(index))) };
}

export interface Tally {
  counts: Uint32Array;
}

const most = 0.5;
const none = new Uint32Array(0);

export function walkOver(evaluation: Evaluation, plan: Pick<SearchPlan, 'owners' | 'facets' | 'histograms'>, hits: Bitmap): Walk {
  const { segment, arena } = evaluation;
  const { owners } = plan;
  const isMost = hits.size > ownedBy(segment, owners).size * most;
  const totalled = isMost ? totalledFor(segment, owners) : owners;
  const inTotals = ownedBy(segment, totalled);
  let hitList: Uint32Array | undefined;
  let otherList: Uint32Array | undefined;
  let ownList: Uint32Array | undefined;
  const lists: Omit<Walk, 'valueSets'> = {
    totalled,
    most: isMost,
    hits: () => (hitList ??= listed(hits, 'hits')),
    others: () => (otherList ??= listed(arena.keep(andNot(inTotals, hits)), 'others')),
    own: () => (ownList ??= totalled === owners ? none : listed(arena.keep(andNot(hits, inTotals)), 'own')),
  };
  return { ...lists, valueSets: valueSetsOver(segment, plan, lists) };
}

const totalsOf = (segment: Segment, field: string, owners: readonly number[]): Uint32Array =>
  cachedTotal(segment, `${field}:${owners.join()}`, () => {
    const part = segment.terms[field]!;
    const counts = new Uint32Array((part.keys.at(-1) ?? -1) + 1);
    countColumn(part.column, { documents: ownedBy(segment, owners).toUint32Array(), step: 1 }, counts);
    return counts;
  });

export function countFacet(evaluation: Evaluation, request: { facet: PlanFacet; filtered: Filtered; walk: Walk }, tally: Tally): void {
  const { segment, arena } = evaluation;
  const { facet, filtered, walk } = request;
  const { keys } = segment.terms[facet.field]!;
  const hits = filtered.without(facet.without);
  const { excluded } = facet;
  widen(tally, Math.max(keys.at(-1) ?? -1, ...facet.sets.map((set) => set.term), ...excluded.terms) + 1);
  const { counts } = tally;
  const special = new Map([...facet.sets.map(({ term }) => term), ...excluded.terms].map((term) => [term, counts[term] ?? 0]));
  // A filtered facet adds documents that fail only its own filter.
  const beyond = hits === filtered.hits ? undefined : arena.keep(andNot(hits, filtered.hits));
  const parts = segment.valueSets.parts.get(`t.${facet.field}`);
  if (parts) {
    for (const part of parts) countPart(segment, part, { walk, counts });
    const documents = beyond && listed(beyond, 'beyond');
    if (documents) for (const part of parts) countBeyond(segment, part, { documents, counts });
  } else {
    countValues(segment, facet.field, { walk, beyond, counts });
  }
  for (const [term, before] of special) {
    const among = excluded.terms.includes(term) ? filtered.without(excluded.without) : hits;
    counts[term] = before + among.andCardinality(holders(evaluation, facet.field, { term, sets: facet.sets }));
  }
}

function countValues(
  segment: Segment,
  field: string,
  { walk, beyond, counts }: { walk: Walk; beyond: Bitmap | undefined; counts: Uint32Array },
): void {
  const { column } = segment.terms[field]!;
  if (walk.most) {
    const totals = totalsOf(segment, field, walk.totalled);
    for (let term = 0; term < totals.length; term++) counts[term]! += totals[term]!;
    countColumn(column, { documents: walk.others(), step: -1 }, counts);
    countColumn(column, { documents: walk.own(), step: 1 }, counts);
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
