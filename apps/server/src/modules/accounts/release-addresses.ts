import type { Tx } from '#platform/database/database.ts';
import { deleteAddressRestoresOfCompany } from './address-restore-store.ts';
import { deleteSocialIdentitiesOfCompany } from './social-store.ts';
import { handOverAddresses, markAddressesReleased } from './store.ts';

/** COMP-070: frees addresses and linked accounts for other companies. */
export async function releaseAddresses(tx: Tx, companyId: number): Promise<void> {
  await markAddressesReleased(tx, companyId);
  await deleteAddressRestoresOfCompany(tx, companyId);
  await deleteSocialIdentitiesOfCompany(tx, companyId);
  await handOverAddresses(tx, companyId);
}
