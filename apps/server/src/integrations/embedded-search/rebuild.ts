import { availableParallelism } from 'node:os';
import { type DocumentSource, type SearchDocument, SearchError } from '#modules/search/port.ts';
import { applyChanges, type Engine, newGeneration, putInPlace, startOf } from './engine.ts';
import type { Generation } from './generation.ts';
import { save, tellUnsaved } from './save.ts';
import type { Thread } from './threads.ts';

/** Documents handed to a thread at a time where the source cannot be read there. */
const batch = 100;
/** Batches on their way to the threads, so that reading and indexing go on side by side without piling up. */
const ahead = 8;
/** Up to here one thread answers in a few milliseconds, and a second would cost more memory (60 MB and more) than it gives. */
const smallBase = 50_000;
const lookEveryMs = 200;

/** Builds new threads beside those that answer, then puts them in their place. Asked twice, it runs once. */
export function rebuild(engine: Engine): Promise<void> {
  const { index } = engine;
  if (index.closed) return Promise.reject(new SearchError('closed', 'the search engine was closed'));
  index.rebuilding ??= run(engine).finally(() => {
    index.rebuilding = undefined;
    index.progress = undefined;
  });
  return index.rebuilding;
}

type All = Awaited<ReturnType<DocumentSource['all']>>;

async function run(engine: Engine): Promise<void> {
  const { options, index } = engine;
  const all = await options.source.all();
  const many = Math.min(2, availableParallelism());
  const generation = newGeneration(engine, options.shards ?? (all.count < smallBase ? 1 : many));
  try {
    index.progress = { done: 0, total: all.count };
    await build(engine, generation, all);
    await engine.changing(async () => {
      index.version = await catchUp(engine, generation, all.version);
      await putInPlace(engine, generation);
    });
  } catch (error) {
    await generation.retire();
    throw error;
  }
  options.log('info', 'the search index was built', { documents: index.progress.done, version: index.version });
  engine.follower.moved();
  engine.follower.start();
  await save(engine).catch(tellUnsaved(engine));
}

/**
 * Threads of their own build a segment for each shard and end: what building takes (readers, reference data, half-made lists) goes with
 * them. Beside an index that answers they step back.
 */
async function build(engine: Engine, generation: Generation, all: All): Promise<void> {
  const { options, index, guard } = engine;
  const setup = { schema: options.schema, flags: guard.flags, background: index.generation !== undefined, building: true };
  const builders = Array.from({ length: generation.shards }, () => startOf(options)(setup, () => undefined));
  try {
    const refused = options.source.reader ? await readInThreads(engine, builders) : await handOver(engine, builders, all);
    for (const { id, reason } of refused) options.log('error', 'a document cannot be indexed', { id, reason });
    const named = await Promise.all(builders.map((builder) => builder.ask('terms', {})));
    await Promise.all(
      builders.map(async (builder, shard) => {
        const numbers = Object.fromEntries(
          Object.entries(named[shard]!).map(([field, values]) => [
            field,
            Uint32Array.from(values, (value) => index.terms.number(field, value)),
          ]),
        );
        const data = await builder.ask('seal', { numbers });
        await builder.stop();
        if (data) await generation.adopt(shard, data);
      }),
    );
  } finally {
    await Promise.all(builders.map((builder) => builder.stop()));
  }
}

type Refused = readonly { id: number; reason: string }[];

/** Each thread reads its own part of the source. */
async function readInThreads({ options, index }: Engine, builders: readonly Thread[]): Promise<Refused> {
  const reader = options.source.reader!;
  const counter = new Int32Array(new SharedArrayBuffer(8));
  const total = index.progress?.total ?? 0;
  const look = (): void => {
    const done = Atomics.load(counter, 0);
    index.progress = { done, total: Math.max(done, total) };
    if (index.closed) Atomics.store(counter, 1, 1);
  };
  const timer = setInterval(look, lookEveryMs);
  try {
    const refused = await Promise.all(
      builders.map((builder, part) => builder.ask('read', { reader, part: { part, of: builders.length }, counter })),
    );
    look();
    return refused.flat();
  } catch (error) {
    // The others need not read on.
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
      // A failure is thrown where it is waited for; until then it must not count as unhandled.
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

/** Applies what changed since the reading began; gives the version reached. */
async function catchUp(engine: Engine, generation: Generation, from: number): Promise<number> {
  let version = from;
  for (let more = true; more;) {
    const changes = await engine.options.source.changesSince(version);
    if (!changes) throw new SearchError('failed', 'changes were forgotten while the index was built');
    await applyChanges(engine, generation, changes);
    version = changes.version;
    more = changes.more;
  }
  return version;
}
