import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import type { AccountTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

export const lockAttempts = (tx: Tx, keyHash: Buffer) => lockUntilCommit(tx, 'signInAttempts', keyHash.readInt32BE(0));

export async function insertAttempts(tx: Tx, keyHashes: readonly Buffer[], attemptedAt: Date): Promise<number[]> {
  const rows = keyHashes.map((keyHash) => ({ key_hash: keyHash, attempted_at: attemptedAt }));
  return (await tables(tx).insertInto('sign_in_attempts').values(rows).returning('id').execute()).map(({ id }) => id);
}

export async function countAttempts(tx: Tx, keyHash: Buffer, since: Date): Promise<number> {
  const row = await tables(tx)
    .selectFrom('sign_in_attempts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('key_hash', '=', keyHash)
    .where('attempted_at', '>', since)
    .executeTakeFirstOrThrow();
  return row.count;
}

export const deleteAttempts = (tx: Tx, ids: readonly number[]) =>
  tables(tx).deleteFrom('sign_in_attempts').where('id', 'in', ids).execute();

export const clearAttempts = (tx: Tx, keyHash: Buffer) =>
  tables(tx).deleteFrom('sign_in_attempts').where('key_hash', '=', keyHash).execute();

/** Deletes in batches and skips rows that another transaction locks. */
export const deleteOldAttempts = (tx: Tx, before: Date) =>
  sql`delete from sign_in_attempts where id in (
    select id from sign_in_attempts where attempted_at <= ${before} order by attempted_at limit 100 for update skip locked)`.execute(tx);

export interface DeviceOwner {
  tokenHash: Buffer;
  userId: number;
}

export const findDevice = (tx: Tx, { tokenHash, userId }: DeviceOwner, now: Date) =>
  tables(tx)
    .selectFrom('known_devices')
    .select('failures')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const addDeviceFailures = (tx: Tx, { tokenHash, userId }: DeviceOwner, more: number) =>
  tables(tx)
    .updateTable('known_devices')
    .set((update) => ({ failures: update('failures', '+', more) }))
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .execute();

const mostDevices = 20;

export async function saveDevice(tx: Tx, device: DeviceOwner & { companyId: number; expiresAt: Date }): Promise<void> {
  const row = {
    token_hash: device.tokenHash,
    user_id: device.userId,
    company_id: device.companyId,
    expires_at: device.expiresAt,
    failures: 0,
  };
  await tables(tx)
    .insertInto('known_devices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ failures: 0, expires_at: device.expiresAt }))
    .execute();
  await sql`delete from known_devices where user_id = ${device.userId} and token_hash in (
    select token_hash from known_devices where user_id = ${device.userId} order by expires_at desc offset ${mostDevices})`.execute(tx);
}
