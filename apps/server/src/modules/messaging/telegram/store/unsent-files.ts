import { sql } from 'kysely';
import { deleteFileRows } from '#modules/files/public/dialogs.ts';
import type { Tx } from '#platform/database/database.ts';

interface UnsentFile {
  id: number;
  store_key: string;
}

const isUnsent = sql<boolean>`files.attached_to = 'telegram' and not exists (select from messages where messages.file_id = files.id)`;

/**
 * Checks locked files again: a message may have used one before the lock, and none can after it.
 */
async function stillUnsent(tx: Tx, ids: readonly number[]): Promise<UnsentFile[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<UnsentFile>`select id, store_key from files where id = any(${ids}::bigint[]) and ${isUnsent}`.execute(tx);
  return rows;
}

/** Locks unsent files from before the moment, across companies. */
export async function takeUnsent(tx: Tx, before: Date, limit: number): Promise<UnsentFile[]> {
  const { rows } = await sql<{ id: number }>`
    select id from files where ${isUnsent} and created_at < ${before} order by id limit ${limit} for update skip locked`.execute(tx);
  return stillUnsent(
    tx,
    rows.map(({ id }) => id),
  );
}

export async function deleteUnsent(tx: Tx, id: number): Promise<string | undefined> {
  await sql`select from files where id = ${id} for update`.execute(tx);
  const [file] = await stillUnsent(tx, [id]);
  if (file) await deleteFileRows(tx, [id]);
  return file?.store_key;
}
