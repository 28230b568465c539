import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';

export interface KnownAddress {
  email: string;
  /** False: known to the common base alone, and this person has not opened the contacts. */
  isUsable: boolean;
}

/** The e-mail address to write to of each profile that has one: of those that the person may use the oldest valid one, else any. */
export async function addressesOf(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Map<number, KnownAddress>> {
  if (!actor.permissions.contacts || profileIds.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; value: string; usable: boolean }>`
    with opened as (select distinct profile_id from contact_openings where user_id = ${actor.userId} and profile_id = any(${profileIds}::bigint[]))
    select distinct on (contact.profile_id) contact.profile_id, contact.value,
      (contact.company_id is not null or opened.profile_id is not null) as usable
    from profile_contacts as contact left join opened on opened.profile_id = contact.profile_id
    where contact.profile_id = any(${profileIds}::bigint[]) and contact.type = 'email' and contact.is_active and contact.is_valid
    order by contact.profile_id, usable desc, contact.id`.execute(tx);
  return new Map(rows.map((row) => [row.profile_id, { email: row.value, isUsable: row.usable }]));
}

/**
 * Whether the address of a row is a contact of the common base that this person has not opened: they are shown its mask, and find nothing by it. What
 * the own company knows by itself is open to all of it.
 */
export const isClosedAddress = (actor: Actor, { profileId, key }: { profileId: string; key: string }) => sql<boolean>`(
  exists (select from profile_contacts as closed where closed.profile_id = ${sql.ref(profileId)} and closed.type = 'email'
    and closed.normalized = ${sql.ref(key)})
  and not (${actor.permissions.contacts} and (
    exists (select from profile_contacts as own where own.profile_id = ${sql.ref(profileId)} and own.type = 'email'
      and own.normalized = ${sql.ref(key)} and own.company_id is not null)
    or exists (select from contact_openings where user_id = ${actor.userId} and contact_openings.profile_id = ${sql.ref(profileId)}))))`;

/** The closed addresses of each profile that has some. */
export async function closedAddressesOf(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Map<number, string[]>> {
  if (profileIds.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; addresses: string[] }>`
    select contact.profile_id, array_agg(contact.normalized) as addresses from profile_contacts as contact
    where contact.profile_id = any(${profileIds}::bigint[]) and contact.type = 'email'
      and ${isClosedAddress(actor, { profileId: 'contact.profile_id', key: 'contact.normalized' })}
    group by contact.profile_id`.execute(tx);
  return new Map(rows.map((row) => [row.profile_id, row.addresses]));
}
