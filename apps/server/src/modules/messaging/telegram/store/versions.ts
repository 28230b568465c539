import { sql } from 'kysely';
import { transitions } from '#modules/messaging/messages/public.ts';
import type { InConversation } from '#modules/messaging/messages/public/messenger.ts';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';
import type { MessageRow } from './messages.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

/**
 * The first and the newest versions of a message are kept, so that repeated edits cannot fill the
 * table.
 */
const mostVersions = 20;

export const findByNumber = (tx: Tx, accountId: number, telegramId: number) =>
  tables(tx)
    .selectFrom('messages')
    .selectAll()
    .$narrowType<InConversation>()
    .where('telegram_account_id', '=', accountId)
    .where('telegram_id', '=', telegramId)
    .executeTakeFirst();

/** Dialogs of messages that are not known as deleted, in lock order. */
export async function dialogsOfNumbers(tx: Tx, accountId: number, telegramIds: readonly number[]): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('messages')
    .select('dialog_id')
    .$narrowType<Pick<InConversation, 'dialog_id'>>()
    .distinct()
    .where('telegram_account_id', '=', accountId)
    .where('telegram_id', '=', sql<number>`any(${telegramIds}::int[])`)
    .where('deleted_at', 'is', null)
    .orderBy('dialog_id')
    .execute();
  return rows.map(({ dialog_id: id }) => id);
}

export async function changeBody(tx: Tx, message: MessageRow, { body, at }: { body: string; at: Date }): Promise<void> {
  const { id, company_id: companyId } = message;
  await tables(tx)
    .insertInto('telegram_message_versions')
    .values({ company_id: companyId, message_id: id, body: message.body_text, written_at: message.edited_at ?? message.said_at })
    .execute();
  await sql`
    delete from telegram_message_versions where message_id = ${id}
      and id <> (select min(first.id) from telegram_message_versions first where first.message_id = ${id})
      and id not in (select newest.id from telegram_message_versions newest where newest.message_id = ${id}
        order by newest.id desc limit ${mostVersions - 1})`.execute(tx);
  await transitions.changeText(tx, id, { body_text: body, edited_at: at });
}

export const moveVersions = (tx: Tx, { from, to }: { from: number; to: number }) =>
  tables(tx).updateTable('telegram_message_versions').set({ message_id: to }).where('message_id', '=', from).execute();

export const listVersions = (tx: Tx, messageId: number) =>
  tables(tx)
    .selectFrom('telegram_message_versions')
    .select(['body', 'written_at'])
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute();

/** Increments the change counter, so that clients reload earlier pages. */
export const incrementChanges = (tx: Tx, dialogId: number) =>
  tables(tx)
    .updateTable('telegram_dialogs')
    .set({ changes: sql`changes + 1` })
    .where('id', '=', dialogId)
    .execute();
