import { type SqlBool, sql } from 'kysely';
import { type ConversationMessage, filesToCome, type InConversation } from '#modules/messaging/messages/public/messenger.ts';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

/** Time when the row was written, independent of Telegram's clock. */
const writtenAt = sql<Date>`coalesce(queued_at, said_at)`;
export const newestWritten = sql`${writtenAt} desc, position desc`;

const waiting = sql`('planned', 'claimed', 'handed_over')`;

/**
 * Whether a message of a conversation counts as failed, including one that its mailing sends again.
 */
const isFailed = sql<boolean>`(state in ('error', 'unknown') or state = 'planned' and recipient_id is not null)`;

export type MessageRow = ConversationMessage;

export const listMessagesById = (tx: Tx, ids: readonly number[]) =>
  tables(tx)
    .selectFrom('messages')
    .selectAll()
    .$narrowType<InConversation>()
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();

export interface Answered {
  answer_id: number;
  id: number;
  body: string;
  kind: MessageRow['kind'];
  is_out: boolean;
  file_name: string | null;
  deleted_at: Date | null;
}

export async function answeredBy(tx: Tx, ids: readonly number[]): Promise<Map<number, Answered>> {
  const { rows } = await sql<Answered>`
    select answer.id as answer_id, said.id, left(said.body_text, 300) as body, said.kind, said.is_out, said.file_name, said.deleted_at
    from messages answer
    join messages said on said.telegram_account_id = answer.telegram_account_id and said.telegram_id = answer.reply_to and said.dialog_id = answer.dialog_id
    where answer.id = any(${ids}::bigint[]) and answer.reply_to is not null`.execute(tx);
  return new Map(rows.map((row) => [row.answer_id, row]));
}

export const findByRequest = (tx: Tx, dialogId: number, key: string) =>
  tables(tx)
    .selectFrom('messages')
    .selectAll()
    .$narrowType<InConversation>()
    .where('dialog_id', '=', dialogId)
    .where('request_key', '=', key)
    .executeTakeFirst();

interface Page {
  limit: number;
  offset: number;
  beforeId?: number | undefined;
}

export async function listMessages(
  tx: Tx,
  dialogId: number,
  { limit, offset, beforeId }: Page,
): Promise<{ rows: MessageRow[]; count: number }> {
  let query = tables(tx).selectFrom('messages').where('dialog_id', '=', dialogId);
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (beforeId !== undefined) {
    query = query.where(
      sql<SqlBool>`(said_at, position) < (select before.said_at, before.position from messages before where before.id = ${beforeId} and before.dialog_id = ${dialogId})`,
    );
  }
  const rows = await query
    .selectAll()
    .$narrowType<InConversation>()
    .orderBy('said_at', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows: rows.toReversed(), count };
}

export async function lastReadOf(tx: Tx, dialogIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ dialog_id: number; id: number }>`
    select dialogs.id as dialog_id, said.id from telegram_dialogs dialogs, lateral (
      select id from messages where dialog_id = dialogs.id and not is_out and telegram_id <= dialogs.read_up_to
      order by telegram_id desc limit 1) said
    where dialogs.id = any(${dialogIds})`.execute(tx);
  return new Map(rows.map((row) => [row.dialog_id, row.id]));
}

export async function telegramIdUpTo(tx: Tx, dialogId: number, messageId: number): Promise<number> {
  const row = await tables(tx)
    .selectFrom('messages')
    .select((select) => select.fn.max('telegram_id').as('id'))
    .where('dialog_id', '=', dialogId)
    .where('is_out', '=', false)
    .where(
      sql<SqlBool>`(said_at, position) <= (select up.said_at, up.position from messages up where up.id = ${messageId} and up.dialog_id = ${dialogId})`,
    )
    .executeTakeFirst();
  return Number(row?.id ?? 0);
}

export async function countUnread(tx: Tx, dialogId: number, readUpTo: number): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('dialog_id', '=', dialogId)
    .where('is_out', '=', false)
    .where('telegram_id', '>', readUpTo)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export const isKnown = async (tx: Tx, accountId: number, telegramId: number): Promise<boolean> =>
  (await tables(tx)
    .selectFrom('messages')
    .select('id')
    .where('telegram_account_id', '=', accountId)
    .where('telegram_id', '=', telegramId)
    .executeTakeFirst()) !== undefined;

/**
 * The oldest message in flight with this text. A reported message with the same text is this one.
 */
export const findSending = (tx: Tx, dialogId: number, { body, fileName }: { body: string; fileName: string | null }) =>
  tables(tx)
    .selectFrom('messages')
    .selectAll()
    .$narrowType<InConversation>()
    .where('dialog_id', '=', dialogId)
    .where('state', '=', 'handed_over')
    .where('body_text', '=', body)
    .where(sql<SqlBool>`file_name is not distinct from ${fileName}`)
    .orderBy('position')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** A time after all messages of the dialog, independent of clock differences. */
export async function nextMoment(tx: Tx, dialogId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ last: Date | null }>`
    select greatest((select max(said_at) from messages where dialog_id = ${dialogId}),
      (select ${writtenAt} from messages where dialog_id = ${dialogId} and is_out order by ${newestWritten} limit 1)) as last`.execute(tx);
  return new Date(Math.max(now.getTime(), (rows[0]?.last?.getTime() ?? 0) + 1));
}

/**
 * Whether the account has the message. A planned message of a mailing still waits in the mailing.
 */
const isTheAccounts = (message: string) =>
  sql<boolean>`(${sql.ref(`${message}.recipient_id`)} is null or ${sql.ref(`${message}.state`)} <> 'planned')`;

/**
 * The next due message of an account. Dialogs keep their order, and messages in flight come first.
 */
export async function findDue(
  tx: Tx,
  accountId: number,
  { now, exceptDialogs, mayResume }: { now: Date; exceptDialogs: readonly number[]; mayResume: boolean },
) {
  const { rows } = await sql<{ id: number; dialog_id: number }>`
    select message.id, message.dialog_id from messages message
    where message.telegram_account_id = ${accountId} and message.state in ${waiting} and message.dialog_id is not null and ${isTheAccounts('message')}
      and message.send_at <= ${now} and (message.state <> 'handed_over' or ${mayResume}) and not message.dialog_id = any(${exceptDialogs})
      and not exists (select from messages earlier where earlier.dialog_id = message.dialog_id and earlier.telegram_account_id = ${accountId}
        and earlier.state in ${waiting} and ${isTheAccounts('earlier')} and earlier.position < message.position)
    order by message.state = 'handed_over' desc, message.send_at, message.position limit 1`.execute(tx);
  return rows[0];
}

export const listWaiting = (tx: Tx, { id, account_id: accountId }: { id: number; account_id: number }) =>
  tables(tx)
    .selectFrom('messages')
    .select(['id', 'state', 'attempts', 'send_at', 'position'])
    .$narrowType<Pick<InConversation, 'position'>>()
    .where('dialog_id', '=', id)
    .where('telegram_account_id', '=', accountId)
    .where('state', 'in', ['planned', 'claimed', 'handed_over'])
    .where(isTheAccounts('messages'))
    .orderBy('position')
    .execute();

export const nextFile = (tx: Tx, accountId: number, now: Date) =>
  tables(tx)
    .selectFrom('messages')
    .selectAll()
    .$narrowType<InConversation>()
    .where('telegram_account_id', '=', accountId)
    .where('file_state', 'in', [...filesToCome])
    .where('telegram_id', 'is not', null)
    .where((where) => where.or([where('file_due_at', 'is', null), where('file_due_at', '<=', now)]))
    .orderBy('file_due_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export async function refreshDialogSummary(tx: Tx, dialogId: number): Promise<void> {
  await sql`
    update telegram_dialogs set last_message_id = last.id, last_at = coalesce(last.said_at, created_at),
      has_failed_message = coalesce(said.is_failed, false),
      answer_due_since = case when standing.is_out is false
        and not coalesce((standing.said_at, standing.position) <= (needless.said_at, needless.position), false) then standing.said_at end
    from (select ${dialogId}::bigint as of) this left join lateral (
      select id, said_at from messages where dialog_id = this.of order by said_at desc, position desc limit 1) last on true
    left join lateral (
      select position, said_at, is_out from messages where dialog_id = this.of and deleted_at is null
      order by said_at desc, position desc limit 1) standing on true
    left join lateral (
      select about.position, about.said_at from telegram_dialogs own join messages about on about.id = own.no_answer_needed_up_to
      where own.id = this.of) needless on true
    left join lateral (
      select ${isFailed} as is_failed from messages where dialog_id = this.of and is_out order by ${newestWritten} limit 1) said on true
    where telegram_dialogs.id = this.of`.execute(tx);
}

export async function lastReceivedAt(tx: Tx, dialogId: number): Promise<Date | undefined> {
  const query = tables(tx)
    .selectFrom('messages')
    .select('said_at')
    .$narrowType<Pick<InConversation, 'said_at'>>()
    .where('dialog_id', '=', dialogId)
    .where('is_out', '=', false);
  return (await query.orderBy('said_at', 'desc').limit(1).executeTakeFirst())?.said_at;
}

export async function lastSender(tx: Tx, dialogId: number): Promise<number | undefined> {
  const row = await tables(tx)
    .selectFrom('messages')
    .select('created_by')
    .where('dialog_id', '=', dialogId)
    .where('created_by', 'is not', null)
    .where('state', '=', 'sent')
    .orderBy('said_at', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_by ?? undefined;
}

export async function receivedUpTo(tx: Tx, dialogId: number, messageId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select said.id from messages said, messages last
    where last.id = ${messageId} and last.dialog_id = ${dialogId} and said.dialog_id = last.dialog_id and not said.is_out
      and (said.said_at, said.position) <= (last.said_at, last.position)
    order by said.said_at desc, said.position desc limit 1000`.execute(tx);
  return rows.map(({ id }) => id);
}
