import type { SearchSchema } from '#modules/search/schema.ts';
import { and, type Bitmap, createArena } from '../format/bitmaps.ts';
import { evaluate } from './evaluate-plan.ts';
import type { Evaluation } from './score-tree.ts';
import { applyFilters, countFacet, filterBitmap, type Tally, walkOver } from './facet-collector.ts';
import { countHistogram } from './histogram-collector.ts';
import type { SearchPlan, ShardResult } from '../shard/protocol.ts';
import { createTop, rankByNumber, rankByRelevance, type Top } from './top-k-collector.ts';
import { addDocumentsOf, present, type Segment, visible } from '../format/segment.ts';

interface Gathering {
  plan: SearchPlan;
  top: Top;
  total: number;
  tallies: Tally[];
  histograms: Uint32Array[];
  matched: Map<number, Uint32Array>;
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

function searchSegment(evaluation: Evaluation, gathering: Gathering): void {
  const { segment, arena, check } = evaluation;
  const { plan, top } = gathering;
  const owners = present(segment, plan.owners);
  const seen = visible(segment, owners, arena);
  const score = evaluate(evaluation, plan.tree, seen);
  const base = arena.keep(and(score.bitmap, seen));
  if (base.isEmpty) return;
  const filtered = applyFilters(
    base,
    plan.filters.map((filter) => filterBitmap(evaluation, filter, base)),
    arena,
  );
  check();
  const { hits } = filtered;
  gathering.total += hits.size;
  if (plan.take > 0 && !hits.isEmpty) {
    if (plan.sort.by === 'relevance') rankByRelevance(evaluation, { hits, score }, top);
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
