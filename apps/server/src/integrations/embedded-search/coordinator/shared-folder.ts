import { setTimeout as sleep } from 'node:timers/promises';
import { SearchError } from '#modules/search/port.ts';
import { catchUp, type Engine, putInPlace } from './engine.ts';
import { readManifest, readSaved } from './manifest.ts';
import { loadGeneration } from './persistence.ts';

const pollMs = 500;

const isOwn = ({ index }: Engine, built: number): boolean => index.generation !== undefined && built <= index.built;

/** Replaces the index by a save of another process that was built later. */
async function adoptSave(engine: Engine, builtAfter: number): Promise<boolean> {
  const { options, index } = engine;
  const saved = await readSaved(options.directory, options.schema);
  if ('state' in saved || saved.manifest.built <= builtAfter || isOwn(engine, saved.manifest.built)) return false;
  const { version, built, save: number } = saved.manifest;
  const generation = await loadGeneration(engine, saved);
  try {
    await engine.changing(async () => {
      Object.assign(index, await catchUp(engine, generation, version));
      index.built = built;
      index.saved = { version, number, at: options.clock() };
      await putInPlace(engine, generation);
    });
  } catch (error) {
    await generation.retire();
    throw error;
  }
  options.log('info', 'the search index of another process was loaded', { version });
  engine.follower.moved();
  engine.follower.start();
  engine.merging.wake(generation);
  return true;
}

/** A damaged or replaced save is not adopted: the caller builds, or looks again later. */
const tryToAdopt = (engine: Engine, builtAfter: number): Promise<boolean> =>
  adoptSave(engine, builtAfter).catch((error: unknown) => {
    engine.options.log('warn', 'the search index of another process could not be loaded', { error: String(error) });
    return false;
  });

/** A folder that cannot be written to has no lock: the index stays in memory. */
const takeFolder = async ({ folder }: Engine): Promise<'taken' | 'other' | 'unwritable'> => {
  try {
    return (await folder.take()) ? 'taken' : 'other';
  } catch {
    return 'unwritable';
  }
};

/**
 * One process builds, the others load its save. Waits for the build of another process, and calls
 * `build` unless a save was built after that version.
 */
export async function adoptOrBuild(engine: Engine, builtAfter: number, build: () => Promise<void>): Promise<void> {
  let state = await takeFolder(engine);
  while (state === 'other') {
    if (engine.index.closed) throw new SearchError('closed', 'the search engine was closed');
    await sleep(pollMs, undefined, { ref: false });
    state = await takeFolder(engine);
  }
  try {
    if (!(await tryToAdopt(engine, builtAfter))) await build();
  } finally {
    if (state === 'taken') await engine.folder.leave();
  }
}

export async function adoptNewerSave(engine: Engine): Promise<void> {
  const { index, limits, options } = engine;
  if (options.clock() - index.lookedAt < limits.adoptMs || index.rebuilding) return;
  index.lookedAt = options.clock();
  const saved = await readManifest(options.directory, options.schema);
  if (!('state' in saved) && saved.manifest.built > index.built) await tryToAdopt(engine, index.built);
}
