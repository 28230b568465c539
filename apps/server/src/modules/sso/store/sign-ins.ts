import type { Insertable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { SsoTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<SsoTables>();

export const insertSignIn = (tx: Tx, row: Insertable<SsoTables['sso_sign_ins']>) =>
  tables(tx).insertInto('sso_sign_ins').values(row).execute();

/** Single use: of two answers at once only one gets the row. Over all companies. */
export const takeSignIn = (tx: Tx, stateHash: Buffer, now: Date) =>
  tables(tx).deleteFrom('sso_sign_ins').where('state_hash', '=', stateHash).where('expires_at', '>', now).returningAll().executeTakeFirst();

/** Of all companies. */
export const deleteExpiredSignIns = (tx: Tx, now: Date) => tables(tx).deleteFrom('sso_sign_ins').where('expires_at', '<=', now).execute();

export const findIdentity = (tx: Tx, { companyId, issuer, subject }: { companyId: number; issuer: string; subject: string }) =>
  tables(tx)
    .selectFrom('sso_identities')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** Whether the user is somebody at that issuer already. */
export async function isLinked(tx: Tx, userId: number, issuer: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('sso_identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

export const insertIdentity = (tx: Tx, row: Insertable<SsoTables['sso_identities']>) =>
  tables(tx).insertInto('sso_identities').values(row).execute();

/** The provider's person of that account is none of it any more. */
export const deleteIdentities = (tx: Tx, userId: number) => tables(tx).deleteFrom('sso_identities').where('user_id', '=', userId).execute();

/** Whether the provider that the company has now knows the person. */
export async function hasIdentity(tx: Tx, userId: number): Promise<boolean> {
  const found = tables(tx)
    .selectFrom('sso_identities as i')
    .innerJoin('sso_settings as s', 's.company_id', 'i.company_id')
    .select('i.user_id')
    .where('i.user_id', '=', userId)
    .where('s.is_active', '=', true)
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}
