import type { InConversation } from '#modules/messaging/messages/public/messenger.ts';
import { sql, type SqlBool } from 'kysely';
import type { SendWindow } from '@headwater/domain/time/send-window';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';
import { dialogOpenTo } from './visibility.ts';

/** Messages of mailings by Telegram. They enter a dialog when they may leave. */

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

export interface DueOfMailing {
  id: number;
  company_id: number;
  profile_id: number;
  created_by: number | null;
  message_id: string;
  body_text: string;
  username: string;
  send_window: SendWindow | null;
}

const hasBegun = sql<boolean>`(exists (select from telegram_dialogs dialog where dialog.profile_id = recipient.profile_id
    and dialog.account_id = message.telegram_account_id and (dialog.started_at is not null or dialog.synced_up_to > 0))
  or exists (select from telegram_dialogs dialog where lower(dialog.username) = lower(message.username)
    and dialog.account_id = message.telegram_account_id and (dialog.started_at is not null or dialog.synced_up_to > 0)))`;

/**
 * Does not lock the message: dialogs are locked before messages, as for replies. `mayBegin` is
 * false if the account may begin no dialog.
 */
export async function findDueOfMailings(
  tx: Tx,
  accountId: number,
  { now, mayBegin }: { now: Date; mayBegin: boolean },
): Promise<DueOfMailing | undefined> {
  const { rows } = await sql<DueOfMailing>`
    select message.id, message.company_id, recipient.profile_id, message.created_by, message.message_id, message.body_text,
      coalesce(message.username, '') as username, message.send_window
    from messages message join mailing_recipients recipient on recipient.id = message.recipient_id
    where message.telegram_account_id = ${accountId} and message.channel = 'telegram' and message.state = 'planned'
      and message.recipient_id is not null and message.send_at <= ${now}
      and (${mayBegin} or ${hasBegun})
    order by message.send_at, message.id limit 1`.execute(tx);
  return rows[0];
}

export async function hasDialogBegun(tx: Tx, messageId: number): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`select ${hasBegun} as begun
    from messages message join mailing_recipients recipient on recipient.id = message.recipient_id where message.id = ${messageId}`.execute(
    tx,
  );
  return rows[0]?.begun === true;
}

export async function dialogOfMessage(tx: Tx, messageId: number): Promise<number | undefined> {
  const row = await tables(tx)
    .selectFrom('messages')
    .select('dialog_id')
    .$narrowType<Pick<InConversation, 'dialog_id'>>()
    .where('id', '=', messageId)
    .where('dialog_id', 'is not', null)
    .executeTakeFirst();
  return row?.dialog_id;
}

/** Locks the recipient of a message and returns its profile. Lock the dialog first. */
export async function profileOfMessage(tx: Tx, messageId: number): Promise<number | undefined> {
  const { rows } = await sql<{ profile_id: number }>`
    select recipient.profile_id from messages message join mailing_recipients recipient on recipient.id = message.recipient_id
    where message.id = ${messageId} for share of recipient`.execute(tx);
  return rows[0]?.profile_id;
}

/** Finds a message by its idempotency key at Telegram. */
export const findByRandomId = (tx: Tx, accountId: number, randomId: string) =>
  tables(tx)
    .selectFrom('messages')
    .selectAll()
    .$narrowType<InConversation>()
    .where('telegram_account_id', '=', accountId)
    .where('random_id', '=', randomId)
    .executeTakeFirst();

/** The last reply since the message entered the dialog; undefined without one. */
export async function findAnswerTo(tx: Tx, id: number): Promise<{ profileId: number | null; dialogId: number; at: Date } | undefined> {
  const { rows } = await sql<{ profileId: number | null; dialogId: number; at: Date }>`
    select dialog.profile_id as "profileId", dialog.id as "dialogId", max(said.said_at) as at
    from messages own join telegram_dialogs dialog on dialog.id = own.dialog_id
    join messages said on said.dialog_id = own.dialog_id and not said.is_out and said.position > own.position
    where own.id = ${id} group by dialog.id`.execute(tx);
  return rows[0];
}

export const listClaimed = (tx: Tx, accountId: number) =>
  tables(tx)
    .selectFrom('messages')
    .selectAll()
    .$narrowType<InConversation>()
    .where('telegram_account_id', '=', accountId)
    .where('state', 'in', ['claimed', 'handed_over'])
    .where('recipient_id', 'is not', null)
    .execute();

export async function readOfMailings(tx: Tx, dialogId: number, { from, upTo }: { from: number; upTo: number }): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('messages')
    .select('id')
    .where('dialog_id', '=', dialogId)
    .where('is_out', '=', true)
    .where('telegram_id', '>', from)
    .where('telegram_id', '<=', upTo)
    .where('recipient_id', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

export const deleteUnusedDialog = (tx: Tx, dialogId: number) =>
  tables(tx)
    .deleteFrom('telegram_dialogs')
    .where('id', '=', dialogId)
    .where('started_at', 'is', null)
    .where('synced_up_to', '=', 0)
    .where(sql<SqlBool>`not exists (select from messages where messages.dialog_id = telegram_dialogs.id)`)
    .where(sql<SqlBool>`not exists (select from telegram_drafts where telegram_drafts.dialog_id = telegram_dialogs.id and body <> '')`)
    .execute();

export async function countWaiting(tx: Tx, accountIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select message.telegram_account_id as id, count(*)::int as count
    from messages message join mailing_recipients recipient on recipient.id = message.recipient_id
    where message.telegram_account_id = any(${accountIds}::bigint[]) and message.channel = 'telegram' and message.state = 'planned'
      and message.recipient_id is not null and not ${hasBegun}
    group by message.telegram_account_id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/**
 * Banned and removed accounts that still have messages of mailings. A message that its worker may
 * still receive an answer for is handled in a later run.
 */
export async function lostAccounts(tx: Tx, now: Date): Promise<{ id: number; companyId: number }[]> {
  const { rows } = await sql<{ id: number; companyId: number }>`
    select account.id, account.company_id as "companyId" from telegram_accounts account
    where account.state in ('banned', 'removed') and (
      exists (select from messages message
        where message.telegram_account_id = account.id and message.channel = 'telegram' and message.state = 'planned'
          and message.recipient_id is not null and (message.claimed_by is null or message.send_at <= ${now}))
      or exists (select from messages message
        where message.telegram_account_id = account.id and message.state in ('claimed', 'handed_over') and message.dialog_id is not null
          and message.recipient_id is not null))`.execute(tx);
  return rows;
}

interface KnownDialog {
  account_id: number;
  profile_id: number | null;
  username: string | null;
  peer_id: number | null;
  has_begun: boolean;
  is_open: boolean;
}

export async function dialogsWith(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  { profileIds, usernames }: { profileIds: readonly number[]; usernames: readonly string[] },
): Promise<KnownDialog[]> {
  const { rows } = await sql<KnownDialog>`
    select dialog.account_id, dialog.profile_id, dialog.username, dialog.peer_id, dialog.started_at is not null or dialog.synced_up_to > 0 as has_begun,
      ${dialogOpenTo('dialog', actor)} as is_open
    from telegram_dialogs dialog join telegram_accounts account on account.id = dialog.account_id
    where account.state in ('connected', 'signed_out') and (dialog.username is not null or dialog.peer_id is not null)
      and (dialog.profile_id = any(${profileIds}::bigint[]) or lower(dialog.username) = any(${usernames}::text[]))
    order by dialog.last_at desc, dialog.id desc`.execute(tx);
  return rows;
}
