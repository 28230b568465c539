import type { Tx } from '#platform/database/database.ts';
import type { AccountTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

export async function startActing(tx: Tx, tokenHash: Buffer, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('sessions')
    .set({ acting_user_id: userId })
    .where('token_hash', '=', tokenHash)
    .where('acting_user_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function stopActing(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('sessions')
    .set({ acting_user_id: null })
    .where('token_hash', '=', tokenHash)
    .where('acting_user_id', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** ROLE-008. Over all companies. */
export async function findServiceManager(tx: Tx, companyId: number): Promise<number | undefined> {
  const row = await tables(tx)
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'service_admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
