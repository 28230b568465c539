import { sql } from 'kysely';
import { mergeFragments } from '@headwater/domain/profiles/fragments';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { FragmentData, FragmentSource, ProfileTables, ShownProfilesView } from '../tables.ts';
import { announceProfiles } from './changes.ts';

/** The only writer of profile_fragments and profile_overlays: both change together, and search learns of it. */
const tables = (tx: Tx) => tx.withTables<ProfileTables>();

export type FragmentRow = Awaited<ReturnType<typeof listFragments>>[number];

/** What the company in scope has changed of a profile, the oldest first. */
export const listFragments = (tx: Tx, profileId: number) =>
  tables(tx)
    .selectFrom('profile_fragments')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('company_id', '=', sql<number>`headwater_company()`)
    .orderBy('id')
    .execute();

export const findFragment = (tx: Tx, fragmentId: number) =>
  tables(tx).selectFrom('profile_fragments').selectAll().where('id', '=', fragmentId).executeTakeFirst();

/** Holds what the company changes of the profile until the transaction ends: of two saves at once the second sees the first. */
export async function lockFragments(tx: Tx, companyId: number, profileId: number): Promise<void> {
  await tables(tx)
    .insertInto('profile_overlays')
    .values({ company_id: companyId, profile_id: profileId, data: '{}' })
    .onConflict((conflict) => conflict.columns(['company_id', 'profile_id']).doUpdateSet({ updated_at: sql<Date>`now()` }))
    .execute();
}

/** Makes the overlay anew of the fragments; without any it goes, unless it hides the profile. The caller holds the lock. */
export async function recomputeOverlay(tx: Tx, companyId: number, profileId: number): Promise<void> {
  const fragments = await listFragments(tx, profileId);
  const { overlay } = mergeFragments({}, fragments);
  const own = tables(tx)
    .updateTable('profile_overlays')
    .set({ data: JSON.stringify(overlay), updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('profile_id', '=', profileId);
  await own.execute();
  if (fragments.length === 0) {
    await tables(tx)
      .deleteFrom('profile_overlays')
      .where('company_id', '=', companyId)
      .where('profile_id', '=', profileId)
      .where('hidden', '=', false)
      .execute();
  }
  await announceProfiles(tx, [profileId]);
}

export interface NewFragment {
  profileId: number;
  data: FragmentData;
  source: FragmentSource;
  resumeId?: number | null;
}

export async function insertFragment(tx: Tx, actor: Actor, { profileId, data, source, resumeId }: NewFragment): Promise<FragmentRow> {
  const row = await tables(tx)
    .insertInto('profile_fragments')
    .values({
      company_id: actor.company.id,
      profile_id: profileId,
      data: JSON.stringify(data),
      source,
      resume_id: resumeId ?? null,
      created_by: actor.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recomputeOverlay(tx, actor.company.id, profileId);
  return row;
}

/** Whether the save has brought contacts, with which it stays until it is taken back. */
async function hasContacts(tx: Tx, fragmentId: number): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('profile_contacts')
    .select('id')
    .where('fragment_id', '=', fragmentId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a fragment anew; one that says nothing any more, and has brought no contacts, goes. The caller holds the lock. */
export async function rewriteFragment(
  tx: Tx,
  row: Pick<FragmentRow, 'id' | 'company_id' | 'profile_id'>,
  { data, source, resumeId }: { data: FragmentData; source?: FragmentSource; resumeId?: number },
): Promise<FragmentRow | undefined> {
  if (Object.keys(data).length === 0 && !(await hasContacts(tx, row.id))) {
    await deleteFragment(tx, row);
    return undefined;
  }
  const written = await tables(tx)
    .updateTable('profile_fragments')
    .set({
      data: JSON.stringify(data),
      updated_at: sql<Date>`now()`,
      ...(source === undefined ? {} : { source }),
      ...(resumeId === undefined ? {} : { resume_id: resumeId }),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirst();
  await recomputeOverlay(tx, row.company_id, row.profile_id);
  return written;
}

/** Takes a save back with the contacts that it brought; false where somebody else did so meanwhile. The caller holds the lock. */
export async function deleteFragment(tx: Tx, row: Pick<FragmentRow, 'id' | 'company_id' | 'profile_id'>): Promise<boolean> {
  await tables(tx).deleteFrom('profile_contacts').where('fragment_id', '=', row.id).where('company_id', '=', row.company_id).execute();
  const gone = await tables(tx).deleteFrom('profile_fragments').where('id', '=', row.id).returning('id').executeTakeFirst();
  await recomputeOverlay(tx, row.company_id, row.profile_id);
  return gone !== undefined;
}

/** The profile as it was found, without what companies changed and without banned links. */
export const findBase = (tx: Tx, profileId: number) =>
  tx
    .withTables<ShownProfilesView>()
    .selectFrom('shown_profiles')
    .select(['id', 'company_id', 'data'])
    .where('id', '=', profileId)
    .executeTakeFirst();

/** The same with banned links, for whoever writes lists of links: they come back when they are unbanned. */
export const findStoredBase = (tx: Tx, profileId: number) =>
  tables(tx).selectFrom('profiles').select(['id', 'company_id', 'data']).where('id', '=', profileId).executeTakeFirst();
