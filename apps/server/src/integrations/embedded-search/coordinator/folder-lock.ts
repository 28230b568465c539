import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A single process writes to an index folder. Others load it and keep their changes in memory. */
export interface FolderLock {
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
  const token = `${process.pid} ${randomUUID()}`;
  let beat: NodeJS.Timeout | undefined;
  let seen = { written: 0, at: 0 };
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
  /** The process of the lock is gone, or its id is reused and the lock is old. */
  const isStale = async (): Promise<boolean> => {
    try {
      const [text, { mtimeMs: written }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
      const pid = Number.parseInt(text, 10);
      if (pid === process.pid) return !locked.has(text);
      if (seen.written !== written) seen = { written, at: clock() };
      return !isAlive(pid) || clock() - seen.at > staleMs;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT';
    }
  };
  return {
    async take() {
      if (locked.has(token)) return true;
      await mkdir(directory, { recursive: true });
      if (await attempt()) return true;
      if (!(await isStale())) return false;
      await rm(path, { force: true });
      return attempt();
    },
    async leave() {
      clearInterval(beat);
      if (!locked.delete(token)) return;
      if ((await readFile(path, 'utf8').catch(() => '')) === token) await rm(path, { force: true });
    },
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
