import { sql } from 'kysely';
import { type ErrorReason, nextAfterSoftBounce } from '@headwater/domain/outreach/sending';
import type { Tx } from '#platform/database/database.ts';
import type { OutreachTables } from '../tables.ts';
import { leaveResentUndecided } from './doubts.ts';
import { endRecipientOf, lookAgain } from './mass.ts';

const tables = (tx: Tx) => tx.withTables<OutreachTables>();

export interface Bounced {
  /** When the report came. */
  at: Date;
  now: Date;
  /** What the server said, in its words. */
  detail: string;
  /** The mailbox that heard it. */
  mailboxId: number;
}

/** The address takes no mail, now or later: nothing more goes to the recipient. */
export async function markBounced(tx: Tx, messageId: number, { at, detail }: Bounced): Promise<void> {
  if (await fail(tx, messageId, { at, detail, reason: 'bounce' })) await endRecipientOf(tx, messageId, { why: 'bounced', now: at });
}

/** What came back for another reason than the address: nothing follows it until somebody has looked. */
export async function markRefused(tx: Tx, messageId: number, bounced: Bounced & { reason: ErrorReason }): Promise<void> {
  const failed = await fail(tx, messageId, bounced);
  if (failed?.is_mass) await withdrawOthers(tx, { id: messageId, ...failed }, bounced.now);
}

/** The address takes no mail for now: the message is sent again, as long as it is the last one to the recipient and somebody still wants it sent. */
export async function markSoftBounced(tx: Tx, messageId: number, bounced: Bounced): Promise<void> {
  const { at, now, detail, mailboxId } = bounced;
  const next = await nextSending(tx, messageId, now);
  if (!next) return markRefused(tx, messageId, { ...bounced, reason: 'soft_bounce' });
  if (next.is_mass) await withdrawOthers(tx, { id: messageId, ...next }, now);
  await tables(tx)
    .updateTable('messages')
    .set({
      state: 'planned',
      send_at: next.sendAt,
      resent: false,
      bounced_at: at,
      first_sent_at: sql<Date | null>`coalesce(first_sent_at, sent_at)`,
      soft_bounces: sql<number>`soft_bounces + 1`,
      attempts: 0,
      // The one that it left from may be disconnected by now.
      mailbox_id: sql<number>`coalesce((select id from mailboxes where id = messages.mailbox_id and state <> 'disconnected'), ${mailboxId})`,
      error_reason: 'soft_bounce',
      error_detail: detail,
      status_changed_at: at,
    })
    .where('id', '=', messageId)
    .where('state', 'in', ['sent', 'unknown'])
    .execute();
}

const fail = (tx: Tx, messageId: number, { at, detail, reason }: { at: Date; detail: string; reason: ErrorReason }) =>
  tables(tx)
    .updateTable('messages')
    .set({
      bounced_at: sql`coalesce(bounced_at, ${at})`,
      state: 'error',
      error_reason: reason,
      error_detail: detail,
      status_changed_at: at,
    })
    .where('id', '=', messageId)
    .where('state', 'in', ['sent', 'unknown'])
    .returning(['recipient_id', 'is_mass'])
    .executeTakeFirst();

/** Undefined where the message is not sent again. */
async function nextSending(tx: Tx, messageId: number, now: Date) {
  const row = await tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients as recipient', 'recipient.id', 'messages.recipient_id')
    .innerJoin('mailings', 'mailings.id', 'recipient.mailing_id')
    .select(['messages.soft_bounces', 'messages.recipient_id', 'messages.is_mass'])
    .where('messages.id', '=', messageId)
    .where('recipient.removed_at', 'is', null)
    .where((where) => where.or([where('recipient.ended', 'is', null), where('recipient.ended', '=', 'finished')]))
    .where((where) =>
      where.or([
        where('messages.is_mass', '=', false),
        where.and([
          where('recipient.active', '=', true),
          where('mailings.status', 'in', ['sending', 'finished']),
          where('mailings.deleted_at', 'is', null),
        ]),
      ]),
    )
    .where(
      sql<boolean>`not exists (select from messages as later where later.recipient_id = messages.recipient_id and later.id > messages.id
        and later.state not in ('planned', 'claimed'))`,
    )
    .executeTakeFirst();
  const sendAt = row && nextAfterSoftBounce(row.soft_bounces + 1, now);
  return sendAt && { ...row, sendAt };
}

/** What was planned behind it waits until it is known what becomes of it. */
async function withdrawOthers(tx: Tx, { id, recipient_id: recipientId }: { id: number; recipient_id: number }, now: Date): Promise<void> {
  await leaveResentUndecided(tx, { recipientIds: [recipientId] }, now);
  await tables(tx)
    .deleteFrom('messages')
    .where('recipient_id', '=', recipientId)
    .where('id', '<>', id)
    .where('state', 'in', ['planned', 'claimed'])
    .execute();
  await lookAgain(tx, [recipientId], now);
}
