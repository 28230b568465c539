import { sql } from 'kysely';
import type { StoredProfile } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileForSearch } from '../documents/build-document.ts';

interface Row {
  id: number;
  company_id: number | null;
  data: StoredProfile;
  updated_at: Date;
  contacts: { type: string; normalized: string }[] | null;
}

// A contact that one company added to a common profile is not in the index, which all companies share.
const columns = sql`
  p.id, p.company_id, p.data, p.updated_at,
  (select jsonb_agg(jsonb_build_object('type', c.type, 'normalized', c.normalized)) from profile_contacts c
   where c.profile_id = p.id and c.is_active and (c.company_id is null or c.company_id = p.company_id)) as contacts`;

const present = (row: Row): ProfileForSearch => ({
  id: row.id,
  companyId: row.company_id,
  data: row.data,
  updatedAt: row.updated_at,
  contacts: row.contacts ?? [],
});

/** The next profiles in the order of ids, over all companies. */
export async function readProfilesAfter(tx: Tx, afterId: number, limit: number): Promise<ProfileForSearch[]> {
  const { rows } = await sql<Row>`
    select ${columns} from profiles p where p.id > ${afterId} and p.deleted_at is null order by p.id limit ${limit}`.execute(tx);
  return rows.map(present);
}

export async function readProfilesById(tx: Tx, profileIds: readonly number[]): Promise<ProfileForSearch[]> {
  const { rows } = await sql<Row>`select ${columns} from profiles p where p.id = any(${profileIds}) and p.deleted_at is null`.execute(tx);
  return rows.map(present);
}

export async function countProfiles(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from profiles where deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}
