import { statfs } from 'node:fs/promises';
import { connectOwner } from './catalog.ts';

export interface FileColumns {
  table: string;
  /** Key in the file store. */
  column: string;
  size: string;
}

const full = new Set(['ENOSPC', 'EDQUOT']);

/** The disk of the folder has less free space than the backup needs. */
export class NoSpaceForBackup extends Error {
  readonly needed: number;
  readonly free: number;
  constructor(needed: number, free: number) {
    super(`the backup needs about ${Math.ceil(needed / 1e6)} MB, and ${Math.floor(free / 1e6)} MB are free`);
    this.needed = needed;
    this.free = free;
  }
}

export const isNoSpace = (error: unknown): boolean =>
  error instanceof NoSpaceForBackup || full.has(String((error as NodeJS.ErrnoException | undefined)?.code));

/** Compressed rows take less than a third of the tables and indexes of a database. */
const shareOfDatabase = 1 / 3;

/** Throws NoSpaceForBackup. Counts the files of the database and a share of its size. */
export async function requireSpace(
  folder: string,
  { url, fileKeys: { table, size } }: { url: string; fileKeys: FileColumns },
): Promise<void> {
  const client = await connectOwner(url);
  try {
    const { rows } = await client.query<{ database: string; files: string }>(
      `select pg_database_size(current_database()) as database, (select coalesce(sum(${size}), 0) from ${table}) as files`,
    );
    const needed = Number(rows[0]?.database) * shareOfDatabase + Number(rows[0]?.files);
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < needed) throw new NoSpaceForBackup(needed, bavail * bsize);
  } finally {
    await client.end();
  }
}
