import { missing } from '../format/typed-arrays.ts';
import { andNot, type Bitmap } from '../format/bitmaps.ts';
import type { Evaluation } from './score-tree.ts';
import { countBeyond, countPart, type Walk } from './value-set-counts.ts';
import type { Filtered } from './facet-collector.ts';
import type { PlanHistogram } from '../shard/protocol.ts';
import { listed } from './scratch-arrays.ts';
import { cachedTotal, ownedBy, type Segment } from '../format/segment.ts';

export function countHistogram(
  evaluation: Evaluation,
  request: { histogram: PlanHistogram; filtered: Filtered; walk: Walk },
  row: Uint32Array,
): void {
  const { segment, arena } = evaluation;
  const { histogram, filtered, walk } = request;
  const column = segment.numbers[histogram.field]!;
  const spread = spreadOf(segment, histogram.field);
  const hits = filtered.without(histogram.without);
  if (spread.size > widest) return countOneByOne(column, { documents: listed(hits, 'beyond'), edges: histogram.edges }, row);
  const beyond = hits === filtered.hits ? undefined : arena.keep(andNot(hits, filtered.hits));
  const counts = countsOf(segment, { field: histogram.field, spread }, { walk, beyond });
  intoBuckets({ counts, spread }, histogram.edges, row);
}

function countsOf(
  segment: Segment,
  { field, spread }: { field: string; spread: Spread },
  { walk, beyond }: { walk: Walk; beyond: Bitmap | undefined },
): Uint32Array {
  const parts = segment.valueSets.parts.get(`n.${field}`);
  if (parts) {
    const counts = new Uint32Array(spread.size);
    const shift = 1 - spread.least;
    for (const part of parts) {
      countPart(segment, part, { walk, counts, shift });
      if (beyond) countBeyond(segment, part, { documents: listed(beyond, 'beyond'), counts, shift });
    }
    return counts;
  }
  const column = segment.numbers[field]!;
  const counts = walk.most ? numberTotals(segment, { field, owners: walk.totalled }, spread).slice() : new Uint32Array(spread.size);
  if (walk.most) countNumbers(column, { documents: walk.others(), spread, step: -1 }, counts);
  countNumbers(column, { documents: walk.most ? walk.own() : walk.hits(), spread, step: 1 }, counts);
  if (beyond) countNumbers(column, { documents: listed(beyond, 'beyond'), spread, step: 1 }, counts);
  return counts;
}

function countOneByOne(column: Int32Array, walk: { documents: Uint32Array; edges: readonly number[] }, row: Uint32Array): void {
  const { documents, edges } = walk;
  for (const document of documents) {
    const value = column[document]!;
    let bucket = 0;
    while (bucket < edges.length && value >= edges[bucket]!) bucket++;
    row[value === missing ? edges.length + 1 : bucket]!++;
  }
}

/** Columns have few distinct numbers (years, months), which are counted before bucketing. */
interface Spread {
  least: number;
  size: number;
}

const widest = 65_536;

const spreads = new WeakMap<Segment, Map<string, Spread>>();

function spreadOf(segment: Segment, field: string): Spread {
  const known = spreads.get(segment) ?? new Map<string, Spread>();
  spreads.set(segment, known);
  const found = known.get(field);
  if (found) return found;
  let least = Infinity;
  let most = -Infinity;
  for (const value of segment.numbers[field]!) {
    if (value === missing) continue;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const spread = least > most ? { least: 0, size: 1 } : { least, size: most - least + 2 };
  known.set(field, spread);
  return spread;
}

function countNumbers(column: Int32Array, walk: { documents: Uint32Array; spread: Spread; step: 1 | -1 }, counts: Uint32Array): void {
  const { documents, spread, step } = walk;
  const before = spread.least - 1;
  for (let index = 0; index < documents.length; index++) {
    const value = column[documents[index]!]!;
    counts[value === missing ? 0 : value - before]! += step;
  }
}

function numberTotals(segment: Segment, of: { field: string; owners: readonly number[] }, spread: Spread): Uint32Array {
  return cachedTotal(segment, `#${of.field}:${of.owners.join()}`, () => {
    const counts = new Uint32Array(spread.size);
    countNumbers(segment.numbers[of.field]!, { documents: ownedBy(segment, of.owners).toUint32Array(), spread, step: 1 }, counts);
    return counts;
  });
}

function intoBuckets({ counts, spread }: { counts: Uint32Array; spread: Spread }, edges: readonly number[], row: Uint32Array): void {
  row[edges.length + 1]! += counts[0]!;
  let bucket = 0;
  for (let place = 1; place < counts.length; place++) {
    while (bucket < edges.length && spread.least + place - 1 >= edges[bucket]!) bucket++;
    row[bucket]! += counts[place]!;
  }
}
