import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';

export interface KnownAddress {
  email: string;
  /** False: known to the common base alone, and this person has not opened the contacts. */
  isUsable: boolean;
  /** It is known to the common base: each person reads it once they have opened the contacts. */
  needsOpening: boolean;
  /** The profile that has it: of a merged person one of the parts. */
  storedAt: number;
}

/** The e-mail address to write to of each profile that has one: of those that the person may use the oldest valid one, else any. */
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

/** The username at Telegram of each profile whose the person may read: one that the company knows by itself, else one of the common base. */
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
 * Whom the company knows by that name at Telegram: it has added the name, or somebody of it has opened it. One that is closed to all of it says nothing:
 * else whoever has a name could try it against what is sold.
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

/** Of merged people the part that has the address in the common base; the profile itself where none has. One for each, in their order. */
export async function partsWithAddresses(tx: Tx, people: readonly { profileId: number; emailKey: string }[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select coalesce((select min(known.owner_profile_id) from visible_contacts as known where known.profile_id = sought.profile_id and known.type = 'email'
      and known.company_id is null and known.is_active and known.normalized = sought.email_key), sought.profile_id) as id
    from unnest(${people.map(({ profileId }) => profileId)}::bigint[], ${people.map(({ emailKey }) => emailKey)}::text[])
      with ordinality as sought (profile_id, email_key, place) order by place`.execute(tx);
  return rows.map((row) => row.id);
}

/** COMP-046: whether an opening still counts: where the company closes its contacts at the end of a month, only one of this month. */
export const stillOpen = (opening: string) => sql<boolean>`not exists (select from companies as closing
  where closing.id = ${sql.ref(`${opening}.company_id`)} and closing.features->>'closing_contacts' = 'true'
    and ${sql.ref(`${opening}.month`)} < date_trunc('month', now() at time zone closing.time_zone))`;

/**
 * Whether this person has opened the contacts of the profile of a row.
 * @param profileId the column that holds the profile
 */
export const hasOpenedContacts = (actor: Actor, profileId: string) => sql<boolean>`(${actor.permissions.contacts}
  and exists (select from contact_openings where user_id = ${actor.userId} and contact_openings.profile_id = ${sql.ref(profileId)}
    and ${stillOpen('contact_openings')}))`;

/**
 * The same for the address of a recipient, which may be known by a profile that was merged into theirs.
 * @param recipient the name that `mailing_recipients` has in the query
 */
export const hasOpenedAddress = (actor: Actor, recipient: string) => sql<boolean>`(${hasOpenedContacts(actor, `${recipient}.profile_id`)}
  or exists (select from visible_contacts as known where known.profile_id = ${sql.ref(`${recipient}.profile_id`)} and known.type = 'email'
    and known.company_id is null and known.normalized = ${sql.ref(`${recipient}.email_key`)} and known.owner_profile_id <> known.profile_id
    and ${hasOpenedContacts(actor, 'known.owner_profile_id')}))`;

/**
 * Whether this person may read the username of a dialog: it is no contact of the common base, or one that they have opened or that their company added.
 * @param dialog the name that `telegram_dialogs` has in the query
 */
export function mayReadUsername(actor: Actor, dialog: string): RawBuilder<boolean> {
  const known = sql`from visible_contacts as known where known.profile_id = ${sql.ref(`${dialog}.profile_id`)} and known.type = 'telegram'
    and known.normalized = lower(${sql.ref(`${dialog}.username`)})`;
  return sql<boolean>`(not exists (select ${known} and known.company_id is null)
    or exists (select ${known} and (known.company_id is not null or ${hasOpenedContacts(actor, 'known.owner_profile_id')})))`;
}

/**
 * Whether an address that this person gives is one that they have read from opened contacts. What they know by themselves is never compared with
 * contacts that are closed to them.
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

/** Whether the common base knows the address of that person. For one that was read somewhere, never for one that somebody typed: it would tell. */
export async function isOfCommonBase(tx: Tx, { profileId, emailKey }: { profileId: number; emailKey: string }): Promise<boolean> {
  const { rows } = await sql`select from visible_contacts
    where profile_id = ${profileId} and type = 'email' and normalized = ${emailKey} and company_id is null`.execute(tx);
  return rows.length > 0;
}

export interface ClosedAddresses {
  addresses: string[];
  /** The contacts of another part of the merged person are open: an address that is not among these was read there. */
  isPartly: boolean;
}

/** Addresses of the common base by profile, of those of the profiles whose contacts this person has not opened. Each of these has an entry. */
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

/** Those of the profiles whose contacts this person has opened. */
export async function openedAmong(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<Set<number>> {
  if (profileIds.length === 0) return new Set();
  const { rows } = await sql<{ profile_id: number }>`
    select seen.profile_id from unnest(${profileIds}::bigint[]) as seen (profile_id) where ${hasOpenedContacts(actor, 'seen.profile_id')}`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.profile_id));
}
