import { hourMs } from '@headwater/domain/time/durations';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, elapsed } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, startLoop } from '#platform/loop.ts';
import { giveBackMemory } from '#platform/memory.ts';
import { SearchError, type SearchPort } from './port.ts';
import { warmSuggestions } from './suggestions/indexes.ts';

export interface SearchServiceOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** Folder of the engine. */
  directory: string;
  /** Makes the engine; called when it is first needed. */
  createEngine(): SearchPort;
}

export interface SearchService {
  /** Loads or builds what searches and suggestions need; resolves when all is there. The first search does it where nobody did before. */
  start(): Promise<void>;
  /** The engine once it answers; throws the catalogue's 503 with the progress while it is built. */
  ready(): Promise<SearchPort>;
  /** The engine where it answers already; for what can do without. */
  current(): SearchPort | undefined;
  /**
   * Builds the index anew beside the one that answers and saves it, so that nothing is left of what was removed; resolves when it is saved.
   * Whoever asks while one is built shares the next.
   */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

/** A search that comes while the index is loaded waits so long before it is turned away. */
const patienceMs = 4_000;
/** One that comes while it is built waits to the end where that is nearer than this, by the pace so far. */
const nearMs = 15_000;
const lookAgainMs = 250;
const maintenanceMs = hourMs;

const monthOf = (date: Date) => date.toISOString().slice(0, 7);

/** Ages and lengths of careers move with time: an index built in another month is built anew beside the one that answers. */
function createCalendar({ directory, clock }: SearchServiceOptions) {
  const file = join(directory, 'built-in-month');
  return {
    isOld: async () => (await readFile(file, 'utf8').catch(() => '')) !== monthOf(clock.now()),
    built: () => writeFile(file, monthOf(clock.now())).catch(() => undefined),
  };
}

/** Resolves when what was begun has ended, or as soon as that is known to take long. */
async function soon(
  begun: Promise<void>,
  { clock, millisecondsLeft }: { clock: Clock; millisecondsLeft: () => Promise<number> },
): Promise<void> {
  const came = elapsed();
  const ended = begun.then(() => true);
  const isOver = () => Promise.race([ended, clock.sleep(lookAgainMs, { ref: false }).then(() => false)]);
  const waited = () => elapsed() - came;
  while (waited() < patienceMs || (waited() < nearMs && (await millisecondsLeft()) < nearMs)) {
    if (await isOver()) return;
  }
}

/** One run at a time; all who ask while one runs share the next. */
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

export function createSearchService(options: SearchServiceOptions): SearchService {
  const { log } = options;
  const calendar = createCalendar(options);
  let engine: SearchPort | undefined;
  let starting: Promise<void> | undefined;
  let isReady = false;
  let isStopped = false;
  let buildingSince = 0;
  let maintenance: Loop | undefined;

  const rebuild = async (port: SearchPort) => {
    buildingSince = elapsed();
    await port.rebuild();
    giveBackMemory();
    await calendar.built();
  };
  const renew = sharingNext(async () => {
    await startEngine();
    if (engine && !isStopped) await rebuild(engine);
  });
  const maintain = async () => {
    if (engine && isReady && (await calendar.isOld())) await rebuild(engine);
  };
  const begin = async () => {
    engine = options.createEngine();
    const report = await engine.open();
    if (report.state !== 'loaded') {
      log.info({ state: report.state, detail: report.detail }, 'the search index is built');
      await rebuild(engine);
    }
    if (isStopped) return;
    isReady = true;
    maintenance = startLoop({
      clock: options.clock,
      log,
      failed: 'the search index could not be maintained',
      everyMs: maintenanceMs,
      beginsWithPause: true,
      turn: maintain,
    });
  };
  const startEngine = () => {
    starting ??= begin().catch((error: unknown) => {
      if (isStopped) return;
      log.error({ err: error }, 'the search index could not be built');
      starting = undefined;
      const failed = engine;
      engine = undefined;
      void failed?.close().catch(() => undefined);
      throw error;
    });
    return starting;
  };
  /** By the pace of the build so far; endless where none is under way. */
  const millisecondsLeft = async () => {
    const progress = (await engine?.stats())?.progress;
    if (!progress || progress.done === 0) return Infinity;
    return ((elapsed() - buildingSince) / progress.done) * (progress.total - progress.done);
  };
  return {
    async start() {
      await Promise.all([startEngine(), warmSuggestions()]);
    },
    async ready() {
      if (isReady && engine) return engine;
      await soon(
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

const answers = {
  too_complex: 'search_too_complex',
  timeout: 'search_too_slow',
  busy: 'search_busy',
  not_ready: 'search_not_ready',
  closed: 'search_not_ready',
} as const;

/** Turns what the engine throws into the catalogue's answers; what is left is a defect. */
export async function askEngine<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SearchError && error.code in answers) throw new AppError(answers[error.code as keyof typeof answers]);
    throw error;
  }
}
