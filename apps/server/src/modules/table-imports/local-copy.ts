import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { FileStore } from '#platform/files/store.ts';
import { type ImportRow, listPieces } from './store/imports.ts';

/** Puts the pieces of the upload together in a file of this machine. Throws `table_incomplete`. */
async function writeCopy(database: Database, files: FileStore, row: ImportRow): Promise<{ folder: string; path: string }> {
  const pieces = await database.inCompany(row.company_id, (tx) => listPieces(tx, row.id));
  const total = pieces.reduce((sum, { size }) => sum + size, 0);
  if (total !== row.size || pieces.some(({ number }, index) => number !== index)) throw new AppError('table_incomplete');
  const folder = await mkdtemp(join(tmpdir(), 'headwater-import-'));
  const path = join(folder, 'file');
  async function* bytes() {
    for (const { store_key: key } of pieces) yield* await files.read(key);
  }
  try {
    await pipeline(Readable.from(bytes()), createWriteStream(path));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { folder, path };
}

export interface LocalCopies {
  /** Path of the file, which stays until `drop` or until other files need the room. */
  pathOf(row: ImportRow): Promise<string>;
  drop(importId: number): Promise<void>;
  close(): Promise<void>;
}

const kept = 8;

export function createLocalCopies({ database, files }: { database: Database; files: FileStore }): LocalCopies {
  const copies = new Map<number, Promise<{ folder: string; path: string }>>();
  const drop = async (importId: number) => {
    const copy = copies.get(importId);
    copies.delete(importId);
    const made = await copy?.catch(() => undefined);
    if (made) await rm(made.folder, { recursive: true, force: true });
  };
  return {
    async pathOf(row) {
      const known = copies.get(row.id);
      const copy = known ?? writeCopy(database, files, row);
      copies.delete(row.id);
      copies.set(row.id, copy);
      try {
        const { path } = await copy;
        for (const oldest of [...copies.keys()].slice(0, Math.max(0, copies.size - kept))) await drop(oldest);
        return path;
      } catch (error) {
        copies.delete(row.id);
        throw error;
      }
    },
    drop,
    close: async () => void (await Promise.all([...copies.keys()].map(drop))),
  };
}
