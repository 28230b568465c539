import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { OutreachTables } from '../tables.ts';
import { leaveResentUndecided } from './doubts.ts';

const tables = (tx: Tx) => tx.withTables<OutreachTables>();

/** Something has come of messages of mailings: the planner looks at their recipients again. */
export async function lookAgain(tx: Tx, recipientIds: readonly number[], now: Date): Promise<void> {
  if (recipientIds.length === 0) return;
  await tables(tx)
    .updateTable('mailing_recipients')
    .set({ next_at: now, status_changed_at: now })
    .where('id', '=', sql<number>`any(${recipientIds}::bigint[])`)
    .where('active', '=', true)
    .where('ended', 'is', null)
    .execute();
}

/**
 * Nothing more goes to the recipient of this message: what was planned and has not been handed to the network is taken back in the same
 * transaction. Of a single message there is nothing to end.
 */
export async function endRecipientOf(tx: Tx, messageId: number, { why, now }: { why: 'replied' | 'bounced'; now: Date }): Promise<void> {
  const ended = await tables(tx)
    .updateTable('mailing_recipients')
    .set({ ended: why, next_at: null, status_changed_at: now })
    .where('id', '=', sql<number>`(select recipient_id from messages where id = ${messageId} and is_mass)`)
    // A reply says more than that all has been sent, and less than that somebody stopped it.
    .where((select) => select.or([select('ended', 'is', null), select('ended', 'in', ['finished', 'bounced'])]))
    .returning('id')
    .executeTakeFirst();
  if (!ended) return;
  await leaveResentUndecided(tx, { recipientIds: [ended.id] }, now);
  await tables(tx).deleteFrom('messages').where('recipient_id', '=', ended.id).where('state', 'in', ['planned', 'claimed']).execute();
}

/** The mailings that messages of mailing lists and sequences belong to. */
export async function mailingsOf(tx: Tx, messageIds: readonly number[]): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .select('mailing_recipients.mailing_id')
    .distinct()
    .where('messages.id', '=', sql<number>`any(${messageIds}::bigint[])`)
    .where('messages.is_mass', '=', true)
    .execute();
  return rows.map((row) => row.mailing_id);
}
