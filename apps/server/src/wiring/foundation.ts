import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import { openFileStore, openScanner, openSecretBox, type SandboxPorts } from './adapters.ts';
import type { OpenMoreChannels } from './channels.ts';
import type { RunningWork } from './core.ts';
import { openSearch } from './search-engine.ts';
import type { Past } from '#modules/demo/past-port.ts';
import type { DnsResolver } from '#modules/messaging/deliverability/resolver-port.ts';
import { type SendingLock, createSendingLock } from '#modules/messaging/delivery/public.ts';
import type { SearchService } from '#modules/search/public.ts';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Clock, MovableClock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { installationFingerprint } from '#platform/database/fingerprint.ts';
import { createServing, type Serving } from '#platform/database/serving.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Log } from '#platform/log.ts';
import type { SystemMailer } from '#platform/system-mail.ts';
import { createSystemMailer } from '#platform/system-mailer.ts';

export interface ApplicationOptions {
  env: Env;
  databaseUrl: string;
  /** Connects as the owner of the database, for backups. */
  ownerUrl?: string | undefined;
  clock: Clock;
  log: Log;
  resolver?: DnsResolver;
  /** Ports of the sandbox in demo mode: mail then never leaves this machine. */
  demo?: SandboxPorts | undefined;
  /** Milliseconds between reads of mailboxes without IDLE. */
  readMailEveryMs?: number;
  openMoreChannels?: OpenMoreChannels | undefined;
  /** Delays constant-time responses; `clock` by default. */
  answerClock?: Pick<Clock, 'sleep'>;
}

/** Services for all processes. Nothing listens or works before a start method is called. */
export interface Application {
  database: Database;
  /** Whether this installation may send messages (DEC-09). */
  sendingLock: SendingLock;
  search: SearchService;
  serving: Serving;
  /** The HTTP server without a listening socket; includes the web app if its folder is given. */
  createHttp(webFolder?: string): Promise<FastifyInstance>;
  createHealth(): FastifyInstance;
  startSearchTasks(): Promise<RunningWork>;
  /** Processes background tasks until stopped; sends and reads mail after `mayWrite` resolves. */
  startWorker(mayWrite?: Promise<void>): Promise<RunningWork>;
  /**
   * Resolves when no worker has due work. One round leaves the work that modules create for each
   * other.
   */
  idle(rounds?: number): Promise<void>;
  /** This installation with another clock, for the history of a demo. */
  runDemoHistory(past: MovableClock): Promise<Past>;
  close(): Promise<void>;
}

export interface Infrastructure {
  database: Database;
  secrets: SecretBox;
  files: FileStore;
  antivirus: Antivirus;
  sendingLock: SendingLock;
  /** Server for system messages; undefined: there is none. */
  smtpUrl: string | undefined;
  systemMailer: SystemMailer;
  search: SearchService;
  serving: Serving;
}

export function openInfrastructure({ env, databaseUrl, clock, log, demo }: ApplicationOptions): Infrastructure {
  const database = openDatabase({ url: databaseUrl, log });
  const smtpUrl = demo ? `smtp://127.0.0.1:${demo.smtpPort}` : env.HEADWATER_SMTP_URL;
  return {
    database,
    secrets: openSecretBox(env),
    files: openFileStore(env),
    antivirus: openScanner(env, log),
    sendingLock: createSendingLock({
      database,
      clock,
      // Processes that share an external database have separate data folders.
      fingerprint: (tx) => installationFingerprint(tx, env.DATABASE_URL ? undefined : join(env.dataDir, 'installed-here')),
    }),
    smtpUrl,
    systemMailer: createSystemMailer({ smtpUrl, from: env.HEADWATER_MAIL_FROM, log }),
    search: openSearch({ database, clock, log, dataDir: env.dataDir, cluster: env.openSearch }),
    serving: createServing({ pool: database.pool, clock, log }),
  };
}
