import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { tryLockUntilCommit } from '#platform/database/locks.ts';
import type { MessageTables } from '../tables.ts';
import { accountHeard, accountLease } from './messenger.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

/**
 * Serializes decisions about a mailbox's limits. Returns false if another worker holds the lock.
 */
export const lockMailbox = (tx: Tx, mailboxId: number): Promise<boolean> => tryLockUntilCommit(tx, 'mailbox', mailboxId);

/**
 * Rows of a recipient: its own and merged ones. As a derived table, so that PostgreSQL starts here
 * and uses the index of messages.
 */
export const writtenAs = (recipientId: RawBuilder<number>) => sql`(
  select ${recipientId} as id union all select merged.id from mailing_recipients as merged where merged.merged_into = ${recipientId}) as written`;

/**
 * Whether the mailing wrote to the recipient before. Step numbers do not show it, because steps can
 * be reordered.
 */
export const followsUp = sql<boolean>`exists (
  select from ${writtenAs(sql`messages.recipient_id`)} join messages as earlier on earlier.recipient_id = written.id
  where earlier.id < messages.id or earlier.recipient_id <> messages.recipient_id)`;

export const wasWrittenTo = sql<boolean>`exists (
  select from ${writtenAs(sql`mailing_recipients.id`)} join messages as earlier on earlier.recipient_id = written.id)`;

/**
 * Telegram accounts that wrote to a recipient and may miss a reply: disconnected, not synced, or
 * with an unreadable dialog. The state of an account is valid only briefly, because its worker may
 * have died or lost the database.
 */
const unreadAccounts = (recipientId: RawBuilder<number>) => sql`
  select account.phone_number as phone from ${writtenAs(recipientId)} join messages as earlier on earlier.recipient_id = written.id
    join telegram_accounts as account on account.id = earlier.telegram_account_id
  where earlier.state = 'sent'
    and (account.state = 'signed_out' or account.state = 'connected' and (not account.is_online or not account.is_synced
      or account.lease_until is null or account.lease_until <= now() + make_interval(secs => ${accountLease - accountHeard})
      or exists (select from telegram_dialogs as dialog where dialog.id = earlier.dialog_id and dialog.has_missing_messages)))`;

export interface ReadState {
  mailboxId: number;
  /** Mailboxes read since this time have no unread reply. */
  ingestedSince: Date;
}

/**
 * Mailboxes that wrote to a row of `mailing_recipients` and are no longer read, so that a reply may
 * be missing. Messages from before a relaunch are ignored.
 */
export const unreadMailboxes = ({ mailboxId, ingestedSince }: ReadState) => sql`
  select writer.address from ${writtenAs(sql`mailing_recipients.id`)} join messages as earlier on earlier.recipient_id = written.id
    join mailboxes as writer on writer.id = earlier.mailbox_id
  where writer.id <> ${mailboxId}
    and earlier.sent_at > coalesce(mailing_recipients.relaunched_at, '-infinity')
    and (writer.state <> 'connected' or writer.read_at is null or writer.read_at < ${ingestedSince})`;

export const isUnreadAtTelegram = sql<boolean>`exists (${unreadAccounts(sql`messages.recipient_id`)})`;

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
