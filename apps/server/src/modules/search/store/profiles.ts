import { sql } from 'kysely';
import type { StoredProfile } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileForSearch } from '../documents/build-document.ts';

interface Row {
  id: number;
  company_id: number | null;
  data: StoredProfile;
  updated_at: Date;
  /** A line each, type and value apart by a tab: several times cheaper to make and to read than JSON. */
  contacts: string | null;
}

/** As it comes for building a whole index: the data unread. Read only when it is used, it is garbage at once. */
export type UnreadProfile = Omit<Row, 'data'> & { data: string };

// A contact that one company added to a common profile is not in the index, which all companies share.
const contactLines = sql`
  (select string_agg(c.type || E'\\t' || c.normalized, E'\\n') from profile_contacts c
   where c.profile_id = p.id and c.is_active and (c.company_id is null or c.company_id = p.company_id)) as contacts`;

function contactsOf(lines: string | null): ProfileForSearch['contacts'] {
  if (!lines) return [];
  return lines.split('\n').map((line) => {
    const tab = line.indexOf('\t');
    return { type: line.slice(0, tab), normalized: line.slice(tab + 1) };
  });
}

const columns = sql`p.id, p.company_id, p.data, p.updated_at, ${contactLines}`;

export const readProfile = (row: UnreadProfile): ProfileForSearch => present({ ...row, data: JSON.parse(row.data) as StoredProfile });

const present = (row: Row): ProfileForSearch => ({
  id: row.id,
  companyId: row.company_id,
  data: row.data,
  updatedAt: row.updated_at,
  contacts: contactsOf(row.contacts),
});

/**
 * The next profiles in the order of ids, over all companies: those whose id gives `part` when divided by `of`. Said with `case`, because
 * PostgreSQL takes a remainder to hold for one row of two hundred: it would then rather read and sort all profiles that are left than walk
 * along the index to the first hundred.
 */
export async function readPartAfter(
  tx: Tx,
  { after, part, of, limit }: { after: number; part: number; of: number; limit: number },
): Promise<UnreadProfile[]> {
  const { rows } = await sql<UnreadProfile>`
    select p.id, p.company_id, p.data::text as data, p.updated_at, ${contactLines}
    from profiles p where p.id > ${after} and case when p.id % ${of} = ${part} then true else false end and p.deleted_at is null
    order by p.id limit ${limit}`.execute(tx);
  return rows;
}

export async function readProfilesById(tx: Tx, profileIds: readonly number[]): Promise<ProfileForSearch[]> {
  const { rows } = await sql<Row>`select ${columns} from profiles p where p.id = any(${profileIds}) and p.deleted_at is null`.execute(tx);
  return rows.map(present);
}

export async function countProfiles(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from profiles where deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}
