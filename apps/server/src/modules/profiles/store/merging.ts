import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { defineMergeStep } from '../merging.ts';
import { announceProfiles } from './changes.ts';

export const viewsMergeStep = defineMergeStep<{ views: number[] }>({
  name: 'views',
  async absorb(tx, { from, into }) {
    const { rows } = await sql<{
      id: number;
    }>`update profile_views set profile_id = ${into} where profile_id = ${from} returning id`.execute(tx);
    return rows.length > 0 ? { views: rows.map(({ id }) => id) } : undefined;
  },
  async giveBack(tx, { from, into }, { views }) {
    await sql`update profile_views set profile_id = ${from} where profile_id = ${into} and id = any(${views}::bigint[])`.execute(tx);
  },
});

export async function hideProfile(tx: Tx, { companyId, profileId, hidden }: { companyId: number; profileId: number; hidden: boolean }) {
  await sql`insert into profile_overlays (company_id, profile_id, data, hidden) values (${companyId}, ${profileId}, '{}', ${hidden})
    on conflict (company_id, profile_id) do update set hidden = excluded.hidden, updated_at = now()`.execute(tx);
  await sql`delete from profile_overlays where company_id = ${companyId} and profile_id = ${profileId} and not hidden and data = '{}'
    and not exists (select from profile_fragments as fragment
      where fragment.company_id = profile_overlays.company_id and fragment.profile_id = profile_overlays.profile_id)`.execute(tx);
  await announceProfiles(tx, [profileId]);
}

export async function survivorOf(tx: Tx, profileId: number): Promise<number | undefined> {
  const { rows } = await sql<{ leads_to: number }>`select leads_to from profile_merges
    where absorbed_id = ${profileId} and company_id = headwater_company() and detached_at is null`.execute(tx);
  return rows[0]?.leads_to;
}

/** Also indirectly. */
export async function partsOf(tx: Tx, profileIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ absorbed_id: number }>`select absorbed_id from profile_merges
    where leads_to = any(${profileIds}::bigint[]) and company_id = headwater_company() and detached_at is null order by id`.execute(tx);
  return rows.map((row) => row.absorbed_id);
}

/**
 * For a person whom the company erases: a profile of the common base stays, hidden from it.
 * Requires a transaction over all companies.
 */
export async function forgetCompanyView(tx: Tx, { companyId, profileId }: { companyId: number; profileId: number }): Promise<void> {
  await sql`delete from profile_fragments where company_id = ${companyId} and profile_id = ${profileId}`.execute(tx);
  await sql`delete from profile_contacts where company_id = ${companyId} and profile_id = ${profileId}`.execute(tx);
  await sql`delete from contact_openings where company_id = ${companyId} and profile_id = ${profileId}`.execute(tx);
  await sql`update profile_overlays set data = '{}', hidden = true where company_id = ${companyId} and profile_id = ${profileId}`.execute(
    tx,
  );
  await announceProfiles(tx, [profileId]);
}
