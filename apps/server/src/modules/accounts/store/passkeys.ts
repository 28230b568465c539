import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { Owner } from './factors.ts';
import type { AccountTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

/** Oldest first. */
export const listPasskeys = (tx: Tx, userId: number) =>
  tables(tx).selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

/** Over all companies. */
export const findPasskey = (tx: Tx, credentialId: string) =>
  tables(tx).selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

export interface NewPasskey {
  owner: Owner;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  userHandle: Buffer;
  name: string;
  now: Date;
}

export async function insertPasskey(tx: Tx, { owner, credentialId, publicKey, userHandle, now, ...rest }: NewPasskey): Promise<boolean> {
  const row = await tables(tx)
    .insertInto('passkeys')
    .values({
      ...rest,
      company_id: owner.company_id,
      user_id: owner.id,
      credential_id: credentialId,
      public_key: publicKey,
      user_handle: userHandle,
      created_at: now,
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the counter has not grown. */
export async function usePasskey(tx: Tx, id: number, { counter, now }: { counter: number; now: Date }): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('passkeys')
    .set({ counter, used_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('counter', '<', counter), where.and([where('counter', '=', 0), where.val(counter === 0)])]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function renamePasskey(tx: Tx, { userId, id, name }: { userId: number; id: number; name: string }): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const row = await tables(tx).deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst();
  return row !== undefined;
}

export const deletePasskeys = (tx: Tx, userId: number) => tables(tx).deleteFrom('passkeys').where('user_id', '=', userId).execute();

export interface Challenge {
  hash: Buffer;
  /** Null: a visitor. */
  userId: number | null;
  userHandle: Buffer | null;
  now: Date;
  expiresAt: Date;
}

export async function insertChallenge(tx: Tx, { hash, userId, userHandle, now, expiresAt }: Challenge): Promise<void> {
  await sql`delete from passkey_challenges where challenge_hash in
    (select challenge_hash from passkey_challenges where expires_at <= ${now} limit 100 for update skip locked)`.execute(tx);
  const row = { challenge_hash: hash, user_id: userId, user_handle: userHandle, expires_at: expiresAt };
  await tables(tx).insertInto('passkey_challenges').values(row).execute();
}

/** Single use. */
export const takeChallenge = (tx: Tx, hash: Buffer, now: Date) =>
  tables(tx)
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('expires_at', '>', now)
    .returning(['user_id', 'user_handle'])
    .executeTakeFirst();
