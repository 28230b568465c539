import { dayMs } from '@headwater/domain/time/durations';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { findCompany, requireDomain } from '#modules/companies/public.ts';
import { limitPerHour, type Origin } from '../sign-in/attempts.ts';
import { changeOwnAddress, isAddressTaken } from './change-user.ts';
import { addressAskedEmail, addressChangedEmail, addressLinkEmail, addressTakenEmail } from '../emails/addresses.ts';
import { lockUserForFactors } from '../store/factors.ts';
import { deleteOneTimeTokens, findOneTimeToken, insertOneTimeToken, takeOneTimeToken } from '../store/sessions.ts';
import { findUser, findUserByEmail, lockUnchangedUser, type User, yieldAddress } from '../store/users.ts';
import { respondInConstantTime } from '../sign-in/constant-time-response.ts';
import { deletePendingRegistration } from './register.ts';
import { type Proof, requireProof } from '../sign-in/require-proof.ts';
import { createRestoreUrl } from './create-restore-url.ts';
import type { SignInServices } from '../sign-in/services.ts';
import { languageOf } from './language.ts';

const lifetime = dayMs;
const purpose = 'address' as const;

export type AddressServices = SignInServices & {
  /** True if the company's identity provider manages the user's address. */
  isProvided(tx: Tx, user: Pick<User, 'id' | 'role'>): Promise<boolean>;
  mustJoinOther(tx: Tx, user: Pick<User, 'company_id' | 'email'>, now: Date): Promise<boolean>;
};

export const isSetByCompany = async (tx: Tx, { mustUseProvider, isProvided }: AddressServices, { user, now }: { user: User; now: Date }) =>
  (await mustUseProvider(tx, user, now)) || isProvided(tx, user);

interface AddressChange {
  user: User;
  email: string;
  now: Date;
}

/** Throws address_by_company, and FieldErrors for the domain. */
async function requireOwn(tx: Tx, services: AddressServices, { user, email, now }: AddressChange) {
  if (await isSetByCompany(tx, services, { user, now })) throw new AppError('address_by_company');
  const after = { ...user, email };
  if ((await services.mustUseProvider(tx, after, now)) || (await services.mustJoinOther(tx, after, now)))
    throw new FieldErrors({ email: 'address_of_provider' });
  const company = await findCompany(tx, user.company_id);
  if (company && user.role === 'hm') requireDomain(company, email);
}

/** Accounts that were never activated yield to the confirmed owner of the address. */
async function findActiveHolder(tx: Tx, email: string, { id }: User): Promise<User | undefined> {
  const holder = await findUserByEmail(tx, email);
  return holder !== undefined && holder.id !== id && holder.is_activated ? holder : undefined;
}

async function sendLink(tx: Tx, { clock, publicUrl, queueSystemEmail }: SignInServices, { user, email }: { user: User; email: string }) {
  const now = clock.now();
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + lifetime);
  const owner = { companyId: user.company_id, userId: user.id };
  await insertOneTimeToken(tx, { ...owner, tokenHash: token.hash, purpose, address: email, createdAt: now, expiresAt });
  const language = await languageOf(tx, user);
  const holder = await findActiveHolder(tx, email, user);
  const message = holder
    ? addressTakenEmail({ to: holder.email, language: holder.language ?? language })
    : addressLinkEmail({ to: email, url: `${publicUrl}/users/email/${token.value}`, language });
  await queueSystemEmail(tx, message);
  await queueSystemEmail(tx, addressAskedEmail({ to: user.email, address: email, url: `${publicUrl}/users/recover`, language }));
}

/**
 * accounts/README.md, own address. Responds alike if the address has an account. Throws address_not_sent,
 * address_by_company, FieldErrors and too_many_requests.
 */
export async function requestAddressChange(
  services: AddressServices,
  { email, ...proof }: Proof & { email: string },
  origin: Origin,
): Promise<void> {
  const { database, clock, sendsSystemMail, waitingRoom } = services;
  if (!sendsSystemMail) throw new AppError('address_not_sent');
  const now = clock.now();
  await database.asSystem(async (tx) => {
    const user = await findUser(tx, proof.userId);
    if (!user) throw new AppError('unauthorized');
    if (user.email.toLowerCase() === email) throw new FieldErrors({ email: 'address_same' });
    await requireOwn(tx, services, { user, email, now });
  });
  const user = await requireProof(services, proof);
  await respondInConstantTime(waitingRoom, { email, origin }, () =>
    database.asSystem(async (tx) => {
      await limitPerHour(tx, `address ${user.id}`, { now, error: 'too_many_requests' });
      // Limits emails by many users to one address.
      await limitPerHour(tx, `address to ${email}`, { now, error: 'too_many_requests' });
      if (!(await lockUnchangedUser(tx, user))) throw new AppError('unauthorized');
      await deleteOneTimeTokens(tx, user.id, purpose);
      await sendLink(tx, services, { user, email });
    }),
  );
}

interface OpenedLink {
  token: string;
  userId: number;
}

/** Throws address_link_over, also if another user is signed in. */
async function readAddressLink(tx: Tx, { token, userId }: OpenedLink, now: Date): Promise<{ user: User; address: string }> {
  const row = await findOneTimeToken(tx, { tokenHash: hashToken(token), purpose, now });
  // The link alone is not enough: a mistyped address must not give away an account.
  const user = row?.user_id === userId ? await findUser(tx, userId) : undefined;
  const address = row?.address ?? null;
  if (!user || address === null) throw new AppError('address_link_over');
  return { user, address };
}

export const findAddressChange = ({ database, clock }: AddressServices, link: OpenedLink) =>
  database.readAsSystem((tx) => readAddressLink(tx, link, clock.now()));

/** Single use. Throws address_link_over, address_taken, address_by_company. */
export async function confirmAddress(services: AddressServices, { spared, ...link }: OpenedLink & { spared: Buffer }): Promise<void> {
  const { database, clock, queueSystemEmail } = services;
  try {
    await database.asSystem(async (tx) => {
      const now = clock.now();
      // Locks user before link, in the same order as other account changes.
      await lockUserForFactors(tx, link.userId);
      const { user, address } = await readAddressLink(tx, link, now);
      const taken = await takeOneTimeToken(tx, { tokenHash: hashToken(link.token), purposes: [purpose], now });
      if (!taken) throw new AppError('address_link_over');
      await requireOwn(tx, services, { user, email: address, now });
      await deletePendingRegistration(tx, address);
      await yieldAddress(tx, address, user.id);
      await changeOwnAddress(tx, user, { email: address, spared });
      const url = await createRestoreUrl(tx, services, { before: user, askedAt: taken.created_at });
      await queueSystemEmail(tx, addressChangedEmail({ to: user.email, address, url, language: await languageOf(tx, user) }));
    });
  } catch (error) {
    if (isAddressTaken(error)) throw new AppError('address_taken');
    throw error;
  }
}
