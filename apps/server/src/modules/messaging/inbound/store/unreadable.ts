import { sql } from 'kysely';
import { beginning } from '@headwater/domain/storable-text';
import type { Tx } from '#platform/database/database.ts';
import type { InboundTables } from '../tables.ts';
import type { MailboxRow } from '#modules/messaging/channels/public.ts';

const tables = (tx: Tx) => tx.withTables<InboundTables>();

type Mailbox = Pick<MailboxRow, 'id' | 'company_id'>;

/** Called before a message is read. Returns the number of attempts, including this one. */
export async function recordAttempt(tx: Tx, mailbox: Mailbox, { key, done }: { key: string; done: string | undefined }): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    with over as (delete from reading_attempts where mailbox_id = ${mailbox.id} and message_key = ${done ?? null} and message_key <> ${key})
    insert into reading_attempts (mailbox_id, company_id, message_key, attempts) values (${mailbox.id}, ${mailbox.company_id}, ${key}, 1)
    on conflict (mailbox_id, message_key) do update set attempts = reading_attempts.attempts + 1
    returning attempts`.execute(tx);
  return rows[0]?.attempts ?? 1;
}

export const deleteAttempt = (tx: Tx, mailboxId: number, key: string) =>
  tables(tx).deleteFrom('reading_attempts').where('mailbox_id', '=', mailboxId).where('message_key', '=', key).execute();

export const deleteAttempts = (tx: Tx, mailboxId: number) =>
  tables(tx).deleteFrom('reading_attempts').where('mailbox_id', '=', mailboxId).execute();

export type UnreadableReason = InboundTables['unreadable_messages']['reason'];

export interface UnreadableMessage {
  folder: string;
  remoteId: string;
  messageId: string | null;
  reason: UnreadableReason;
  detail: string;
  receivedAt: Date | null;
}

const mostKept = 200;
const longest = 500;

export async function saveUnreadable(tx: Tx, mailbox: Mailbox, { message, now }: { message: UnreadableMessage; now: Date }): Promise<void> {
  const { messageId, reason, receivedAt } = message;
  await tables(tx)
    .insertInto('unreadable_messages')
    .values({
      company_id: mailbox.company_id,
      mailbox_id: mailbox.id,
      folder: beginning(message.folder, longest),
      remote_id: beginning(message.remoteId, longest),
      message_id: messageId === null ? null : beginning(messageId, longest),
      reason,
      detail: beginning(message.detail, longest),
      received_at: receivedAt,
      noticed_at: now,
    })
    .onConflict((conflict) => conflict.constraint('unreadable_messages_once').doNothing())
    .execute();
  await sql`
    delete from unreadable_messages where mailbox_id = ${mailbox.id}
      and id <= (select id from unreadable_messages where mailbox_id = ${mailbox.id} order by id desc offset ${mostKept} limit 1)`.execute(
    tx,
  );
}

/** Newest first. */
export const listUnreadable = (tx: Tx, companyId: number, limit: number) =>
  tables(tx)
    .selectFrom('unreadable_messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'unreadable_messages.mailbox_id')
    .selectAll('unreadable_messages')
    .select('mailboxes.address')
    .where('unreadable_messages.company_id', '=', companyId)
    .orderBy('noticed_at', 'desc')
    .orderBy('unreadable_messages.id', 'desc')
    .limit(limit)
    .execute();
