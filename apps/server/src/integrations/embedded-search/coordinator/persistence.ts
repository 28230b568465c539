import type { OpenReport } from '#modules/search/port.ts';
import { type Engine, newGeneration, putInPlace } from './engine.ts';
import type { Generation } from './generation.ts';
import { lastSave, type Loaded, readManifest, readSaved, writeSaved } from './manifest.ts';

/** Saves unless another process has saved the same or a newer index. */
export function save(engine: Engine, { unlessSavedForMs }: { unlessSavedForMs?: number } = {}): Promise<void> {
  const { options, index, saving, folder } = engine;
  return saving(async () => {
    if (!index.generation) return;
    // Set before writing, so that a failing disk is not retried in every turn.
    index.saved = { ...index.saved, at: options.clock() };
    if (!(await folder.take())) {
      options.log('info', 'the search index is not saved: another process writes into its folder', {});
      return;
    }
    try {
      if (!(await isSavedByAnother(engine, unlessSavedForMs))) await write(engine);
    } finally {
      await folder.leave();
    }
  });
}

async function isSavedByAnother({ options, index }: Engine, forMs = 0): Promise<boolean> {
  const { number } = index.saved;
  const saved = await readManifest(options.directory, options.schema);
  // A process of another release built its index here, during an upgrade.
  if ('state' in saved) return saved.state === 'outdated' && number > 0 && (await lastSave(options.directory)) > number;
  if (saved.manifest.save <= number) return false;
  const { built, version } = saved.manifest;
  return built > index.built || (built === index.built && (version >= index.version || saved.ageMs < forMs));
}

async function write({ options, index }: Engine): Promise<void> {
  const { generation, version, built } = index;
  if (!generation) return;
  const number = Math.max(index.saved.number, await lastSave(options.directory)) + 1;
  index.saved = { ...index.saved, number };
  await writeSaved({ directory: options.directory, schema: options.schema, save: number }, { generation, version, built });
  index.saved = { ...index.saved, version };
}

export const reportUnsaved =
  ({ options }: Engine) =>
  (error: unknown): void =>
    options.log('error', 'the search index could not be saved', { error: String(error) });

export async function loadGeneration(engine: Engine, saved: Loaded): Promise<Generation> {
  const generation = newGeneration(engine, { shards: saved.files.length, terms: saved.terms });
  try {
    await generation.load(saved.files);
    return generation;
  } catch (error) {
    await generation.retire();
    throw error;
  }
}

/** Reads again if another process has replaced the files. */
async function readAndLoad(engine: Engine): Promise<{ saved: Loaded; generation: Generation } | Omit<OpenReport, 'version'>> {
  const { directory, schema } = engine.options;
  for (;;) {
    const before = await lastSave(directory).catch(() => 0);
    const saved = await readSaved(directory, schema);
    const loaded =
      'state' in saved
        ? saved
        : await loadGeneration(engine, saved).then(
            (generation) => ({ saved, generation }),
            (error: unknown) => ({ state: 'damaged' as const, detail: String(error) }),
          );
    const isReplaced = 'state' in loaded && loaded.state === 'damaged' && (await lastSave(directory).catch(() => 0)) !== before;
    if (!isReplaced) return loaded;
  }
}

export async function open(engine: Engine): Promise<OpenReport> {
  const { options, index } = engine;
  const loaded = await readAndLoad(engine);
  if ('state' in loaded) return { ...loaded, version: 0 };
  const { generation } = loaded;
  const { version, built, save: number } = loaded.saved.manifest;
  await engine.changing(async () => {
    index.version = version;
    index.ahead = new Set();
    index.built = built;
    index.saved = { version, number, at: options.clock() };
    await putInPlace(engine, generation);
  });
  engine.merging.wake(generation);
  engine.follower.start();
  return { state: 'loaded', version: index.version };
}
