import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileTables, SeenContactsView, SeenProfilesView } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<ProfileTables & SeenProfilesView & SeenContactsView>();

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

/** Includes erased profiles, which answer 410, and hidden ones, which answer 404. */
export const findProfile = (tx: Tx, profileId: number) =>
  tables(tx).selectFrom('visible_profiles').selectAll().where('id', '=', profileId).executeTakeFirst();

/** Half of the bytes of a row. */
export const unlisted = ['about', 'courses_and_certificates', 'interests', 'links', 'languages', 'diversity'] as const;

export interface ListedRow {
  id: number;
  company_id: number | null;
  data: Omit<ProfileRow['data'], (typeof unlisted)[number]>;
}

/**
 * Omits erased profiles.
 * @param seenBy the company, in a transaction over all companies
 */
export async function findListed(tx: Tx, ids: readonly number[], seenBy: number | null = null): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select p.id, p.company_id, (case when o.data is null then p.data else p.data || o.data end) - ${[...unlisted]}::text[] as data
    from profiles p left join profile_overlays o
      on o.profile_id = p.id and o.company_id = coalesce(${seenBy}::bigint, headwater_company())
    where p.id = any(${ids}) and p.deleted_at is null`.execute(tx);
  return rows;
}

/** Omits contacts and erased profiles. */
export const findWhole = (tx: Tx, ids: readonly number[]): Promise<Pick<ProfileRow, 'id' | 'data'>[]> =>
  tables(tx)
    .selectFrom('visible_profiles')
    .select(['id', 'data'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where('deleted_at', 'is', null)
    .execute();

/** Stored bytes in one read: unpacked usually several times as much, at most a hundred times. */
const mostAtOnce = 2 * 1024 * 1024;

/** At least one. */
export function countAtOnce(sizes: readonly number[]): number {
  let sum = 0;
  const over = sizes.findIndex((bytes, index) => (sum += bytes) > mostAtOnce && index > 0);
  return over < 0 ? sizes.length : over;
}

/** Includes overlays; nothing is unpacked. */
export const storedSize = (profile: string): RawBuilder<number> => sql<number>`(pg_column_size(${sql.ref(profile)}.data)
  + (select coalesce(sum(pg_column_size(data)), 0) from profile_overlays where profile_id = ${sql.ref(profile)}.id))`;

/** Some profiles are megabytes long. */
export async function countReadAtOnce(tx: Tx, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number; bytes: number }>`
    select p.id, ${storedSize('p')} as bytes from profiles p where p.id = any(${ids})`.execute(tx);
  const sizes = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  return countAtOnce(ids.map((id) => sizes.get(id) ?? 0));
}

export type ContactRow = Awaited<ReturnType<typeof listContacts>>[number];

interface OwnCheck {
  isValid: boolean;
  by: 'bounce' | 'answer' | 'opened';
  at: Date;
}

export async function listContacts(tx: Tx, profileIds: readonly number[]) {
  const rows = await tables(tx)
    .selectFrom('visible_contacts')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('contact_checks')
          .select(['contact_checks.is_valid as check_is_valid', 'contact_checks.found_by', 'contact_checks.checked_at as found_at'])
          // A merged person keeps the checks from before the merge.
          .where(({ eb, or, ref }) =>
            or([
              eb('contact_checks.profile_id', '=', ref('visible_contacts.profile_id')),
              eb('contact_checks.profile_id', '=', ref('visible_contacts.owner_profile_id')),
            ]),
          )
          .whereRef('contact_checks.email_key', '=', 'visible_contacts.normalized')
          .orderBy('contact_checks.checked_at', 'desc')
          .limit(1)
          .as('own'),
      (join) => join.on('visible_contacts.type', '=', 'email'),
    )
    .selectAll('visible_contacts')
    .select(['own.check_is_valid', 'own.found_by', 'own.found_at'])
    .where('visible_contacts.profile_id', '=', sql<number>`any(${profileIds})`)
    .where('visible_contacts.is_active', '=', true)
    .orderBy('visible_contacts.profile_id')
    .orderBy('visible_contacts.id')
    .execute();
  return rows.map(({ check_is_valid: isValid, found_by: by, found_at: at, ...row }) => ({
    ...row,
    check: isValid === null || by === null || at === null ? null : ({ isValid, by, at } satisfies OwnCheck),
  }));
}

export interface ContactTypes {
  profile_id: number;
  types: ContactRow['type'][];
}

export const contactTypesOf = (profileIds: readonly number[]): RawBuilder<ContactTypes> => sql<ContactTypes>`
  select profile_id, array_agg(type order by first_id) as types
  from (select profile_id, type, min(id) as first_id from visible_contacts
    where profile_id = any(${profileIds}::bigint[]) and is_active group by profile_id, type) as known
  group by profile_id`;

/** Identifies the sender of a reply or the owner of a link. */
export async function profilesByContact(tx: Tx, type: 'email' | 'phone' | 'telegram' | 'link', normalized: string): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('visible_contacts')
    .select('profile_id')
    .distinct()
    .where('type', '=', type)
    .where('normalized', '=', normalized)
    .where('is_active', '=', true)
    .limit(100)
    .execute();
  return rows.map((row) => row.profile_id);
}

/** For ids from outside. */
export async function visibleProfileIds(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tables(tx)
    .selectFrom('visible_profiles')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .where('deleted_at', 'is', null)
    .where('hidden', '=', false)
    .execute();
  return new Set(rows.map((row) => row.id));
}
