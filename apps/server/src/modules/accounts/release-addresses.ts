import type { Tx } from '#platform/database/database.ts';
import { deleteAddressReturnsOfCompany } from './address-return-store.ts';
import { deleteSocialIdentitiesOfCompany } from './social-store.ts';
import { handOverAddresses, markAddressesReleased } from './store.ts';

/**
 * COMP-070: a deleted company has no sign-in, so its addresses and linked accounts become free for accounts of other companies. Over all
 * companies.
 */
export async function releaseAddresses(tx: Tx, companyId: number): Promise<void> {
  await markAddressesReleased(tx, companyId);
  await deleteAddressReturnsOfCompany(tx, companyId);
  await deleteSocialIdentitiesOfCompany(tx, companyId);
  await handOverAddresses(tx, companyId);
}
