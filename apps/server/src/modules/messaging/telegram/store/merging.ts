import { sql } from 'kysely';
import { moveTelegramFiles } from '#modules/files/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';
import type { DialogRow } from './dialogs.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

/** Whoever has begun to write in both goes on with both texts. */
const moveDrafts = (tx: Tx, { from, into }: { from: number; into: number }) =>
  sql`insert into telegram_drafts (dialog_id, user_id, company_id, body, version)
    select ${into}, user_id, company_id, body, version from telegram_drafts where dialog_id = ${from} and body <> ''
    on conflict (dialog_id, user_id) do update set version = greatest(telegram_drafts.version, excluded.version) + 1,
      body = left(concat_ws(e'\n\n', nullif(telegram_drafts.body, ''), excluded.body), 20000)`.execute(tx);

/** Two dialogs turn out to be with one person: what was written goes on in the one that Telegram knows. */
export async function mergeDialogs(tx: Tx, { from, into }: { from: DialogRow; into: DialogRow }): Promise<void> {
  // Whoever keeps a file holds its dialog: what is being kept comes along, and what would be after that finds the dialog gone.
  await tables(tx).selectFrom('telegram_dialogs').select('id').where('id', '=', from.id).forUpdate().execute();
  await tables(tx).updateTable('telegram_messages').set({ dialog_id: into.id }).where('dialog_id', '=', from.id).execute();
  await moveTelegramFiles(tx, { from: from.id, into: into.id });
  await moveDrafts(tx, { from: from.id, into: into.id });
  await tables(tx).deleteFrom('telegram_dialogs').where('id', '=', from.id).execute();
  await tables(tx)
    .updateTable('telegram_dialogs')
    .set({
      profile_id: into.profile_id ?? from.profile_id,
      created_by: into.created_by ?? from.created_by,
      access_type: into.created_by === null ? from.access_type : into.access_type,
    })
    .where('id', '=', into.id)
    .execute();
}

/** The same message as Telegram told of it, before its answer came. */
export const removeTwin = (tx: Tx, { accountId, telegramId, except }: { accountId: number; telegramId: number; except: number }) =>
  tables(tx)
    .deleteFrom('telegram_messages')
    .where('account_id', '=', accountId)
    .where('telegram_id', '=', telegramId)
    .where('id', '<>', except)
    .where('sender_id', 'is', null)
    .execute();
