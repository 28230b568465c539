import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { overAllCompanies } from '#platform/database/over-all-companies.ts';
import type { AccountTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

export type AddressRestore = Selectable<AccountTables['address_restores']>;

export const insertAddressRestore = (tx: Tx, row: Insertable<AccountTables['address_restores']>) =>
  tables(tx).insertInto('address_restores').values(row).execute();

/** Over all companies. */
export const findAddressRestore = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tables(tx)
    .selectFrom('address_restores')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Over all companies. */
export const isAddressReserved = async (tx: Tx, email: string, userId: number | undefined): Promise<boolean> =>
  overAllCompanies(tx, async () => {
    const row = await tables(tx)
      .selectFrom('address_restores as back')
      .innerJoin('users', 'users.id', 'back.user_id')
      .select('back.id')
      .where(sql<string>`lower(back.address)`, '=', email.toLowerCase())
      .where('users.is_active', '=', true)
      .where('users.id', '!=', userId ?? 0)
      .executeTakeFirst();
    return row !== undefined;
  });

/** Later addresses were never the owner's. */
export const deleteAddressRestoresSince = (tx: Tx, { user_id: userId, id }: Pick<AddressRestore, 'user_id' | 'id'>) =>
  tables(tx).deleteFrom('address_restores').where('user_id', '=', userId).where('id', '>=', id).execute();

export const deleteAddressRestores = (tx: Tx, userId: number) =>
  tables(tx).deleteFrom('address_restores').where('user_id', '=', userId).execute();

export const deleteAddressRestoresOfCompany = (tx: Tx, companyId: number) =>
  tables(tx).deleteFrom('address_restores').where('company_id', '=', companyId).execute();

export async function deleteSignInMethodsSince(tx: Tx, userId: number, since: Date): Promise<void> {
  await tables(tx).deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', since).execute();
  await tables(tx).deleteFrom('social_identities').where('user_id', '=', userId).where('linked_at', '>=', since).execute();
  const apps = tables(tx).deleteFrom('authenticators').where('user_id', '=', userId);
  const gone = await apps.where('confirmed_at', '>=', since).returning('user_id').execute();
  const codes = tables(tx).deleteFrom('recovery_codes').where('user_id', '=', userId);
  await (gone.length > 0 ? codes : codes.where('created_at', '>=', since)).execute();
}
