import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { minuteMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { FileStore } from '#platform/files/store.ts';
import { makeTemporaryFolder, removeFolder } from '#platform/temporary-folder.ts';
import { type ImportRow, listPieces } from './store/imports.ts';

interface Copy {
  folder: string;
  path: string;
}

type Pieces = Awaited<ReturnType<typeof listPieces>>;

/** Puts the pieces of the upload together in a file of this machine. */
async function writeCopy(files: FileStore, pieces: Pieces): Promise<Copy> {
  const folder = makeTemporaryFolder();
  const path = join(folder, 'file');
  async function* bytes() {
    for (const { store_key: key } of pieces) yield* await files.read(key);
  }
  try {
    await pipeline(Readable.from(bytes()), createWriteStream(path));
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
  return { folder, path };
}

export interface LocalCopies {
  /** Path of the file, which stays until `drop`, or some minutes after the last request. Throws `table_incomplete`. */
  pathOf(row: ImportRow): Promise<string>;
  /** Keeps a file that is read. */
  touch(importId: number): void;
  drop(importId: number): Promise<void>;
  close(): Promise<void>;
}

/** Longer than the pause of a job. */
export const idleMs = 10 * minuteMs;
const kept = 8;

interface Kept {
  copy: Promise<Copy>;
  /** Store keys of the pieces, which change when a piece is replaced. */
  content: string;
  idle: AbortController;
}

export function createLocalCopies({ database, files, clock }: { database: Database; files: FileStore; clock: Clock }): LocalCopies {
  const copies = new Map<number, Kept>();
  const drop = async (importId: number) => {
    const known = copies.get(importId);
    copies.delete(importId);
    known?.idle.abort();
    const made = await known?.copy.catch(() => undefined);
    if (made) await removeFolder(made.folder);
  };
  const dropWhenIdle = (importId: number): AbortController => {
    const idle = new AbortController();
    void clock.sleep(idleMs, { signal: idle.signal, ref: false }).then(() => (idle.signal.aborted ? undefined : drop(importId)));
    return idle;
  };
  return {
    async pathOf(row) {
      const pieces = await database.inCompany(row.company_id, (tx) => listPieces(tx, row.id));
      const total = pieces.reduce((sum, { size }) => sum + size, 0);
      if (total !== row.size || pieces.some(({ number }, index) => number !== index)) throw new AppError('table_incomplete');
      const content = pieces.map(({ store_key: key }) => key).join(' ');
      if (copies.get(row.id)?.content !== content) await drop(row.id);
      const known = copies.get(row.id);
      known?.idle.abort();
      const copy = known?.copy ?? writeCopy(files, pieces);
      copies.delete(row.id);
      copies.set(row.id, { copy, content, idle: dropWhenIdle(row.id) });
      try {
        const { path } = await copy;
        for (const oldest of [...copies.keys()].slice(0, Math.max(0, copies.size - kept))) await drop(oldest);
        return path;
      } catch (error) {
        await drop(row.id);
        throw error;
      }
    },
    touch(importId) {
      const known = copies.get(importId);
      known?.idle.abort();
      if (known) known.idle = dropWhenIdle(importId);
    },
    drop,
    close: async () => void (await Promise.all([...copies.keys()].map(drop))),
  };
}
