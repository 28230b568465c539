import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openFileStore, openSecretBox } from './adapters.ts';
import { type Foundation, type NounOptions, wireNouns } from './noun-wiring.ts';
import { openPast } from './past-wiring.ts';
import { wireSearch } from './search-engine.ts';
import type { Past } from '#modules/demo/past-port.ts';
import { type Arming, createArming } from '#modules/messaging/delivery/public.ts';
import { startMail } from '#mail-work.ts';
import { pruneChangesHandler, type SearchService } from '#modules/search/public.ts';
import type { Clock, MovableClock } from '#platform/clock.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { describePlace } from '#platform/database/place.ts';
import { letterHandler } from '#platform/letters.ts';
import { startWorker, type TaskHandler } from '#platform/queue/queue.ts';

export interface ApplicationOptions extends NounOptions {
  clock: Clock;
  /** Milliseconds between readings of mailboxes whose server does not tell of new mail. */
  readMailEveryMs?: number;
}

/** Everything that the processes need, wired once; nothing listens or works yet. */
export interface Application {
  database: Database;
  /** Whether messages may leave from here (DEC-09). */
  arming: Arming;
  /** Started by the first search, or by whoever wants it ready before. */
  search: SearchService;
  /** The HTTP side without a listening socket; with the built web app where its folder is given. */
  createHttp(webFolder?: string): Promise<FastifyInstance>;
  /** Takes tasks that search until stopped: for processes that answer searches, and so hold the index. */
  startSearchTasks(): Promise<{ stop(): Promise<void> }>;
  /** Takes background tasks until stopped; mail is sent and read from when `mayWrite` resolves, where it is given. */
  startWorker(mayWrite?: Promise<void>): Promise<{ stop(): Promise<void> }>;
  /** The same installation at the time of another clock: what a demo's people did before today is done there. */
  livePast(past: MovableClock): Promise<Past>;
  close(): Promise<void>;
}

function openFoundation({ env, databaseUrl, clock, log, demo }: ApplicationOptions): Foundation {
  const database = openDatabase({ url: databaseUrl, log });
  return {
    database,
    secrets: openSecretBox(env),
    files: openFileStore(env),
    arming: createArming({
      database,
      clock,
      // Processes on a database of their own kind share it, and each has a data folder; the embedded one lies in the only one.
      place: (tx) => describePlace(tx, env.DATABASE_URL ? undefined : join(env.dataDir, 'installed-here')),
    }),
    smtpUrl: demo ? `smtp://127.0.0.1:${demo.smtpPort}` : env.HEADWATER_SMTP_URL,
    search: wireSearch({ database, clock, log, dataDir: env.dataDir }),
  };
}

/** AI searches carried out at a time: they wait for the language model for most of theirs. */
const searchTasks = 8;

/** The composition root: the only place where adapters are created and handed to modules. */
export function createApplication(options: ApplicationOptions): Application {
  const { env, databaseUrl, clock, log, readMailEveryMs = 60_000 } = options;
  const base = openFoundation(options);
  const { messaging, mail, work, mailings, ai, createHttp } = wireNouns(options, { ...base, clock });
  const { database, arming, search, secrets, smtpUrl } = base;
  const handlers: TaskHandler[] = [
    letterHandler({ secrets, smtpUrl, from: env.HEADWATER_MAIL_FROM, log }),
    work.jobs.handler,
    pruneChangesHandler({ database, clock }),
    ...ai.handlers,
  ];
  const startCorrespondence = () => {
    const planner = mailings.startPlanner();
    const running = startMail({ ...mail, readPollMs: readMailEveryMs });
    return { stop: async () => void (await Promise.all([planner.stop(), running.stop()])) };
  };
  return {
    database,
    arming,
    search,
    createHttp,
    startSearchTasks: () => startWorker({ url: databaseUrl, handlers: ai.searchHandlers, concurrency: searchTasks, log }),
    async startWorker(mayWrite) {
      messaging.start();
      const tasks = await startWorker({ url: databaseUrl, handlers, concurrency: 4, log });
      const sweeper = work.jobs.startSweeper();
      const correspondence = startAfter(mayWrite, startCorrespondence);
      return { stop: async () => void (await Promise.all([tasks.stop(), sweeper.stop(), correspondence.stop()])) };
    },
    livePast: (past) => openPast(wireNouns(options, { ...base, clock: past }), past),
    async close() {
      await Promise.all([search.stop(), work.events.close()]);
      await database.close();
    },
  };
}

/** Starts something once it may; what is stopped before that never starts. */
function startAfter(moment: Promise<void> | undefined, start: () => { stop(): Promise<void> }): { stop(): Promise<void> } {
  if (!moment) return start();
  let isStopped = false;
  let started: { stop(): Promise<void> } | undefined;
  const begin = async () => {
    await moment;
    if (!isStopped) started = start();
  };
  void begin();
  return {
    async stop() {
      isStopped = true;
      await started?.stop();
    },
  };
}
