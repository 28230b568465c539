import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables, OfRecipient } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

/** Owner of claimed messages that leave by a messenger, which tracks its workers itself. */
export const ownerOfMessenger = 'messenger';

/** Seconds of a lease on an account, after which another worker may take it. */
export const accountLease = 25;

/**
 * Seconds after a renewal for which the state of an account is trusted: a worker without the
 * database may hold unsaved replies.
 */
export const accountHeard = 5;

/** Returns undefined for messages by e-mail. */
export const findMessengerMessage = (tx: Tx, messageId: number) =>
  tables(tx)
    .selectFrom('messages')
    .selectAll()
    .$narrowType<OfRecipient>()
    .where('id', '=', messageId)
    .where('channel', '<>', 'email')
    .where('recipient_id', 'is not', null)
    .executeTakeFirst();

/**
 * SQL: the message is not handed over; a claimed messenger message counts as handed over. `message`
 * is the name or alias in the statement.
 */
export const isUntouched = (message: string) => {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql<boolean>`(${of('state')} = 'planned' or ${of('state')} = 'claimed' and ${of('channel')} = 'email')`;
};
