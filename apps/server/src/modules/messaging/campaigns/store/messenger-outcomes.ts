import { sql } from 'kysely';
import type { MessengerProblem } from '#modules/messaging/messages/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { MailingTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

/** Whether the mailing still wants the message to leave: it runs, and nothing has ended it for the recipient. */
export async function isStillWanted(tx: Tx, messageId: number): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients as recipient', 'recipient.id', 'messages.recipient_id')
    .innerJoin('mailings', 'mailings.id', 'recipient.mailing_id')
    .select('messages.id')
    .where('messages.id', '=', messageId)
    .where('recipient.active', '=', true)
    .where('recipient.ended', 'is', null)
    .where('recipient.removed_at', 'is', null)
    .where('mailings.status', '=', 'sending')
    .where('mailings.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export const noteMessengerProblem = (tx: Tx, recipientId: number, problem: MessengerProblem) =>
  tables(tx).updateTable('mailing_recipients').set({ messenger_problem: problem }).where('id', '=', recipientId).execute();

/**
 * Of each mailing that goes on for the person the last message that has reached them by then, whichever way; and of one whose last message by messenger
 * waited for nothing any more, that one.
 */
export async function messagesToEnd(tx: Tx, profileId: number, at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct on (recipient.id) messages.id
    from mailing_recipients as recipient join messages on messages.recipient_id = recipient.id
    where recipient.profile_id = ${profileId} and messages.is_mass and messages.state = 'sent' and messages.replied_at is null
      and messages.sent_at <= ${at} and (recipient.ended is null or recipient.ended = 'finished' and messages.channel = 'telegram')
    order by recipient.id, messages.sent_at desc, messages.id desc`.execute(tx);
  return rows.map(({ id }) => id);
}
