import { type Insertable, type NotNull, type SqlBool, sql, type Updateable } from 'kysely';
import type { StepChannel } from '@headwater/domain/outreach/channels';
import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import { type MessageTransition, messageTransitions } from '@headwater/domain/outreach/transitions';
import type { Tx } from '#platform/database/database.ts';
import type { InConversation, MessageTables } from '../../tables.ts';
import { ownerOfMessenger } from '../messenger.ts';

/** Changes of messages in conversations. */

const tables = (tx: Tx) => tx.withTables<MessageTables>();

type Columns = MessageTables['messages'];
export type ConversationMessage = NonNullable<Awaited<ReturnType<typeof findInConversation>>>;

const nextPosition = sql<number>`nextval(pg_get_serial_sequence('messages', 'id'))`;

const outOfConversation = {
  dialog_id: null,
  position: null,
  said_at: null,
  queued_at: null,
  telegram_id: null,
  random_id: null,
  failure: null,
} satisfies Updateable<Columns>;

export const findInConversation = (tx: Tx, dialogId: number, id: number) =>
  tables(tx)
    .selectFrom('messages')
    .selectAll()
    .$narrowType<InConversation>()
    .where('dialog_id', '=', dialogId)
    .where('id', '=', id)
    .executeTakeFirst();

const unset = { lease_until: null, claimed_by: null, opened_at: null, replied_at: null, bounced_at: null, mailbox_id: null };

type NewMessage = Omit<Insertable<Columns>, 'position' | 'channel' | 'send_at' | keyof typeof unset | 'said_at'> & {
  channel: StepChannel;
  said_at: Date;
  send_at?: Date;
};

/** Returns undefined for a known Telegram id, random id or request key. */
export const insertIntoConversation = (tx: Tx, message: NewMessage) =>
  tables(tx)
    .insertInto('messages')
    .values({
      ...unset,
      send_at: message.said_at,
      ...message,
      position: nextPosition,
      ...(message.state === 'planned' ? { queued_at: message.said_at } : {}),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .$narrowType<InConversation>()
    .executeTakeFirst();

interface Entry {
  now: Date;
  conversation?: { dialogId: number; randomId: string; saidAt: Date };
}

/**
 * A messenger claims a planned message of a mailing, and its conversation shows it. Returns false
 * if no longer planned.
 */
export async function enter(tx: Tx, id: number, { now, conversation }: Entry): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('messages')
    .set({
      state: 'claimed',
      claimed_by: ownerOfMessenger,
      ...(conversation && {
        dialog_id: conversation.dialogId,
        position: nextPosition,
        random_id: conversation.randomId,
        said_at: conversation.saidAt,
        queued_at: conversation.saidAt,
      }),
      send_at: now,
      attempts: 0,
      failure: null,
      error_detail: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * `known` is the same message, which the returned account may have sent before. Telegram is checked
 * before a new send; undefined if no longer planned.
 */
export async function resume(tx: Tx, id: number, { known, html, now }: { known: ConversationMessage; html: string; now: Date }) {
  const planned = await tables(tx)
    .selectFrom('messages')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .forUpdate()
    .executeTakeFirst();
  if (!planned) return undefined;
  if (known.id !== id) await tables(tx).deleteFrom('messages').where('id', '=', known.id).execute();
  return tables(tx)
    .updateTable('messages')
    .set({
      state: 'handed_over',
      claimed_by: ownerOfMessenger,
      dialog_id: known.dialog_id,
      position: known.position,
      random_id: known.random_id,
      said_at: known.said_at,
      queued_at: known.queued_at,
      telegram_id: known.telegram_id,
      body_text: known.body_text,
      ...(known.id === id ? {} : { html }),
      send_at: now,
      attempts: 0,
      failure: null,
      error_detail: null,
    })
    .where('id', '=', id)
    .returningAll()
    .$narrowType<InConversation>()
    .executeTakeFirst();
}

export const leaveConversation = (tx: Tx, id: number) =>
  tables(tx).updateTable('messages').set(outOfConversation).where('id', '=', id).where('recipient_id', 'is not', null).execute();

/**
 * Keeps messages of mailings before their conversations are deleted. Those that may be leaving need
 * a user's decision, because no worker finds them without a conversation.
 */
export async function leaveConversations(tx: Tx, dialogIds: readonly number[]): Promise<void> {
  const isLeaving = sql`state in ('claimed', 'handed_over')`;
  await tables(tx)
    .updateTable('messages')
    .set({
      ...outOfConversation,
      state: sql`case when ${isLeaving} then 'unknown' else state end`,
      error_reason: sql<ErrorReason | null>`case when ${isLeaving} then 'unknown_outcome' else error_reason end`,
      lease_until: sql<Date | null>`case when not (${isLeaving}) then lease_until end`,
      claimed_by: sql<string | null>`case when not (${isLeaving}) then claimed_by end`,
    })
    .where('dialog_id', '=', sql<number>`any(${dialogIds}::bigint[])`)
    .where('recipient_id', 'is not', null)
    .execute();
}

/** Detaches messages of these recipients from mailings; conversations keep them. */
export const detachRecipients = (tx: Tx, recipientIds: readonly number[]) =>
  tables(tx)
    .updateTable('messages')
    .set({
      recipient_id: null,
      // Without a mailing a waiting resend is never sent.
      state: sql`case when state = 'planned' then 'error' else state end`,
      error_reason: sql<ErrorReason | null>`case when state = 'planned' then 'unknown_outcome' else error_reason end`,
    })
    .where('recipient_id', '=', sql<number>`any(${recipientIds}::bigint[])`)
    .where('dialog_id', 'is not', null)
    .execute();

type Change = Partial<
  Pick<
    Updateable<Columns>,
    'send_at' | 'attempts' | 'failure' | 'error_detail' | 'telegram_id' | 'said_at' | 'queued_at' | 'sent_at' | 'reactions'
  >
>;

type Move = Extract<MessageTransition, 'leave' | 'postpone' | 'defer' | 'hold' | 'refuse' | 'arrive' | 'retry'>;

const settled = { lease_until: null, claimed_by: null };

/** Columns that a transition changes in addition to the state. */
const effects: Record<Move, Updateable<Columns>> = {
  leave: { claimed_by: ownerOfMessenger },
  postpone: {},
  defer: {},
  hold: {},
  refuse: { ...settled, error_reason: 'unexpected' },
  arrive: { ...settled, error_reason: null, error_detail: null, failure: null },
  retry: { error_reason: null, error_detail: null, failure: null, attempts: 0 },
};

/** A message of a mailing is settled once: by its worker, or by a user. */
const isInHand = sql<SqlBool>`(recipient_id is null or claimed_by = ${ownerOfMessenger})`;

/** Returns undefined and changes nothing in any other state. */
export const moveInConversation = (tx: Tx, id: number, { by, change = {}, now }: { by: Move; change?: Change; now?: Date }) =>
  tables(tx)
    .updateTable('messages')
    .set({
      ...effects[by],
      ...change,
      state: messageTransitions[by].to[0],
      ...(now === undefined ? {} : { status_changed_at: now }),
    })
    .where('id', '=', id)
    .where('state', 'in', [...messageTransitions[by].from])
    .where('dialog_id', 'is not', null)
    .$if(by === 'arrive', (query) => query.where(isInHand))
    .returningAll()
    .$narrowType<InConversation>()
    .executeTakeFirst();

export const recordFailure = (tx: Tx, id: number, failure: string) =>
  tables(tx).updateTable('messages').set({ failure }).where('id', '=', id).execute();

export const discard = (tx: Tx, id: number) =>
  tables(tx)
    .deleteFrom('messages')
    .where('id', '=', id)
    .where('state', 'in', ['planned', 'error'])
    .where('is_mass', '=', false)
    .where('recipient_id', 'is', null)
    .returning(['id', 'file_id'])
    .executeTakeFirst();

export const refuseWaiting = (tx: Tx, accountId: number, failure: string) =>
  tables(tx)
    .updateTable('messages')
    .set({ ...effects.refuse, state: 'error', failure })
    .where('telegram_account_id', '=', accountId)
    .where('state', 'in', ['planned', 'claimed', 'handed_over'])
    .where('dialog_id', 'is not', null)
    .where('recipient_id', 'is', null)
    .returning('dialog_id')
    .$narrowType<{ dialog_id: NotNull }>()
    .execute();

type FileChange = Pick<Updateable<Columns>, 'file_id' | 'file_state' | 'file_due_at' | 'file_attempts'>;

export const filesToCome = ['loading', 'no_space'] as const;

export const changeFile = (tx: Tx, id: number, file: FileChange) =>
  tables(tx)
    .updateTable('messages')
    .set(file)
    .where('id', '=', id)
    .where('file_state', 'in', [...filesToCome])
    .returningAll()
    .$narrowType<InConversation>()
    .executeTakeFirst();

export const moveToConversation = (tx: Tx, { from, into }: { from: number; into: number }) =>
  tables(tx).updateTable('messages').set({ dialog_id: into }).where('dialog_id', '=', from).execute();

/** Deletes the copy of a message that Telegram reported before it answered our call. */
export const deleteReportedCopy = (tx: Tx, { accountId, telegramId, except }: { accountId: number; telegramId: number; except: number }) =>
  tables(tx)
    .deleteFrom('messages')
    .where('telegram_account_id', '=', accountId)
    .where('telegram_id', '=', telegramId)
    .where('id', '<>', except)
    .where('created_by', 'is', null)
    .where('recipient_id', 'is', null)
    .execute();

export const changeText = (tx: Tx, id: number, change: { body_text: string; edited_at?: Date }) =>
  tables(tx).updateTable('messages').set(change).where('id', '=', id).execute();

export const changeReactions = (tx: Tx, id: number, reactions: string[]) =>
  tables(tx).updateTable('messages').set({ reactions }).where('id', '=', id).execute();

export const recordDeletion = (tx: Tx, { dialogId, telegramIds, at }: { dialogId: number; telegramIds: readonly number[]; at: Date }) =>
  tables(tx)
    .updateTable('messages')
    .set({ deleted_at: at })
    .where('dialog_id', '=', dialogId)
    .where('telegram_id', '=', sql<number>`any(${telegramIds}::int[])`)
    .where('deleted_at', 'is', null)
    .execute();
