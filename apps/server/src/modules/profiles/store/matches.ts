import { sql } from 'kysely';
import type { Contact } from '@headwater/contract/profile-data';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { hasOpenedContacts } from './addresses.ts';

export interface Key {
  type: Contact['type'];
  normalized: string;
}

export interface Matched extends Key {
  profile_id: number;
}

const most = 200;

/** Counts contacts that the actor may read. Links are never closed. */
export async function matchedByContacts(tx: Tx, actor: Actor, keys: readonly Key[]): Promise<Matched[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Matched>`
    select distinct contact.profile_id, contact.type, contact.normalized from visible_contacts as contact
    join unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ normalized }) => normalized)}::text[]) as key (type, normalized)
      on contact.type = key.type and contact.normalized = key.normalized
    where contact.is_active and (contact.company_id is not null or contact.type = 'link' or ${hasOpenedContacts(actor, 'contact.owner_profile_id')})
    limit ${most}`.execute(tx);
  return rows;
}

/** `url` is the link as given. */
export async function matchedByLinks(tx: Tx, urls: readonly string[]): Promise<{ profile_id: number; url: string }[]> {
  if (urls.length === 0) return [];
  const { rows } = await sql<{ profile_id: number; url: string }>`
    with sought as materialized (select url, headwater_link_key(url) as key from unnest(${[...urls]}::text[]) as url)
    select distinct known.profile_id, sought.url from sought join visible_link_keys as known on known.key = sought.key
    where sought.key like '%_/_%' and not exists (select from banned_links where banned_links.key = sought.key) and (known.is_change or not exists (
      select from profile_overlays as overlay
      where overlay.profile_id = known.owner_profile_id and overlay.company_id = headwater_company() and overlay.data ? 'links'))
    limit ${most}`.execute(tx);
  return rows;
}

/** Profiles of the company by their keys in a source; of merged profiles the one that they were merged into. */
export async function ownersOfExternalKeys(tx: Tx, companyId: number, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; external_key: string }>`
    select coalesce(merged.leads_to, known.id) as id, known.external_key from profiles as known
    left join profile_merges as merged on merged.absorbed_id = known.id and merged.company_id = ${companyId} and merged.detached_at is null
    where known.company_id = ${companyId} and known.external_key = any(${keys}::text[]) and known.deleted_at is null`.execute(tx);
  return new Map(rows.map((row) => [row.external_key, row.id]));
}
