import { sql } from 'kysely';
import { countAtOnce, storedSize } from '#modules/profiles/public/indexing.ts';
import type { FragmentData, StoredProfile } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ContactForSearch, StoredForSearch } from '../documents/company-documents.ts';

interface Row {
  id: number;
  company_id: number | null;
  data: StoredProfile;
  updated_at: Date;
  /** Lines of company id (empty: common base), type and value, tab-separated. Cheaper than JSON. */
  contacts: string | null;
}

/** Parsed on use, so that memory is freed early. */
export type UnreadProfile = Omit<Row, 'data'> & { data: string };

interface OverlayRow {
  profile_id: number;
  company_id: number;
  data: FragmentData;
  hidden: boolean;
  updated_at: Date;
}

const contactLines = sql`
  (select string_agg(coalesce(c.company_id::text, '') || E'\\t' || c.type || E'\\t' || c.normalized, E'\\n') from (
    select company_id, type, normalized from unbanned_contacts where profile_id = p.id and is_active
    union all
    select m.company_id, absorbed.type, absorbed.normalized from profile_merges m join unbanned_contacts absorbed on absorbed.profile_id = m.absorbed_id
    where m.leads_to = p.id and m.detached_at is null and absorbed.is_active and coalesce(absorbed.company_id, m.company_id) = m.company_id
  ) c) as contacts`;

function contactsOf(lines: string | null): ContactForSearch[] {
  if (!lines) return [];
  return lines.split('\n').map((line) => {
    const first = line.indexOf('\t');
    const second = line.indexOf('\t', first + 1);
    const companyId = first === 0 ? null : Number(line.slice(0, first));
    return { companyId, type: line.slice(first + 1, second), normalized: line.slice(second + 1) };
  });
}

export type Overlays = ReadonlyMap<number, readonly OverlayRow[]>;

export const readProfile = (row: UnreadProfile, overlays: Overlays): StoredForSearch =>
  present({ ...row, data: JSON.parse(row.data) as StoredProfile }, overlays);

const present = (row: Row, overlays: Overlays): StoredForSearch => ({
  id: row.id,
  companyId: row.company_id,
  data: row.data,
  updatedAt: row.updated_at,
  contacts: contactsOf(row.contacts),
  overlays: (overlays.get(row.id) ?? []).map((overlay) => ({
    companyId: overlay.company_id,
    data: overlay.data,
    hidden: overlay.hidden,
    updatedAt: overlay.updated_at,
  })),
});

/**
 * Profiles with id % of = part. `case` hides the remainder: PostgreSQL would estimate 1 of 200 rows
 * and sort the rest instead of using the index.
 */
export async function readPartAfter(
  tx: Tx,
  { after, part, of, limit }: { after: number; part: number; of: number; limit: number },
): Promise<UnreadProfile[]> {
  const isNext = sql`p.id > ${after} and case when p.id % ${of} = ${part} then true else false end and p.deleted_at is null`;
  const sizes = await sql<{ bytes: number }>`
    select ${storedSize('p')} as bytes from profiles p where ${isNext} order by p.id limit ${limit}`.execute(tx);
  const count = countAtOnce(sizes.rows.map(({ bytes }) => bytes));
  const { rows } = await sql<UnreadProfile>`
    select p.id, p.company_id, p.data::text as data, p.updated_at, ${contactLines}
    from unbanned_profiles p where ${isNext} order by p.id limit ${count}`.execute(tx);
  return rows;
}

export async function readOverlays(tx: Tx, profileIds: readonly number[]): Promise<Overlays> {
  const { rows } = await sql<OverlayRow>`
    select profile_id, company_id, data, hidden, updated_at from unbanned_overlays
    where profile_id = any(${profileIds}) order by profile_id, company_id`.execute(tx);
  const byProfile = new Map<number, OverlayRow[]>();
  for (const row of rows) {
    const known = byProfile.get(row.profile_id);
    if (known) known.push(row);
    else byProfile.set(row.profile_id, [row]);
  }
  return byProfile;
}

/** Infinity if there is none. Saves queries for overlays. */
export async function nextChanged(tx: Tx, after: number): Promise<number> {
  const { rows } = await sql<{ next: number | null }>`
    select min(profile_id) as next from profile_overlays where profile_id > ${after}`.execute(tx);
  return rows[0]?.next ?? Infinity;
}

export async function readProfilesById(tx: Tx, profileIds: readonly number[]): Promise<StoredForSearch[]> {
  const { rows } = await sql<Row>`
    select p.id, p.company_id, p.data, p.updated_at, ${contactLines} from unbanned_profiles p
    where p.id = any(${profileIds}) and p.deleted_at is null`.execute(tx);
  const overlays = await readOverlays(tx, profileIds);
  return rows.map((row) => present(row, overlays));
}

/** Approximate. */
export async function countDocuments(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from profiles where deleted_at is null) + (select count(*) from profile_overlays) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}
