import { sql } from 'kysely';
import type { Contact } from '@headwater/contract/profile-data';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { hasOpenedContacts } from './addresses.ts';
import { announceProfiles } from './changes.ts';

/** A value in the form that equal ones share; see profile_contacts.normalized. */
export interface ContactKey {
  type: Contact['type'];
  normalized: string;
}

/** Two owners prove that a value identifies no person. */
const perKey = 2;

/** Counts contacts that the actor may read, and links. Excludes erased and hidden profiles. */
export async function ownersOfContacts(tx: Tx, actor: Actor, keys: readonly ContactKey[]): Promise<number[][]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ position: number; profile_id: number }>`
    with sought as materialized (
      select key.*, case when key.type = 'link' then headwater_link_key(key.normalized) end as link
      from unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ normalized }) => normalized)}::text[])
        with ordinality as key (type, normalized, position))
    select sought.position, owner.profile_id from sought, lateral (
      select distinct found.profile_id from (
        select contact.profile_id from visible_contacts as contact
        where contact.type = sought.type and contact.normalized = sought.normalized and contact.is_active
          and (contact.company_id is not null or contact.type = 'link' or ${hasOpenedContacts(actor, 'contact.owner_profile_id')})
        union all
        select known.profile_id from visible_link_keys as known
        where known.key = sought.link and sought.link like '%_/_%'
          and not exists (select from banned_links where banned_links.key = sought.link) and (known.is_change or not exists (
          select from profile_overlays as overlay
          where overlay.profile_id = known.owner_profile_id and overlay.company_id = headwater_company() and overlay.data ? 'links'))
      ) as found
      join visible_profiles as profile on profile.id = found.profile_id and profile.deleted_at is null and not profile.hidden
      limit ${perKey}
    ) as owner`.execute(tx);
  const owners: number[][] = keys.map(() => []);
  for (const { position, profile_id: profileId } of rows) owners[position - 1]?.push(profileId);
  return owners;
}

export interface EnrichedContact extends ContactKey {
  profileId: number;
  value: string;
}

/**
 * Returns the new contacts with their ids. An equal closed contact of the common base counts as
 * unknown, because the result must not confirm it.
 */
export async function addEnrichedContacts(tx: Tx, actor: Actor, contacts: readonly EnrichedContact[]) {
  if (contacts.length === 0) return [];
  const input = JSON.stringify(contacts.map(({ profileId, ...contact }) => ({ profile_id: profileId, ...contact })));
  const { rows } = await sql<ContactKey & { id: number; profile_id: number }>`
    insert into profile_contacts (profile_id, company_id, type, value, normalized, source, created_by)
    select added.profile_id, ${actor.company.id}::bigint, added.type, added.value, added.normalized, 'enrichment', ${actor.userId}::bigint
    from jsonb_to_recordset(${input}::jsonb) as added (profile_id bigint, type text, value text, normalized text)
    where not exists (select from visible_contacts as contact
      where contact.profile_id = added.profile_id and contact.type = added.type and contact.normalized = added.normalized
        and contact.company_id is null and contact.is_active and ${hasOpenedContacts(actor, 'contact.owner_profile_id')})
      and not (added.type = 'link' and exists (select from banned_links where banned_links.key = headwater_link_key(added.value)))
    on conflict (profile_id, type, normalized, coalesce(company_id, 0)) do nothing
    returning id, profile_id, type, normalized`.execute(tx);
  await announceProfiles(
    tx,
    rows.map((row) => row.profile_id),
  );
  return rows.map(({ profile_id: profileId, ...row }) => ({ profileId, ...row }));
}

export async function removeEnrichedContacts(tx: Tx, actor: Actor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ profile_id: number }>`
    delete from profile_contacts where id = any(${ids}::bigint[]) and company_id = ${actor.company.id} and source = 'enrichment'
    returning profile_id`.execute(tx);
  await announceProfiles(
    tx,
    rows.map((row) => row.profile_id),
  );
}
