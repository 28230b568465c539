import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { elapsed } from '#platform/clock.ts';
import type { Env } from '../env.ts';
import { openSecretBox } from '../wiring/adapters.ts';
import { type LoginOptions, prepareApplicationLogin } from '#platform/database/application-login.ts';
import { migrate } from '#platform/database/migrate.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { startEmbeddedPostgres } from '#platform/postgres/supervisor.ts';

export interface OpenedDatabase {
  /** Connects as the application role. */
  url: string;
  ownerUrl: string;
  embedded: boolean;
  stop(): Promise<void>;
}

function explain(error: unknown, url: string): StartupError {
  const { code, message } = error as { code?: string; message?: string };
  const where = URL.canParse(url) ? new URL(url).host : url;
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'the host is unknown',
    '28P01': 'the password is wrong',
    '28000': 'the user is not let in',
    '3D000': 'the database does not exist',
    '42501': 'the user may not create roles or tables (it needs CREATEROLE and must own the database)',
    ETIMEDOUT: 'there is no answer',
  };
  return new StartupError(`DATABASE_URL cannot be used (${where}): ${reasons[code ?? ''] ?? message ?? 'unknown reason'}.`);
}

async function checkOutside(url: string): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new StartupError('DATABASE_URL must look like postgres://user:password@host:5432/database.');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::int as version");
    if ((rows[0]?.version ?? 0) < 150_000) throw new StartupError('DATABASE_URL points at a PostgreSQL older than 15; use 15 or newer.');
  } finally {
    await client.end().catch(() => undefined);
  }
}

const startingUp = '57P03';

/** Retries while the database starts or recovers, as after a reboot of the machine. */
async function waitUntilUp(url: string): Promise<void> {
  const deadline = elapsed() + 30_000;
  for (;;) {
    try {
      return await checkOutside(url);
    } catch (error) {
      if ((error as { code?: string }).code !== startingUp || elapsed() > deadline) throw error;
      await sleep(500);
    }
  }
}

/** Falls back to the owner if it cannot create roles, or if a pooler accepts no other login. */
async function loginOutside(url: string, { env, log, ...options }: { env: Env; log: Log } & LoginOptions): Promise<string> {
  try {
    return await prepareApplicationLogin(url, openSecretBox(env), options);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    log.warn(
      { reason: (error as Error).message },
      'the application signs in to the database as its owner: let the owner create roles and grant headwater_app (docs/operations/backup.md)',
    );
    return url;
  }
}

export interface OpenOptions {
  env: Env;
  log: Log;
  say(sentence: string): void;
}

export interface OwnedDatabase {
  ownerUrl: string;
  embedded: boolean;
  stop(): Promise<void>;
}

export async function openOwnedDatabase({ env, log, say }: OpenOptions): Promise<OwnedDatabase> {
  if (!env.DATABASE_URL) {
    const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, log, say });
    return { ownerUrl: postgres.url, embedded: true, stop: () => postgres.stop() };
  }
  try {
    await waitUntilUp(env.DATABASE_URL);
  } catch (error) {
    throw error instanceof StartupError ? error : explain((error as Error).cause ?? error, env.DATABASE_URL);
  }
  return { ownerUrl: env.DATABASE_URL, embedded: false, stop: async () => undefined };
}

/** Opens and migrates the database. Throws StartupError if the key of a command is wrong. */
export async function openConfiguredDatabase(options: OpenOptions, login: LoginOptions = { replaces: false }): Promise<OpenedDatabase> {
  const { env, log, say } = options;
  const { ownerUrl, embedded, stop } = await openOwnedDatabase(options);
  try {
    const applied = await migrate(ownerUrl, (name) => log.info({ name }, 'migration'));
    if (!embedded) return { url: await loginOutside(ownerUrl, { env, log, ...login }), ownerUrl, embedded, stop };
    if (applied.length > 0) say('The database is up to date.');
    return { url: await prepareApplicationLogin(ownerUrl, openSecretBox(env), login), ownerUrl, embedded, stop };
  } catch (error) {
    if (embedded || error instanceof StartupError) throw error;
    throw explain((error as Error).cause ?? error, ownerUrl);
  }
}
