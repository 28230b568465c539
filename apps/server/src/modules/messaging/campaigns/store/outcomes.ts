import { sql } from 'kysely';
import type { RecipientEnd } from '@headwater/domain/outreach/next-step';
import { nextAfterSoftBounce } from '@headwater/domain/outreach/retries';
import { isUntouched } from '#modules/messaging/messages/public/planning.ts';
import type { Tx } from '#platform/database/database.ts';
import type { MailingTables } from '../tables.ts';
import type { Decision } from './planning.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

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

/** Makes recipients of withdrawn messages due at the time of sending. */
export async function planAgainAt(tx: Tx, withdrawn: readonly { recipient_id: number; send_at: Date }[], now: Date): Promise<void> {
  if (withdrawn.length === 0) return;
  await sql`update mailing_recipients set next_at = gone.send_at, status_changed_at = ${now}
    from unnest(${withdrawn.map((row) => row.recipient_id)}::bigint[], ${withdrawn.map((row) => row.send_at)}::timestamptz[])
      as gone (recipient_id, send_at)
    where mailing_recipients.id = gone.recipient_id`.execute(tx);
}

export type NextStepRecipient = Awaited<ReturnType<typeof lockForNextStep>>[number];

/**
 * Recipients without a due decision, with a shared lock on their mailings. Skips mailings that are
 * being changed, because that change may wait for messages.
 */
export const lockForNextStep = (tx: Tx, recipientIds: readonly number[]) =>
  tables(tx)
    .selectFrom('mailing_recipients as recipient')
    .innerJoin('mailings', 'mailings.id', 'recipient.mailing_id')
    .select([
      'recipient.id',
      'recipient.company_id',
      'recipient.mailing_id',
      'recipient.candidate_id',
      'recipient.launched_at',
      'recipient.retry',
    ])
    .select('mailings.folder_id')
    .where('recipient.id', '=', sql<number>`any(${recipientIds}::bigint[])`)
    .where(waitsForItsMessage)
    .where('mailings.status', '=', 'sending')
    .where('mailings.undo_until', 'is', null)
    .where('mailings.deleted_at', 'is', null)
    .forShare('mailings')
    .skipLocked()
    .execute();

/** No other decision since the message was created. */
const waitsForItsMessage = sql<boolean>`(recipient.next_at is null and recipient.active and recipient.ended is null
  and recipient.removed_at is null and not recipient.retry)`;

/**
 * Stores decisions made at acceptance. Returns the ids; recipients with another decision since are
 * skipped.
 */
export async function saveNextDecisions(tx: Tx, decisions: readonly Decision[], now: Date): Promise<number[]> {
  if (decisions.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    update mailing_recipients as recipient set next_at = one.next_at, ended = one.ended, status_changed_at = ${now},
      must_check_sent = recipient.must_check_sent and one.next_at is not null
    from unnest(${decisions.map((one) => one.id)}::bigint[], ${decisions.map((one) => one.nextAt)}::timestamptz[],
      ${decisions.map((one) => one.ended)}::text[]) as one (id, next_at, ended)
    where recipient.id = one.id and ${waitsForItsMessage} returning recipient.id`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Ends the mailing for the recipient of a message; undefined for a single message. An end of a
 * merged recipient applies to the staying one, except a bounce.
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
    // A reply replaces `finished` and `bounced`, but no manual end.
    .where((select) => select.or([select('ended', 'is', null), select('ended', 'in', ['finished', 'bounced'])]))
    .returning('id')
    .executeTakeFirst();

/**
 * When a temporarily bounced message is sent again: undefined after enough attempts, if it is not
 * the last one, or if unwanted.
 */
export async function nextSending(tx: Tx, messageId: number, now: Date) {
  const row = await tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients as recipient', 'recipient.id', 'messages.recipient_id')
    .innerJoin('mailings', 'mailings.id', 'recipient.mailing_id')
    .select(['messages.id', 'messages.soft_bounces', 'recipient.id as recipient_id', 'messages.is_mass'])
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
        and not ${isUntouched('later')})`,
    )
    .executeTakeFirst();
  const sendAt = row && nextAfterSoftBounce(row.soft_bounces + 1, now);
  return sendAt && { ...row, sendAt };
}

/**
 * A copy of the installation may send: due messages may have left from the original. Across
 * companies.
 */
export const requireSentCheck = (tx: Tx, { before, now }: { before: Date; now: Date }) =>
  tables(tx)
    .updateTable('mailing_recipients')
    .set({ must_check_sent: true })
    .where('next_at', '<=', now)
    .where('ended', 'is', null)
    .where('added_at', '<', before)
    .execute();
