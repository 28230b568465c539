import type { SearchSchema } from '#modules/search/schema.ts';
import { and, type Bitmap, createArena } from '../format/bitmaps.ts';
import { evaluate } from './evaluate-plan.ts';
import type { Hits } from '../format/kept-hits.ts';
import type { Evaluation, ScoreNode } from './score-tree.ts';
import { applyFilters, countFacet, filterBitmap, type Tally, walkOver } from './facet-collector.ts';
import { countHistogram } from './histogram-collector.ts';
import type { SearchPlan, ShardResult } from '../shard/protocol.ts';
import { createTop, type Top } from './top-hits.ts';
import { rankByNumber, rankByRelevance } from './top-k-collector.ts';
import { addDocumentsOf, present, type Segment, visible } from '../format/segment.ts';

interface Gathering {
  plan: SearchPlan;
  top: Top;
  total: number;
  tallies: Tally[];
  histograms: Uint32Array[];
  matched: Map<number, Uint32Array>;
  /** Names query tree and filters; undefined: hits are not kept. */
  key: string | undefined;
}

export function searchShard(schema: SearchSchema, segments: readonly Segment[], run: { plan: SearchPlan; check: () => void }): ShardResult {
  const { plan, check } = run;
  const gathering: Gathering = {
    plan,
    top: createTop(plan.take),
    total: 0,
    tallies: plan.facets.map(() => ({ counts: new Uint32Array(64) })),
    histograms: plan.histograms.map(({ edges }) => new Uint32Array(edges.length + 2)),
    matched: new Map(),
    key: keyOfHits(plan),
  };
  for (const segment of segments.toSorted((a, b) => b.count - a.count)) {
    const arena = createArena();
    try {
      searchSegment({ schema, segment, arena, leaves: [], check }, gathering);
    } finally {
      arena.dispose();
    }
  }
  const { ids, scores } = gathering.top.sorted();
  return {
    total: gathering.total,
    ids,
    scores,
    matched: rows(ids, gathering),
    facets: gathering.tallies.map(({ counts }) => nonZero(counts)),
    histograms: gathering.histograms,
  };
}

/** Longer queries are rarely repeated. */
const longestKey = 20_000;

/** Undefined: the query contains ids, which are too many to compare. */
function keyOfHits({ tree, owners, filters }: SearchPlan): string | undefined {
  let hasIds = false;
  const key = JSON.stringify([tree, owners, filters], (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
    hasIds = true;
    return undefined;
  });
  return hasIds || key.length > longestKey ? undefined : key;
}

function searchSegment(evaluation: Evaluation, gathering: Gathering): void {
  const { segment, arena, check } = evaluation;
  const { plan, key, top } = gathering;
  const owners = present(segment, plan.owners);
  const seen = visible(segment, owners, arena);
  const kept = plan.take === 0 && key !== undefined ? segment.keptHits.find(key) : undefined;
  const found = kept ? undefined : findHits(evaluation, plan, seen);
  const { base, filters } = (kept ?? found)!;
  if (base.isEmpty) return;
  const filtered = applyFilters(base, filters, arena);
  check();
  if (key !== undefined && !kept) segment.keptHits.keep(key, { base, filters });
  const { hits } = filtered;
  gathering.total += hits.size;
  if (found && plan.take > 0 && !hits.isEmpty) {
    if (plan.sort.by === 'relevance') rankByRelevance(evaluation, { hits, score: found.score }, top);
    else rankByNumber(evaluation, { hits, sort: plan.sort }, top);
    if (plan.leaves > 0) explain(evaluation, gathering, seen);
  }
  const walk = walkOver(evaluation, { ...plan, owners }, hits);
  plan.facets.forEach((facet, index) => {
    check();
    countFacet(evaluation, { facet, filtered, walk }, gathering.tallies[index]!);
  });
  plan.histograms.forEach((histogram, index) => countHistogram(evaluation, { histogram, filtered, walk }, gathering.histograms[index]!));
}

function findHits(evaluation: Evaluation, plan: SearchPlan, seen: Bitmap): Hits & { score: ScoreNode } {
  const { segment, arena } = evaluation;
  const score = evaluate(evaluation, plan.tree, seen);
  const base = seen.size === segment.count ? score.bitmap : arena.keep(and(score.bitmap, seen));
  return { score, base, filters: base.isEmpty ? [] : plan.filters.map((filter) => filterBitmap(evaluation, filter, base)) };
}

function explain({ segment, leaves }: Evaluation, { top, matched, plan }: Gathering, seen: Bitmap): void {
  for (const id of top.sorted().ids) {
    if (matched.has(id)) continue;
    const documents: number[] = [];
    addDocumentsOf(segment, id, documents);
    const document = documents.find((one) => seen.has(one));
    if (document === undefined) continue;
    const bits = new Uint32Array(Math.ceil(plan.leaves / 32));
    for (const { leaf, bitmap, gates } of leaves) {
      if (bitmap.has(document) && gates.every((gate) => gate.has(document))) bits[leaf >> 5]! |= 1 << (leaf & 31);
    }
    matched.set(id, bits);
  }
}

function rows(ids: Uint32Array, { matched, plan }: Gathering): Uint32Array {
  const width = Math.ceil(plan.leaves / 32);
  const out = new Uint32Array(ids.length * width);
  ids.forEach((id, index) => out.set(matched.get(id) ?? [], index * width));
  return out;
}

function nonZero(counts: Uint32Array): { terms: Uint32Array; counts: Uint32Array } {
  let length = 0;
  for (let term = 0; term < counts.length; term++) if (counts[term]! > 0) length++;
  const terms = new Uint32Array(length);
  const found = new Uint32Array(length);
  let next = 0;
  for (let term = 0; next < length; term++) {
    if (counts[term] === 0) continue;
    terms[next] = term;
    found[next++] = counts[term]!;
  }
  return { terms, counts: found };
}
