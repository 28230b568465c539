import { dayMs, hourMs } from '@headwater/domain/time/durations';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, elapsed } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, startLoop } from '#platform/loop.ts';
import { releaseMemory } from '#platform/memory.ts';
import { type RebuildOptions, type SearchComparison, SearchError, type SearchPort, type SearchStats } from './port.ts';
import { warmSuggestions } from './suggestions/indexes.ts';

export interface SearchServiceOptions {
  clock: Clock;
  log: Log;
  directory: string;
  createEngine(): SearchPort;
  saveComparison(comparison: SearchComparison): Promise<void>;
}

export interface SearchService {
  /** The first search calls it if needed. */
  start(): Promise<void>;
  /** Throws the catalogue's 503 with the progress while the index is built. */
  ready(): Promise<SearchPort>;
  current(): SearchPort | undefined;
  /** Rebuilds and saves, so that no removed data remains. Calls during a rebuild share the next. */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

/** While the index is loaded. */
const shortWaitMs = 4_000;
/** While the index is built, if the estimated rest is shorter. */
const longWaitMs = 15_000;
const pollMs = 250;
const maintenanceMs = hourMs;
const comparisonMs = dayMs;

const monthOf = (date: Date) => date.toISOString().slice(0, 7);

/** Ages and career lengths change: the index is rebuilt each month. */
function createCalendar({ directory, clock }: SearchServiceOptions) {
  const file = join(directory, 'built-in-month');
  return {
    async isOld(port: SearchPort) {
      const { builtAt, progress } = await port.stats();
      // Another process rebuilds the shared index.
      if (progress) return false;
      const built = builtAt ? monthOf(builtAt) : await readFile(file, 'utf8').catch(() => '');
      return built !== monthOf(clock.now());
    },
    built: () => writeFile(file, monthOf(clock.now())).catch(() => undefined),
  };
}

/** Resolves when `begun` ends, or as soon as it is known to take long. */
async function waitForBuild(
  begun: Promise<void>,
  { clock, millisecondsLeft }: { clock: Clock; millisecondsLeft: () => Promise<number> },
): Promise<void> {
  const came = elapsed();
  const ended = begun.then(() => true);
  const isOver = () => Promise.race([ended, clock.sleep(pollMs, { ref: false }).then(() => false)]);
  const waited = () => elapsed() - came;
  while (waited() < shortWaitMs || (waited() < longWaitMs && (await millisecondsLeft()) < longWaitMs)) {
    if (await isOver()) return;
  }
}

/** Calls during a run share the next one. */
function sharingNext(work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = work();
        return running;
      });
    return next;
  };
}

function remainingMs(progress: SearchStats['progress'], since: number): number {
  if (!progress || progress.done === 0) return Infinity;
  return ((elapsed() - since) / progress.done) * (progress.total - progress.done);
}

/** Once a day, by engines that share their index. */
function createComparison({ clock, log, saveComparison }: SearchServiceOptions) {
  let comparedAt = clock.now().getTime();
  return async (port: SearchPort) => {
    const now = clock.now().getTime();
    if (!port.compare || now - comparedAt < comparisonMs) return;
    comparedAt = now;
    const report = await port.compare();
    if (!report) return;
    await saveComparison(report);
    const isEqual = report.missing + report.changed + report.superfluous === 0;
    log[isEqual ? 'info' : 'warn'](report, isEqual ? 'the search index equals the database' : 'the search index was repaired');
  };
}

export function createSearchService(options: SearchServiceOptions): SearchService {
  const { log } = options;
  const calendar = createCalendar(options);
  let engine: SearchPort | undefined;
  let starting: Promise<void> | undefined;
  let isReady = false;
  let isStopped = false;
  let buildingSince = 0;
  let maintenance: Loop | undefined;

  const rebuild = async (port: SearchPort, how?: RebuildOptions) => {
    buildingSince = elapsed();
    await port.rebuild(how);
    releaseMemory();
    await calendar.built();
  };
  const renew = sharingNext(async () => {
    await startEngine();
    if (engine && !isStopped) await rebuild(engine);
  });
  const compare = createComparison(options);
  const maintain = async () => {
    if (!engine || !isReady) return;
    if (await calendar.isOld(engine)) await rebuild(engine, { acceptsNewer: true });
    await compare(engine);
  };
  const begin = async () => {
    engine = options.createEngine();
    const report = await engine.open();
    if (report.state !== 'loaded') {
      log.info({ state: report.state, detail: report.detail }, 'building the search index');
      await rebuild(engine);
    }
    if (isStopped) return;
    isReady = true;
    maintenance = startLoop({
      clock: options.clock,
      log,
      failed: 'search index maintenance failed',
      everyMs: maintenanceMs,
      beginsWithPause: true,
      turn: maintain,
    });
  };
  const startEngine = () => {
    starting ??= begin().catch((error: unknown) => {
      if (isStopped) return;
      log.error({ err: error }, 'search index build failed');
      starting = undefined;
      const failed = engine;
      engine = undefined;
      void failed?.close().catch(() => undefined);
      throw error;
    });
    return starting;
  };
  const millisecondsLeft = async () => remainingMs((await engine?.stats())?.progress, buildingSince);
  return {
    async start() {
      await Promise.all([startEngine(), warmSuggestions()]);
    },
    async ready() {
      if (isReady && engine) return engine;
      await waitForBuild(
        startEngine().catch(() => undefined),
        { clock: options.clock, millisecondsLeft },
      );
      if (isReady && engine) return engine;
      const progress = (await engine?.stats())?.progress;
      throw progress ? new AppError('search_building', { ...progress }) : new AppError('search_not_ready');
    },
    current: () => (isReady ? engine : undefined),
    renew,
    async stop() {
      isReady = false;
      isStopped = true;
      await Promise.all([maintenance?.stop(), engine?.close()]);
    },
  };
}

const catalogueKeys = {
  too_complex: 'search_too_complex',
  timeout: 'search_too_slow',
  busy: 'search_busy',
  not_ready: 'search_not_ready',
  closed: 'search_not_ready',
} as const;

export async function queryEngine<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SearchError && error.code in catalogueKeys)
      throw new AppError(catalogueKeys[error.code as keyof typeof catalogueKeys]);
    throw error;
  }
}
