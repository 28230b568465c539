import type { Tx } from '#platform/database/database.ts';
import type { AccountTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

/**
 * COMP-070: nobody of a deleted company comes in again, so other companies may have its people: their addresses are free, nobody takes one back, and their
 * accounts of other services may open another one. Over all companies.
 */
export async function releaseAddresses(tx: Tx, companyId: number): Promise<void> {
  await tables(tx).updateTable('users').set({ address_released: true }).where('company_id', '=', companyId).execute();
  for (const table of ['address_returns', 'social_identities'] as const)
    await tables(tx).deleteFrom(table).where('company_id', '=', companyId).execute();
}
