import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { ownerOfMessenger } from '../messenger.ts';
import { change, changeOf, tables } from './change.ts';

/** A messenger takes a planned message up: from here on it may leave. False where it is planned no more. */
export async function takeUp(tx: Tx, messageId: number): Promise<boolean> {
  const row = await change(tx, 'claim')
    .set((update) => ({ state: 'handed_over', claimed_by: ownerOfMessenger, attempts: update('attempts', '+', 1), error_detail: null }))
    .where('messages.id', '=', messageId)
    .where('messages.state', '=', 'planned')
    .returning('messages.id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The person has read these: to the product they are opened. Returns which were not before. */
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

/** It leaves, or has left, in other words than it was planned with. */
export const reword = (tx: Tx, messageId: number, { text, html }: { text: string; html: string }) =>
  tables(tx)
    .updateTable('messages')
    .set({ body_text: text, html })
    .where('id', '=', messageId)
    .where('state', '=', 'handed_over')
    .where('claimed_by', '=', ownerOfMessenger)
    .execute();
