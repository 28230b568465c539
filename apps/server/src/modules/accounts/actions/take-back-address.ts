import { hashPassword } from '#platform/crypto/passwords.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { findCompany } from '#modules/companies/public.ts';
import { type AddressReturn, deleteAddressReturnsSince, deleteWaysSince, findAddressReturn } from '../address-return-store.ts';
import { forgiveAccount } from '../attempts.ts';
import { changeOwnAddress, isAddressTaken } from '../change-user.ts';
import { addressLostEmail, addressReturnedEmail } from '../emails/addresses.ts';
import { holdUser } from '../factor-store.ts';
import { findUser, savePassword, type User, yieldAddress } from '../store.ts';
import { type AddressServices, isSetByCompany } from './own-address.ts';
import type { PasswordServices } from './passwords.ts';
import { forgetRegistration } from './register.ts';
import { languageOf } from '../language.ts';

export type ReturnServices = AddressServices & PasswordServices;

/** Whose address the link gives back. Throws address_return_over, alike for a wrong link, a used one and one whose account is gone. */
async function returnBehind(tx: Tx, token: string, now: Date): Promise<{ row: AddressReturn; user: User }> {
  const row = await findAddressReturn(tx, hashToken(token), now);
  const user = row && (await findUser(tx, row.user_id));
  const company = user?.is_active ? await findCompany(tx, user.company_id) : undefined;
  if (!row || !user || company?.deleted_at !== null) throw new AppError('address_return_over');
  return { row, user };
}

export const findReturn = async ({ database, clock }: ReturnServices, token: string): Promise<{ email: string; now: string }> => {
  const { row, user } = await database.readAsSystem((tx) => returnBehind(tx, token, clock.now()));
  return { email: row.address, now: user.email };
};

/** The provider of the company decides by which address the person comes in. Throws address_by_company. */
async function requireFree(tx: Tx, services: ReturnServices, { user, address }: { user: User; address: string }): Promise<void> {
  const now = services.clock.now();
  const isKept =
    (await isSetByCompany(tx, services, { user, now })) || (await services.mustUseProvider(tx, { ...user, email: address }, now));
  if (isKept) throw new AppError('address_by_company');
}

/**
 * ADR 72: once per link. Whoever has changed the address is out: sessions, the API token, and all that signs in and was added since; nobody is signed in
 * after it. Throws address_return_over, address_by_company, address_taken.
 */
export async function takeBackAddress(services: ReturnServices, { token, password }: { token: string; password: string }): Promise<void> {
  const { database, clock, apiTokens, linkedProviders, publicUrl, queueSystemEmail } = services;
  const { user: found } = await database.readAsSystem((tx) => returnBehind(tx, token, clock.now()));
  const passwordHash = await hashPassword(password);
  try {
    await database.asSystem(async (tx) => {
      await holdUser(tx, found.id);
      const { row, user } = await returnBehind(tx, token, clock.now());
      const { address, requested_at: since } = row;
      await deleteAddressReturnsSince(tx, row);
      await deleteWaysSince(tx, user.id, since);
      await linkedProviders.removeSince(tx, user.id, since);
      await requireFree(tx, services, { user, address });
      await forgetRegistration(tx, address);
      await yieldAddress(tx, address, user.id);
      await changeOwnAddress(tx, user, { email: address });
      await savePassword(tx, user.id, { passwordHash, now: clock.now() });
      await apiTokens.revoke(tx, user.id);
      await forgiveAccount(tx, address);
      const letter = { address, language: await languageOf(tx, user) };
      await queueSystemEmail(tx, addressReturnedEmail({ ...letter, to: address, url: `${publicUrl}/settings#security` }));
      // Whoever reads a mailbox that was given up may have done it.
      await queueSystemEmail(tx, addressLostEmail({ ...letter, to: user.email }));
    });
  } catch (error) {
    if (isAddressTaken(error)) throw new AppError('address_taken');
    throw error;
  }
}
