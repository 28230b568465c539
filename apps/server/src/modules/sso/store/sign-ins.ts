import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { IdentityProof, SsoTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<SsoTables>();

export const insertSignIn = (tx: Tx, row: Insertable<SsoTables['sso_sign_ins']>) =>
  tables(tx).insertInto('sso_sign_ins').values(row).execute();

/** Single use, also concurrently. Over all companies. */
export const takeSignIn = (tx: Tx, stateHash: Buffer, now: Date) =>
  tables(tx).deleteFrom('sso_sign_ins').where('state_hash', '=', stateHash).where('expires_at', '>', now).returningAll().executeTakeFirst();

/** Over all companies. */
export const deleteExpiredSignIns = (tx: Tx, now: Date) => tables(tx).deleteFrom('sso_sign_ins').where('expires_at', '<=', now).execute();

export const findIdentity = (tx: Tx, { companyId, issuer, subject }: { companyId: number; issuer: string; subject: string }) =>
  tables(tx)
    .selectFrom('sso_identities')
    .select(['user_id', 'proved_at'])
    .where('company_id', '=', companyId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

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

export const markIdentityProved = (
  tx: Tx,
  { companyId, issuer, subject, proof, now }: { companyId: number; issuer: string; subject: string; proof: IdentityProof; now: Date },
) =>
  tables(tx)
    .updateTable('sso_identities')
    .set({ proved_at: now, proof })
    .where('company_id', '=', companyId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();

/** Shows previous providers by issuer. */
export const listProviders = (tx: Tx, userId: number) =>
  tables(tx)
    .selectFrom('sso_identities as i')
    .leftJoin('sso_settings as s', 's.company_id', 'i.company_id')
    .leftJoin('sso_configurations as c', 'c.company_id', 'i.company_id')
    .select(['i.id', 'i.linked_at'])
    .select(sql<boolean>`coalesce(s.is_active and c.metadata->>'issuer' = i.issuer, false)`.as('is_usable'))
    .select(sql<string>`case when c.metadata->>'issuer' = i.issuer then s.provider else i.issuer end`.as('provider'))
    .where('i.user_id', '=', userId)
    .orderBy('i.id')
    .execute();

export const deleteIdentity = (tx: Tx, userId: number, id: number) =>
  tables(tx).deleteFrom('sso_identities').where('user_id', '=', userId).where('id', '=', id).execute();

export const deleteIdentitiesSince = (tx: Tx, userId: number, since: Date) =>
  tables(tx).deleteFrom('sso_identities').where('user_id', '=', userId).where('linked_at', '>=', since).execute();

export const deleteIdentities = (tx: Tx, userId: number) => tables(tx).deleteFrom('sso_identities').where('user_id', '=', userId).execute();

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
