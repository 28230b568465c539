import type { SearchSchema } from '#modules/search/schema.ts';
import { type ResultCache, createResultCache } from './result-cache.ts';
import type { Counted, EncodedDocument, SavedFile, SearchPlan, ShardResult, ShardState } from '../shard/protocol.ts';
import type { Ordinals } from '../format/ordinals.ts';
import type { SegmentData } from '../format/segment.ts';
import type { StartThread, Thread } from '../shard/threads.ts';

export interface Generation {
  /** Numbers of term values in these threads. A rebuild starts empty, which drops unused values. */
  readonly terms: Ordinals;
  readonly shards: number;
  readonly states: readonly ShardState[];
  readonly cache: ResultCache;
  search(plan: SearchPlan, slot: number): Promise<ShardResult[]>;
  count(field: string, terms: Uint32Array, owners: Counted): Promise<Uint32Array>;
  adopt(shard: number, data: SegmentData): Promise<void>;
  apply(change: { documents: readonly EncodedDocument[]; removed: readonly number[] }): Promise<void>;
  save(pathOf: (shard: number) => string): Promise<SavedFile[]>;
  load(files: readonly { path: string; saved: SavedFile }[]): Promise<void>;
  /** Merges one set of segments that the shard proposes. Returns false without a proposal. */
  mergeOnce(merger: Thread): Promise<boolean>;
  retire(): Promise<void>;
}

const nothing: ShardState = { documents: 0, deleted: 0, segments: 0, bytes: 0, merge: [] };

export function startGeneration(setup: {
  schema: SearchSchema;
  flags: Int32Array;
  shards: number;
  terms: Ordinals;
  start: StartThread;
  onLost: (error: Error) => void;
}): Generation {
  const { schema, flags, shards, terms, start, onLost } = setup;
  const threads = Array.from({ length: shards }, () => start({ schema, flags, background: false }, onLost));
  const states = threads.map(() => nothing);
  const cache = createResultCache();
  let running = 0;
  let whenIdle: (() => void) | undefined;
  const shardOf = (id: number): number => id % shards;
  const split = <T>(items: readonly T[], id: (item: T) => number): T[][] => {
    const parts: T[][] = threads.map(() => []);
    for (const item of items) parts[shardOf(id(item))]!.push(item);
    return parts;
  };
  const inUse = async <T>(work: Promise<T>): Promise<T> => {
    running++;
    try {
      return await work;
    } finally {
      running--;
      if (running === 0) whenIdle?.();
    }
  };
  return {
    terms,
    shards,
    states,
    cache,
    search: (plan, slot) => inUse(settled(threads.map((thread) => thread.ask('search', { plan, slot })))),
    async count(field, terms, owners) {
      const parts = await inUse(settled(threads.map((thread) => thread.ask('count', { field, terms, owners }))));
      return terms.map((_, index) => parts.reduce((sum, part) => sum + part[index]!, 0));
    },
    async adopt(shard, data) {
      cache.changed();
      states[shard] = await threads[shard]!.ask('adopt', { data });
      cache.changed();
    },
    async apply({ documents, removed }) {
      const parts = split(documents, ({ id }) => id);
      const removedByShard = split(removed, (id) => id);
      cache.changed();
      await Promise.all(
        threads.map(async (thread, shard) => {
          const change = { documents: parts[shard]!, removed: removedByShard[shard]! };
          if (change.documents.length + change.removed.length > 0) states[shard] = await thread.ask('apply', change);
        }),
      ).finally(cache.changed);
    },
    save: (pathOf) => inUse(Promise.all(threads.map((thread, shard) => thread.ask('save', { path: pathOf(shard) })))),
    async load(files) {
      await Promise.all(threads.map(async (thread, shard) => (states[shard] = await thread.ask('load', files[shard]!))));
    },
    async mergeOnce(merger) {
      const shard = states.findIndex(({ merge }) => merge.length > 0);
      const thread = threads[shard];
      if (!thread) return false;
      const inputs = await thread.ask('mergeInputs', { segments: states[shard]!.merge });
      const data = await merger.ask('merge', { inputs });
      states[shard] = await thread.ask('swap', { inputs: inputs.map(({ segment, deleted }) => ({ segment, deleted })), data });
      return true;
    },
    async retire() {
      if (running > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

/** Promise.all that waits for every thread, because a search holds its place until then. */
async function settled<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(work);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
