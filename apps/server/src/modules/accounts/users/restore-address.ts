import { hashPassword } from '#platform/crypto/passwords.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { findCompany } from '#modules/companies/public.ts';
import { deleteTokens } from '../api-tokens/store.ts';
import {
  type AddressRestore,
  deleteAddressRestoresSince,
  deleteSignInMethodsSince,
  findAddressRestore,
} from '../store/address-restores.ts';
import { clearFailures } from '../sign-in/attempts.ts';
import { changeOwnAddress, isAddressTaken } from './change-user.ts';
import { addressLostEmail, addressReturnedEmail } from '../emails/addresses.ts';
import { lockUserForFactors } from '../store/factors.ts';
import { findUser, savePassword, type User, yieldAddress } from '../store/users.ts';
import { type AddressServices, isSetByCompany } from './own-address.ts';
import type { PasswordServices } from './passwords.ts';
import { deletePendingRegistration } from './register.ts';
import { languageOf } from './language.ts';

export type RestoreServices = AddressServices & PasswordServices;

/** Throws address_return_over, alike for wrong, used and orphaned links. */
async function readRestoreLink(tx: Tx, token: string, now: Date): Promise<{ row: AddressRestore; user: User }> {
  const row = await findAddressRestore(tx, hashToken(token), now);
  const user = row && (await findUser(tx, row.user_id));
  const company = user?.is_active ? await findCompany(tx, user.company_id) : undefined;
  if (!row || !user || company?.deleted_at !== null) throw new AppError('address_return_over');
  return { row, user };
}

export const findReturn = async ({ database, clock }: RestoreServices, token: string): Promise<{ email: string; now: string }> => {
  const { row, user } = await database.readAsSystem((tx) => readRestoreLink(tx, token, clock.now()));
  return { email: row.address, now: user.email };
};

async function requireFree(tx: Tx, services: RestoreServices, { user, address }: { user: User; address: string }): Promise<void> {
  const now = services.clock.now();
  const isKept =
    (await isSetByCompany(tx, services, { user, now })) || (await services.mustUseProvider(tx, { ...user, email: address }, now));
  if (isKept) throw new AppError('address_by_company');
}

/** accounts/README.md, reclaimed addresses. Throws address_return_over, address_by_company, address_taken. */
export async function restoreAddress(services: RestoreServices, { token, password }: { token: string; password: string }): Promise<void> {
  const { database, clock, linkedProviders, publicUrl, queueSystemEmail } = services;
  const { user: found } = await database.readAsSystem((tx) => readRestoreLink(tx, token, clock.now()));
  const passwordHash = await hashPassword(password);
  try {
    await database.asSystem(async (tx) => {
      await lockUserForFactors(tx, found.id);
      const { row, user } = await readRestoreLink(tx, token, clock.now());
      const { address, requested_at: since } = row;
      await deleteAddressRestoresSince(tx, row);
      await deleteSignInMethodsSince(tx, user.id, since);
      await linkedProviders.removeSince(tx, user.id, since);
      await requireFree(tx, services, { user, address });
      await deletePendingRegistration(tx, address);
      await yieldAddress(tx, address, user.id);
      await changeOwnAddress(tx, user, { email: address });
      await savePassword(tx, user.id, { passwordHash, now: clock.now() });
      await deleteTokens(tx, user.id);
      await clearFailures(tx, address);
      const message = { address, language: await languageOf(tx, user) };
      await queueSystemEmail(tx, addressReturnedEmail({ ...message, to: address, url: `${publicUrl}/settings#security` }));
      // The attacker may read this mailbox.
      await queueSystemEmail(tx, addressLostEmail({ ...message, to: user.email }));
    });
  } catch (error) {
    if (isAddressTaken(error)) throw new AppError('address_taken');
    throw error;
  }
}
