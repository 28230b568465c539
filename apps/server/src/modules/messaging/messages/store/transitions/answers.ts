import { sql } from 'kysely';
import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import type { Tx } from '#platform/database/database.ts';
import { type Changed, change, changedColumns, changeOf, type OfChanged, tables } from './change.ts';

/** A reply from a person, which is final for the message. */
export const reply = (tx: Tx, messageId: number, at: Date) =>
  change(tx, 'reply')
    .set({
      replied_at: sql`coalesce(replied_at, ${at})`,
      sent_at: sql`coalesce(sent_at, first_sent_at, least(status_changed_at, ${at}))`,
      status_changed_at: at,
      state: 'sent',
      error_reason: null,
      error_detail: null,
    })
    .where('id', '=', messageId)
    .execute();

export interface BounceInput {
  at: Date;
  detail: string;
  reason: ErrorReason;
}

/** A permanent bounce. Returns undefined if the message was not known as sent. */
export const bounce = (tx: Tx, messageId: number, { at, detail, reason }: BounceInput): Promise<Changed | undefined> =>
  change(tx, 'bounce')
    .set({
      bounced_at: sql`coalesce(bounced_at, ${at})`,
      state: 'error',
      error_reason: reason,
      error_detail: detail,
      status_changed_at: at,
    })
    .where('id', '=', messageId)
    .returning(changedColumns)
    .$narrowType<OfChanged>()
    .executeTakeFirst();

export interface SoftBounceInput {
  at: Date;
  detail: string;
  sendAt: Date;
  /** The receiving mailbox, used if the sending one is disconnected. */
  mailboxId: number;
}

export const bounceSoftly = (tx: Tx, messageId: number, { at, detail, sendAt, mailboxId }: SoftBounceInput) =>
  change(tx, 'bounce')
    .set({
      state: 'planned',
      send_at: sendAt,
      resent: false,
      bounced_at: at,
      first_sent_at: sql<Date | null>`coalesce(first_sent_at, sent_at)`,
      soft_bounces: sql<number>`soft_bounces + 1`,
      attempts: 0,
      mailbox_id: sql<number>`coalesce((select id from mailboxes where id = messages.mailbox_id and state <> 'disconnected'), ${mailboxId})`,
      error_reason: 'soft_bounce',
      error_detail: detail,
      status_changed_at: at,
    })
    .where('id', '=', messageId)
    .execute();

/** Stores openings and clicks as currently known; a later verdict may revoke them. Null: none. */
export const recordActivity = (tx: Tx, messageId: number, { openedAt, clickedAt }: { openedAt: Date | null; clickedAt: Date | null }) =>
  tables(tx)
    .updateTable('messages')
    .set({
      opened_at: openedAt,
      clicked_at: clickedAt,
      status_changed_at: sql<Date>`greatest(status_changed_at, ${openedAt}::timestamptz, ${clickedAt}::timestamptz)`,
    })
    .where('id', '=', messageId)
    .execute();

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
