import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { OutreachTables } from '../tables.ts';
import { endRecipientOf } from './mass.ts';

const tables = (tx: Tx) => tx.withTables<OutreachTables>();

export interface Heard {
  companyId: number;
  mailboxId: number;
  incomingKey: string;
  messageId: number;
  kind: 'reply' | 'auto_reply' | 'bounce' | 'complaint';
  fromAddress: string;
  subject: string;
  ownText: string;
  receivedAt: Date;
}

/** False where it was kept before: mailboxes are read again after a crash or a renumbering. */
export async function keepIncoming(tx: Tx, heard: Heard): Promise<boolean> {
  const row = await tables(tx)
    .insertInto('incoming_messages')
    .values({
      company_id: heard.companyId,
      mailbox_id: heard.mailboxId,
      incoming_key: heard.incomingKey,
      message_id: heard.messageId,
      kind: heard.kind,
      from_address: heard.fromAddress,
      subject: heard.subject,
      own_text: heard.ownText,
      received_at: heard.receivedAt,
    })
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'incoming_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const sentBy = (tx: Tx, mailboxId: number) =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .select(['messages.id', 'messages.company_id', 'messages.created_by', 'mailing_recipients.profile_id', 'messages.sent_at'])
    .where('messages.mailbox_id', '=', mailboxId)
    .where('messages.sent_at', 'is not', null)
    .orderBy('messages.sent_at', 'desc')
    .limit(1);

export type AnsweredMessage = NonNullable<Awaited<ReturnType<typeof findByMessageIds>>>;

/** The message that one of the ids of an answer's thread belongs to. */
export const findByMessageIds = (tx: Tx, mailboxId: number, ids: readonly string[]) =>
  sentBy(tx, mailboxId)
    .where('messages.message_id', '=', sql<string>`any(${ids})`)
    .executeTakeFirst();

/** The newest message of this mailbox to a person who has that address, whichever of their addresses it went to. */
export const findByAddress = (
  tx: Tx,
  mailboxId: number,
  { addressKey, profileIds }: { addressKey: string; profileIds: readonly number[] },
) =>
  sentBy(tx, mailboxId)
    .where((where) =>
      where.or([
        where('mailing_recipients.email_key', '=', addressKey),
        where('mailing_recipients.profile_id', '=', sql<number>`any(${profileIds}::bigint[])`),
      ]),
    )
    .executeTakeFirst();

/** A human reply: the last word on the message, and the end of the mailing for this recipient. */
export async function markReplied(tx: Tx, messageId: number, at: Date): Promise<void> {
  await tables(tx)
    .updateTable('messages')
    .set({ replied_at: sql`coalesce(replied_at, ${at})`, status_changed_at: at, state: 'sent', error_reason: null, error_detail: null })
    .where('id', '=', messageId)
    .execute();
  await endRecipientOf(tx, messageId, { why: 'replied', now: at });
}

export async function markBounced(tx: Tx, messageId: number, { at, detail }: { at: Date; detail: string }): Promise<void> {
  const bounced = await tables(tx)
    .updateTable('messages')
    .set({
      bounced_at: sql`coalesce(bounced_at, ${at})`,
      state: 'error',
      error_reason: 'bounce',
      error_detail: detail,
      status_changed_at: at,
    })
    .where('id', '=', messageId)
    .where('state', 'in', ['sent', 'unknown'])
    .returning('id')
    .executeTakeFirst();
  if (bounced) await endRecipientOf(tx, messageId, { why: 'bounced', now: at });
}
