import type { OpenReport } from '#modules/search/port.ts';
import { type Engine, newGeneration, putInPlace } from './engine.ts';
import { lastSave, readSaved, writeSaved } from './manifest.ts';

export function save({ options, index, saving, folder }: Engine): Promise<void> {
  return saving(async () => {
    const { generation, version } = index;
    if (!generation) return;
    if (!(await folder.take())) {
      options.log('info', 'the search index is not saved: another process writes into its folder', {});
      index.saved = { ...index.saved, at: options.clock() };
      return;
    }
    const number = Math.max(index.saved.number, await lastSave(options.directory)) + 1;
    // Set before writing, so that a failing disk is not retried in every turn.
    index.saved = { ...index.saved, number, at: options.clock() };
    await writeSaved({ directory: options.directory, schema: options.schema, save: number }, { generation, version });
    index.saved = { ...index.saved, version };
  });
}

export const reportUnsaved =
  ({ options }: Engine) =>
  (error: unknown): void =>
    options.log('error', 'the search index could not be saved', { error: String(error) });

export async function open(engine: Engine): Promise<OpenReport> {
  const { options, index } = engine;
  const saved = await readSaved(options.directory, options.schema);
  if ('state' in saved) return { ...saved, version: 0 };
  const generation = newGeneration(engine, { shards: saved.files.length, terms: saved.terms });
  try {
    await generation.load(saved.files);
  } catch (error) {
    await generation.retire();
    return { state: 'damaged', version: 0, detail: String(error) };
  }
  await engine.changing(async () => {
    index.version = saved.manifest.version;
    index.ahead = new Set();
    index.saved = { version: saved.manifest.version, number: saved.manifest.save, at: options.clock() };
    await putInPlace(engine, generation);
  });
  engine.merging.wake(generation);
  engine.follower.start();
  return { state: 'loaded', version: index.version };
}
