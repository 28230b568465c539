import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { wireAccounts } from './account-wiring.ts';
import { openLanguageModels, wireAiSearch } from './ai-search-wiring.ts';
import { mailLeases, openConsentProviders, openFileStore, openMailProvider, openSecretBox, sandboxServers } from './adapters.ts';
import type { Env } from './env.ts';
import { wireHttp } from './http-side.ts';
import { wireMailings } from './mailing-wiring.ts';
import { wireMessaging } from './messaging-wiring.ts';
import { fileReader, imageReader } from '#modules/files/public.ts';
import type { DnsResolver } from '#modules/deliverability/resolver-port.ts';
import { fileRoutes } from '#modules/files/routes.ts';
import { mailServiceRoutes, outreachRoutes } from '#modules/outreach/routes.ts';
import { type Arming, createArming, startMail } from '#modules/outreach/public.ts';
import { profileRoutes } from '#modules/profiles/routes.ts';
import { templateRoutes } from '#modules/templates/routes.ts';
import type { SearchService } from '#modules/search/public.ts';
import { wireSearch } from './search-engine.ts';
import { searchRouters } from './search-routers.ts';
import { isCandidateFor, messagingSeams, wireVacancies } from './vacancy-work.ts';
import type { Clock } from '#platform/clock.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { describePlace } from '#platform/database/place.ts';
import { letterHandler } from '#platform/letters.ts';
import type { Log } from '#platform/log.ts';
import { startWorker, type TaskHandler } from '#platform/queue/queue.ts';

export interface ApplicationOptions {
  env: Env;
  /** The address of a migrated database, with the role that the application signs in as. */
  databaseUrl: string;
  clock: Clock;
  log: Log;
  /** Milliseconds between readings of mailboxes whose server does not tell of new mail. */
  readMailEveryMs?: number;
  /** Other name servers than this machine's. */
  resolver?: DnsResolver;
  /** Ports of the mail sandbox in demo mode: mail then never leaves this machine. */
  demo?: { smtpPort: number; imapPort: number; httpPort?: number | undefined } | undefined;
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
  /** Takes background tasks until stopped. */
  startWorker(): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

/** The composition root: the only place where adapters are created and handed to modules. */
export function createApplication(options: ApplicationOptions): Application {
  const { env, databaseUrl, clock, log, demo, readMailEveryMs = 60_000, resolver } = options;
  const database = openDatabase({ url: databaseUrl, log });
  const secrets = openSecretBox(env);
  const files = openFileStore(env);
  const arming = createArming({
    database,
    clock,
    // Processes on a database of their own kind share it, and each has a data folder; the embedded one lies in the only one.
    place: (tx) => describePlace(tx, env.DATABASE_URL ? undefined : join(env.dataDir, 'installed-here')),
  });
  const smtpUrl = demo ? `smtp://127.0.0.1:${demo.smtpPort}` : env.HEADWATER_SMTP_URL;
  const messaging = wireMessaging({ database, clock, log, secrets, publicUrl: env.publicUrl, staysHere: demo !== undefined, resolver });
  const consents = openConsentProviders(env, clock, demo);
  const outreach = {
    consents,
    letters: messaging.letters,
    readFile: fileReader({ database, files }),
    arming,
    isArmed: arming.isArmed,
    database,
    clock,
    secrets,
    provider: openMailProvider(env, consents, demo),
    demoServers: demo && sandboxServers(demo),
    ...messagingSeams,
  };
  const search = wireSearch({ database, clock, log, dataDir: env.dataDir });
  const work = wireVacancies({ database, databaseUrl, clock, log, letters: messaging.letters }, search);
  const mailings = wireMailings({ database, clock, log, ...work.adding, isArmed: arming.isArmed, letters: messaging.letters });
  const ai = wireAiSearch({ database, clock, log, search }, openLanguageModels(env, demo));
  const router = {
    ...messaging.routes,
    mailServices: mailServiceRoutes({ ...outreach, publicUrl: env.HEADWATER_URL, brandings: env.brandings }),
    ...mailings.routes,
    ...work.routes,
    ...ai.routes,
    ...searchRouters({ database, clock, search }),
    accounts: wireAccounts({ env, database, clock, secrets, arming, sendsLetters: smtpUrl !== undefined }),
    files: fileRoutes({ database, files, isCandidateFor }),
    outreach: outreachRoutes({ ...outreach, recipientsOfList: mailings.recipientsOfList }),
    profiles: profileRoutes({ database, clock, isCandidateFor }),
    templates: templateRoutes({ database, clock, files }),
  };
  const createHttp = wireHttp({ env, database, clock, log }, { router, mount: messaging.mount });
  const handlers: TaskHandler[] = [
    letterHandler({ secrets, smtpUrl, from: env.HEADWATER_MAIL_FROM, log }),
    work.jobs.handler,
    ...ai.handlers,
  ];
  return {
    database,
    arming,
    search,
    createHttp: (webFolder) => {
      ai.runs.start();
      return createHttp(webFolder);
    },
    async startWorker() {
      messaging.start();
      const tasks = await startWorker({ url: databaseUrl, handlers, concurrency: 4, log });
      const sweeper = work.jobs.startSweeper();
      const planner = mailings.startPlanner();
      const mail = startMail({
        ...outreach,
        readImage: imageReader({ database, files }),
        leases: mailLeases(env),
        readPollMs: readMailEveryMs,
        log,
      });
      return {
        stop: async () => void (await Promise.all([tasks.stop(), sweeper.stop(), planner.stop(), mail.stop()])),
      };
    },
    async close() {
      await ai.runs.stop();
      await Promise.all([search.stop(), work.events.close()]);
      await database.close();
    },
  };
}
