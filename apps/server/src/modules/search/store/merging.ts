import { sql } from 'kysely';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';

interface Listing {
  user_id: number;
  folder_id: number | null;
}

export const listingsMergeStep = defineMergeStep<{ listings: Listing[] }>({
  name: 'listings',
  async absorb(tx, { companyId, from, into }) {
    const { rows } = await sql<Listing>`update profile_listings as listed set profile_id = ${into}
      where company_id = ${companyId} and profile_id = ${from} and not exists (select from profile_listings as known
        where known.user_id = listed.user_id and known.profile_id = ${into} and coalesce(known.folder_id, 0) = coalesce(listed.folder_id, 0))
      returning user_id, folder_id`.execute(tx);
    return rows.length > 0 ? { listings: rows } : undefined;
  },
  async giveBack(tx, { companyId, from, into }, { listings }) {
    await sql`update profile_listings as listed set profile_id = ${from}
      from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as moved (user_id bigint, folder_id bigint)
      where listed.company_id = ${companyId} and listed.profile_id = ${into} and listed.user_id = moved.user_id
        and coalesce(listed.folder_id, 0) = coalesce(moved.folder_id, 0) and not exists (select from profile_listings as known
          where known.user_id = listed.user_id and known.profile_id = ${from} and coalesce(known.folder_id, 0) = coalesce(listed.folder_id, 0))`.execute(
      tx,
    );
  },
});
