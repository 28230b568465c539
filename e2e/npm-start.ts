import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach } from 'vitest';

export const root = fileURLToPath(new URL('..', import.meta.url));
const folders: string[] = [];
const running = new Set<ChildProcess>();

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-start-'));
  // As root, PostgreSQL runs as another user, which needs access to the folder.
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

/** Runs `npm start` on a free port with default settings; `words` select other commands. */
export const start = (settings: Record<string, string>, ...words: string[]): Start => startAs('npm', ['start', '--', ...words], settings);

function startAs(command: string, args: readonly string[], settings: Record<string, string>): Start {
  const begin = performance.now();
  const env = { ...process.env, DATABASE_URL: '', HEADWATER_DEMO: 'off', HEADWATER_PORT: '0', HEADWATER_WORKER_PORT: '0', ...settings };
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
    child.once('close', (code) => reject(new Error(`The start ended with ${code}: ${output}`)));
  });
  address.catch(() => undefined);
  child.once('close', () => running.delete(child));
  return { child, output: () => output, address, seconds: () => seconds };
}

export async function ended(child: ChildProcess): Promise<number> {
  const begin = performance.now();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return (performance.now() - begin) / 1000;
}

/** Ids of processes with the folder in their command or environment. */
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

export async function untilNothingRuns(folder: string, seconds = 60): Promise<number[]> {
  for (let left = seconds * 10; left > 0 && processesOf(folder).length > 0; left -= 1) await sleep(100);
  return processesOf(folder);
}

const processNamed = (folder: string, word: string) =>
  processesOf(folder).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(word)) ?? 0;

export const serverOf = (folder: string) => processNamed(folder, 'scripts/start.mjs');
export const postgresOf = (folder: string) => processNamed(folder, `postgres -D ${folder}`);

/** Queries the embedded database of a folder as its owner. */
export async function ask<Row>(folder: string, sql: string): Promise<Row[]> {
  const noted = (name: string) => readFileSync(join(folder, 'postgres', name), 'utf8').trim();
  const client = new Client({ connectionString: `postgres://headwater:${noted('password')}@127.0.0.1:${noted('port')}/headwater` });
  // A stopped database closes each connection with an error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Slowdown factor of a loaded machine. */
export const busyness = () => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

export const isReady = async (address: string) => (await fetch(`${address}/readyz`)).status === 200;

/** Exit code and last line of a failed start, without npm. */
export async function failure(settings: Record<string, string>): Promise<{ code: number | null; said: string[] }> {
  const { child, output } = startAs(process.execPath, ['scripts/start.mjs'], settings);
  await once(child, 'close');
  const lines = output().split('\n');
  return { code: child.exitCode, said: lines.filter((line) => line !== '').slice(-1) };
}

/** Stops leftover processes, and deletes the folders at the end of the file. */
export function cleanUpStarts(): void {
  afterEach(() => {
    for (const child of running) child.kill('SIGTERM');
  });
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
}
