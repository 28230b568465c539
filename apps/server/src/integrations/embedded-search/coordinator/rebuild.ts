import { availableParallelism } from 'node:os';
import { type DocumentSource, type RebuildOptions, type SearchDocument, SearchError } from '#modules/search/port.ts';
import { catchUp, type Engine, newGeneration, putInPlace, startOf } from './engine.ts';
import { createOrdinals } from '../format/ordinals.ts';
import type { Generation } from './generation.ts';
import { save, reportUnsaved } from './persistence.ts';
import { adoptOrBuild } from './shared-folder.ts';
import type { Thread } from '../shard/threads.ts';

const batch = 100;
/** Pending batches: reading and indexing overlap with limited memory. */
const ahead = 8;
/** Up to here one thread answers in milliseconds; a second would cost 60 MB or more. */
const smallBase = 50_000;
const progressEveryMs = 200;

/** Below the version of any source. */
const neverBuilt = -1;

export function rebuild(engine: Engine, options?: RebuildOptions): Promise<void> {
  const { index } = engine;
  if (index.closed) return Promise.reject(new SearchError('closed', 'the search engine was closed'));
  index.rebuilding ??= run(engine, options).finally(() => {
    index.rebuilding = undefined;
    index.progress = undefined;
  });
  return index.rebuilding;
}

type All = Awaited<ReturnType<DocumentSource['all']>>;

/** An index that another process built is loaded instead, if it is new enough. */
async function run(engine: Engine, { acceptsNewer }: RebuildOptions = {}): Promise<void> {
  const { index, options } = engine;
  const newestKnown = async () => (acceptsNewer ? index.built : (await options.source.all()).version);
  await adoptOrBuild(engine, index.generation ? await newestKnown() : neverBuilt, () => buildAndSave(engine));
}

async function buildAndSave(engine: Engine): Promise<void> {
  const { options, index } = engine;
  const all = await options.source.all();
  const many = Math.min(2, availableParallelism());
  const generation = newGeneration(engine, {
    shards: options.shards ?? (all.count < smallBase ? 1 : many),
    terms: createOrdinals(Object.keys(options.schema.terms)),
  });
  try {
    index.progress = { done: 0, total: all.count };
    await build(engine, generation, all);
    await engine.changing(async () => {
      Object.assign(index, await catchUp(engine, generation, all.version), { built: all.version });
      await putInPlace(engine, generation);
    });
  } catch (error) {
    await generation.retire();
    throw error;
  }
  options.log('info', 'the search index was built', { documents: index.progress.done, version: index.version });
  engine.follower.moved();
  engine.follower.start();
  await save(engine).catch(reportUnsaved(engine));
}

/** Builds in temporary threads, which frees their memory; beside an active index one by one. */
async function build(engine: Engine, generation: Generation, all: All): Promise<void> {
  const { options, index, admission } = engine;
  const isBeside = index.generation !== undefined;
  const setup = { schema: options.schema, flags: admission.flags, background: isBeside, building: true };
  const builders: Thread[] = [];
  const start = (): Thread => {
    const builder = startOf(options)(setup, () => undefined);
    builders.push(builder);
    return builder;
  };
  const shards = Array.from({ length: generation.shards }, (_, shard) => shard);
  const counter = new Int32Array(new SharedArrayBuffer(8));
  const readShard = async (shard: number): Promise<void> => {
    const builder = start();
    const part = { part: shard, of: generation.shards };
    logRefused(engine, await builder.ask('read', { reader: options.source.reader!, part, counter }));
    await passSegment(generation, { builder, shard });
  };
  try {
    if (!options.source.reader) {
      for (const _ of shards) start();
      logRefused(engine, await handOver(engine, builders, all));
      await Promise.all(builders.map((builder, shard) => passSegment(generation, { builder, shard })));
    } else if (isBeside) {
      await reportProgress(engine, counter, async () => {
        for (const shard of shards) await readShard(shard);
      });
    } else await reportProgress(engine, counter, () => Promise.all(shards.map(readShard)));
  } finally {
    await Promise.all(builders.map((builder) => builder.stop()));
  }
}

type Refused = readonly { id: number; reason: string }[];

function logRefused({ options }: Engine, refused: Refused): void {
  for (const { id, reason } of refused) options.log('error', 'a document cannot be indexed', { id, reason });
}

async function passSegment(generation: Generation, { builder, shard }: { builder: Thread; shard: number }): Promise<void> {
  const named = Object.entries(await builder.ask('terms', {}));
  const numbers = Object.fromEntries(
    named.map(([field, values]) => [field, Uint32Array.from(values, (value) => generation.terms.number(field, value))]),
  );
  const data = await builder.ask('seal', { numbers });
  await builder.stop();
  if (data) await generation.adopt(shard, data);
}

async function reportProgress({ index }: Engine, counter: Int32Array, work: () => Promise<unknown>): Promise<void> {
  const total = index.progress?.total ?? 0;
  const updateProgress = (): void => {
    const done = Atomics.load(counter, 0);
    index.progress = { done, total: Math.max(done, total) };
    if (index.closed) Atomics.store(counter, 1, 1);
  };
  const timer = setInterval(updateProgress, progressEveryMs);
  try {
    await work();
    updateProgress();
  } catch (error) {
    Atomics.store(counter, 1, 1);
    throw index.closed ? new SearchError('closed', 'the search engine was closed') : error;
  } finally {
    clearInterval(timer);
  }
}

async function handOver({ index }: Engine, builders: readonly Thread[], all: All): Promise<Refused> {
  const sent: Promise<Refused>[] = [];
  const refused: Refused[] = [];
  let done = 0;
  for await (const documents of inBatches(all.documents)) {
    if (index.closed) throw new SearchError('closed', 'the search engine was closed');
    for (const [part, builder] of builders.entries()) {
      const own = documents.filter(({ id }) => id % builders.length === part);
      if (own.length === 0) continue;
      const send = builder.ask('collect', { documents: own });
      // Prevents an unhandled rejection until the caller awaits it.
      send.catch(() => undefined);
      sent.push(send);
    }
    while (sent.length > ahead) refused.push((await sent.shift()) ?? []);
    done += documents.length;
    index.progress = { done, total: Math.max(done, all.count) };
  }
  refused.push(...(await Promise.all(sent)));
  return refused.flat();
}

async function* inBatches(documents: AsyncIterable<readonly SearchDocument[]>): AsyncGenerator<readonly SearchDocument[]> {
  for await (const some of documents) {
    for (let from = 0; from < some.length; from += batch) yield some.slice(from, from + batch);
  }
}
