import type { Tx } from '#platform/database/database.ts';
import { deleteAddressRestoresOfCompany } from '../store/address-restores.ts';
import { deleteSocialIdentitiesOfCompany } from '../store/social.ts';
import { handOverAddresses, markAddressesReleased } from '../store/users.ts';

/** COMP-070: frees addresses and linked accounts for other companies. */
export async function releaseAddresses(tx: Tx, companyId: number): Promise<void> {
  await markAddressesReleased(tx, companyId);
  await deleteAddressRestoresOfCompany(tx, companyId);
  await deleteSocialIdentitiesOfCompany(tx, companyId);
  await handOverAddresses(tx, companyId);
}
