import { sql } from 'kysely';
import { type MessageTransition, statesBefore } from '@headwater/domain/outreach/transitions';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../../tables.ts';

export const tables = (tx: Tx) => tx.withTables<MessageTables>();

/** A change of messages that leaves alone those from whose state it does not lead. */
export const change = (tx: Tx, transition: MessageTransition) =>
  tables(tx).updateTable('messages').where('messages.state', 'in', statesBefore(transition));

/** Ids of messages, held in their order, so that a worker that settles several of them is never waited for crosswise. */
export const heldFor = (tx: Tx, transition: MessageTransition) =>
  tables(tx)
    .selectFrom('messages')
    .select('messages.id')
    .where('messages.state', 'in', statesBefore(transition))
    .orderBy('messages.id')
    .forUpdate();

const isOneOf = (ids: readonly number[]) => sql<boolean>`messages.id = any(${ids}::bigint[])`;

/**
 * The same for messages that are known by their ids. PostgreSQL does not hear of the states beforehand: to look through all that a partial index has
 * of them, with what has left it since the last vacuum, would seem less to it than to look the ids up.
 */
export const changeOf = (tx: Tx, transition: MessageTransition, ids: readonly number[]) =>
  tables(tx)
    .updateTable('messages')
    .where(isOneOf(ids))
    .where(sql<boolean>`messages.state = any(array(select unnest(${statesBefore(transition)}::text[])))`);

/** What whoever looks after the recipient of a changed message needs to know. */
export interface Changed {
  id: number;
  recipient_id: number;
  is_mass: boolean;
}

export const changedColumns = ['messages.id', 'messages.recipient_id', 'messages.is_mass'] as const;

/** The messages that are meant: one, of a mailbox, of an account at Telegram (to one profile, where that is said), of whole mailings, or of some of their recipients. */
export type Whose =
  | { mailboxId: number }
  | { telegramAccountId: number; profileId?: number }
  | { messageId: number }
  | { mailingId: number }
  | { recipientIds: readonly number[] };

export function belongsTo(whose: Whose) {
  if ('messageId' in whose) return sql<boolean>`messages.id = ${whose.messageId}`;
  if ('telegramAccountId' in whose) {
    const { telegramAccountId: account, profileId: profile } = whose;
    if (profile === undefined) return sql<boolean>`messages.telegram_account_id = ${account}`;
    return sql<boolean>`(messages.telegram_account_id = ${account}
      and messages.recipient_id in (select id from mailing_recipients where profile_id = ${profile}))`;
  }
  if ('mailboxId' in whose) return sql<boolean>`messages.mailbox_id = ${whose.mailboxId}`;
  if ('recipientIds' in whose) return sql<boolean>`messages.recipient_id = any(${whose.recipientIds}::bigint[])`;
  return sql<boolean>`messages.recipient_id in (select id from mailing_recipients where mailing_id = ${whose.mailingId})`;
}
