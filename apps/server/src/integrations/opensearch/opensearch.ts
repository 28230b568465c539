import { setTimeout as sleep } from 'node:timers/promises';
import { createFollower, type Follower } from '#integrations/search-follower/follow-source.ts';
import { oneByOne } from '#modules/search/engine/one-by-one.ts';
import { type OpenReport, type SearchDocument, SearchError, type SearchPort, type SearchStats } from '#modules/search/port.ts';
import { asSearchError, type Cluster, describeTrouble } from './cluster.ts';
import { compareIndex } from './compare.ts';
import { createControlStore, without } from './control.ts';
import { lead, startRebuild, takeTurn } from './follow.ts';
import { fingerprintOf } from './mapping.ts';
import { createSearches } from './searches.ts';
import { applyChanges, type Engine, type Leadership, type OpenSearchLimits, type OpenSearchOptions, readAlias } from './writer.ts';

const defaults: OpenSearchLimits = { timeMs: 2_000, followMs: 250, refreshMs: 200, saveEvery: 20_000, graceMs: 60_000 };
const pollMs = 100;

/** Always has `compare`. */
export type OpenSearchPort = Required<SearchPort>;

/** `cluster` is closed with the port. */
export function createOpenSearch(cluster: Cluster, options: OpenSearchOptions): OpenSearchPort {
  const { schema, settings, name, clock, log } = options;
  const limits = { ...defaults, ...options.limits };
  const fingerprint = fingerprintOf(schema, settings);
  const engine: Engine = {
    options,
    limits,
    cluster,
    control: createControlStore(cluster, { index: `${name}-control`, id: fingerprint }),
    fingerprint,
    state: undefined,
    leadership: undefined,
    rebuilding: undefined,
    changing: oneByOne(),
    refreshedAt: -Infinity,
    replaced: [],
    closed: false,
  };
  const holds = (version: number): boolean => {
    const active = engine.state?.active;
    return active !== undefined && (version <= active.version || active.ahead.includes(version));
  };
  const follower: Follower = createFollower({
    holds,
    pull: () => takeTurn(engine, follower.moved),
    everyMs: limits.followMs,
    failed: (error) => log('warn', 'search changes could not be written', { error: describeTrouble(error) }),
  });
  const current = (): { alias: string; version: number } => {
    if (engine.closed) throw new SearchError('closed', 'the search engine was closed');
    const active = engine.state?.active;
    if (!active) throw new SearchError('not_ready', 'the search index is being built');
    return { alias: readAlias(engine), version: active.version };
  };
  const asWriter = async (work: (leadership: Leadership) => Promise<void>): Promise<void> => {
    engine.state = await engine.control.read();
    const leadership = await lead(engine);
    if (!leadership) throw new SearchError('failed', 'another process writes to the search index');
    await engine.changing(() => work(leadership));
  };
  const change = (changes: { upserts: readonly SearchDocument[]; removed: readonly number[] }): Promise<void> =>
    asWriter(async (leadership) => {
      const index = engine.state?.active?.index;
      if (index === undefined) throw new SearchError('not_ready', 'the search index is being built');
      await applyChanges(engine, leadership, { index, changes });
    });
  return {
    schema,
    open: () => open(engine, follower),
    ...createSearches({ schema, cluster, shards: settings.shards, timeMs: limits.timeMs, clock, current }),
    upsert: (upserts) => change({ upserts, removed: [] }),
    remove: (removed) => change({ upserts: [], removed }),
    waitFor: (version, wait) => waitFor(engine, follower, { version, holds, ...wait }),
    rebuild: () => rebuild(engine, follower),
    save: async () => undefined,
    stats: () => statsOf(engine),
    async compare() {
      engine.state = await engine.control.read();
      const leadership = await lead(engine);
      return leadership && compareIndex(engine, leadership);
    },
    close: () => close(engine, follower),
  };
}

async function open(engine: Engine, follower: Follower): Promise<OpenReport> {
  const { cluster, control } = engine;
  try {
    await control.create();
    engine.state = await control.read();
    const { active } = engine.state;
    const alias = readAlias(engine);
    const { body } = await cluster.ask<Record<string, unknown>>(`GET /_alias/${alias}`, { ignore: [404] });
    const version = active?.version ?? 0;
    if (active && Object.keys(body).includes(active.index)) {
      follower.start();
      return { state: 'loaded', version };
    }
    if (active) {
      engine.state = await control.update((state) => without(state, 'active'));
      return { state: 'damaged', version, detail: `the index ${active.index} is gone` };
    }
    const { body: others } = await cluster.ask<Record<string, unknown>>(`GET /_alias/${engine.options.name}-*`, { ignore: [404] });
    const hasOther = Object.keys(others).some((index) => /-[0-9a-f]{12}-\d+$/.test(index));
    return hasOther ? { state: 'outdated', version, detail: 'the mapping has changed' } : { state: 'missing', version };
  } catch (error) {
    throw asSearchError(error);
  }
}

/** Ends when a rebuild that began after the call has ended, in this process or in the writer's. */
async function rebuild(engine: Engine, follower: Follower): Promise<void> {
  if (engine.closed) throw new SearchError('closed', 'the search engine was closed');
  try {
    const { wanted } = await engine.control.update((state) => ({ ...state, wanted: state.wanted + 1 }));
    while ((engine.state?.built ?? 0) < wanted || !engine.state?.active) {
      if (engine.closed) throw new SearchError('closed', 'the search engine was closed');
      engine.state = await engine.control.read();
      const leadership = await lead(engine);
      if (leadership) {
        startRebuild(engine, leadership, follower.moved);
        await engine.rebuilding;
      } else await sleep(pollMs);
    }
  } catch (error) {
    throw asSearchError(error);
  }
  follower.moved();
  follower.start();
}

interface Wait {
  version: number;
  holds: (version: number) => boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** The writer pulls changes immediately; other processes poll the shared state. */
async function waitFor(engine: Engine, follower: Follower, { version, holds, ...wait }: Wait): Promise<void> {
  if (holds(version)) return;
  const over = new AbortController();
  const waited = follower.waitFor(version, wait).finally(() => over.abort());
  const look = async (): Promise<void> => {
    while (!over.signal.aborted && !engine.leadership && !engine.closed) {
      await sleep(pollMs / 4, undefined, { ref: false });
      if (engine.state) engine.state = { ...engine.state, ...(await engine.control.read()) };
      follower.moved();
    }
  };
  await Promise.race([waited, look().then(() => waited)]);
}

interface IndexStats {
  indices: Record<
    string,
    { primaries: { docs?: { count: number; deleted: number }; store?: { size_in_bytes: number }; segments?: { count: number } } }
  >;
}

async function statsOf(engine: Engine): Promise<SearchStats> {
  const { cluster, closed, options } = engine;
  const { active, building, builtAt, trouble } = engine.state ?? {};
  const figures = { documents: 0, segments: 0, deleted: 0, bytes: 0 };
  if (active && !closed) {
    const { body } = await cluster.ask<IndexStats>(`GET /${active.index}/_stats/docs,store,segments`).catch(() => ({ body: undefined }));
    const { docs, store, segments } = body?.indices[active.index]?.primaries ?? {};
    figures.documents = docs?.count ?? 0;
    figures.deleted = docs?.deleted ?? 0;
    figures.bytes = store?.size_in_bytes ?? 0;
    figures.segments = segments?.count ?? 0;
  }
  return {
    state: closed ? 'closed' : active ? 'ready' : building ? 'building' : 'empty',
    ...figures,
    version: active?.version ?? 0,
    shards: options.settings.shards,
    ...(building ? { progress: { done: building.done, total: Math.max(building.total, building.done) } } : {}),
    ...(builtAt === undefined ? {} : { builtAt: new Date(builtAt) }),
    ...(trouble === undefined ? {} : { trouble }),
  };
}

async function close(engine: Engine, follower: Follower): Promise<void> {
  if (engine.closed) return;
  engine.closed = true;
  follower.stop();
  await engine.rebuilding?.catch(() => undefined);
  await engine.changing(async () => undefined);
  await engine.leadership?.lease.release();
  engine.leadership = undefined;
  await engine.cluster.close();
}
