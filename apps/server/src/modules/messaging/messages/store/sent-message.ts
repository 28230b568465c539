import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

export const findSentMessage = (tx: Tx, messageId: number) => sentMessage(tx, messageId).executeTakeFirst();

/** Locks the message; concurrent changes wait. */
export const lockSentMessage = (tx: Tx, messageId: number) => sentMessage(tx, messageId).forUpdate('messages').executeTakeFirst();

const sentMessage = (tx: Tx, messageId: number) =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .select([
      'messages.id',
      'messages.company_id',
      'messages.sent_at',
      'messages.first_sent_at',
      'messages.state',
      'messages.created_by',
      'mailing_recipients.profile_id',
      'mailing_recipients.email',
    ])
    .where('messages.id', '=', messageId);
