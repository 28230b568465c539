import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders: string[] = [];
/** The installation that the starts share, made by the first of them: making one takes most of a start. */
let kept = '';
const running = new Set<ChildProcess>();

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-start-'));
  // Root's PostgreSQL is another account, which has to get through.
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

interface Start {
  child: ChildProcess;
  output: () => string;
  address: Promise<string>;
  seconds: () => number;
}

/** `npm start` on a free port, with nothing of our own settings. */
function start(settings: Record<string, string>): Start {
  const begin = performance.now();
  const env = { ...process.env, DATABASE_URL: '', HEADWATER_DEMO: 'off', HEADWATER_PORT: '0', ...settings };
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  let seconds = 0;
  const address = new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (!found) return;
      seconds ||= (performance.now() - begin) / 1000;
      resolve(found[0]);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('close', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)));
  });
  address.catch(() => undefined);
  child.once('close', () => running.delete(child));
  return { child, output: () => output, address, seconds: () => seconds };
}

async function ended(child: ChildProcess): Promise<number> {
  const begin = performance.now();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return (performance.now() - begin) / 1000;
}

/** Numbers of the processes whose command or environment names the folder. */
function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return ['cmdline', 'environ'].some((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(folder));
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function untilNothingRuns(folder: string, seconds: number): Promise<number[]> {
  for (let left = seconds * 10; left > 0 && processesOf(folder).length > 0; left -= 1) await sleep(100);
  return processesOf(folder);
}

const processNamed = (folder: string, word: string) =>
  processesOf(folder).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(word)) ?? 0;

const serverOf = (folder: string) => processNamed(folder, 'scripts/start.mjs');
const postgresOf = (folder: string) => processNamed(folder, `postgres -D ${folder}`);

/** Speaks to the embedded database of a folder as its owner. */
async function ask<Row>(folder: string, sql: string): Promise<Row[]> {
  const noted = (name: string) => readFileSync(join(folder, 'postgres', name), 'utf8').trim();
  const client = new Client({ connectionString: `postgres://headwater:${noted('password')}@127.0.0.1:${noted('port')}/headwater` });
  // A database that is stopped says so on every line.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** How much slower things are than on a machine with nothing else to do. */
const busyness = () => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

const isReady = async (address: string) => (await fetch(`${address}/readyz`)).status === 200;

/** How `npm start` ends when it cannot go on: its code and the last line that is not npm's. */
async function failure(settings: Record<string, string>): Promise<{ code: number | null; said: string[] }> {
  const { child, output } = start(settings);
  await once(child, 'close');
  const lines = output().split('\n');
  return { code: child.exitCode, said: lines.filter((line) => line !== '' && !/^(?:>|npm )/.test(line)).slice(-1) };
}

afterEach(() => {
  for (const child of running) child.kill('SIGTERM');
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.runIf(process.platform === 'linux')('npm start', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('comes up, and %s stops everything within 10 s', async (signal) => {
    kept ||= newFolder();
    const folder = kept;
    const { child, address } = start({ HEADWATER_DATA_DIR: folder });
    expect(await isReady(await address)).toBe(true);
    child.kill(signal);
    expect(await ended(child)).toBeLessThan(10);
    expect(await untilNothingRuns(folder, 2)).toEqual([]);
  });

  it('is ready within 5 s the second time, with what was written', async () => {
    const folder = kept;
    const first = start({ HEADWATER_DATA_DIR: folder });
    await first.address;
    await ask(folder, 'drop table if exists once; create table once (id int); insert into once values (7)');
    first.child.kill('SIGTERM');
    await ended(first.child);
    const second = start({ HEADWATER_DATA_DIR: folder });
    await second.address;
    expect(second.seconds()).toBeLessThan(5 * busyness());
    expect(await ask(folder, 'select id from once')).toEqual([{ id: 7 }]);
    second.child.kill('SIGTERM');
    await ended(second.child);
  });

  it.each([
    { killed: 'the server', victims: [serverOf] },
    { killed: 'the server and PostgreSQL', victims: [serverOf, postgresOf] },
  ])('comes up by itself after kill -9 of $killed, with every acknowledged write', async ({ killed, victims }) => {
    const folder = kept;
    const first = start({ HEADWATER_DATA_DIR: folder });
    await first.address;
    const table = `"${killed}"`;
    await ask(
      folder,
      `drop table if exists ${table}; create table ${table} (id int); insert into ${table} select generate_series(1, 1000)`,
    );
    for (const pid of victims.map((find) => find(folder))) process.kill(pid, 'SIGKILL');
    await ended(first.child);
    const next = start({ HEADWATER_DATA_DIR: folder });
    expect(await isReady(await next.address)).toBe(true);
    expect(await ask(folder, `select count(*)::int as rows from ${table}`)).toEqual([{ rows: 1000 }]);
    next.child.kill('SIGTERM');
    await ended(next.child);
    expect(await untilNothingRuns(folder, 2)).toEqual([]);
  });

  it('goes on by itself after kill -9 of PostgreSQL', async () => {
    const folder = kept;
    const { child, address } = start({ HEADWATER_DATA_DIR: folder });
    const url = await address;
    await ask(folder, 'drop table if exists again; create table again (id int); insert into again values (7)');
    process.kill(postgresOf(folder), 'SIGKILL');
    // For a moment the server does not know yet: what it says counts from when the database is back.
    await expect.poll(() => ask(folder, 'select id from again'), { timeout: 20_000 }).toEqual([{ id: 7 }]);
    await expect.poll(() => isReady(url), { timeout: 20_000 }).toBe(true);
    child.kill('SIGTERM');
    await ended(child);
  });

  it('stops when npm itself is killed', async () => {
    const folder = kept;
    const { child, address } = start({ HEADWATER_DATA_DIR: folder });
    await address;
    child.kill('SIGKILL');
    expect(await untilNothingRuns(folder, 10)).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('npm start that cannot', () => {
  it('says that the port is taken', async () => {
    const neighbour = createServer().listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const { port } = neighbour.address() as { port: number };
    const folder = kept;
    const { code, said } = await failure({ HEADWATER_DATA_DIR: folder, HEADWATER_PORT: String(port) });
    neighbour.close();
    expect({ code, said }).toEqual({ code: 1, said: [`Port ${port} is taken by another program: set HEADWATER_PORT to a free one.`] });
    expect(await untilNothingRuns(folder, 2)).toEqual([]);
  });

  it('says that the data folder cannot be written', async () => {
    const file = join(newFolder(), 'a file');
    writeFileSync(file, '');
    const { code, said } = await failure({ HEADWATER_DATA_DIR: file });
    expect(code).toBe(1);
    expect(said[0]).toMatch(/^The data folder .+ cannot be written: /);
  });

  it.each([
    ['nonsense', /^DATABASE_URL must look like /],
    ['postgres://someone:wrong@127.0.0.1:1/none', /^DATABASE_URL cannot be used \(127\.0\.0\.1:1\): nothing listens there\.$/],
  ])('says what is wrong with DATABASE_URL %s', async (url, sentence) => {
    const { code, said } = await failure({ HEADWATER_DATA_DIR: newFolder(), DATABASE_URL: url });
    expect(code).toBe(1);
    expect(said[0]).toMatch(sentence);
  });

  it('says which Node is needed', () => {
    const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.0'}})`;
    const { status, stderr } = spawnSync(process.execPath, ['--import', older, 'scripts/start.mjs'], { cwd: root, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toBe('Headwater needs Node 20.19 or newer and this is 18.20.0: install the current LTS from https://nodejs.org.\n');
  });
});
