import type { FacetCount, FacetRequest, Histogram, HistogramRequest, Match, SearchHit } from '#modules/search/port.ts';
import type { PlannedLeaf } from '../query/plan.ts';
import type { PlanFacet, ShardResult } from '../shard/protocol.ts';
import type { Ordinals } from '../format/ordinals.ts';

export interface RankedHit {
  id: number;
  score: number;
  shard: number;
  row: number;
}

export function mergeHits(shardResults: readonly ShardResult[], from: number, to: number): RankedHit[] {
  const heads = shardResults.map(() => 0);
  const merged: RankedHit[] = [];
  for (let rank = 0; rank < to; rank++) {
    let best: RankedHit | undefined;
    for (const [shard, { ids, scores }] of shardResults.entries()) {
      const row = heads[shard]!;
      if (row >= ids.length) continue;
      const hit = { id: ids[row]!, score: scores[row]!, shard, row };
      if (!best || hit.score > best.score || (hit.score === best.score && hit.id < best.id)) best = hit;
    }
    if (!best) break;
    heads[best.shard]!++;
    if (rank >= from) merged.push(best);
  }
  return merged;
}

export function explainHit(shardResults: readonly ShardResult[], hit: RankedHit, leaves: readonly PlannedLeaf[]): SearchHit {
  const width = Math.ceil(leaves.length / 32);
  const { matched } = shardResults[hit.shard]!;
  const why = leaves.flatMap((leaf, number): Match[] => {
    const word = matched[hit.row * width + (number >> 5)] ?? 0;
    return (word >>> (number & 31)) & 1 ? [leaf] : [];
  });
  return { id: hit.id, score: hit.score, why };
}

interface Counted {
  term: number;
  count: number;
  value: string;
}

const better = (a: Counted, b: Counted): boolean => a.count > b.count || (a.count === b.count && a.value < b.value);
const defaultLimit = 50;
const largestLimit = 1_000;

export interface FacetPick {
  request: FacetRequest;
  terms: Ordinals;
  only: ReadonlySet<number> | undefined;
}

export function pickFacet(parts: readonly ShardResult['facets'][number][], facet: PlanFacet, pick: FacetPick): FacetCount[] {
  const { request, terms, only } = pick;
  const counts = sumCounts(parts, terms.size(facet.field));
  const limit = Math.min(request.limit ?? defaultLimit, largestLimit);
  const best: Counted[] = [];
  // `best` is sorted, so one comparison rejects most values.
  let floor = limit === 0 ? Infinity : 1;
  for (let term = 0; term < counts.length; term++) {
    const count = counts[term]!;
    if (count < floor || (only && !only.has(term))) continue;
    insert(best, { term, count, value: terms.value(facet.field, term) }, limit);
    if (best.length >= limit) floor = best.at(-1)!.count;
  }
  const shown = new Set(best.map(({ value }) => value));
  const always = (request.always ?? []).filter((value) => !shown.has(value));
  return [
    ...best.map(({ value, count }) => ({ value, count })),
    ...[...new Set(always)].map((value) => ({ value, count: counts[terms.find(facet.field, value)] ?? 0 })),
  ];
}

function sumCounts(parts: readonly ShardResult['facets'][number][], size: number): Uint32Array {
  const sums = new Uint32Array(size);
  for (const { terms, counts } of parts) {
    for (let index = 0; index < terms.length; index++) sums[terms[index]!]! += counts[index]!;
  }
  return sums;
}

function insert(best: Counted[], one: Counted, limit: number): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (better(best[middle]!, one)) low = middle + 1;
    else high = middle;
  }
  if (low >= limit) return;
  best.splice(low, 0, one);
  if (best.length > limit) best.pop();
}

export function sumHistogram(request: HistogramRequest, rows: readonly Uint32Array[]): Histogram {
  const edges = request.edges.length;
  const sum = (index: number): number => rows.reduce((total, row) => total + (row[index] ?? 0), 0);
  return {
    below: sum(0),
    counts: Array.from({ length: Math.max(0, edges - 1) }, (_, bucket) => sum(bucket + 1)),
    above: sum(edges),
    missing: sum(edges + 1),
  };
}
