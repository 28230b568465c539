import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { AccountTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

export interface Owner {
  id: number;
  company_id: number;
}

export const findAuthenticator = (tx: Tx, userId: number) =>
  tables(tx).selectFrom('authenticators').selectAll().where('user_id', '=', userId).executeTakeFirst();
export type Authenticator = NonNullable<Awaited<ReturnType<typeof findAuthenticator>>>;

export const hasAuthenticator = async (tx: Tx, userId: number): Promise<boolean> =>
  Boolean((await findAuthenticator(tx, userId))?.confirmed_at);

export async function hasOwnFactor(tx: Tx, userId: number): Promise<boolean> {
  if (await hasAuthenticator(tx, userId)) return true;
  return (await tables(tx).selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined;
}

/** Identity providers check users without a password. */
export async function lacksOwnFactor(tx: Tx, userId: number): Promise<boolean> {
  const account = await tables(tx).selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return Boolean(account?.password_hash) && !(await hasOwnFactor(tx, userId));
}

export async function listGuarded(tx: Tx, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{
    user_id: number;
  }>`select user_id from authenticators where user_id = any(${userIds}) and confirmed_at is not null
    union select user_id from passkeys where user_id = any(${userIds})`.execute(tx);
  return new Set(rows.map(({ user_id: userId }) => userId));
}

export const lockUserForFactors = (tx: Tx, userId: number) =>
  tables(tx).selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();

export const savePending = (tx: Tx, owner: Owner, { sealed, sealedFor, now }: { sealed: string; sealedFor: number; now: Date }) =>
  tables(tx)
    .insertInto('authenticators')
    .values({ user_id: owner.id, company_id: owner.company_id, sealed_for: sealedFor, pending_secret: sealed, pending_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret: sealed, pending_at: now }))
    .execute();

export async function confirmPending(
  tx: Tx,
  userId: number,
  { pending, step, now }: { pending: string; step: number; now: Date },
): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('authenticators')
    .set({ sealed_secret: pending, confirmed_at: now, pending_secret: null, pending_at: null, last_step: step })
    .where('user_id', '=', userId)
    .where('pending_secret', '=', pending)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Accepts each code once, also concurrently. */
export async function takeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteAuthenticator(tx: Tx, userId: number): Promise<void> {
  await tables(tx).deleteFrom('authenticators').where('user_id', '=', userId).execute();
  await tables(tx).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

export async function replaceRecoveryCodes(tx: Tx, owner: Owner, { hashes, now }: { hashes: readonly Buffer[]; now: Date }): Promise<void> {
  // Concurrent renewals must not mix their codes.
  await lockUserForFactors(tx, owner.id);
  await tables(tx).deleteFrom('recovery_codes').where('user_id', '=', owner.id).execute();
  const rows = hashes.map((hash) => ({ user_id: owner.id, company_id: owner.company_id, code_hash: hash, created_at: now }));
  await tables(tx).insertInto('recovery_codes').values(rows).execute();
}

export async function takeRecoveryCode(tx: Tx, userId: number, codeHash: Buffer): Promise<boolean> {
  const result = await sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${codeHash} returning user_id`.execute(tx);
  return result.rows.length > 0;
}

export async function countRecoveryCodes(tx: Tx, userId: number): Promise<number> {
  const row = await tables(tx)
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function moveFactors(tx: Tx, from: number, to: Owner): Promise<void> {
  const owner = { user_id: to.id, company_id: to.company_id };
  await tables(tx).deleteFrom('authenticators').where('user_id', '=', to.id).execute();
  await tables(tx).updateTable('authenticators').set(owner).where('user_id', '=', from).execute();
  await tables(tx).deleteFrom('recovery_codes').where('user_id', '=', to.id).execute();
  await tables(tx).updateTable('recovery_codes').set(owner).where('user_id', '=', from).execute();
  await tables(tx).deleteFrom('passkeys').where('user_id', '=', to.id).execute();
  await tables(tx).updateTable('passkeys').set(owner).where('user_id', '=', from).execute();
  await tables(tx).deleteFrom('social_identities').where('user_id', '=', to.id).execute();
  await tables(tx).updateTable('social_identities').set(owner).where('user_id', '=', from).execute();
  await tables(tx).deleteFrom('address_restores').where('user_id', '=', to.id).execute();
  await tables(tx).updateTable('address_restores').set(owner).where('user_id', '=', from).execute();
}

/** Over all companies. */
export const listAuthenticators = (tx: Tx) => tables(tx).selectFrom('authenticators').selectAll().orderBy('user_id').execute();

export const replaceSealed = (tx: Tx, before: Authenticator, sealed: Pick<Authenticator, 'sealed_secret' | 'pending_secret'>) =>
  tables(tx)
    .updateTable('authenticators')
    .set(sealed)
    .where('user_id', '=', before.user_id)
    .where('sealed_secret', 'is not distinct from', before.sealed_secret)
    .where('pending_secret', 'is not distinct from', before.pending_secret)
    .execute();
