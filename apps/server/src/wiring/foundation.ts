import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import { openFileStore, openScanner, openSecretBox, type SandboxPorts } from './adapters.ts';
import type { RunningWork } from './core.ts';
import { openSearch } from './search.ts';
import type { Past } from '#modules/demo/past-port.ts';
import type { DnsResolver } from '#modules/messaging/deliverability/resolver-port.ts';
import { type SendingLock, createSendingLock } from '#modules/messaging/delivery/public.ts';
import type { SearchService } from '#modules/search/public.ts';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { Clock, MovableClock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { installationFingerprint } from '#platform/database/fingerprint.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Log } from '#platform/log.ts';
import type { SystemMailer } from '#platform/system-mail.ts';
import { createSystemMailer } from '#platform/system-mailer.ts';

export interface ApplicationOptions {
  env: Env;
  /** The address of a migrated database, with the role that the application signs in as. */
  databaseUrl: string;
  clock: Clock;
  log: Log;
  /** Other name servers than this machine's. */
  resolver?: DnsResolver;
  /** Ports of the mail sandbox in demo mode: mail then never leaves this machine. */
  demo?: SandboxPorts | undefined;
  /** Milliseconds between readings of mailboxes whose server does not tell of new mail. */
  readMailEveryMs?: number;
  /** Time of held-back answers; the clock's by default. */
  answerClock?: Pick<Clock, 'sleep'>;
}

/** Everything that the processes need, wired once; nothing listens or works yet. */
export interface Application {
  database: Database;
  /** Whether messages may leave from here (DEC-09). */
  sendingLock: SendingLock;
  /** Started by the first search, or by whoever wants it ready before. */
  search: SearchService;
  /** The HTTP side without a listening socket; with the built web app where its folder is given. */
  createHttp(webFolder?: string): Promise<FastifyInstance>;
  /** The pages of health alone, for a worker without the HTTP side. */
  createHealth(): FastifyInstance;
  /** Takes tasks that search until stopped: for processes that answer searches, and so hold the index. */
  startSearchTasks(): Promise<RunningWork>;
  /** Takes background tasks until stopped; mail is sent and read from when `mayWrite` resolves, where it is given. */
  startWorker(mayWrite?: Promise<void>): Promise<RunningWork>;
  /** Resolves when no task, job or loop of the workers started here has work that is due. One round leaves what one part creates for another. */
  idle(rounds?: number): Promise<void>;
  /** The same installation at the time of another clock: what a demo's people did before today is done there. */
  livePast(past: MovableClock): Promise<Past>;
  close(): Promise<void>;
}

/** What there is once, whatever the clock. */
export interface Foundation {
  database: Database;
  secrets: SecretBox;
  files: FileStore;
  /** What files from people pass before they are read or kept. */
  antivirus: Antivirus;
  sendingLock: SendingLock;
  /** Where messages of the system go; undefined: nowhere. */
  smtpUrl: string | undefined;
  systemMailer: SystemMailer;
  search: SearchService;
}

export function openFoundation({ env, databaseUrl, clock, log, demo }: ApplicationOptions): Foundation {
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
      // Processes on a database of their own kind share it, and each has a data folder; the embedded one lies in the only one.
      fingerprint: (tx) => installationFingerprint(tx, env.DATABASE_URL ? undefined : join(env.dataDir, 'installed-here')),
    }),
    smtpUrl,
    systemMailer: createSystemMailer({ smtpUrl, from: env.HEADWATER_MAIL_FROM, log }),
    search: openSearch({ database, clock, log, dataDir: env.dataDir }),
  };
}
