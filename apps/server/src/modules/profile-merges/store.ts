import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import type { Moved, ProfileMergeTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<ProfileMergeTables>();

/** Serializes the merges of a company until commit, against repeated and circular merges. */
export const lockMerges = (tx: Tx, companyId: number) => lockUntilCommit(tx, 'profileMerges', companyId);

const open = (tx: Tx) => tables(tx).selectFrom('profile_merges').selectAll().where('detached_at', 'is', null);

export type MergeRow = NonNullable<Awaited<ReturnType<typeof findMergeOf>>>;

export const findMergeOf = (tx: Tx, absorbedId: number) =>
  open(tx)
    .where('absorbed_id', '=', absorbedId)
    .where('company_id', '=', sql<number>`headwater_company()`)
    .executeTakeFirst();

export const findMerge = (tx: Tx, id: number) => open(tx).where('id', '=', id).executeTakeFirst();

/** Direct or by chain, oldest first. */
export const listMergesInto = (tx: Tx, profileId: number) =>
  open(tx)
    .leftJoin('users', 'users.id', 'profile_merges.merged_by')
    .selectAll('profile_merges')
    .select(['users.first_name', 'users.last_name'])
    .where('leads_to', '=', profileId)
    .orderBy('profile_merges.id')
    .execute();

/** Over all companies. */
export const listMergesOf = (tx: Tx, absorbedId: number) => open(tx).where('absorbed_id', '=', absorbedId).execute();

export interface NewMerge {
  companyId: number;
  survivor: number;
  absorbed: number;
  fragmentId: number | null;
  by: number;
  now: Date;
}

/** Redirects the absorbed profile, and profiles merged into it before, to the survivor. */
export async function insertMerge(tx: Tx, { companyId, survivor, absorbed, fragmentId, by, now }: NewMerge): Promise<number> {
  await tables(tx)
    .updateTable('profile_merges')
    .set({ leads_to: survivor })
    .where('company_id', '=', companyId)
    .where('leads_to', '=', absorbed)
    .where('detached_at', 'is', null)
    .execute();
  const row = await tables(tx)
    .insertInto('profile_merges')
    .values({
      company_id: companyId,
      survivor_id: survivor,
      absorbed_id: absorbed,
      leads_to: survivor,
      fragment_id: fragmentId,
      merged_by: by,
      merged_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export const recordMoved = (tx: Tx, id: number, moved: Moved[number]) =>
  tables(tx)
    .updateTable('profile_merges')
    .set({ moved: sql<string>`moved || ${JSON.stringify([moved])}::jsonb` })
    .where('id', '=', id)
    .execute();

/** Ends the merge. Profiles merged into the absorbed one redirect to it again. */
export async function closeMerge(tx: Tx, merge: MergeRow, now: Date): Promise<void> {
  await tables(tx).updateTable('profile_merges').set({ detached_at: now }).where('id', '=', merge.id).execute();
  await sql`with recursive below (id, absorbed_id) as (
      select id, absorbed_id from profile_merges
      where survivor_id = ${merge.absorbed_id} and company_id = ${merge.company_id} and detached_at is null
      union select next.id, next.absorbed_id from profile_merges as next join below on next.survivor_id = below.absorbed_id
      where next.company_id = ${merge.company_id} and next.detached_at is null)
    update profile_merges set leads_to = ${merge.absorbed_id} where id in (select id from below)`.execute(tx);
}
