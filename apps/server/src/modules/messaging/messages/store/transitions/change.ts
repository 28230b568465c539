import { type NotNull, sql } from 'kysely';
import { type MessageTransition, statesBefore } from '@headwater/domain/outreach/transitions';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../../tables.ts';

export const tables = (tx: Tx) => tx.withTables<MessageTables>();

export const change = (tx: Tx, transition: MessageTransition) =>
  tables(tx).updateTable('messages').where('messages.state', 'in', statesBefore(transition));

/** Locks messages in id order, so that workers that settle several cannot deadlock. */
export const heldFor = (tx: Tx, transition: MessageTransition) =>
  tables(tx)
    .selectFrom('messages')
    .select('messages.id')
    .where('messages.state', 'in', statesBefore(transition))
    .orderBy('messages.id')
    .forUpdate();

const isOneOf = (ids: readonly number[]) => sql<boolean>`messages.id = any(${ids}::bigint[])`;

/**
 * Like `change`, for known ids. The states are hidden from the planner of PostgreSQL, which would
 * otherwise scan a partial index with dead rows instead of looking up the ids.
 */
export const changeOf = (tx: Tx, transition: MessageTransition, ids: readonly number[]) =>
  tables(tx)
    .updateTable('messages')
    .where(isOneOf(ids))
    .where(sql<boolean>`messages.state = any(array(select unnest(${statesBefore(transition)}::text[])))`);

export interface Changed {
  id: number;
  recipient_id: number;
  is_mass: boolean;
}

/** These transitions find messages of recipients only. */
export type OfChanged = { recipient_id: NotNull };

export const changedColumns = ['messages.id', 'messages.recipient_id', 'messages.is_mass'] as const;

/** `profileId` restricts the messages of an account to one profile. */
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
