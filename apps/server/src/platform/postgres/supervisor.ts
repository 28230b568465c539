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
  /** The installation's data folder; made when it is missing. */
  dataDir: string;
  /** A fixed port; unset, a free one is taken and kept for the next time. */
  port?: number;
  log: Log;
  /** Told one sentence before each long step, for the person at the terminal. */
  say?: (sentence: string) => void;
  /** False switches off flushing to disk: for tests, where a power cut costs nothing. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  /** Address of the application's database, as its owner. Stays the same as long as this process runs. */
  url: string;
  port: number;
  ownerPassword: string;
  /** The process of the server; another one after it was restarted. */
  pid(): number;
  /** Makes a database unless it exists, as a copy of `template` when that is given. Returns its address. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Stops PostgreSQL, unless another process of this installation still uses it. Takes 6 s at most. */
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

/** Adopts the server or starts it; passing failures are tried again for a while. Throws StartupError with PostgreSQL's reason. */
async function bringUp({ place, binaries, durable, log }: Cluster, port: number | (() => Promise<number>)): Promise<RunningServer> {
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

/** Brings the server up again, on the same port, whenever it ends while we use it. */
function keepUp(cluster: Cluster, first: RunningServer) {
  let current = first;
  let stopping = false;
  const watch = async () => {
    for (;;) {
      await current.gone;
      if (stopping) return;
      cluster.log.warn('PostgreSQL has ended and is started again');
      current = await bringUpAtLast(cluster, first.port, () => stopping).catch(() => current);
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

async function bringUpAtLast(cluster: Cluster, port: number, stopped: () => boolean): Promise<RunningServer> {
  for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
    if (stopped()) throw new StartupError('The embedded database is being stopped.');
    try {
      return await bringUp(cluster, port);
    } catch (error) {
      cluster.log.error({ err: error }, 'PostgreSQL could not be started again');
      await sleep(wait, undefined, { ref: false });
    }
  }
}

async function shutDown({ place, binaries }: Cluster, { gone }: RunningServer): Promise<void> {
  const stopBy = (mode: string, seconds: number) =>
    runProgram(binaries.pgCtl, ['stop', '-D', place.cluster, '-m', mode, '-w', '-t', String(seconds)], place.account);
  // What does not stop in time is cut off: the next start recovers, and nothing that was acknowledged is lost.
  if ((await stopBy('fast', 4)).code !== 0) await stopBy('immediate', 1);
  // The process of the server holds up nobody, so that this wait has to: a command that has nothing else to do would end here, half-way and unheard.
  const patience = new AbortController();
  await Promise.race([gone, sleep(1000, undefined, { signal: patience.signal }).catch(() => undefined)]);
  patience.abort();
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
      // Another process of this installation made it at the same moment.
      if ((error as { code?: string }).code !== '42P04' && (error as { code?: string }).code !== '23505') throw error;
    } finally {
      await client.end();
    }
    return address(name);
  };
}

/**
 * Brings up the PostgreSQL that comes with Headwater, from nothing, from a stop or from a crash, and keeps it up until `stop`.
 * Throws StartupError (one sentence) for a folder that cannot be written, a taken port, or a machine without a PostgreSQL package.
 */
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
  // Whoever calls process.exit, also in the middle of a start, must not leave a server behind that nobody uses.
  const leaveAtExit = () => {
    if (!users.leave()) askToStop(place);
  };
  process.once('exit', leaveAtExit);
  if (!existsSync(place.cluster)) {
    say('Making the database (first start only)');
    await initialise(place, binaries, { password, durable });
  }
  const cluster = { place, binaries, durable, log };
  const first = await bringUp(cluster, () => choosePort(place.folder, port));
  const server = keepUp(cluster, first);
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
