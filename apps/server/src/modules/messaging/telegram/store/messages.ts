import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

/** When we said something, of a row of `telegram_messages`: the order of it does not change with what Telegram says of each. */
const saidAt = sql<Date>`coalesce(queued_at, sent_at)`;
/** What we said last comes first. */
export const saidLast = sql`${saidAt} desc, id desc`;

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

export const findMessage = (tx: Tx, dialogId: number, id: number) =>
  tables(tx).selectFrom('telegram_messages').selectAll().where('dialog_id', '=', dialogId).where('id', '=', id).executeTakeFirst();

export const listMessagesById = (tx: Tx, ids: readonly number[]) =>
  tables(tx)
    .selectFrom('telegram_messages')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();

/** What is answered, as far as it is known. */
export interface Answered {
  /** The message that answers it. */
  answer_id: number;
  id: number;
  body: string;
  kind: MessageRow['kind'];
  is_out: boolean;
  file_name: string | null;
  deleted_at: Date | null;
}

/** By what answers it, among these messages. Of what it says the beginning. */
export async function answeredBy(tx: Tx, ids: readonly number[]): Promise<Map<number, Answered>> {
  const { rows } = await sql<Answered>`
    select answer.id as answer_id, said.id, left(said.body, 300) as body, said.kind, said.is_out, said.file_name, said.deleted_at
    from telegram_messages answer
    join telegram_messages said on said.account_id = answer.account_id and said.telegram_id = answer.reply_to and said.dialog_id = answer.dialog_id
    where answer.id = any(${ids}::bigint[]) and answer.reply_to is not null`.execute(tx);
  return new Map(rows.map((row) => [row.answer_id, row]));
}

export const findByRequest = (tx: Tx, dialogId: number, key: string) =>
  tables(tx)
    .selectFrom('telegram_messages')
    .selectAll()
    .where('dialog_id', '=', dialogId)
    .where('request_key', '=', key)
    .executeTakeFirst();

interface Page {
  limit: number;
  offset: number;
  beforeId?: number | undefined;
}

/** A page counted from the newest, in the order in which one reads. */
export async function listMessages(
  tx: Tx,
  dialogId: number,
  { limit, offset, beforeId }: Page,
): Promise<{ rows: MessageRow[]; count: number }> {
  let query = tables(tx).selectFrom('telegram_messages').where('dialog_id', '=', dialogId);
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (beforeId !== undefined) {
    query = query.where(
      sql<SqlBool>`(sent_at, id) < (select before.sent_at, before.id from telegram_messages before where before.id = ${beforeId} and before.dialog_id = ${dialogId})`,
    );
  }
  const rows = await query.selectAll().orderBy('sent_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { rows: rows.toReversed(), count };
}

/** The newest message of the person's up to Telegram's number, for each of the dialogs. */
export async function lastReadOf(tx: Tx, dialogIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ dialog_id: number; id: number }>`
    select dialogs.id as dialog_id, said.id from telegram_dialogs dialogs, lateral (
      select id from telegram_messages where dialog_id = dialogs.id and not is_out and telegram_id <= dialogs.read_up_to
      order by telegram_id desc limit 1) said
    where dialogs.id = any(${dialogIds})`.execute(tx);
  return new Map(rows.map((row) => [row.dialog_id, row.id]));
}

/** The newest of what Telegram calls the person's messages up to that one of ours. */
export async function telegramIdUpTo(tx: Tx, dialogId: number, messageId: number): Promise<number> {
  const row = await tables(tx)
    .selectFrom('telegram_messages')
    .select((select) => select.fn.max('telegram_id').as('id'))
    .where('dialog_id', '=', dialogId)
    .where('is_out', '=', false)
    .where(
      sql<SqlBool>`(sent_at, id) <= (select up.sent_at, up.id from telegram_messages up where up.id = ${messageId} and up.dialog_id = ${dialogId})`,
    )
    .executeTakeFirst();
  return Number(row?.id ?? 0);
}

export async function countUnread(tx: Tx, dialogId: number, readUpTo: number): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom('telegram_messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('dialog_id', '=', dialogId)
    .where('is_out', '=', false)
    .where('telegram_id', '>', readUpTo)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

type NewMessage = Insertable<TelegramTables['telegram_messages']>;

/** Undefined where it is there already: by its number at Telegram, its random number or the key of the request. */
export const insertMessage = (tx: Tx, message: NewMessage) =>
  tables(tx)
    .insertInto('telegram_messages')
    .values({ ...message, ...(message.state === 'planned' ? { queued_at: message.sent_at } : {}) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const isKnown = async (tx: Tx, accountId: number, telegramId: number): Promise<boolean> =>
  (await tables(tx)
    .selectFrom('telegram_messages')
    .select('id')
    .where('account_id', '=', accountId)
    .where('telegram_id', '=', telegramId)
    .executeTakeFirst()) !== undefined;

/** The oldest that is on its way with these words: what Telegram tells of it is that one. */
export const findSending = (tx: Tx, dialogId: number, { body, fileName }: { body: string; fileName: string | null }) =>
  tables(tx)
    .selectFrom('telegram_messages')
    .selectAll()
    .where('dialog_id', '=', dialogId)
    .where('state', '=', 'sending')
    .where('body', '=', body)
    .where(sql<SqlBool>`file_name is not distinct from ${fileName}`)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

type Change = Partial<
  Pick<
    MessageRow,
    | 'due_at'
    | 'attempts'
    | 'error'
    | 'error_detail'
    | 'telegram_id'
    | 'sent_at'
    | 'queued_at'
    | 'file_id'
    | 'file_state'
    | 'mailing_message_id'
    | 'is_from_mailing'
  >
>;

/** Everything that may happen to a message of ours: which states it leads from, and where to. */
export const messageTransitions = {
  claim: { from: ['planned'], to: 'sending' },
  accept: { from: ['planned', 'sending', 'failed'], to: 'sent' },
  /** Telegram did not take it for now. */
  putOff: { from: ['planned', 'sending'], to: 'planned' },
  /** It is not known yet what became of it: it is handed over again with the same number. */
  postpone: { from: ['sending'], to: 'sending' },
  delay: { from: ['planned'], to: 'planned' },
  refuse: { from: ['planned', 'sending'], to: 'failed' },
  /** It may have left before: that is found out at once, and before it is handed over again. */
  resume: { from: ['failed', 'planned', 'sending'], to: 'sending' },
  /** A person wants it to leave after all. */
  retry: { from: ['failed'], to: 'planned' },
} as const satisfies Record<string, { from: readonly MessageRow['state'][]; to: MessageRow['state'] }>;

/** Undefined where the message was in another state: it is left as it is. */
export const move = (tx: Tx, id: number, { by, change = {} }: { by: keyof typeof messageTransitions; change?: Change }) =>
  tables(tx)
    .updateTable('telegram_messages')
    .set({ ...change, state: messageTransitions[by].to })
    .where('id', '=', id)
    .where('state', 'in', [...messageTransitions[by].from])
    .returningAll()
    .executeTakeFirst();

/** When something written now was said: behind all that the dialog has, whatever the clocks here and at Telegram say. */
export async function nextMoment(tx: Tx, dialogId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ last: Date | null }>`
    select greatest((select max(sent_at) from telegram_messages where dialog_id = ${dialogId}),
      (select ${saidAt} from telegram_messages where dialog_id = ${dialogId} and is_out order by ${saidLast} limit 1)) as last`.execute(tx);
  return new Date(Math.max(now.getTime(), (rows[0]?.last?.getTime() ?? 0) + 1));
}

/** Takes away what has not left. What a mailing said is that one's. */
export const discard = (tx: Tx, id: number) =>
  tables(tx)
    .deleteFrom('telegram_messages')
    .where('id', '=', id)
    .where('state', 'in', ['planned', 'failed'])
    .where('is_from_mailing', '=', false)
    .where('mailing_message_id', 'is', null)
    .returning(['id', 'file_id'])
    .executeTakeFirst();

/** The next message of an account that is due; each dialog waits for its own. What is on its way comes first. */
export async function findDue(
  tx: Tx,
  accountId: number,
  { now, exceptDialogs, mayResume }: { now: Date; exceptDialogs: readonly number[]; mayResume: boolean },
) {
  const { rows } = await sql<{ id: number; dialog_id: number }>`
    select message.id, message.dialog_id from telegram_messages message
    where message.account_id = ${accountId} and message.state in ('planned', 'sending') and message.due_at <= ${now}
      and (message.state = 'planned' or ${mayResume}) and not message.dialog_id = any(${exceptDialogs})
      and not exists (select from telegram_messages earlier where earlier.dialog_id = message.dialog_id
        and earlier.account_id = ${accountId} and earlier.state in ('planned', 'sending') and earlier.id < message.id)
    order by message.state = 'sending' desc, message.due_at, message.id limit 1`.execute(tx);
  return rows[0];
}

/** What waits in a dialog to leave, in the order in which it does. */
export const listWaiting = (tx: Tx, { id, account_id: accountId }: { id: number; account_id: number }) =>
  tables(tx)
    .selectFrom('telegram_messages')
    .select(['id', 'state', 'attempts', 'due_at'])
    .where('dialog_id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['planned', 'sending'])
    .orderBy('id')
    .execute();

/** What waits in an account that was removed never leaves. */
export const failWaiting = (tx: Tx, accountId: number, error: string) =>
  tables(tx)
    .updateTable('telegram_messages')
    .set({ state: 'failed', error })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['planned', 'sending'])
    .returning('dialog_id')
    .execute();

/** Files that are still to come. */
const toCome = ['loading', 'no_space'] as const;

/** The file that is to be asked for next. */
export const nextFile = (tx: Tx, accountId: number, now: Date) =>
  tables(tx)
    .selectFrom('telegram_messages')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('file_state', 'in', [...toCome])
    .where('telegram_id', 'is not', null)
    .where((where) => where.or([where('file_due_at', 'is', null), where('file_due_at', '<=', now)]))
    .orderBy('file_due_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

type FileChange = Partial<Pick<MessageRow, 'file_id' | 'file_state' | 'file_due_at' | 'file_attempts'>>;

/** Of one that is still to come; undefined where it is not. */
export const setFile = (tx: Tx, id: number, file: FileChange) =>
  tables(tx)
    .updateTable('telegram_messages')
    .set(file)
    .where('id', '=', id)
    .where('file_state', 'in', [...toCome])
    .returningAll()
    .executeTakeFirst();

/** What the dialog shows of itself: its last message, and what is owed. */
export async function noteLast(tx: Tx, dialogId: number): Promise<void> {
  await sql`
    update telegram_dialogs set last_message_id = last.id, last_at = coalesce(last.sent_at, created_at),
      has_failed_message = coalesce(said.state = 'failed', false),
      answer_due_since = case when standing.is_out is false and not coalesce((standing.sent_at, standing.id) <= (needless.sent_at, needless.id), false)
        then standing.sent_at end
    from (select ${dialogId}::bigint as of) this left join lateral (
      select id, sent_at, is_out from telegram_messages where dialog_id = this.of order by sent_at desc, id desc limit 1) last on true
    left join lateral (
      select id, sent_at, is_out from telegram_messages where dialog_id = this.of and deleted_at is null
      order by sent_at desc, id desc limit 1) standing on true
    left join lateral (
      select about.id, about.sent_at from telegram_dialogs own join telegram_messages about on about.id = own.no_answer_needed_up_to
      where own.id = this.of) needless on true
    left join lateral (
      select state from telegram_messages where dialog_id = this.of and is_out order by ${saidLast} limit 1) said on true
    where telegram_dialogs.id = this.of`.execute(tx);
}

/** When the person last wrote. */
export async function lastReceivedAt(tx: Tx, dialogId: number): Promise<Date | undefined> {
  const query = tables(tx).selectFrom('telegram_messages').select('sent_at').where('dialog_id', '=', dialogId).where('is_out', '=', false);
  return (await query.orderBy('sent_at', 'desc').limit(1).executeTakeFirst())?.sent_at;
}

/** Who wrote to the person last, from here. */
export async function lastSender(tx: Tx, dialogId: number): Promise<number | undefined> {
  const row = await tables(tx)
    .selectFrom('telegram_messages')
    .select('sender_id')
    .where('dialog_id', '=', dialogId)
    .where('sender_id', 'is not', null)
    .where('state', '=', 'sent')
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sender_id ?? undefined;
}

/** The person's messages up to that one, as far back as anybody was told of them. */
export async function receivedUpTo(tx: Tx, dialogId: number, messageId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select said.id from telegram_messages said, telegram_messages last
    where last.id = ${messageId} and last.dialog_id = ${dialogId} and said.dialog_id = last.dialog_id and not said.is_out
      and (said.sent_at, said.id) <= (last.sent_at, last.id)
    order by said.sent_at desc, said.id desc limit 1000`.execute(tx);
  return rows.map(({ id }) => id);
}
