import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { tryLockUntilCommit } from '#platform/database/locks.ts';
import type { MessageTables } from '../tables.ts';
import { accountHeard, accountLease } from './messenger.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

/** One transaction at a time decides about a mailbox's limits; false where another worker is at it. */
export const lockMailbox = (tx: Tx, mailboxId: number): Promise<boolean> => tryLockUntilCommit(tx, 'mailbox', mailboxId);

/**
 * The rows `written` under which the mailing has written to a recipient: their own, and those of who was merged into them. Where it stands in the place of
 * a table PostgreSQL begins with it, and finds their messages by its index.
 */
export const writtenAs = (recipientId: RawBuilder<number>) => sql`(
  select ${recipientId} as id union all select merged.id from mailing_recipients as merged where merged.merged_into = ${recipientId}) as written`;

/** Whether the person of a message was written to before by the same mailing. The number of its step does not tell: steps change places. */
export const followsUp = sql<boolean>`exists (
  select from ${writtenAs(sql`messages.recipient_id`)} join messages as earlier on earlier.recipient_id = written.id
  where earlier.id < messages.id or earlier.recipient_id <> messages.recipient_id)`;

/** Whether anything was made for one of `mailing_recipients`. */
export const wasWrittenTo = sql<boolean>`exists (
  select from ${writtenAs(sql`mailing_recipients.id`)} join messages as earlier on earlier.recipient_id = written.id)`;

/**
 * Accounts at Telegram from which somebody wrote to a recipient, and that do not hear now what is answered and will again: not connected, not through with
 * what they missed, or unable to read that dialog. What a worker said of one counts for a moment: it may have died since, or have lost the database.
 */
const unreadAccounts = (recipientId: RawBuilder<number>) => sql`
  select account.phone_number as phone from ${writtenAs(recipientId)} join messages as earlier on earlier.recipient_id = written.id
    join telegram_accounts as account on account.id = earlier.telegram_account_id
  where earlier.state = 'sent'
    and (account.state = 'signed_out' or account.state = 'connected' and (not account.is_online or not account.is_synced
      or account.lease_until is null or account.lease_until <= now() + make_interval(secs => ${accountLease - accountHeard})
      or exists (select from telegram_dialogs as dialog where dialog.id = earlier.dialog_id and dialog.has_missing_messages)))`;

export interface ReadState {
  /** The mailbox that the next message leaves from. */
  mailboxId: number;
  /** Mailboxes that were read since then hold no unread reply. */
  ingestedSince: Date;
}

/**
 * Addresses that one of `mailing_recipients` was written to from, and whose mail is not read any more: the mailbox was disconnected, or its owner must
 * mend it. Nobody knows whether the person has answered. What was sent before a person launched the mailing again is not asked about.
 */
export const unreadMailboxes = ({ mailboxId, ingestedSince }: ReadState) => sql`
  select writer.address from ${writtenAs(sql`mailing_recipients.id`)} join messages as earlier on earlier.recipient_id = written.id
    join mailboxes as writer on writer.id = earlier.mailbox_id
  where writer.id <> ${mailboxId}
    and earlier.sent_at > coalesce(mailing_recipients.relaunched_at, '-infinity')
    and (writer.state <> 'connected' or writer.read_at is null or writer.read_at < ${ingestedSince})`;

/** Whether an answer to what went before a message may wait to be heard of at Telegram. */
export const isUnreadAtTelegram = sql<boolean>`exists (${unreadAccounts(sql`messages.recipient_id`)})`;

/** Of these recipients those whose answer may, each with the phone of an account. */
export async function listUnread(tx: Tx, recipientIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; phone: string }>`
    select distinct on (recipient.id) recipient.id, account.phone
    from unnest(${recipientIds}::bigint[]) as recipient (id) cross join lateral (${unreadAccounts(sql`recipient.id`)}) as account`.execute(
    tx,
  );
  return new Map(rows.map(({ id, phone }) => [id, phone]));
}

export async function isFollowUp(tx: Tx, messageId: number): Promise<boolean> {
  const row = await tables(tx).selectFrom('messages').select('id').where('id', '=', messageId).where(followsUp).executeTakeFirst();
  return row !== undefined;
}
