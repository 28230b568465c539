import { availableParallelism } from 'node:os';
import { type SearchDocument, SearchError } from '#modules/search/port.ts';
import { applyChanges, encodeGiven, type Engine, newGeneration, putInPlace } from './engine.ts';
import type { Generation } from './generation.ts';
import { save, tellUnsaved } from './save.ts';

/** Documents handed to the threads at a time: small enough that encoding them does not hold up requests. */
const batch = 100;
/** Batches on their way to the threads, so that reading and indexing go on side by side without piling up. */
const ahead = 8;
/** Up to here one thread answers in a few milliseconds, and a second would cost more memory (60 MB and more) than it gives. */
const smallBase = 50_000;

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

async function run(engine: Engine): Promise<void> {
  const { options, index } = engine;
  const all = await options.source.all();
  const many = Math.min(2, availableParallelism());
  const generation = newGeneration(engine, options.shards ?? (all.count < smallBase ? 1 : many));
  try {
    index.progress = { done: 0, total: all.count };
    await collect(engine, generation, all);
    await generation.seal();
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

async function collect(
  engine: Engine,
  generation: Generation,
  all: { count: number; documents: AsyncIterable<readonly SearchDocument[]> },
): Promise<void> {
  const { index } = engine;
  const sent: Promise<void>[] = [];
  let done = 0;
  for await (const part of inBatches(all.documents)) {
    if (index.closed) throw new SearchError('closed', 'the search engine was closed');
    const send = generation.collect(encodeGiven(engine, part));
    // A failure is thrown where it is waited for; until then it must not count as unhandled.
    send.catch(() => undefined);
    sent.push(send);
    if (sent.length > ahead) await sent.shift();
    done += part.length;
    index.progress = { done, total: Math.max(done, all.count) };
  }
  await Promise.all(sent);
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
