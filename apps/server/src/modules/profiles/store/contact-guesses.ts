import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import type { ProfileTables } from '../tables.ts';
import { hasOpenedContacts } from './addresses.ts';
import type { Key } from './matches.ts';

/** Different contacts that a person may compare with closed ones of the common base in a day. */
export const guessesADay = 100;

const hashOf = (userId: number, { type, normalized }: Key) => createHash('sha256').update(`${userId} ${type} ${normalized}`).digest();

interface Guesses {
  keys: readonly Key[];
  day: string;
}

/** Returns those within the limit of the day. */
export async function recordGuesses(tx: Tx, actor: Actor, { keys, day }: Guesses): Promise<Key[]> {
  if (keys.length === 0) return [];
  await lockUntilCommit(tx, 'contactGuesses', actor.userId);
  const guesses = tx.withTables<ProfileTables>();
  const rows = await guesses
    .selectFrom('contact_guesses')
    .select('guess')
    .where('user_id', '=', actor.userId)
    .where('day', '=', day)
    .execute();
  const known = new Set(rows.map(({ guess }) => guess.toString('hex')));
  const isKnown = (key: Key) => known.has(hashOf(actor.userId, key).toString('hex'));
  const added = keys.filter((key) => !isKnown(key)).slice(0, Math.max(0, guessesADay - known.size));
  if (added.length > 0) {
    const values = added.map((key) => ({ company_id: actor.company.id, user_id: actor.userId, day, guess: hashOf(actor.userId, key) }));
    await guesses
      .insertInto('contact_guesses')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return [...keys.filter(isKnown), ...added];
}

/** Returns those that were not confirmed today before. */
export async function confirmGuesses(tx: Tx, actor: Actor, { keys, day }: Guesses): Promise<Key[]> {
  if (keys.length === 0) return [];
  const rows = await tx
    .withTables<ProfileTables>()
    .updateTable('contact_guesses')
    .set({ is_confirmed: true })
    .where('user_id', '=', actor.userId)
    .where('day', '=', day)
    .where('guess', '=', sql<Buffer>`any(${keys.map((key) => hashOf(actor.userId, key))}::bytea[])`)
    .where('is_confirmed', '=', false)
    .returning('guess')
    .execute();
  const confirmed = new Set(rows.map(({ guess }) => guess.toString('hex')));
  return keys.filter((key) => confirmed.has(hashOf(actor.userId, key).toString('hex')));
}

/** Profiles of the common base with one of the contacts, closed to the person. */
export async function matchedByClosed(tx: Tx, actor: Actor, keys: readonly Key[]): Promise<{ profile_id: number; key: Key }[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Key & { profile_id: number }>`
    select distinct contact.profile_id, contact.type, contact.normalized from visible_contacts as contact
    join unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ normalized }) => normalized)}::text[]) as key (type, normalized)
      on contact.type = key.type and contact.normalized = key.normalized
    where contact.is_active and contact.company_id is null and not ${hasOpenedContacts(actor, 'contact.owner_profile_id')} limit 200`.execute(
    tx,
  );
  return rows.map(({ profile_id: id, ...key }) => ({ profile_id: id, key }));
}

/** Over all companies. */
export const deleteGuessesBefore = (tx: Tx, day: string) =>
  tx.withTables<ProfileTables>().deleteFrom('contact_guesses').where('day', '<', day).execute();
