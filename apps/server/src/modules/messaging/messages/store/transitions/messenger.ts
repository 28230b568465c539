import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { changeOf } from './change.ts';

export async function markRead(tx: Tx, ids: readonly number[], at: Date): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await changeOf(tx, 'reply', ids)
    .set({ opened_at: at, status_changed_at: sql<Date>`greatest(status_changed_at, ${at}::timestamptz)` })
    .where('messages.state', '=', 'sent')
    .where('messages.opened_at', 'is', null)
    .returning('messages.id')
    .execute();
  return rows.map(({ id }) => id);
}
