import { sql } from 'kysely';
import type { Contact } from '@headwater/contract/profile-data';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileTables } from '../tables.ts';
import { announceProfiles } from './changes.ts';

const tables = (tx: Tx) => tx.withTables<ProfileTables>();

interface OwnContact {
  profileId: number;
  type: Contact['type'];
  value: string;
  normalized: string;
  kind?: 'personal' | 'corporate' | null | undefined;
  source?: Contact['source'];
  /** Undoing this save removes the contact. */
  fragmentId?: number;
}

/** Undefined if a concurrent request added an equal one. */
export async function insertOwnContact(tx: Tx, actor: Actor, contact: OwnContact) {
  const row = await tables(tx)
    .insertInto('profile_contacts')
    .values({
      profile_id: contact.profileId,
      company_id: actor.company.id,
      type: contact.type,
      value: contact.value,
      normalized: contact.normalized,
      kind: contact.kind ?? null,
      source: contact.source ?? 'manual',
      created_by: actor.userId,
      fragment_id: contact.fragmentId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) await announceProfiles(tx, [contact.profileId]);
  return row;
}

export async function deleteOwnContact(tx: Tx, actor: Actor, { profileId, contactId }: { profileId: number; contactId: number }) {
  const row = await tables(tx)
    .deleteFrom('profile_contacts')
    .where('id', '=', contactId)
    .where(
      'profile_id',
      '=',
      sql<number>`any(array(select ${profileId}::bigint union select absorbed_id from profile_merges
        where leads_to = ${profileId} and company_id = headwater_company() and detached_at is null))`,
    )
    .where('company_id', '=', actor.company.id)
    .returning(sql<number>`id`.as('id'))
    .executeTakeFirst();
  if (row) await announceProfiles(tx, [profileId]);
  return row !== undefined;
}

export async function deleteOwnContacts(tx: Tx, actor: Actor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from profile_contacts where id = any(${ids}::bigint[]) and company_id = ${actor.company.id}`.execute(tx);
}
