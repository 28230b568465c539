import { type SqlBool, sql } from 'kysely';
import { transitions } from '#modules/messaging/messages/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { ofCompany } from '#platform/database/like.ts';
import type { TelegramTables } from '../tables.ts';
import { isUnlinkedFrom } from './unlinked.ts';

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

export interface Erased {
  profileId: number;
  usernames: readonly string[];
  /** Null for all companies. */
  companyId: number | null;
}

/**
 * SQL list of dialogs with a person for erasure, including unlinked ones. Skips a username that a
 * user unlinked from the profile.
 */
export const dialogsWith = (profileId: number) => sql`(select dialog.id from telegram_dialogs as dialog
  where dialog.profile_id = ${profileId} or dialog.profile_id is null and (
    exists (select from telegram_dialogs own where own.profile_id = ${profileId} and own.company_id = dialog.company_id and own.peer_id = dialog.peer_id)
    or lower(dialog.username) in (select lower(contact.normalized) from profile_contacts as contact
      where contact.profile_id = ${profileId} and contact.type = 'telegram') and not ${isUnlinkedFrom(sql`${profileId}::bigint`)}))`;

export interface ForgottenDialog {
  id: number;
  company_id: number;
  account_id: number;
  peer_id: number | null;
  username: string | null;
  up_to: number;
}

/** Locks the same dialogs until the transaction ends, across companies. */
export async function listDialogsOf(tx: Tx, { profileId, usernames, companyId }: Erased): Promise<ForgottenDialog[]> {
  const { rows } = await sql<ForgottenDialog>`
    select id, company_id, account_id, peer_id, username,
      greatest(synced_up_to, (select max(telegram_id) from messages where dialog_id = dialog.id)) as up_to
    from telegram_dialogs as dialog where profile_id = ${profileId} or profile_id is null and (
      exists (select from telegram_dialogs own where own.profile_id = ${profileId} and own.company_id = dialog.company_id
        and own.peer_id = dialog.peer_id)
      or lower(username) = any(${usernames}::text[]) and ${ofCompany(companyId)} and not ${isUnlinkedFrom(sql`${profileId}::bigint`)})
    for update`.execute(tx);
  return rows;
}

/** Messages of mailings stay with their recipients. */
export async function deleteDialogs(tx: Tx, ids: readonly number[]): Promise<void> {
  await transitions.leaveConversations(tx, ids);
  await tables(tx)
    .deleteFrom('telegram_dialogs')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

interface Mark {
  company_id: number;
  account_id: number;
  peer_hash: Buffer;
  up_to: number;
}

export const insertForgotten = (tx: Tx, mark: Mark) =>
  tables(tx)
    .insertInto('telegram_erased_dialogs')
    .values(mark)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'peer_hash']).doUpdateSet({ up_to: sql`greatest(telegram_erased_dialogs.up_to, excluded.up_to)` }),
    )
    .execute();

export const forgottenUpTo = async (tx: Tx, accountId: number, peerHash: Buffer): Promise<number> =>
  (
    await tables(tx)
      .selectFrom('telegram_erased_dialogs')
      .select('up_to')
      .where('account_id', '=', accountId)
      .where('peer_hash', '=', peerHash)
      .executeTakeFirst()
  )?.up_to ?? 0;

export async function isMessageLeaving(tx: Tx, profileId: number): Promise<boolean> {
  const { rows } = await sql<{ found: SqlBool }>`
    select exists (select from messages join telegram_dialogs as dialog on dialog.id = messages.dialog_id
      where dialog.profile_id = ${profileId} and messages.state = 'handed_over') as found`.execute(tx);
  return rows[0]?.found === true;
}
