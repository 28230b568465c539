import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { oneByOne } from '#modules/search/engine/one-by-one.ts';

/** One process at a time builds or saves an index in a folder that several may share. */
export interface FolderLock {
  /** Calls nest. False if another process holds the lock. */
  take(): Promise<boolean>;
  leave(): Promise<void>;
}

const beatMs = 10_000;
const staleMs = 60_000;
/** Locks of this process: in a restarted container another process may have had the same id. */
const locked = new Set<string>();

/** `clock`: monotonic milliseconds. */
export function createFolderLock(directory: string, clock: () => number): FolderLock {
  const path = join(directory, 'lock');
  const token = `${process.pid} ${hostname()} ${randomUUID()}`;
  let beat: NodeJS.Timeout | undefined;
  let seen = { written: 0, at: 0 };
  let holders = 0;
  const inOrder = oneByOne();
  const attempt = async (): Promise<boolean> => {
    try {
      await writeFile(path, token, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    locked.add(token);
    beat = setInterval(() => void writeFile(path, token).catch(() => undefined), beatMs);
    beat.unref();
    return true;
  };
  /** The process of the lock is gone, or on another machine and silent. */
  const isStale = async (): Promise<boolean> => {
    try {
      const [text, { mtimeMs: written }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
      const [pid, host] = text.split(' ');
      const isHere = host === hostname();
      if (isHere && Number(pid) === process.pid) return !locked.has(text);
      if (seen.written !== written) seen = { written, at: clock() };
      return (isHere && !isAlive(Number(pid))) || clock() - seen.at > staleMs;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT';
    }
  };
  const acquire = async (): Promise<boolean> => {
    await mkdir(directory, { recursive: true });
    if (await attempt()) return true;
    if (!(await isStale())) return false;
    await rm(path, { force: true });
    return attempt();
  };
  const release = async (): Promise<void> => {
    clearInterval(beat);
    locked.delete(token);
    if ((await readFile(path, 'utf8').catch(() => '')) === token) await rm(path, { force: true }).catch(() => undefined);
  };
  return {
    take: () =>
      inOrder(async () => {
        if (holders === 0 && !(await acquire())) return false;
        holders += 1;
        return true;
      }),
    leave: () =>
      inOrder(async () => {
        holders -= 1;
        if (holders === 0) await release();
      }),
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
