import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { TelegramTables } from '../tables.ts';

/**
 * Profiles that a user unlinked from a dialog, for its person in all accounts. Lock rows in dialog
 * order, after dialogs and `lockPerson`, before recipients.
 */

interface Dialog {
  company_id: number;
  peer_id: number | null;
  username: string | null;
  saidBefore?: Date | null;
}

const tables = (tx: Tx) => tx.withTables<TelegramTables>();

export const recordUnlinked = (
  tx: Tx,
  { id, company_id: companyId }: { id: number; company_id: number },
  said: { profileId: number; now: Date },
) =>
  tables(tx)
    .insertInto('telegram_unlinked_profiles')
    .values({ dialog_id: id, profile_id: said.profileId, company_id: companyId, unlinked_at: said.now })
    .onConflict((conflict) => conflict.columns(['dialog_id', 'profile_id']).doUpdateSet({ unlinked_at: said.now }))
    .execute();

/** Removes the unlink for a person or username. `saidBefore` keeps later unlinks. */
export const forgetUnlinked = (
  tx: Tx,
  { company_id: companyId, peer_id: peerId, username, saidBefore = null }: Dialog,
  profileId: number,
) =>
  sql`with found as (
      select said.dialog_id, said.profile_id from telegram_unlinked_profiles as said join telegram_dialogs as dialog on dialog.id = said.dialog_id
      where said.company_id = ${companyId} and said.profile_id = ${profileId}
        and (${saidBefore}::timestamptz is null or said.unlinked_at < ${saidBefore})
        and (dialog.peer_id = ${peerId}::bigint or lower(dialog.username) = lower(${username}::text))
      order by said.dialog_id for update of said)
    delete from telegram_unlinked_profiles as said using found where said.dialog_id = found.dialog_id and said.profile_id = found.profile_id`.execute(
    tx,
  );

interface Person {
  companyId: number;
  peerId: number;
  /**
   * Time of a manual message from the profile, which overrides earlier unlinks. Null overrides all.
   */
  writtenAt?: Date | null | undefined;
}

/**
 * Whether the person is unlinked from the profile. A dialog that is linked to it takes precedence.
 */
export async function isUnlinked(tx: Tx, { companyId, peerId, writtenAt }: Person, profileId: number): Promise<boolean> {
  if (writtenAt === null) return false;
  const { rows } = await sql`
    select from telegram_unlinked_profiles as said join telegram_dialogs as dialog on dialog.id = said.dialog_id
    where said.company_id = ${companyId} and said.profile_id = ${profileId} and dialog.peer_id = ${peerId}
      and (${writtenAt ?? null}::timestamptz is null or said.unlinked_at >= ${writtenAt ?? null})
      and not exists (select from telegram_dialogs as own
        where own.company_id = ${companyId} and own.profile_id = ${profileId} and own.peer_id = ${peerId})
    limit 1`.execute(tx);
  return rows.length > 0;
}

export async function unlinkedNames(tx: Tx, profileIds: readonly number[]): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ profile_id: number; names: string[] }>`
    select said.profile_id, array_agg(lower(dialog.username)) as names
    from telegram_unlinked_profiles as said join telegram_dialogs as dialog on dialog.id = said.dialog_id
    where said.profile_id = any(${profileIds}::bigint[]) and dialog.username is not null
    group by said.profile_id`.execute(tx);
  return new Map(rows.map((row) => [row.profile_id, new Set(row.names)]));
}

/** Locks the unlinks of the profiles in dialog order. */
export const lockUnlinked = (tx: Tx, profileIds: readonly number[]) =>
  tables(tx)
    .selectFrom('telegram_unlinked_profiles')
    .select('dialog_id')
    .where('profile_id', '=', sql<number>`any(${profileIds}::bigint[])`)
    .orderBy('dialog_id')
    .orderBy('profile_id')
    .forUpdate()
    .execute();

export async function moveUnlinked(
  tx: Tx,
  { from, into, only }: { from: number; into: number; only?: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ dialog_id: number }>`
    update telegram_unlinked_profiles as said set profile_id = ${into}
    where said.profile_id = ${from} and ${only === undefined ? sql`true` : sql`said.dialog_id = any(${only}::bigint[])`}
      and not exists (select from telegram_unlinked_profiles as known where known.dialog_id = said.dialog_id and known.profile_id = ${into})
    returning said.dialog_id`.execute(tx);
  return rows.map((row) => row.dialog_id);
}

/**
 * SQL condition for a row named `dialog`: its person is unlinked from the profile or from the one
 * it was merged into.
 */
export const isUnlinkedFrom = (profileId: RawBuilder<number>) => sql<SqlBool>`exists (
  select from telegram_unlinked_profiles as said join telegram_dialogs as theirs on theirs.id = said.dialog_id
  where said.company_id = dialog.company_id and theirs.peer_id = dialog.peer_id
    and (said.profile_id = ${profileId} or exists (select from profile_merges as merge
      where merge.company_id = said.company_id and merge.absorbed_id = ${profileId} and merge.leads_to = said.profile_id
        and merge.detached_at is null)))`;
