import { sql } from 'kysely';
import { deleteFileRows } from '#modules/files/public.ts';
import type { Tx } from '#platform/database/database.ts';

/** Files of dialogs that no message is sent with. */

interface UnsentFile {
  id: number;
  store_key: string;
}

const isUnsent = sql<boolean>`files.attached_to = 'telegram' and not exists (select from messages where messages.file_id = files.id)`;

/** Of held ones: a message with one of them may have come between looking for it and holding it, and none can any more. */
async function stillUnsent(tx: Tx, ids: readonly number[]): Promise<UnsentFile[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<UnsentFile>`select id, store_key from files where id = any(${ids}::bigint[]) and ${isUnsent}`.execute(tx);
  return rows;
}

/** Some of those from before that moment, held until the transaction ends. Over all companies. */
export async function takeUnsent(tx: Tx, before: Date, limit: number): Promise<UnsentFile[]> {
  const { rows } = await sql<{ id: number }>`
    select id from files where ${isUnsent} and created_at < ${before} order by id limit ${limit} for update skip locked`.execute(tx);
  return stillUnsent(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Deletes the row of one, and gives the key of its bytes; undefined where a message is sent with it. */
export async function deleteUnsent(tx: Tx, id: number): Promise<string | undefined> {
  await sql`select from files where id = ${id} for update`.execute(tx);
  const [file] = await stillUnsent(tx, [id]);
  if (file) await deleteFileRows(tx, [id]);
  return file?.store_key;
}
