import { sql } from 'kysely';
import type { Contact } from '@headwater/contract/profile-data';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { hasOpenedContacts } from './addresses.ts';

interface ContactKinds {
  profileIds: readonly number[];
  types: readonly Contact['type'][];
}

/**
 * Profiles with contacts of these types that are closed to the actor; the part that has them, if
 * the person is merged. A contact that the actor read at another part does not count.
 */
export async function closedContactsOf(tx: Tx, actor: Actor, { profileIds, types }: ContactKinds): Promise<number[]> {
  if (types.length === 0 || profileIds.length === 0) return [];
  const { rows } = await sql<{ profile_id: number }>`
    select distinct contact.owner_profile_id as profile_id from visible_contacts as contact
    where contact.profile_id = any(${profileIds}::bigint[]) and contact.company_id is null and contact.is_active
      and contact.type = any(${types}::text[]) and not ${hasOpenedContacts(actor, 'contact.owner_profile_id')}
      and not exists (select from visible_contacts as twin where twin.profile_id = contact.profile_id and twin.owner_profile_id <> contact.owner_profile_id
        and twin.type = contact.type and twin.normalized = contact.normalized and twin.company_id is null and twin.is_active
        and ${hasOpenedContacts(actor, 'twin.owner_profile_id')})`.execute(tx);
  return rows.map((row) => row.profile_id);
}

export interface ReadableContact {
  type: Contact['type'];
  value: string;
}

/** Opened contacts and those of the company, each value once, valid ones first. */
export async function readableContacts(tx: Tx, actor: Actor, { profileIds, types }: ContactKinds): Promise<Map<number, ReadableContact[]>> {
  if (!actor.permissions.contacts || types.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; contacts: ReadableContact[] }>`
    select profile_id, json_agg(json_build_object('type', type, 'value', value) order by is_valid desc, id) as contacts
    from (select distinct on (contact.profile_id, contact.type, contact.normalized) contact.* from visible_contacts as contact
      where contact.profile_id = any(${profileIds}::bigint[]) and contact.is_active and contact.type = any(${types}::text[])
        and (contact.company_id is not null or ${hasOpenedContacts(actor, 'contact.owner_profile_id')})
      order by contact.profile_id, contact.type, contact.normalized, contact.id) as contact
    group by profile_id`.execute(tx);
  return new Map(rows.map((row) => [row.profile_id, row.contacts]));
}
