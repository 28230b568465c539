import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { tryLockUntilCommit } from '#platform/database/locks.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

/** One transaction at a time decides about a mailbox's limits; false where another worker is at it. */
export const lockMailbox = (tx: Tx, mailboxId: number): Promise<boolean> => tryLockUntilCommit(tx, 'mailbox', mailboxId);

/** Whether the person of a message was written to before by the same mailing. The number of its step does not tell: steps change places. */
export const followsUp = sql<boolean>`exists (
  select from messages as earlier where earlier.recipient_id = messages.recipient_id and earlier.id < messages.id)`;

export async function isFollowUp(tx: Tx, messageId: number): Promise<boolean> {
  const row = await tables(tx).selectFrom('messages').select('id').where('id', '=', messageId).where(followsUp).executeTakeFirst();
  return row !== undefined;
}
