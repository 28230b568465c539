import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';

export interface KnownAddress {
  email: string;
  /** False: only the common base has it, and the actor has not opened the contacts. */
  isUsable: boolean;
  /** The common base has it: a person reads it after opening the contacts. */
  needsOpening: boolean;
  /** A part, if the person is merged. */
  storedAt: number;
}

/** The oldest valid address that the actor may use, else any. */
export async function addressesOf(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Map<number, KnownAddress>> {
  if (!actor.permissions.contacts || profileIds.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; owner_profile_id: number; value: string; usable: boolean; needs_opening: boolean }>`
    select distinct on (contact.profile_id) contact.profile_id, contact.owner_profile_id, contact.value,
      contact.company_id is null as needs_opening,
      (contact.company_id is not null or ${hasOpenedContacts(actor, 'contact.owner_profile_id')}) as usable
    from visible_contacts as contact
    where contact.profile_id = any(${profileIds}::bigint[]) and contact.type = 'email' and contact.is_active and contact.is_valid
      and not exists (select from contact_checks as own where own.company_id = ${actor.company.id} and own.profile_id in (contact.profile_id, contact.owner_profile_id)
        and own.email_key = contact.normalized and not own.is_valid and own.checked_at >= coalesce(contact.checked_at, own.checked_at))
    order by contact.profile_id, usable desc, contact.id`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.profile_id,
      { email: row.value, isUsable: row.usable, needsOpening: row.needs_opening, storedAt: row.owner_profile_id },
    ]),
  );
}

/** A username of the company comes first, else a readable one of the common base. */
export async function usernamesOf(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Map<number, string>> {
  if (!actor.permissions.contacts || profileIds.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; value: string }>`
    select distinct on (contact.profile_id) contact.profile_id, contact.value from visible_contacts as contact
    where contact.profile_id = any(${profileIds}::bigint[]) and contact.type = 'telegram' and contact.is_active and contact.is_valid
      and (contact.company_id is not null or ${hasOpenedContacts(actor, 'contact.owner_profile_id')})
    order by contact.profile_id, contact.company_id is null, contact.id`.execute(tx);
  return new Map(rows.map((row) => [row.profile_id, row.value]));
}

/**
 * Profiles that the company knows by that username: it added the name, or a member opened it.
 * Closed usernames never match, or a guess could be tested against the common base.
 */
export async function profilesByUsername(tx: Tx, companyId: number, username: string): Promise<number[]> {
  const { rows } = await sql<{ profile_id: number }>`
    select distinct known.profile_id from visible_contacts as known
    where known.type = 'telegram' and known.normalized = lower(${username}) and known.is_active
      and (known.company_id is not null or exists (select from contact_openings
        where contact_openings.company_id = ${companyId} and contact_openings.profile_id = known.owner_profile_id and ${stillOpen('contact_openings')}))
    order by known.profile_id limit 100`.execute(tx);
  return rows.map((row) => row.profile_id);
}

/** In order: the part with the address in the common base, else the profile itself. */
export async function partsWithAddresses(tx: Tx, people: readonly { profileId: number; emailKey: string }[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select coalesce((select min(known.owner_profile_id) from visible_contacts as known where known.profile_id = sought.profile_id and known.type = 'email'
      and known.company_id is null and known.is_active and known.normalized = sought.email_key), sought.profile_id) as id
    from unnest(${people.map(({ profileId }) => profileId)}::bigint[], ${people.map(({ emailKey }) => emailKey)}::text[])
      with ordinality as sought (profile_id, email_key, place) order by place`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * COMP-046: whether an opening is valid. If the company closes contacts at the end of a month, only
 * openings of this month are.
 */
export const stillOpen = (opening: string) => sql<boolean>`not exists (select from companies as closing
  where closing.id = ${sql.ref(`${opening}.company_id`)} and closing.features->>'closing_contacts' = 'true'
    and ${sql.ref(`${opening}.month`)} < date_trunc('month', now() at time zone closing.time_zone))`;

/**
 * Whether the actor has opened the contacts of the profile in a row.
 * @param profileId the column with the profile
 */
export const hasOpenedContacts = (actor: Actor, profileId: string) => sql<boolean>`(${actor.permissions.contacts}
  and exists (select from contact_openings where user_id = ${actor.userId} and contact_openings.profile_id = ${sql.ref(profileId)}
    and ${stillOpen('contact_openings')}))`;

/**
 * As `hasOpenedContacts`, for the address of a recipient, which may come from a profile merged into
 * theirs.
 * @param recipient the alias of `mailing_recipients` in the query
 */
export const hasOpenedAddress = (actor: Actor, recipient: string) => sql<boolean>`(${hasOpenedContacts(actor, `${recipient}.profile_id`)}
  or exists (select from visible_contacts as known where known.profile_id = ${sql.ref(`${recipient}.profile_id`)} and known.type = 'email'
    and known.company_id is null and known.normalized = ${sql.ref(`${recipient}.email_key`)} and known.owner_profile_id <> known.profile_id
    and ${hasOpenedContacts(actor, 'known.owner_profile_id')}))`;

/**
 * Whether the actor may read the username of a dialog: it is no contact of the common base, they
 * opened it, or their company added it.
 * @param dialog the alias of `telegram_dialogs` in the query
 */
export function mayReadUsername(actor: Actor, dialog: string): RawBuilder<boolean> {
  const known = sql`from visible_contacts as known where known.profile_id = ${sql.ref(`${dialog}.profile_id`)} and known.type = 'telegram'
    and known.normalized = lower(${sql.ref(`${dialog}.username`)})`;
  return sql<boolean>`(not exists (select ${known} and known.company_id is null)
    or exists (select ${known} and (known.company_id is not null or ${hasOpenedContacts(actor, 'known.owner_profile_id')})))`;
}

/**
 * Whether an entered address equals an opened contact. Entered addresses are never compared with
 * closed contacts.
 */
export async function isOpenedAddress(
  tx: Tx,
  actor: Actor,
  { profileId, emailKey }: { profileId: number; emailKey: string },
): Promise<boolean> {
  const { rows } = await sql`select from visible_contacts as contact
    where contact.profile_id = ${profileId} and contact.type = 'email' and contact.normalized = ${emailKey} and contact.company_id is null
      and ${hasOpenedContacts(actor, 'contact.owner_profile_id')}`.execute(tx);
  return rows.length > 0;
}

/**
 * Whether the common base has the address of that person. Only for addresses from a source: for an
 * entered one, the result would confirm a closed contact.
 */
export async function isOfCommonBase(tx: Tx, { profileId, emailKey }: { profileId: number; emailKey: string }): Promise<boolean> {
  const { rows } = await sql`select from visible_contacts
    where profile_id = ${profileId} and type = 'email' and normalized = ${emailKey} and company_id is null`.execute(tx);
  return rows.length > 0;
}

export interface ClosedAddresses {
  addresses: string[];
  /**
   * The contacts of another part of the merged person are open, and an address outside this list
   * was read there.
   */
  isPartly: boolean;
}

/** Each profile with closed contacts has an entry. */
export async function closedAddressesOf(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Map<number, ClosedAddresses>> {
  if (profileIds.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; addresses: string[]; isPartly: boolean }>`
    select closed.profile_id, coalesce(array_agg(contact.normalized) filter (where contact.id is not null and not contact.is_open), '{}') as addresses,
      coalesce(bool_or(contact.is_open), false) as "isPartly"
    from unnest(${profileIds}::bigint[]) as closed (profile_id) left join lateral (
      select known.id, known.normalized, ${hasOpenedContacts(actor, 'known.owner_profile_id')} as is_open from visible_contacts as known
      where known.profile_id = closed.profile_id and known.type = 'email' and known.company_id is null
    ) as contact on true
    where not ${hasOpenedContacts(actor, 'closed.profile_id')} or contact.id is not null and not contact.is_open
    group by closed.profile_id`.execute(tx);
  return new Map(rows.map(({ profile_id: profileId, ...closed }) => [profileId, closed]));
}

/** Mailboxes of the company. A mailbox needs access to a mail service, so users cannot enter guesses. */
export async function mailboxAddresses(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`select distinct address from mailboxes`.execute(tx);
  return rows.map((row) => row.address);
}

export async function openedAmong(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Set<number>> {
  if (profileIds.length === 0) return new Set();
  const { rows } = await sql<{ profile_id: number }>`
    select seen.profile_id from unnest(${profileIds}::bigint[]) as seen (profile_id) where ${hasOpenedContacts(actor, 'seen.profile_id')}`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.profile_id));
}
