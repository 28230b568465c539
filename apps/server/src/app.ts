import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contract } from '@headwater/contract/contract';
import { mailLeases, openFileStore, openMailProvider, openSecretBox, sandboxServers } from './adapters.ts';
import type { Env } from './env.ts';
import { accountRoutes } from '#modules/accounts/routes.ts';
import { fileRoutes } from '#modules/files/routes.ts';
import { outreachRoutes } from '#modules/outreach/routes.ts';
import { startMail } from '#modules/outreach/public.ts';
import { profileRoutes } from '#modules/profiles/routes.ts';
import { savedQueryRoutes } from '#modules/saved-queries/routes.ts';
import { searchHistoryRoutes } from '#modules/search-history/routes.ts';
import type { SearchService } from '#modules/search/public.ts';
import { searchRoutes } from '#modules/search/routes.ts';
import { smartFolderRoutes } from '#modules/smart-folders/routes.ts';
import { wireSearch } from './search-engine.ts';
import { isCandidateFor, messagingSeams, wireVacancies } from './vacancy-work.ts';
import { createVisitorResolver, sessionCookie } from '#modules/accounts/session.ts';
import { mountSignOut } from '#modules/accounts/sign-out.ts';
import type { Clock } from '#platform/clock.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { mountHealth } from '#platform/http/health.ts';
import { mountSchema } from '#platform/http/schema.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { preferredLanguage } from '#platform/http/language.ts';
import { mountWebApp } from '#platform/http/web-app.ts';
import { letterHandler } from '#platform/letters.ts';
import type { Log } from '#platform/log.ts';
import { startWorker, type TaskHandler } from '#platform/queue/queue.ts';

export interface ApplicationOptions {
  env: Env;
  /** The owner's address of a migrated database; the application itself runs as the role without ownership. */
  databaseUrl: string;
  clock: Clock;
  log: Log;
  /** Milliseconds between readings of mailboxes whose server does not tell of new mail. */
  readMailEveryMs?: number;
  /** Ports of the mail sandbox in demo mode: mail then never leaves this machine. */
  demo?: { smtpPort: number; imapPort: number } | undefined;
}

/** Everything that the processes need, wired once; nothing listens or works yet. */
export interface Application {
  database: Database;
  /** Started by the first search, or by whoever wants it ready before. */
  search: SearchService;
  /** The HTTP side without a listening socket; with the built web app where its folder is given. */
  createHttp(webFolder?: string): Promise<FastifyInstance>;
  /** Takes background tasks until stopped. */
  startWorker(): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

const databaseReady = async (database: Database) => {
  await database.pool.query('select 1');
  return undefined;
};

/** The composition root: the only place where adapters are created and handed to modules. */
export function createApplication({ env, databaseUrl, clock, log, demo, readMailEveryMs = 60_000 }: ApplicationOptions): Application {
  const database = openDatabase({ url: databaseUrl, log });
  const secrets = openSecretBox(env);
  const secureCookies = env.HEADWATER_BEHIND_PROXY;
  const resolveVisitor = createVisitorResolver({ database, clock });
  const files = openFileStore(env);
  const outreach = {
    database,
    clock,
    secrets,
    provider: openMailProvider(env, demo),
    demoServers: demo && sandboxServers(demo),
    ...messagingSeams,
  };
  const search = wireSearch({ database, clock, log, dataDir: env.dataDir });
  const work = wireVacancies({ database, databaseUrl, clock, log }, search);
  const router = {
    ...work.routes,
    accounts: accountRoutes({ database, clock, publicUrl: env.publicUrl, secureCookies }),
    files: fileRoutes({ database, files, isCandidateFor }),
    outreach: outreachRoutes(outreach),
    profiles: profileRoutes({ database, clock, isCandidateFor }),
    savedQueries: savedQueryRoutes({ database, clock, search }),
    search: searchRoutes({ database, clock, search }),
    searchHistory: searchHistoryRoutes({ database, clock }),
    smartFolders: smartFolderRoutes({ database, clock, search }),
  };
  const smtpUrl = demo ? `smtp://127.0.0.1:${demo.smtpPort}` : env.HEADWATER_SMTP_URL;
  const handlers: TaskHandler[] = [letterHandler({ smtpUrl, from: env.HEADWATER_MAIL_FROM, log }), work.jobs.handler];
  return {
    database,
    search,
    createHttp: (webFolder) =>
      createHttpServer({
        log,
        router,
        resolveVisitor,
        bearsSession: (request) => request.cookies[sessionCookie] !== undefined,
        languageOf: (request: FastifyRequest) => preferredLanguage(request.hostname, request.headers['x-language']),
        behindProxy: env.HEADWATER_BEHIND_PROXY,
        async mount(app) {
          mountHealth(app, { database: () => databaseReady(database) });
          mountSchema(app, contract);
          mountSignOut(app, database);
          if (webFolder) await mountWebApp(app, webFolder);
        },
      }),
    async startWorker() {
      const tasks = await startWorker({ url: databaseUrl, handlers, concurrency: 4, log });
      const sweeper = work.jobs.startSweeper();
      const mail = startMail({ ...outreach, leases: mailLeases(env), readPollMs: readMailEveryMs, log });
      return {
        async stop() {
          await Promise.all([tasks.stop(), sweeper.stop(), mail.stop()]);
        },
      };
    },
    async close() {
      await Promise.all([search.stop(), work.events.close()]);
      await database.close();
    },
  };
}
