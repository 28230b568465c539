import { sql } from 'kysely';
import { moveTelegramFiles } from '#modules/files/public/dialogs.ts';
import { transitions } from '#modules/messaging/messages/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';
import type { DialogRow } from './dialogs.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

const moveDrafts = (tx: Tx, { from, into }: { from: number; into: number }) =>
  sql`insert into telegram_drafts (dialog_id, user_id, company_id, body, version)
    select ${into}, user_id, company_id, body, version from telegram_drafts where dialog_id = ${from} and body <> ''
    on conflict (dialog_id, user_id) do update set version = greatest(telegram_drafts.version, excluded.version) + 1,
      body = left(concat_ws(e'\n\n', nullif(telegram_drafts.body, ''), excluded.body), 20000)`.execute(tx);

interface Pair {
  from: DialogRow;
  into: DialogRow;
}

interface Written {
  dialog_id: number;
  user_id: number | null;
  is_from_mailing: boolean;
}

async function writersIn(tx: Tx, dialogIds: readonly number[]): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select dialog_id, created_by as user_id, is_mass as is_from_mailing from messages
      where dialog_id = any(${dialogIds}::bigint[]) and is_out and (created_by is not null or state <> 'sent')
    union
    select dialog_id, user_id, false from telegram_drafts where dialog_id = any(${dialogIds}::bigint[]) and body <> ''`.execute(tx);
  return rows;
}

/** Blocks inserts into the dialog until the transaction ends, and waits for current ones. */
const keepOthersOut = (tx: Tx, dialogId: number) =>
  tables(tx).selectFrom('telegram_dialogs').select('id').where('id', '=', dialogId).forUpdate().execute();

const isSharedBy = ({ from, into }: Pair, written: readonly Written[]) =>
  written.some(({ dialog_id: dialogId, user_id: userId }) => dialogId === into.id && userId !== from.created_by);

/**
 * Why two dialogs with one person cannot merge (ROLE-059): a writer would lose access, or private
 * messages would become public. Messages of mailings are public already.
 */
export async function whyNotMerged(tx: Tx, { from, into }: Pair): Promise<'dialog_private' | 'dialog_public' | undefined> {
  await keepOthersOut(tx, from.id);
  await keepOthersOut(tx, into.id);
  const written = await writersIn(tx, [from.id, into.id]);
  const here = written.filter(({ dialog_id: dialogId }) => dialogId === from.id);
  if (into.access_type === 'private') {
    const areTheirs = into.created_by !== null && here.every(({ user_id: userId }) => userId === into.created_by);
    return areTheirs ? undefined : 'dialog_private';
  }
  if (from.access_type === 'public' || here.every(({ is_from_mailing: isOfMailing }) => isOfMailing)) return undefined;
  return into.created_by === null && !isSharedBy({ from, into }, written) ? undefined : 'dialog_public';
}

/**
 * Merges two dialogs with one person into the one that Telegram knows. A link that results can be
 * undone, because the username may have belonged to another person.
 */
export async function mergeDialogs(tx: Tx, { from, into }: Pair, now: Date): Promise<DialogRow> {
  // A dialog in which colleagues write stays visible to them.
  const isTakenOver = into.created_by === null && !isSharedBy({ from, into }, await writersIn(tx, [into.id]));
  // Storing a file locks its dialog: current uploads move along, and later ones fail.
  await keepOthersOut(tx, from.id);
  await transitions.moveToConversation(tx, { from: from.id, into: into.id });
  await moveTelegramFiles(tx, { from: from.id, into: into.id });
  await moveDrafts(tx, { from: from.id, into: into.id });
  await tables(tx).deleteFrom('telegram_dialogs').where('id', '=', from.id).execute();
  return tables(tx)
    .updateTable('telegram_dialogs')
    .set({
      ...(into.profile_id === null && from.profile_id !== null
        ? { profile_id: from.profile_id, linked_at: now, linked_by: from.created_by }
        : {}),
      created_by: into.created_by ?? from.created_by,
      access_type: isTakenOver ? from.access_type : into.access_type,
    })
    .where('id', '=', into.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
