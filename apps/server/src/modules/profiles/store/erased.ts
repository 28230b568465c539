import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileTables } from '../tables.ts';
import { announceProfiles } from './changes.ts';

/** Whether erasures affect an import into that company or the common base (null). */
export async function hasFingerprints(tx: Tx, companyId: number | null): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from erased_fingerprints where coalesce(company_id, 0) in (0, ${companyId ?? 0})) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

interface Erased {
  companyId: number | null;
  /** Only people who were erased on request. */
  onRequest: boolean;
}

/** In hex: erased from the common base or by that company. */
export async function findFingerprints(tx: Tx, { companyId, onRequest }: Erased, fingerprints: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await sql<{ fingerprint: Buffer }>`
    select fingerprint from erased_fingerprints
    where fingerprint = any(${fingerprints}::bytea[]) and coalesce(company_id, 0) in (0, ${companyId ?? 0})
      and (on_request or not ${onRequest}::boolean)`.execute(tx);
  return new Set(rows.map((row) => row.fingerprint.toString('hex')));
}

export async function insertFingerprints(
  tx: Tx,
  { companyId, onRequest, fingerprints, now }: Erased & { fingerprints: readonly Buffer[]; now: Date },
): Promise<void> {
  await sql`
    insert into erased_fingerprints (company_id, fingerprint, erased_at, on_request)
    select ${companyId}::bigint, unnest(${fingerprints}::bytea[]), ${now}, ${onRequest}::boolean
    on conflict (fingerprint, coalesce(company_id, 0)) do update set on_request = true where excluded.on_request`.execute(tx);
}

/** As "type key". */
async function findSharedContacts(tx: Tx, profileId: number, lastName: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct known.type || ' ' || known.normalized as key from profile_contacts as known
    join profile_contacts as other on other.type = known.type and other.normalized = known.normalized and other.profile_id <> known.profile_id
    join profiles on profiles.id = other.profile_id and profiles.deleted_at is null
    where known.profile_id = ${profileId} and profiles.last_name_key <> lower(btrim(${lastName}))`.execute(tx);
  return new Set(rows.map((row) => row.key));
}

export async function namesOfNobodyElse(tx: Tx, profileId: number, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with sought as materialized (select name, lower(name) as key from unnest(${[...new Set(names.filter(Boolean))]}::text[]) as name)
    select name from sought where not exists (
      select from profiles where id <> ${profileId} and deleted_at is null and last_name_key = sought.key)`.execute(tx);
  return rows.map((row) => row.name);
}

/** Requires a transaction over all companies. */
export async function findIdentity(tx: Tx, profileId: number) {
  const tables = tx.withTables<ProfileTables>();
  const row = await tables
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', profileId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const rows = await tables.selectFrom('profile_contacts').selectAll().where('profile_id', '=', profileId).execute();
  const shared = await findSharedContacts(tx, profileId, row.data.last_name);
  const contacts = rows.map((contact) => ({ ...contact, isShared: shared.has(`${contact.type} ${contact.normalized}`) }));
  const overlays = await tables.selectFrom('profile_overlays').select('data').where('profile_id', '=', profileId).execute();
  const views = [row.data, ...overlays.map((overlay) => ({ ...row.data, ...overlay.data }))];
  const names = views.map(({ first_name: first, last_name: last }) => ({ first: first ?? '', last: last ?? '' }));
  const links = [...new Set(views.flatMap((view) => (view.links ?? []).map(({ url }) => url)))];
  return { ...row, contacts, names, links };
}

/**
 * Deletes the profile and all rows that refer to it; only the id remains and answers 410. Requires
 * a transaction over all companies. Returns false if there is no such profile.
 */
export async function eraseProfile(tx: Tx, profileId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ company_id: number | null; created_at: Date }>`
    delete from profiles where id = ${profileId} returning company_id, created_at`.execute(tx);
  const [row] = rows;
  if (!row) return false;
  await sql`
    insert into profiles (id, company_id, data, created_at, updated_at, deleted_at) overriding system value
    values (${profileId}, ${row.company_id}, '{}', ${row.created_at}, ${now}, ${now})`.execute(tx);
  await announceProfiles(tx, [profileId]);
  return true;
}
