import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

/** Who has messages of mailings in hand that leave by a messenger: it keeps by itself which worker does. */
export const ownerOfMessenger = 'messenger';

/** A message of a mailing that leaves by Telegram; undefined for any other. */
export const findMessengerMessage = (tx: Tx, messageId: number) =>
  tables(tx).selectFrom('messages').selectAll().where('id', '=', messageId).where('channel', '=', 'telegram').executeTakeFirst();
