import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { tryLockUntilCommit } from '#platform/database/locks.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

/** One transaction at a time decides about a mailbox's limits; false where another worker is at it. */
export const lockMailbox = (tx: Tx, mailboxId: number): Promise<boolean> => tryLockUntilCommit(tx, 'mailbox', mailboxId);

/** Whether the person of a message was written to before by the same mailing. The number of its step does not tell: steps change places. */
export const followsUp = sql<boolean>`exists (
  select from messages as earlier where earlier.recipient_id = messages.recipient_id and earlier.id < messages.id)`;

/**
 * Accounts at Telegram from which somebody wrote to a recipient, and that do not hear now what is answered and will again: not connected, not through with
 * what they missed, or unable to read that dialog. What a worker said of one that it answers for no more, as it died, counts for nothing.
 */
const unreadAccounts = (recipientId: RawBuilder<number>) => sql`
  select account.phone_number as phone from messages as earlier join telegram_accounts as account on account.id = earlier.telegram_account_id
  where earlier.recipient_id = ${recipientId} and earlier.state = 'sent'
    and (account.state = 'signed_out' or account.state = 'connected' and (not account.is_online or not account.is_caught_up
      or account.held_until is null or account.held_until <= now()
      or exists (select from telegram_messages as carrier join telegram_dialogs as dialog on dialog.id = carrier.dialog_id
        where carrier.mailing_message_id = earlier.id and dialog.is_behind)))`;

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
  select writer.address from messages as earlier join mailboxes as writer on writer.id = earlier.mailbox_id
  where earlier.recipient_id = mailing_recipients.id and writer.id <> ${mailboxId}
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
