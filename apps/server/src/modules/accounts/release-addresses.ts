import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { AccountTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

/** Whoever was invited elsewhere meanwhile, and still is, is found by the address from here on; of several the first. Over all companies. */
const handOverAddresses = (tx: Tx, companyId: number) =>
  sql`update users set address_elsewhere = false where address_elsewhere and not address_released and id in (
    select distinct on (lower(waiting.email)) waiting.id from users gone join users waiting on lower(waiting.email) = lower(gone.email)
    where gone.company_id = ${companyId} and gone.moved_to is null and not gone.address_elsewhere
      and waiting.address_elsewhere and not waiting.address_released and waiting.moved_to is null
      and waiting.is_active and waiting.deleted_at is null
    order by lower(waiting.email), waiting.id)`.execute(tx);

/**
 * COMP-070: nobody of a deleted company comes in again, so other companies may have its people: their addresses are free, nobody takes one back, and their
 * accounts of other services may open another one. Over all companies.
 */
export async function releaseAddresses(tx: Tx, companyId: number): Promise<void> {
  await tables(tx).updateTable('users').set({ address_released: true }).where('company_id', '=', companyId).execute();
  for (const table of ['address_returns', 'social_identities'] as const)
    await tables(tx).deleteFrom(table).where('company_id', '=', companyId).execute();
  await handOverAddresses(tx, companyId);
}
