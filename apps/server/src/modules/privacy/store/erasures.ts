import { sql } from 'kysely';
import type { ErasedCounts } from '@headwater/contract/privacy';
import { dialogsWith } from '#modules/messaging/telegram/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { PrivacyTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<PrivacyTables>();

export type ErasureRow = NonNullable<Awaited<ReturnType<typeof findErasure>>>;

export const findErasure = (tx: Tx, id: number) =>
  tables(tx).selectFrom('erasures').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** A repeated request returns the first one. */
export async function insertErasure(
  tx: Tx,
  erasure: { companyId: number | null; profileId: number; requestedBy: number | null; inAts?: boolean; now: Date },
): Promise<{ row: ErasureRow; isNew: boolean }> {
  const added = await tables(tx)
    .insertInto('erasures')
    .values({
      company_id: erasure.companyId,
      profile_id: erasure.profileId,
      requested_by: erasure.requestedBy,
      requested_at: erasure.now,
      in_ats: erasure.inAts ?? false,
      rows_deleted_at: null,
      files_deleted_at: null,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.column('profile_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (added) return { row: added, isNew: true };
  const known = await tables(tx).selectFrom('erasures').selectAll().where('profile_id', '=', erasure.profileId).executeTakeFirstOrThrow();
  return { row: known, isNew: false };
}

export async function listErasures(
  tx: Tx,
  { companyId, withCommonBase, limit, offset }: { companyId: number; withCommonBase: boolean; limit: number; offset: number },
): Promise<{ rows: ErasureRow[]; total: number }> {
  const query = tables(tx)
    .selectFrom('erasures')
    .where((where) => where.or([where('company_id', '=', companyId), ...(withCommonBase ? [where('company_id', 'is', null)] : [])]));
  const { total } = await query.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows: await query.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(), total };
}

export const saveRowsDeleted = (tx: Tx, id: number, deleted: { at: Date; storeKeys: readonly string[]; counts: ErasedCounts }) =>
  tables(tx)
    .updateTable('erasures')
    .set({ rows_deleted_at: deleted.at, store_keys: [...deleted.storeKeys], counts: JSON.stringify(deleted.counts) })
    .where('id', '=', id)
    .execute();

export const saveFilesDeleted = (tx: Tx, id: number, at: Date) =>
  tables(tx).updateTable('erasures').set({ files_deleted_at: at, store_keys: [] }).where('id', '=', id).execute();

export const saveFinished = (tx: Tx, ids: readonly number[], at: Date) =>
  tables(tx)
    .updateTable('erasures')
    .set({ finished_at: at })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();

export interface ErasedProfile {
  profileId: number;
  /** Null: of the common base. */
  companyId: number | null;
}

/**
 * Profiles of companies that were merged into the person, within the scope of the transaction.
 * @param base the company with authority over profiles of the common base
 */
export async function erasedWith(tx: Tx, profileId: number, { base }: { base: number | null }): Promise<ErasedProfile[]> {
  const { rows } = await sql<ErasedProfile>`
    select profiles.id as "profileId", profiles.company_id as "companyId" from profile_merges as merge
    join profiles on profiles.id = merge.absorbed_id and profiles.deleted_at is null
    where merge.leads_to = ${profileId} and merge.detached_at is null and coalesce(profiles.company_id, ${base}::bigint) = merge.company_id
    group by profiles.id order by min(merge.id)`.execute(tx);
  return rows;
}

export async function countOf(tx: Tx, profileId: number): Promise<ErasedCounts> {
  const { rows } = await sql<ErasedCounts>`
    select (select count(*) from candidates where profile_id = ${profileId} and deleted_at is null)::int as candidates,
      (select count(*) from comments where profile_id = ${profileId})::int as comments,
      (select count(*) from profile_contacts where profile_id = ${profileId})::int as contacts,
      (select count(*) from files where attached_to = 'profile' and attached_id = ${profileId})::int as files,
      (select count(*) from messages join mailing_recipients as recipient on recipient.id = messages.recipient_id
        where recipient.profile_id = ${profileId})::int
      + (select count(*) from messages where dialog_id in ${dialogsWith(profileId)} and not is_mass)::int as messages`.execute(tx);
  return rows[0] ?? { candidates: 0, comments: 0, contacts: 0, files: 0, messages: 0 };
}

export async function isInHand(tx: Tx, profileId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from messages join mailing_recipients as recipient on recipient.id = messages.recipient_id
      where recipient.profile_id = ${profileId} and messages.state in ('claimed', 'handed_over')) as found`.execute(tx);
  return rows[0]?.found ?? false;
}
