import type { SearchSchema } from '#modules/search/schema.ts';
import { bitmapOf, createArena } from '../format/bitmaps.ts';
import { createSegmentBuilder, type SegmentBuilder } from '../indexing/segment-builder.ts';
import { createBulkIndexing } from '../indexing/bulk-indexing.ts';
import { stopWhen } from '../query/score-tree.ts';
import { segmentsToMerge } from '../indexing/merge-policy.ts';
import type { CommandName, Commands, Counted, EncodedDocument, MergeInput, ShardState, WorkerSetup } from './protocol.ts';
import {
  closeSegment,
  deleteFrom,
  keyOf,
  liveCount,
  openSegment,
  present,
  type Segment,
  type SegmentData,
  visible,
} from '../format/segment.ts';
import { searchShard } from '../query/search-segments.ts';
import { readShard, writeShard } from '../format/snapshot.ts';

interface Shard {
  schema: SearchSchema;
  segments: Map<number, Segment>;
  next: number;
  /** Inputs of a running merge: they stay, even when empty, until it completes. */
  merging: Set<number>;
}

export type Handlers = {
  [Name in CommandName]: (ask: Commands[Name]['ask']) => Commands[Name]['answer'] | Promise<Commands[Name]['answer']>;
};

export function createShard({ schema, flags }: WorkerSetup): Handlers {
  const shard: Shard = { schema, segments: new Map(), next: 1, merging: new Set() };
  const each = (): Segment[] => [...shard.segments.values()];
  return {
    search({ plan, slot }) {
      const answer = searchShard(schema, each(), { plan, check: stopWhen(flags, slot) });
      for (const segment of each()) segment.cache.trim();
      return answer;
    },
    ...createBulkIndexing(schema),
    adopt({ data }) {
      addSegment(shard, data);
      return stateOf(shard);
    },
    apply(change) {
      applyChange(shard, change);
      return stateOf(shard);
    },
    count: ({ field, terms, owners }) => countTerms(each(), { field, owners }, terms),
    mergeInputs({ segments }) {
      shard.merging = new Set(segments);
      return segments.flatMap((number) => {
        const segment = shard.segments.get(number);
        return segment ? [{ segment: number, data: segment.data, deleted: segment.deleted?.toUint32Array() ?? new Uint32Array(0) }] : [];
      });
    },
    merge: ({ inputs }) => mergeSegments(schema, inputs),
    swap(change) {
      swapIn(shard, change);
      return stateOf(shard);
    },
    save: ({ path }) =>
      writeShard(
        path,
        each().map(({ data, deleted }) => ({ data, deleted: deleted?.toUint32Array() ?? new Uint32Array(0) })),
      ),
    async load({ path, saved }) {
      for (const { data, deleted } of await readShard(path, saved)) {
        const segment = addSegment(shard, data);
        if (deleted.length > 0) segment.deleted = bitmapOf(deleted);
      }
      return stateOf(shard);
    },
  };
}

function addSegment(shard: Shard, data: SegmentData): Segment {
  const segment = openSegment(shard.schema, data);
  shard.segments.set(shard.next++, segment);
  return segment;
}

function applyChange(shard: Shard, change: { documents: EncodedDocument[]; removed: number[] }): void {
  const replaced = [...change.removed, ...change.documents.map(({ id }) => id)];
  for (const segment of shard.segments.values()) {
    for (const id of replaced) deleteFrom(segment, id);
  }
  const removed = new Set(change.removed);
  const documents = change.documents.filter(({ id }) => !removed.has(id));
  if (documents.length > 0) {
    const builder = createSegmentBuilder(shard.schema);
    absorbTiny(shard, builder);
    for (const document of documents) builder.add(document);
    addSegment(shard, builder.writeSegment());
  }
  for (const [number, segment] of shard.segments) if (liveCount(segment) === 0 && !shard.merging.has(number)) drop(shard, number);
}

const tiny = 64;

/** Adds tiny segments to the new one, because single changes would create a segment each. */
function absorbTiny(shard: Shard, builder: SegmentBuilder): void {
  for (const [number, segment] of shard.segments) {
    if (segment.count > tiny || shard.merging.has(number)) continue;
    builder.addSegment(segment);
    drop(shard, number);
  }
}

function drop(shard: Shard, number: number): void {
  const segment = shard.segments.get(number);
  shard.segments.delete(number);
  if (segment) closeSegment(segment);
}

function mergeSegments(schema: SearchSchema, inputs: readonly MergeInput[]): SegmentData {
  const builder = createSegmentBuilder(schema);
  for (const { data, deleted } of inputs) {
    const segment = openSegment(schema, data);
    segment.deleted = bitmapOf(deleted);
    try {
      builder.addSegment(segment);
    } finally {
      closeSegment(segment);
    }
  }
  return builder.writeSegment();
}

function swapIn(shard: Shard, change: Commands['swap']['ask']): void {
  const merged = openSegment(shard.schema, change.data);
  for (const { segment: number, deleted } of change.inputs) {
    const input = shard.segments.get(number);
    const before = new Set(deleted);
    for (const document of input?.deleted?.toUint32Array() ?? []) {
      if (input && !before.has(document)) deleteFrom(merged, input.ids[document]!);
    }
    drop(shard, number);
  }
  shard.merging.clear();
  if (liveCount(merged) > 0) shard.segments.set(shard.next++, merged);
  else closeSegment(merged);
}

function countTerms(segments: readonly Segment[], scope: { field: string; owners: Counted }, terms: Uint32Array): Uint32Array {
  const counts = new Uint32Array(terms.length);
  for (const segment of segments) {
    const arena = createArena();
    try {
      const seen = scope.owners === 'all' ? undefined : visible(segment, present(segment, scope.owners), arena);
      const isEverything = !seen || seen.size === segment.count;
      const part = segment.terms[scope.field]!;
      terms.forEach((term, index) => {
        const key = keyOf(part, term);
        if (key < 0) return;
        if (isEverything) counts[index]! += part.postings.frequency(key);
        else counts[index]! += seen.andCardinality(segment.cache.get(`t:${scope.field}:${term}`, () => part.postings.read(key)));
      });
      segment.cache.trim();
    } finally {
      arena.dispose();
    }
  }
  return counts;
}

function stateOf(shard: Shard): ShardState {
  const entries = [...shard.segments];
  const bytes = entries.reduce(
    (sum, [, { data }]) => sum + Object.values(data.sections).reduce((part, section) => part + section.byteLength, 0),
    0,
  );
  return {
    documents: entries.reduce((sum, [, segment]) => sum + liveCount(segment), 0),
    deleted: entries.reduce((sum, [, segment]) => sum + (segment.deleted?.size ?? 0), 0),
    segments: entries.length,
    bytes,
    merge: segmentsToMerge(entries.map(([number, segment]) => ({ number, live: liveCount(segment), count: segment.count }))),
  };
}
