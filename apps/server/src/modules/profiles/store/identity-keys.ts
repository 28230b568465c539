import { sql } from 'kysely';
import type { Contact } from '@headwater/contract/profile-data';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileTables } from '../tables.ts';

interface KeyRun {
  contacts_done: number;
  links_done: number;
  finished_at: Date | null;
}

export async function findKeyRun(tx: Tx, rules: number): Promise<KeyRun> {
  const runs = tx.withTables<ProfileTables>();
  await runs
    .insertInto('identity_key_runs')
    .values({ rules })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return runs.selectFrom('identity_key_runs').selectAll().where('rules', '=', rules).forUpdate().executeTakeFirstOrThrow();
}

export const saveKeyRun = (tx: Tx, rules: number, change: Partial<KeyRun>) =>
  tx.withTables<ProfileTables>().updateTable('identity_key_runs').set(change).where('rules', '=', rules).execute();

export interface KeyedContact extends Pick<Contact, 'type' | 'value'> {
  id: number;
  normalized: string;
}

export const listKeyedContacts = (tx: Tx, { after, most }: { after: number; most: number }): Promise<KeyedContact[]> =>
  tx
    .withTables<ProfileTables>()
    .selectFrom('profile_contacts')
    .select(['id', 'type', 'value', 'normalized'])
    .where('id', '>', after)
    .where('type', 'in', ['email', 'telegram', 'link'])
    .orderBy('id')
    .limit(most)
    .execute();

/** Skips a contact if the profile already has one with the new key. */
export async function changeContactKeys(tx: Tx, contacts: readonly KeyedContact[]): Promise<void> {
  const input = JSON.stringify(contacts.map(({ id, value, normalized }) => ({ id, value, normalized })));
  await sql`
    update profile_contacts as contact set normalized = changed.normalized, value = changed.value
    from (select distinct on (own.profile_id, own.type, new.normalized, coalesce(own.company_id, 0)) new.*
      from jsonb_to_recordset(${input}::jsonb) as new (id bigint, value text, normalized text) join profile_contacts as own on own.id = new.id
      order by own.profile_id, own.type, new.normalized, coalesce(own.company_id, 0), own.id) as changed
    where contact.id = changed.id and not exists (select from profile_contacts as twin where twin.profile_id = contact.profile_id
      and twin.type = contact.type and twin.normalized = changed.normalized and coalesce(twin.company_id, 0) = coalesce(contact.company_id, 0)
      and twin.id <> contact.id)`.execute(tx);
}

/** Returns the last profile, or undefined at the end. */
export async function changeLinkKeys(tx: Tx, { after, most }: { after: number; most: number }): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    with part as materialized (select distinct profile_id from profile_link_keys where profile_id > ${after} order by profile_id limit ${most}),
    current as materialized (
      select id as profile_id, company_id, false as is_change, data from profiles join part on part.profile_id = id
      union all
      select overlay.profile_id, company_id, true, data from profile_overlays as overlay join part on part.profile_id = overlay.profile_id),
    changed as materialized (select current.* from current where
      array(select key from headwater_link_keys(data) as key order by key) <> array(select key from profile_link_keys as known
        where known.profile_id = current.profile_id and known.is_change = current.is_change and known.company_id is not distinct from current.company_id
        order by key)),
    deleted as (delete from profile_link_keys as known using changed where known.profile_id = changed.profile_id
      and known.is_change = changed.is_change and known.company_id is not distinct from changed.company_id),
    inserted as (insert into profile_link_keys (profile_id, company_id, is_change, key)
      select profile_id, company_id, is_change, key from changed, headwater_link_keys(data) as key)
    select max(profile_id) as last from part`.execute(tx);
  return rows[0]?.last ?? undefined;
}
