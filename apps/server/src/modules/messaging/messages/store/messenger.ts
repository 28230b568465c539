import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

/** Who has messages of mailings in hand that leave by a messenger: it keeps by itself which worker does. */
export const ownerOfMessenger = 'messenger';

/** Seconds that a worker answers for an account without saying so again: another one takes it up after that. */
export const accountLease = 30;

/**
 * Seconds for which an account counts as heard once its worker has said that it answers for it: a worker that has lost the database has answers in memory
 * that nobody else knows of.
 */
export const accountHeard = 5;

/** A message of a mailing that leaves by a messenger; undefined for any other. */
export const findMessengerMessage = (tx: Tx, messageId: number) =>
  tables(tx).selectFrom('messages').selectAll().where('id', '=', messageId).where('channel', '<>', 'email').executeTakeFirst();

/**
 * Whether a message was not handed to anybody yet. A messenger that has taken a message up decides itself whether it still may leave.
 * @param message name or alias of `messages` in the statement
 */
export const isUntouched = (message: string) => {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql<boolean>`(${of('state')} = 'planned' or ${of('state')} = 'claimed' and ${of('channel')} = 'email')`;
};
