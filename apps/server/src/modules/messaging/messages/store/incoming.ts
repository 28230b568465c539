import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { OutreachTables } from '../tables.ts';
import { endRecipientOf, lookAgain } from './mass.ts';

const tables = (tx: Tx) => tx.withTables<OutreachTables>();

/** Whose mailbox it is. */
interface Owned {
  user_id: number;
  company_id: number;
}

export interface Heard {
  mailbox: Owned & { id: number };
  incomingKey: string;
  messageId: number;
  kind: 'reply' | 'auto_reply' | 'bounce' | 'complaint';
  fromAddress: string;
  subject: string;
  ownText: string;
  receivedAt: Date;
}

/** False where it was kept before: mailboxes are read again after a crash or a renumbering, and one person may have had several for the same mail. */
export async function keepIncoming(tx: Tx, heard: Heard): Promise<boolean> {
  const row = await tables(tx)
    .insertInto('incoming_messages')
    .values({
      company_id: heard.mailbox.company_id,
      mailbox_id: heard.mailbox.id,
      user_id: heard.mailbox.user_id,
      incoming_key: heard.incomingKey,
      message_id: heard.messageId,
      kind: heard.kind,
      from_address: heard.fromAddress,
      subject: heard.subject,
      own_text: heard.ownText,
      received_at: heard.receivedAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'incoming_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What the owner of a mailbox has sent, from whichever: people answer to an address that has been disconnected, and mail is forwarded. Without
 * a mailbox are messages of those that were disconnected before their rows were kept. What was sent again or waits for it counts, as its first
 * copy may have arrived.
 */
const sentBy = (tx: Tx, { user_id: userId, company_id: companyId }: Owned) =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .select(['messages.id', 'messages.company_id', 'messages.created_by', 'mailing_recipients.profile_id', 'messages.sent_at'])
    .where('messages.company_id', '=', companyId)
    .where((where) =>
      where.or([
        sql<boolean>`messages.mailbox_id = any(array(select id from mailboxes where user_id = ${userId}))`,
        where.and([where('messages.mailbox_id', 'is', null), where('messages.created_by', '=', userId)]),
      ]),
    )
    .where((where) =>
      where.or([
        where('messages.sent_at', 'is not', null),
        where('messages.first_sent_at', 'is not', null),
        where('messages.resent', '=', true),
      ]),
    )
    .orderBy(sql`coalesce(messages.sent_at, messages.first_sent_at, messages.status_changed_at)`, 'desc')
    .limit(1);

export type AnsweredMessage = NonNullable<Awaited<ReturnType<typeof findByMessageIds>>>;

/** The message that one of the ids of an answer's thread belongs to. */
export const findByMessageIds = (tx: Tx, mailbox: Owned, ids: readonly string[]) =>
  sentBy(tx, mailbox)
    .where('messages.message_id', '=', sql<string>`any(${ids})`)
    .executeTakeFirst();

/** The newest message of the mailbox's owner to a person who has that address, whichever of their addresses it went to. */
export const findByAddress = (tx: Tx, mailbox: Owned, { addressKey, profileIds }: { addressKey: string; profileIds: readonly number[] }) =>
  sentBy(tx, mailbox)
    .where((where) =>
      where.or([
        where('mailing_recipients.email_key', '=', addressKey),
        where('mailing_recipients.profile_id', '=', sql<number>`any(${profileIds}::bigint[])`),
      ]),
    )
    .executeTakeFirst();

/**
 * Something came back for a message that was in doubt: it did leave, and nothing of it is sent again. Before anything else is made of what came.
 * Of what waited to be sent once more before `first_sent_at` was kept, only this is known: it left before that was decided.
 */
export async function noteLeft(tx: Tx, messageId: number, at: Date): Promise<void> {
  const row = await tables(tx)
    .updateTable('messages')
    .set({
      state: 'sent',
      sent_at: sql<Date>`coalesce(sent_at, first_sent_at, least(status_changed_at, ${at}))`,
      error_reason: null,
      error_detail: null,
      status_changed_at: at,
      lease_until: null,
      claimed_by: null,
    })
    .where('id', '=', messageId)
    .where('state', 'in', ['planned', 'claimed', 'handed_over', 'unknown'])
    .returning(['company_id', 'recipient_id', 'is_mass'])
    .executeTakeFirst();
  if (!row) return;
  await tables(tx)
    .insertInto('message_events')
    .values({ company_id: row.company_id, message_id: messageId, type: 'sent', happened_at: at })
    .execute();
  if (row.is_mass) await lookAgain(tx, [row.recipient_id], at);
}

/** A human reply: the last word on the message, and the end of the mailing for this recipient. */
export async function markReplied(tx: Tx, messageId: number, at: Date): Promise<void> {
  await tables(tx)
    .updateTable('messages')
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
  await endRecipientOf(tx, messageId, { why: 'replied', now: at });
}
