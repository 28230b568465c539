import { sql } from 'kysely';
import type { ProfileData } from '@headwater/contract/profile-data';
import type { Tx } from '#platform/database/database.ts';
import { normalizeContact } from '../import/normalize-contact.ts';
import { resolveReferences } from '../import/resolve-references.ts';
import type { ProfileTables, StoredProfile } from '../tables.ts';
import { announceProfiles } from './changes.ts';

/** The only writer of profiles and profile_contacts. Each change adds a row to search_changes. */

export interface WriteScope {
  /** Null: the common base, which needs a transaction over all companies. */
  companyId: number | null;
  createdBy: number | null;
}

export interface UpsertCounts {
  inserted: number;
  changed: number;
  unchanged: number;
  /** In the order of the batch; null for an erased person. */
  ids: (number | null)[];
}

interface Prepared {
  key: string | null;
  data: StoredProfile;
  contacts: ReturnType<typeof contactsOf>;
}

const contactsOf = (profile: ProfileData) => {
  const country = profile.locations[0]?.country_code;
  return profile.contacts.flatMap((contact) => normalizeContact(contact, country) ?? []);
};

function prepare(profile: ProfileData): Prepared {
  const resolved = resolveReferences(profile);
  const { contacts: _, ...data } = resolved;
  return { key: profile.external_key ?? null, data, contacts: contactsOf(resolved) };
}

/** The last one wins: a statement cannot change a row twice. */
function lastOfEachKey(batch: readonly Prepared[]): Prepared[] {
  const prepared = new Map<string | number, Prepared>();
  for (const [index, item] of batch.entries()) prepared.set(item.key ?? index, item);
  return [...prepared.values()];
}

interface Written {
  id: number;
  position: number;
  inserted: boolean;
}

/** Omits unchanged and erased profiles. */
async function writeRows(tx: Tx, rows: readonly Prepared[], { companyId, createdBy }: WriteScope): Promise<Written[]> {
  const input = JSON.stringify(rows.map(({ key, data }, position) => ({ position, key, data })));
  const { rows: keyed } = await sql<Written>`
    with input as materialized (select position, key, data from jsonb_to_recordset(${input}::jsonb) as t (position int, key text, data jsonb)),
    written as (
      insert into profiles (company_id, external_key, data, created_by)
      select ${companyId}::bigint, key, data, ${createdBy}::bigint from input where key is not null order by position
      on conflict (coalesce(company_id, 0), external_key) where external_key is not null
      do update set data = excluded.data, updated_at = now()
      where profiles.deleted_at is null and profiles.data is distinct from excluded.data
      returning id, external_key, xmax = 0 as inserted
    )
    select written.id, input.position, written.inserted from written join input on input.key = written.external_key`.execute(tx);
  const written = keyed;
  const free = rows.flatMap((row, position) => (row.key === null ? [{ position, data: row.data }] : []));
  if (free.length === 0) return written;
  // Identity values follow the order of the rows, so ids and input pair up by rank.
  const { rows: added } = await sql<{ id: number }>`
    insert into profiles (company_id, data, created_by)
    select ${companyId}::bigint, data, ${createdBy}::bigint
    from jsonb_to_recordset(${JSON.stringify(free)}::jsonb) as t (position int, data jsonb) order by position
    returning id`.execute(tx);
  const ids = added.map((row) => row.id).toSorted((left, right) => left - right);
  return [...written, ...ids.map((id, index) => ({ id, position: free[index]?.position ?? -1, inserted: true }))];
}

async function findUnchanged(tx: Tx, keys: readonly string[], companyId: number | null): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ id: number; external_key: string }>`
    select id, external_key from profiles
    where coalesce(company_id, 0) = ${companyId ?? 0} and external_key = any(${keys}) and deleted_at is null`.execute(tx);
  return new Map(rows.map((row) => [row.external_key, row.id]));
}

/** Returns the profiles that gained a contact. */
async function writeContacts(
  tx: Tx,
  rows: readonly { profileId: number; contacts: Prepared['contacts'] }[],
  { companyId, createdBy }: WriteScope,
): Promise<number[]> {
  const input = rows.flatMap(({ profileId, contacts }) =>
    contacts.map(({ type, value, normalized, kind, source }) => ({ profile_id: profileId, type, value, normalized, kind, source })),
  );
  if (input.length === 0) return [];
  const { rows: added } = await sql<{ profile_id: number }>`
    insert into profile_contacts (profile_id, company_id, type, value, normalized, kind, source, created_by)
    select profile_id, ${companyId}::bigint, type, value, normalized, kind, source, ${createdBy}::bigint
    from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
      as t (profile_id bigint, type text, value text, normalized text, kind text, source text)
    on conflict (profile_id, type, normalized, coalesce(company_id, 0)) do nothing
    returning profile_id`.execute(tx);
  return added.map((row) => row.profile_id);
}

/**
 * Updates by (company, external_key); best with 500 to 1,000 profiles. The common base requires a
 * transaction over all companies.
 */
export async function upsertProfiles(tx: Tx, batch: readonly ProfileData[], scope: WriteScope): Promise<UpsertCounts> {
  const prepared = batch.map(prepare);
  const rows = lastOfEachKey(prepared);
  const written = await writeRows(tx, rows, scope);
  const idOf = new Map(written.flatMap(({ id, position }) => (rows[position] ? [[rows[position], id] as const] : [])));
  const silent = rows.filter((row) => !idOf.has(row));
  const known = await findUnchanged(
    tx,
    silent.flatMap((row) => row.key ?? []),
    scope.companyId,
  );
  for (const row of silent) {
    const id = row.key === null ? undefined : known.get(row.key);
    if (id !== undefined) idOf.set(row, id);
  }
  const withId = [...idOf].map(([row, profileId]) => ({ profileId, contacts: row.contacts }));
  const gained = await writeContacts(tx, withId, scope);
  const touched = new Set([...written.map((row) => row.id), ...gained]);
  await announceProfiles(tx, touched);
  const byKey = new Map(rows.flatMap((row) => (row.key === null ? [] : [[row.key, row] as const])));
  const inserted = written.filter((row) => row.inserted).length;
  return {
    inserted,
    changed: touched.size - inserted,
    unchanged: idOf.size - touched.size,
    ids: prepared.map((row) => idOf.get(row.key === null ? row : (byKey.get(row.key) ?? row)) ?? null),
  };
}

/** Keeps the contacts. Returns false if the profile is erased or not visible. */
export async function replaceProfile(tx: Tx, profileId: number, data: StoredProfile): Promise<boolean> {
  const row = await tx
    .withTables<ProfileTables>()
    .updateTable('profiles')
    .set({ data: JSON.stringify(data), updated_at: sql<Date>`now()` })
    .where('id', '=', profileId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (row) await announceProfiles(tx, [profileId]);
  return row !== undefined;
}

/** Includes erased profiles. */
export const findByKey = (tx: Tx, { companyId, key }: { companyId: number; key: string }) =>
  tx
    .withTables<ProfileTables>()
    .selectFrom('profiles')
    .select(['id', 'deleted_at'])
    .where('company_id', '=', companyId)
    .where('external_key', '=', key)
    .executeTakeFirst();

export async function insertProfile(tx: Tx, data: StoredProfile, { companyId, createdBy }: WriteScope): Promise<number> {
  const { id } = await tx
    .withTables<ProfileTables>()
    .insertInto('profiles')
    .values({ company_id: companyId, external_key: null, data: JSON.stringify(data), created_by: createdBy, deleted_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await announceProfiles(tx, [id]);
  return id;
}
