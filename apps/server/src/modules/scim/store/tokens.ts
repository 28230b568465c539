import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { ScimTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<ScimTables>();

export const findToken = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('scim_tokens').selectAll().where('company_id', '=', companyId).executeTakeFirst();

/** Replaces the previous token. */
export const saveToken = (tx: Tx, { company_id: companyId, ...token }: Insertable<ScimTables['scim_tokens']>) =>
  tables(tx)
    .insertInto('scim_tokens')
    .values({ company_id: companyId, ...token })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(token))
    .execute();

export async function deleteToken(tx: Tx, companyId: number): Promise<boolean> {
  const { numDeletedRows } = await tables(tx).deleteFrom('scim_tokens').where('company_id', '=', companyId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Over all companies. */
export const findByHash = (tx: Tx, hash: Buffer) =>
  tables(tx)
    .selectFrom('scim_tokens')
    .select(['company_id', 'used_at', 'changes_admin_addresses'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();

export async function saveAddressRule(tx: Tx, companyId: number, isAllowed: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('scim_tokens')
    .set({ changes_admin_addresses: isAllowed })
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const touchToken = (tx: Tx, hash: Buffer, now: Date) =>
  tables(tx).updateTable('scim_tokens').set({ used_at: now }).where('token_hash', '=', hash).execute();

export async function countManaged(tx: Tx, companyId: number): Promise<{ managed: number; active: number }> {
  const { rows } = await sql<{ managed: number; active: number }>`
    select count(*) as managed, count(*) filter (where u.is_active) as active from scim_users s join users u on u.id = s.user_id
    where s.company_id = ${companyId} and s.managed_at is not null and u.deleted_at is null and u.moved_to is null`.execute(tx);
  return rows[0] ?? { managed: 0, active: 0 };
}
