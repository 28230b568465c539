import type { Tx } from '#platform/database/database.ts';
import type { Owner } from './factors.ts';
import type { AccountTables, SocialPerson } from '../tables.ts';

export type { SocialPerson } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

/** Over all companies. */
export const findSocialIdentity = (tx: Tx, { issuer, subject }: Pick<SocialPerson, 'issuer' | 'subject'>) =>
  tables(tx).selectFrom('social_identities').selectAll().where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst();

export const listSocialIdentities = (tx: Tx, userId: number) =>
  tables(tx).selectFrom('social_identities').selectAll().where('user_id', '=', userId).orderBy('id').execute();

export async function insertSocialIdentity(tx: Tx, owner: Owner, { person, now }: { person: SocialPerson; now: Date }): Promise<boolean> {
  const row = await tables(tx)
    .insertInto('social_identities')
    .values({ ...person, company_id: owner.company_id, user_id: owner.id, linked_at: now, used_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const touchSocialIdentity = (tx: Tx, id: number, now: Date) =>
  tables(tx).updateTable('social_identities').set({ used_at: now }).where('id', '=', id).execute();

export const deleteSocialIdentity = (tx: Tx, userId: number, id: number) =>
  tables(tx).deleteFrom('social_identities').where('id', '=', id).where('user_id', '=', userId).returning('backend').executeTakeFirst();

export const deleteSocialIdentities = (tx: Tx, userId: number) =>
  tables(tx).deleteFrom('social_identities').where('user_id', '=', userId).execute();

export const deleteSocialIdentitiesOfCompany = (tx: Tx, companyId: number) =>
  tables(tx).deleteFrom('social_identities').where('company_id', '=', companyId).execute();
