import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

interface Owned {
  user_id: number;
  company_id: number;
}

export interface NewIncoming {
  mailbox: Owned & { id: number };
  incomingKey: string;
  messageId: number;
  kind: 'reply' | 'auto_reply' | 'bounce' | 'complaint' | 'other';
  fromAddress: string;
  subject: string;
  ownText: string;
  receivedAt: Date;
}

/**
 * Returns false for a known message: mailboxes are read again after a crash, and a user may have
 * had several for the same mail.
 */
export async function saveIncoming(tx: Tx, incoming: NewIncoming): Promise<boolean> {
  const row = await tables(tx)
    .insertInto('incoming_messages')
    .values({
      company_id: incoming.mailbox.company_id,
      mailbox_id: incoming.mailbox.id,
      user_id: incoming.mailbox.user_id,
      incoming_key: incoming.incomingKey,
      message_id: incoming.messageId,
      kind: incoming.kind,
      from_address: incoming.fromAddress,
      subject: incoming.subject,
      own_text: incoming.ownText,
      received_at: incoming.receivedAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'incoming_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the person replied to a message of the company by e-mail. */
export async function hasReplied(tx: Tx, profileId: number): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('mailing_recipients')
    .innerJoin('messages', 'messages.recipient_id', 'mailing_recipients.id')
    .innerJoin('incoming_messages', 'incoming_messages.message_id', 'messages.id')
    .select('incoming_messages.id')
    .where('mailing_recipients.profile_id', '=', profileId)
    .where('incoming_messages.kind', '=', 'reply')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Messages that the owner sent from any mailbox, because people reply to disconnected addresses
 * too. Messages of unknown outcome count, because the first copy may have arrived.
 */
const sentBy = (tx: Tx, { user_id: userId, company_id: companyId }: Owned) =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .select([
      'messages.id',
      'messages.company_id',
      'messages.created_by',
      'mailing_recipients.profile_id',
      'messages.sent_at',
      'messages.subject',
    ])
    .where('messages.company_id', '=', companyId)
    .where('messages.channel', '=', 'email')
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

export type AnsweredMessage = Omit<NonNullable<Awaited<ReturnType<typeof findByMessageIds>>>, 'subject'>;

export const findByMessageIds = (tx: Tx, mailbox: Owned, ids: readonly string[]) =>
  sentBy(tx, mailbox)
    .where('messages.message_id', '=', sql<string>`any(${ids})`)
    .executeTakeFirst();

/** Finds a message by earlier replies: people may answer their own reply. */
export const findByIncomingIds = (tx: Tx, mailbox: Owned, ids: readonly string[]) =>
  sentBy(tx, mailbox)
    .where(
      'messages.id',
      '=',
      sql<number>`any(array(select message_id from incoming_messages where user_id = ${mailbox.user_id} and incoming_key = any(${ids})))`,
    )
    .executeTakeFirst();

/** The owner's newest message to a person with the address, at any of their addresses. */
export const findByAddress = (tx: Tx, mailbox: Owned, { addressKey, profileIds }: { addressKey: string; profileIds: readonly number[] }) =>
  sentBy(tx, mailbox)
    .where((where) =>
      where.or([
        where('mailing_recipients.email_key', '=', addressKey),
        where('mailing_recipients.profile_id', '=', sql<number>`any(${profileIds}::bigint[])`),
      ]),
    )
    .executeTakeFirst();
