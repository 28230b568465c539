import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { NotificationTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<NotificationTables>();

export type ExtensionRow = Selectable<NotificationTables['extension_notifications']>;
export type ExtensionColumns = Omit<ExtensionRow, 'id' | 'created_by' | 'created_at' | 'updated_at'>;

interface ListOptions {
  search: string;
  accessType: ExtensionRow['access_type'] | undefined;
  limit: number;
  offset: number;
}

export async function listExtension(tx: Tx, { search, accessType, limit, offset }: ListOptions) {
  const holds = sql`title ilike ${containing(search)} and (${accessType ?? null}::text is null or access_type = ${accessType ?? null})`;
  const counted = await sql<{ count: number }>`select count(*) as count from extension_notifications where ${holds}`.execute(tx);
  const { rows } = await sql<ExtensionRow>`
    select * from extension_notifications where ${holds} order by weight desc, id desc limit ${limit} offset ${offset}`.execute(tx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

export const findExtension = (tx: Tx, id: number): Promise<ExtensionRow | undefined> =>
  tables(tx).selectFrom('extension_notifications').selectAll().where('id', '=', id).executeTakeFirst();

export const insertExtension = (tx: Tx, columns: ExtensionColumns, { userId, now }: { userId: number; now: Date }): Promise<ExtensionRow> =>
  tables(tx)
    .insertInto('extension_notifications')
    .values({ ...columns, created_by: userId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateExtension = (
  tx: Tx,
  columns: ExtensionColumns,
  { id, now }: { id: number; now: Date },
): Promise<ExtensionRow | undefined> =>
  tables(tx)
    .updateTable('extension_notifications')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export async function deleteExtension(tx: Tx, id: number): Promise<boolean> {
  const row = await tables(tx).deleteFrom('extension_notifications').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}
