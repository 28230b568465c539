import { sql } from 'kysely';
import type { RecipientEnd } from '@headwater/domain/outreach/next-step';
import { nextAfterSoftBounce } from '@headwater/domain/outreach/retries';
import type { Tx } from '#platform/database/database.ts';
import type { MailingTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

/** Something has come of messages of mailings: the planner looks at their recipients again. */
export async function planAgain(tx: Tx, recipientIds: readonly number[], now: Date): Promise<void> {
  if (recipientIds.length === 0) return;
  await tables(tx)
    .updateTable('mailing_recipients')
    .set({ next_at: now, status_changed_at: now })
    .where('id', '=', sql<number>`any(${recipientIds}::bigint[])`)
    .where('active', '=', true)
    .where('ended', 'is', null)
    .execute();
}

/** The same for what was withdrawn, at the time at which it was to leave. */
export async function planAgainAt(tx: Tx, withdrawn: readonly { recipient_id: number; send_at: Date }[], now: Date): Promise<void> {
  if (withdrawn.length === 0) return;
  await sql`update mailing_recipients set next_at = gone.send_at, status_changed_at = ${now}
    from unnest(${withdrawn.map((row) => row.recipient_id)}::bigint[], ${withdrawn.map((row) => row.send_at)}::timestamptz[])
      as gone (recipient_id, send_at)
    where mailing_recipients.id = gone.recipient_id`.execute(tx);
}

/**
 * The mailing is over for the recipient of this message, and returns who that is; undefined for a single message, of which there is nothing to end.
 * What the answer to a recipient says who was merged with another one of the mailing is said for that one.
 */
export const endRecipientOf = (tx: Tx, messageId: number, { why, now }: { why: RecipientEnd; now: Date }) =>
  tables(tx)
    .updateTable('mailing_recipients')
    .set({ ended: why, next_at: null, status_changed_at: now })
    .where(
      'id',
      '=',
      sql<number>`(select ${why === 'bounced' ? sql`answered.id` : sql`coalesce(answered.merged_into, answered.id)`}
        from messages join mailing_recipients as answered on answered.id = messages.recipient_id where messages.id = ${messageId} and is_mass)`,
    )
    // A reply says more than that all has been sent, and less than that somebody stopped it.
    .where((select) => select.or([select('ended', 'is', null), select('ended', 'in', ['finished', 'bounced'])]))
    .returning('id')
    .executeTakeFirst();

/** When a message that bounced for now is sent again: undefined where it was tried enough, is not the last to its recipient, or nobody wants it sent. */
export async function nextSending(tx: Tx, messageId: number, now: Date) {
  const row = await tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients as recipient', 'recipient.id', 'messages.recipient_id')
    .innerJoin('mailings', 'mailings.id', 'recipient.mailing_id')
    .select(['messages.id', 'messages.soft_bounces', 'messages.recipient_id', 'messages.is_mass'])
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

/** A copy of the installation is allowed to send: messages to those whose time had come may have left where the copy was taken. Over all companies. */
export const askFirstWhereDue = (tx: Tx, { before, now }: { before: Date; now: Date }) =>
  tables(tx)
    .updateTable('mailing_recipients')
    .set({ ask_first: true })
    .where('next_at', '<=', now)
    .where('ended', 'is', null)
    .where('added_at', '<', before)
    .execute();
