import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { StartupError } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { isRoot } from './account.ts';
import { isRunning } from './process-table.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts';

const log = createLog('silent');
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });
const folders: string[] = [];
const started: EmbeddedPostgres[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-postgres-'));
  folders.push(folder);
  return folder;
}

const prepared = newFolder();

/** A data folder with the cluster of an earlier start. */
function folderWithCluster(): string {
  const dataDir = newFolder();
  // Keeps owners: as root, the files belong to the account of PostgreSQL.
  execFileSync('cp', ['-Rp', join(prepared, 'postgres'), dataDir]);
  return dataDir;
}

async function start(dataDir: string, options: { port?: number; durable?: boolean } = {}): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({ dataDir, log, durable: false, ...options });
  started.push(embedded);
  return embedded;
}

async function ask<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function askUntilAnswered<Row>(url: string, sql: string): Promise<Row[]> {
  for (let left = 100; ; left -= 1) {
    try {
      return await ask<Row>(url, sql);
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

const opening = (dataDir: string) => `
    const { startEmbeddedPostgres } = await import('#platform/postgres/supervisor.ts');
    const { createLog } = await import('#platform/log.ts');
    const embedded = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: createLog('silent') });`;

const runCode = (code: string) =>
  spawn(process.execPath, ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Starts the database in a child process that runs until it is killed. */
async function startInAnotherProcess(dataDir: string) {
  const child = runCode(`${opening(dataDir)}
    process.on('SIGTERM', () => embedded.stop().then(() => process.exit(0)));
    process.on('SIGUSR2', () => process.exit(0));
    console.log(JSON.stringify({ url: embedded.url, pid: embedded.pid() }));
    setInterval(() => undefined, 1000);`);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { url: string; pid: number }) };
}

beforeAll(async () => {
  const embedded = await start(prepared);
  await embedded.stop();
  for (const name of ['port', 'postgres.log']) rmSync(join(prepared, 'postgres', name), { force: true });
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((embedded) => embedded.stop()));
});

afterAll(() => {
  // Removing a dozen clusters may take a minute on a busy disk, so a detached process does it.
  const code = 'for (const folder of process.argv.slice(1)) fs.rmSync(folder, { recursive: true, force: true })';
  spawn(process.execPath, ['-e', code, ...folders], { detached: true, stdio: 'ignore' }).unref();
});

describe('a first start', () => {
  it('creates a cluster with checksums, the builtin locale, passwords and the extensions of search', async () => {
    const dataDir = newFolder();
    const sentences: string[] = [];
    const embedded = await startEmbeddedPostgres({ dataDir, log, say: (sentence) => sentences.push(sentence) });
    started.push(embedded);
    expect(sentences).toEqual(['Making the database (first start only)']);
    const [settings] = await ask(
      embedded.url,
      `select current_setting('data_checksums') checksums, current_setting('fsync') fsync, current_setting('listen_addresses') listens,
              current_setting('unix_socket_directories') sockets, datlocprovider provider, datlocale locale, rolpassword like 'SCRAM-SHA-256%' scram
         from pg_database, pg_authid where datname = current_database() and rolname = 'headwater'`,
    );
    expect(settings).toEqual({
      checksums: 'on',
      fsync: 'on',
      listens: '127.0.0.1',
      sockets: '',
      provider: 'b',
      locale: 'C.UTF-8',
      scram: true,
    });
    await ask(embedded.url, ['pg_trgm', 'unaccent', 'citext', 'pgcrypto', 'btree_gin'].map((name) => `create extension ${name};`).join(''));
    await expect(ask(embedded.url.replace(embedded.ownerPassword, 'guessed'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
  });

  it('ignores a partial cluster', async () => {
    const dataDir = newFolder();
    const dead = join(dataDir, 'postgres', 'pg.new-999999999-abc');
    mkdirSync(dead, { recursive: true });
    writeFileSync(join(dead, 'PG_VERSION'), '18');
    const embedded = await start(dataDir);
    expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('pg.new-'))).toEqual([]);
  });

  it.runIf(isRoot())('runs as another account for root', async () => {
    const embedded = await start(folderWithCluster());
    expect(readFileSync(`/proc/${embedded.pid()}/status`, 'utf8')).not.toMatch(/^Uid:\s+0\b/m);
  });

  it.runIf(isRoot())('uses another cluster folder for root if the account cannot reach the data folder', async () => {
    const dataDir = join(newFolder(), 'hidden', 'data');
    mkdirSync(dirname(dataDir), { mode: 0o700 });
    const first = await start(dataDir);
    await ask(first.url, 'create table kept (id int)');
    const cluster = readFileSync(join(dataDir, 'postgres', 'location'), 'utf8').trim();
    folders.push(dirname(cluster));
    await first.stop();
    expect(await ask((await start(dataDir)).url, 'select * from kept')).toEqual([]);
  });
});

describe('a next start', () => {
  it('keeps rows, port and password after a clean stop, and leaves no process', async () => {
    const dataDir = folderWithCluster();
    const first = await start(dataDir);
    await ask(first.url, 'create table kept (id int); insert into kept values (1)');
    await first.stop();
    expect(isRunning(first.pid())).toBe(false);
    const second = await start(dataDir);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it('adopts the server of a killed process, and stops it with the last user', async () => {
    const dataDir = folderWithCluster();
    const killed = await startInAnotherProcess(dataDir);
    await ask(killed.url, 'create table kept (id int); insert into kept values (1)');
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const next = await start(dataDir);
    expect(next.pid()).toBe(killed.pid);
    expect(await ask(next.url, 'select id from kept')).toEqual([{ id: 1 }]);
    await next.stop();
    expect(isRunning(killed.pid)).toBe(false);
  });

  it('lets an otherwise idle command continue after the stop', async () => {
    const dataDir = folderWithCluster();
    const killed = await startInAnotherProcess(dataDir);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const command = runCode(`${opening(dataDir)} await embedded.stop(); console.log('went on');`);
    const announced: string[] = [];
    command.stdout.on('data', (text: Buffer) => announced.push(text.toString()));
    const [code] = await once(command, 'close');
    expect({ code, said: announced }).toEqual({ code: 0, said: ['went on\n'] });
  });

  it('recovers after both were killed, even if another process has the old id', async () => {
    const dataDir = folderWithCluster();
    const killed = await startInAnotherProcess(dataDir);
    await ask(killed.url, 'create table kept (id int); insert into kept values (1)');
    killed.child.kill('SIGKILL');
    process.kill(killed.pid, 'SIGKILL');
    await once(killed.child, 'exit');
    const lock = join(dataDir, 'postgres', 'pg', 'postmaster.pid');
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(String(killed.pid), String(process.pid)));
    expect(await ask((await start(dataDir)).url, 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it('stops the server of a process that exits without a stop', async () => {
    const leaving = await startInAnotherProcess(folderWithCluster());
    leaving.child.kill('SIGUSR2');
    await once(leaving.child, 'exit');
    for (let left = 100; left > 0 && isRunning(leaving.pid); left -= 1) await sleep(50);
    expect(isRunning(leaving.pid)).toBe(false);
  });

  it('stays up for another process that still uses it', async () => {
    const dataDir = folderWithCluster();
    const other = await startInAnotherProcess(dataDir);
    const here = await start(dataDir);
    await here.stop();
    expect(await ask(other.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    other.child.kill('SIGTERM');
    await once(other.child, 'exit');
    expect(isRunning(other.pid)).toBe(false);
  });
});

describe('while it runs', () => {
  it('restarts on the same port after a kill, with every committed row', async () => {
    const embedded = await start(folderWithCluster(), { durable: true });
    await ask(embedded.url, 'create table kept (id int); insert into kept select generate_series(1, 100)');
    const before = embedded.pid();
    process.kill(before, 'SIGKILL');
    expect(await askUntilAnswered(embedded.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 100 }]);
    expect(embedded.pid()).not.toBe(before);
  });

  it('creates databases, also from a template', async () => {
    const embedded = await start(folderWithCluster());
    const template = await embedded.createDatabase('pattern');
    await ask(template, 'create table kept (id int)');
    const copy = await embedded.createDatabase('copy of it', 'pattern');
    expect(await ask(copy, 'select * from kept')).toEqual([]);
    expect(await embedded.createDatabase('copy of it')).toBe(copy);
  });
});

describe('errors', () => {
  it('names a port that is in use', async () => {
    const neighbour = createServer().listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const address = neighbour.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(start(folderWithCluster(), { port })).rejects.toThrow(
      new StartupError(`Port ${port} is taken, so the embedded database cannot listen on it: stop what uses it or choose another port.`),
    );
    neighbour.close();
  });

  it('names a data folder that is not writable', async () => {
    const dataDir = join(newFolder(), 'a file');
    writeFileSync(dataDir, '');
    await expect(start(dataDir)).rejects.toThrow(
      new StartupError(`The data folder ${dataDir} cannot be written: change its owner or set HEADWATER_DATA_DIR to another folder.`),
    );
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });
});
