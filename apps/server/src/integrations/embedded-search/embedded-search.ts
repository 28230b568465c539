import { oneByOne } from '#modules/search/engine/one-by-one.ts';
import type { SearchPort, SearchState, SearchStats } from '#modules/search/port.ts';
import { change, pull } from './coordinator/apply-changes.ts';
import { type EmbeddedLimits, type EmbeddedSearchOptions, type Engine, type IndexState, startOf } from './coordinator/engine.ts';
import { createFolderLock } from './coordinator/folder-lock.ts';
import { createFollower } from '#integrations/search-follower/follow-source.ts';
import type { Generation } from './coordinator/generation.ts';
import { createAdmissionControl } from './coordinator/admission-control.ts';
import { createMergeScheduler } from './indexing/merge-scheduler.ts';
import { createQueries } from './coordinator/queries.ts';
import { rebuild } from './coordinator/rebuild.ts';
import { open, save, reportUnsaved } from './coordinator/persistence.ts';

const defaults: EmbeddedLimits = { timeMs: 2_000, running: 8, waiting: 200, followMs: 250, saveMs: 300_000, adoptMs: 30_000 };

export function createEmbeddedSearch(options: EmbeddedSearchOptions): SearchPort {
  const { schema, log, clock } = options;
  const limits = { ...defaults, ...options.limits };
  const index: IndexState = {
    generation: undefined,
    version: 0,
    ahead: new Set(),
    saved: { version: -1, number: 0, at: clock() },
    built: 0,
    lookedAt: clock(),
    progress: undefined,
    rebuilding: undefined,
    closed: false,
  };
  const engine: Engine = {
    options,
    limits,
    admission: createAdmissionControl(limits),
    index,
    merging: createMergeScheduler({ schema, start: startOf(options) }, (error) =>
      log('error', 'search segments could not be merged', { error: String(error) }),
    ),
    follower: createFollower({
      holds: (version) => version <= index.version || index.ahead.has(version),
      pull: () => pull(engine),
      everyMs: limits.followMs,
      failed: (error) => log('warn', 'changes could not be followed', { error: String(error) }),
    }),
    changing: oneByOne(),
    saving: oneByOne(),
    folder: createFolderLock(options.directory, clock),
    lost: (generation, error) => recoverThreads(engine, generation, error),
  };
  return {
    schema,
    open: () => open(engine),
    ...createQueries(engine),
    upsert: (documents) => change(engine, { upserts: documents, removed: [] }),
    remove: (ids) => change(engine, { upserts: [], removed: ids }),
    waitFor: engine.follower.waitFor,
    rebuild: (how) => rebuild(engine, how),
    save: () => save(engine),
    stats: async () => statsOf(index),
    close: () => close(engine),
  };
}

/** Loads the last save or rebuilds. Searches fail with `not_ready` until then. */
function recoverThreads(engine: Engine, broken: Generation, error: Error): void {
  const { index, options } = engine;
  if (index.closed || index.generation !== broken) return;
  options.log('error', 'a search thread was lost, the index is loaded again', { error: error.message });
  index.generation = undefined;
  void broken.retire();
  void open(engine)
    .then((report) => (report.state === 'loaded' ? undefined : rebuild(engine)))
    .catch((failure: unknown) => options.log('error', 'the search index could not be brought back', { error: String(failure) }));
}

function statsOf(index: IndexState): SearchStats {
  const states = index.generation?.states ?? [];
  const sum = (of: (state: (typeof states)[number]) => number): number => states.reduce((total, state) => total + of(state), 0);
  return {
    state: stateOf(index),
    documents: sum((state) => state.documents),
    version: index.version,
    shards: states.length,
    segments: sum((state) => state.segments),
    deleted: sum((state) => state.deleted),
    bytes: sum((state) => state.bytes),
    ...(index.progress ? { progress: index.progress } : {}),
  };
}

function stateOf(index: IndexState): SearchState {
  if (index.closed) return 'closed';
  if (index.generation) return 'ready';
  return index.rebuilding ? 'building' : 'empty';
}

async function close(engine: Engine): Promise<void> {
  const { index } = engine;
  if (index.closed) return;
  index.closed = true;
  engine.follower.stop();
  await index.rebuilding?.catch(() => undefined);
  await engine.merging.stop();
  await engine.changing(async () => undefined);
  if (index.version !== index.saved.version) await save(engine).catch(reportUnsaved(engine));
  // A running save still needs the threads.
  await engine.saving(async () => undefined);
  await index.generation?.retire();
  index.generation = undefined;
}
