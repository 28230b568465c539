import { sql } from 'kysely';
import type { FragmentData, StoredProfile } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';

/** `companyId`: the company that added it; null: the common base. */
interface ContactOfPerson {
  companyId: number | null;
  type: string;
  normalized: string;
}

export interface StoredPerson {
  id: number;
  companyId: number | null;
  data: StoredProfile;
  contacts: ContactOfPerson[];
  overlays: { companyId: number; data: FragmentData; hidden: boolean }[];
}

const leftOut = ['skills', 'about', 'headline', 'interests', 'languages', 'courses_and_certificates', 'pictures', 'salary'];

interface Row {
  id: number;
  company_id: number | null;
  data: StoredProfile;
  contacts: string | null;
}

/** One contact a line with tabs between its parts; the query removes both from the values. */
function contactsOf(lines: string | null): ContactOfPerson[] {
  if (!lines) return [];
  return lines.split('\n').map((line) => {
    const [company = '', type = '', normalized = ''] = line.split('\t');
    return { companyId: company === '' ? null : Number(company), type, normalized };
  });
}

/** Includes the changes of all companies, excludes erased profiles. */
export async function readPeople(tx: Tx, profileIds: readonly number[]): Promise<StoredPerson[]> {
  const [{ rows }, { rows: overlays }] = await Promise.all([
    sql<Row>`
    select p.id, p.company_id, p.data - ${leftOut}::text[] as data,
      (select string_agg(coalesce(c.company_id::text, '') || E'\\t' || c.type || E'\\t' || translate(c.normalized, E'\\t\\n', '  '), E'\\n' order by c.id)
        from unbanned_contacts c where c.profile_id = p.id and c.is_active) as contacts
    from unbanned_profiles p where p.id = any(${profileIds}::bigint[]) and p.deleted_at is null order by p.id`.execute(tx),
    sql<{ profile_id: number; company_id: number; data: FragmentData; hidden: boolean }>`
    select profile_id, company_id, data - ${leftOut}::text[] as data, hidden from unbanned_overlays
    where profile_id = any(${profileIds}::bigint[])`.execute(tx),
  ]);
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    data: row.data,
    contacts: contactsOf(row.contacts),
    overlays: overlays
      .filter((overlay) => overlay.profile_id === row.id)
      .map((overlay) => ({ companyId: overlay.company_id, data: overlay.data, hidden: overlay.hidden })),
  }));
}
