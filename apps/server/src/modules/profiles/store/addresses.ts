import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';

export interface KnownAddress {
  email: string;
  /** False: known to the common base alone, and this person has not opened the contacts. */
  isUsable: boolean;
  /** It is known to the common base: each person reads it once they have opened the contacts. */
  needsOpening: boolean;
}

/** The e-mail address to write to of each profile that has one: of those that the person may use the oldest valid one, else any. */
export async function addressesOf(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Map<number, KnownAddress>> {
  if (!actor.permissions.contacts || profileIds.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; value: string; usable: boolean; needs_opening: boolean }>`
    with opened as (select distinct profile_id from contact_openings where user_id = ${actor.userId} and profile_id = any(${profileIds}::bigint[]))
    select distinct on (contact.profile_id) contact.profile_id, contact.value, contact.company_id is null as needs_opening,
      (contact.company_id is not null or opened.profile_id is not null) as usable
    from profile_contacts as contact left join opened on opened.profile_id = contact.profile_id
    where contact.profile_id = any(${profileIds}::bigint[]) and contact.type = 'email' and contact.is_active and contact.is_valid
    order by contact.profile_id, usable desc, contact.id`.execute(tx);
  return new Map(rows.map((row) => [row.profile_id, { email: row.value, isUsable: row.usable, needsOpening: row.needs_opening }]));
}

/**
 * Whether this person has opened the contacts of the profile of a row.
 * @param profileId the column that holds the profile
 */
export const hasOpenedContacts = (actor: Actor, profileId: string) => sql<boolean>`(${actor.permissions.contacts}
  and exists (select from contact_openings where user_id = ${actor.userId} and contact_openings.profile_id = ${sql.ref(profileId)}))`;

/**
 * Whether an address that this person gives is one that they have read from opened contacts. What they know by themselves is never compared with
 * contacts that are closed to them.
 */
export async function isOpenedAddress(
  tx: Tx,
  actor: Actor,
  { profileId, emailKey }: { profileId: number; emailKey: string },
): Promise<boolean> {
  const { rows } = await sql`select from profile_contacts as contact
    where contact.profile_id = ${profileId} and contact.type = 'email' and contact.normalized = ${emailKey} and contact.company_id is null
      and ${hasOpenedContacts(actor, 'contact.profile_id')}`.execute(tx);
  return rows.length > 0;
}

/** Whether the common base knows the address of that person. For one that was read somewhere, never for one that somebody typed: it would tell. */
export async function isOfCommonBase(tx: Tx, { profileId, emailKey }: { profileId: number; emailKey: string }): Promise<boolean> {
  const { rows } = await sql`select from profile_contacts
    where profile_id = ${profileId} and type = 'email' and normalized = ${emailKey} and company_id is null`.execute(tx);
  return rows.length > 0;
}

/** Addresses of the common base by profile, of those of the profiles whose contacts this person has not opened. Each of these has an entry. */
export async function closedAddressesOf(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Map<number, string[]>> {
  if (profileIds.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; addresses: string[] }>`
    select closed.profile_id, array_remove(array_agg(contact.normalized), null) as addresses
    from unnest(${profileIds}::bigint[]) as closed (profile_id) left join profile_contacts as contact
      on contact.profile_id = closed.profile_id and contact.type = 'email' and contact.company_id is null
    where not ${hasOpenedContacts(actor, 'closed.profile_id')}
    group by closed.profile_id`.execute(tx);
  return new Map(rows.map((row) => [row.profile_id, row.addresses]));
}

/** Those of the profiles whose contacts this person has opened. */
export async function openedAmong(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Set<number>> {
  if (profileIds.length === 0) return new Set();
  const { rows } = await sql<{ profile_id: number }>`
    select seen.profile_id from unnest(${profileIds}::bigint[]) as seen (profile_id) where ${hasOpenedContacts(actor, 'seen.profile_id')}`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.profile_id));
}
