import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { DatabaseDirectory } from './database-directory.ts';
import { isRunning, isServerOf } from './process-table.ts';
import { programOptions } from './program.ts';

export interface RunningServer {
  pid: number;
  port: number;
  gone: Promise<unknown>;
}

export interface Failure {
  reason: string;
  passing: boolean;
}

const logLimitBytes = 5_000_000;

// Tuned for little memory. The log omits values of failed statements, which contain personal data.
const tuning = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const forTestsOnly = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '150',
};

/** Lines of postmaster.pid: pid, folder, start, port, socket folder, address, memory key, state. */
function readLock(cluster: string): { pid: number; port: number; state: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), state: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

async function untilReady(cluster: string, alive: () => boolean, pid: number): Promise<RunningServer | undefined> {
  // No timeout: recovery after a crash may be long, and the process exits if it cannot continue.
  while (alive()) {
    const lock = readLock(cluster);
    if (lock?.pid === pid && lock.state === 'ready') return { pid, port: lock.port, gone: Promise.resolve() };
    await sleep(20);
  }
  return undefined;
}

async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(500, undefined, { ref: false });
}

export async function adoptServer({ cluster }: DatabaseDirectory): Promise<RunningServer | undefined> {
  const lock = readLock(cluster);
  if (!lock) return undefined;
  if (isServerOf(cluster, lock.pid)) {
    const ready = await untilReady(cluster, () => isServerOf(cluster, lock.pid), lock.pid);
    return ready && { ...ready, gone: untilGone(lock.pid) };
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

export function askToStop({ cluster }: DatabaseDirectory): void {
  const lock = readLock(cluster);
  if (lock && isServerOf(cluster, lock.pid)) process.kill(lock.pid, 'SIGINT');
}

function serverArguments(cluster: string, port: number, durable: boolean): string[] {
  const settings = { ...tuning, ...(durable ? {} : forTestsOnly), port: String(port) };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function whyItFailed(logFile: string, from: number): Failure {
  const output = readFileSync(logFile).subarray(from).toString('utf8');
  const fatal = [...output.matchAll(/(?:FATAL|PANIC):\s+(.+)/g)].at(-1)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
  // Backends of a killed server hold its memory for a moment.
  return { reason: fatal, passing: /lock file|shared memory|could not create any TCP/.test(fatal) };
}

/**
 * Its own session protects it from Ctrl-C. The server outlives a killed parent, and the next
 * process adopts it.
 */
export async function launchServer(
  place: DatabaseDirectory,
  binaries: Binaries,
  { port, durable }: { port: number; durable: boolean },
): Promise<RunningServer | Failure> {
  const logFile = join(place.folder, 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > logLimitBytes) await rename(logFile, `${logFile}.1`);
  const log = await open(logFile, 'a', 0o600);
  const { size } = await log.stat();
  const child = spawn(binaries.postgres, serverArguments(place.cluster, port, durable), {
    ...programOptions(place.account),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const gone = Promise.race([once(child, 'exit'), once(child, 'error')]);
  gone.catch(() => undefined);
  child.unref();
  const pid = child.pid ?? 0;
  const ready = await untilReady(place.cluster, () => pid > 0 && child.exitCode === null && child.signalCode === null, pid);
  await log.close();
  return ready ? { ...ready, gone } : whyItFailed(logFile, size);
}
