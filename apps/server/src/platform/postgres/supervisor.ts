import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { elapsed } from '#platform/clock.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { initialise, ownerRole } from './initialise.ts';
import { findDirectory, ownerPassword, type DatabaseDirectory } from './database-directory.ts';
import { choosePort } from './port.ts';
import { runProgram } from './program.ts';
import { adoptServer, askToStop, type Failure, launchServer, type RunningServer } from './server.ts';
import { serverUsers } from './users.ts';

export interface EmbeddedOptions {
  dataDir: string;
  port?: number;
  log: Log;
  say?: (sentence: string) => void;
  durable?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  port: number;
  ownerPassword: string;
  pid(): number;
  createDatabase(name: string, template?: string): Promise<string>;
  /** Stops PostgreSQL unless another process uses it. Takes at most 6 s. */
  stop(): Promise<void>;
}

const databaseName = 'headwater';
const patienceMs = 15_000;

interface Cluster {
  place: DatabaseDirectory;
  binaries: Binaries;
  durable: boolean;
  log: Log;
}

const isUp = (outcome: RunningServer | Failure): outcome is RunningServer => 'pid' in outcome;

/** Adopts or starts the server, with retries. Throws StartupError with PostgreSQL's reason. */
async function startOrAdopt({ place, binaries, durable, log }: Cluster, port: number | (() => Promise<number>)): Promise<RunningServer> {
  const deadline = elapsed() + patienceMs;
  for (;;) {
    const adopted = await adoptServer(place);
    if (adopted) return adopted;
    const outcome = await launchServer(place, binaries, { port: typeof port === 'number' ? port : await port(), durable });
    if (isUp(outcome)) return outcome;
    log.info({ reason: outcome.reason }, 'PostgreSQL did not start');
    if (!outcome.passing || elapsed() > deadline) {
      throw new StartupError(`The embedded database does not start: ${outcome.reason}. Its log is ${join(place.folder, 'postgres.log')}.`);
    }
    await sleep(200);
  }
}

function restartOnExit(cluster: Cluster, first: RunningServer) {
  let current = first;
  let stopping = false;
  const watch = async () => {
    for (;;) {
      await current.gone;
      if (stopping) return;
      cluster.log.warn('PostgreSQL ended, restarting');
      current = await startWithRetries(cluster, first.port, () => stopping).catch(() => current);
    }
  };
  void watch();
  return {
    current: () => current,
    release: () => {
      stopping = true;
    },
  };
}

async function startWithRetries(cluster: Cluster, port: number, stopped: () => boolean): Promise<RunningServer> {
  for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
    if (stopped()) throw new StartupError('The embedded database is being stopped.');
    try {
      return await startOrAdopt(cluster, port);
    } catch (error) {
      cluster.log.error({ err: error }, 'PostgreSQL restart failed');
      await sleep(wait, undefined, { ref: false });
    }
  }
}

async function shutDown({ place, binaries }: Cluster, { gone }: RunningServer): Promise<void> {
  const stopBy = (mode: string, seconds: number) =>
    runProgram(binaries.pgCtl, ['stop', '-D', place.cluster, '-m', mode, '-w', '-t', String(seconds)], place.account);
  // After the timeout the server is killed: the next start recovers all committed data.
  if ((await stopBy('fast', 4)).code !== 0) await stopBy('immediate', 1);
  // Node does not wait for the unreferenced server, so this timer keeps an otherwise idle command
  // alive.
  const keepAlive = new AbortController();
  await Promise.race([gone, sleep(1000, undefined, { signal: keepAlive.signal }).catch(() => undefined)]);
  keepAlive.abort();
}

function databaseMaker(address: (name: string) => string) {
  return async (name: string, template?: string): Promise<string> => {
    const client = new Client({ connectionString: address('postgres') });
    await client.connect();
    try {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
      const copied = template ? ` template ${escapeIdentifier(template)}` : '';
      if (!rowCount) await client.query(`create database ${escapeIdentifier(name)}${copied}`);
    } catch (error) {
      if ((error as { code?: string }).code !== '42P04' && (error as { code?: string }).code !== '23505') throw error;
    } finally {
      await client.end();
    }
    return address(name);
  };
}

/** Throws StartupError for an unwritable folder, a port in use, or a machine without a package. */
export async function startEmbeddedPostgres({
  dataDir,
  port,
  log,
  say = () => {},
  durable = true,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = await findDirectory(dataDir, say);
  const binaries = await findBinaries(place.account);
  const password = await ownerPassword(place);
  const users = serverUsers(place.folder);
  users.enter();
  // A process that calls process.exit must not leave an unused server.
  const leaveAtExit = () => {
    if (!users.leave()) askToStop(place);
  };
  process.once('exit', leaveAtExit);
  if (!existsSync(place.cluster)) {
    say('Making the database (first start only)');
    await initialise(place, binaries, { password, durable });
  }
  const cluster = { place, binaries, durable, log };
  const first = await startOrAdopt(cluster, () => choosePort(place.folder, port));
  const server = restartOnExit(cluster, first);
  const createDatabase = databaseMaker((name) => `postgres://${ownerRole}:${password}@127.0.0.1:${first.port}/${name}`);
  return {
    url: await createDatabase(databaseName),
    port: first.port,
    ownerPassword: password,
    pid: () => server.current().pid,
    createDatabase,
    async stop() {
      server.release();
      process.off('exit', leaveAtExit);
      if (!users.leave()) await shutDown(cluster, server.current());
    },
  };
}
