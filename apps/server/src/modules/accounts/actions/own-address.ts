import { dayMs } from '@headwater/domain/time/durations';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { findCompany, requireDomain } from '#modules/companies/public.ts';
import { limitPerHour, type Origin } from '../attempts.ts';
import { changeOwnAddress, isAddressTaken } from '../change-user.ts';
import { addressAskedEmail, addressChangedEmail, addressLinkEmail, addressTakenEmail } from '../emails/addresses.ts';
import { holdUser } from '../factor-store.ts';
import { deleteOneTimeTokens, findOneTimeToken, insertOneTimeToken, takeOneTimeToken } from '../session-store.ts';
import { findUser, findUserByEmail, type User, yieldAddress } from '../store.ts';
import { inEqualTime } from './in-equal-time.ts';
import { forgetRegistration } from './register.ts';
import { type Proof, requireProof } from './require-proof.ts';
import { makeReturnUrl } from './address-return.ts';
import { holdUnchanged } from './hold-unchanged.ts';
import type { SignInServices } from './services.ts';
import { languageOf } from '../language.ts';

const lifetime = dayMs;
const purpose = 'address' as const;

export type AddressServices = SignInServices & {
  /** Whether the identity provider of their company knows the person: it says what their address is. */
  isProvided(tx: Tx, user: Pick<User, 'id' | 'role'>): Promise<boolean>;
  /** Whether whoever has that address comes in through the provider of another company alone. */
  mustJoinOther(tx: Tx, user: Pick<User, 'company_id' | 'email'>, now: Date): Promise<boolean>;
};

/** Whether the company decides by which address the person comes in. */
export const isSetByCompany = async (tx: Tx, { mustUseProvider, isProvided }: AddressServices, { user, now }: { user: User; now: Date }) =>
  (await mustUseProvider(tx, user, now)) || isProvided(tx, user);

interface AddressChange {
  user: User;
  email: string;
  now: Date;
}

/** Throws address_by_company, and FieldErrors of a hiring manager's domain and of one whose people come in through a provider alone. */
async function requireOwn(tx: Tx, services: AddressServices, { user, email, now }: AddressChange) {
  if (await isSetByCompany(tx, services, { user, now })) throw new AppError('address_by_company');
  const after = { ...user, email };
  if ((await services.mustUseProvider(tx, after, now)) || (await services.mustJoinOther(tx, after, now)))
    throw new FieldErrors({ email: 'address_of_provider' });
  const company = await findCompany(tx, user.company_id);
  if (company && user.role === 'hm') requireDomain(company, email);
}

/** Somebody else who has opened that account: a registration and an invitation that nobody has opened give way to whoever proves to have the address. */
async function holderOf(tx: Tx, email: string, { id }: User): Promise<User | undefined> {
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
  const holder = await holderOf(tx, email, user);
  const letter = holder
    ? addressTakenEmail({ to: holder.email, language: holder.language ?? language })
    : addressLinkEmail({ to: email, url: `${publicUrl}/users/email/${token.value}`, language });
  await queueSystemEmail(tx, letter);
  await queueSystemEmail(tx, addressAskedEmail({ to: user.email, address: email, url: `${publicUrl}/users/recover`, language }));
}

/**
 * ADR 69: a link goes to the new address, and word of it to the old one. Answers alike, and after the same time, where the new one has an account.
 * Throws address_not_sent, address_by_company, FieldErrors, what `requireProof` throws, and too_many_requests.
 */
export async function askAddress(services: AddressServices, { email, ...proof }: Proof & { email: string }, origin: Origin): Promise<void> {
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
  await inEqualTime(waitingRoom, { email, origin }, () =>
    database.asSystem(async (tx) => {
      await limitPerHour(tx, `address ${user.id}`, { now, error: 'too_many_requests' });
      // Of many who would write to one stranger as well.
      await limitPerHour(tx, `address to ${email}`, { now, error: 'too_many_requests' });
      if (!(await holdUnchanged(tx, user))) throw new AppError('unauthorized');
      // Of two links the later one counts.
      await deleteOneTimeTokens(tx, user.id, purpose);
      await sendLink(tx, services, { user, email });
    }),
  );
}

interface OpenedLink {
  token: string;
  /** Who is signed in where the link was opened. */
  userId: number;
}

/** Whose address the link changes, and into which. Throws address_link_over, also where somebody else is signed in. */
async function changeBehind(tx: Tx, { token, userId }: OpenedLink, now: Date): Promise<{ user: User; address: string }> {
  const row = await findOneTimeToken(tx, { tokenHash: hashToken(token), purpose, now });
  // Whoever gets the letter by a mistake in the address, and has no password, makes nobody's account theirs by it; nor is anybody led to give theirs away.
  const user = row?.user_id === userId ? await findUser(tx, userId) : undefined;
  const address = row?.address ?? null;
  if (!user || address === null) throw new AppError('address_link_over');
  return { user, address };
}

export const findAddressChange = ({ database, clock }: AddressServices, link: OpenedLink) =>
  database.readAsSystem((tx) => changeBehind(tx, link, clock.now()));

/**
 * Once per link; every session but the spared one ends, and the old address is told. Throws address_link_over, address_taken where
 * somebody has opened an account with the address, and what `askAddress` throws of the company.
 */
export async function confirmAddress(services: AddressServices, { spared, ...link }: OpenedLink & { spared: Buffer }): Promise<void> {
  const { database, clock, queueSystemEmail } = services;
  try {
    await database.asSystem(async (tx) => {
      const now = clock.now();
      // Before the link, as whoever changes the account holds both in this order.
      await holdUser(tx, link.userId);
      const { user, address } = await changeBehind(tx, link, now);
      const taken = await takeOneTimeToken(tx, { tokenHash: hashToken(link.token), purposes: [purpose], now });
      if (!taken) throw new AppError('address_link_over');
      await requireOwn(tx, services, { user, email: address, now });
      await forgetRegistration(tx, address);
      await yieldAddress(tx, address, user.id);
      await changeOwnAddress(tx, user, { email: address, spared });
      const url = await makeReturnUrl(tx, services, { before: user, askedAt: taken.created_at });
      await queueSystemEmail(tx, addressChangedEmail({ to: user.email, address, url, language: await languageOf(tx, user) }));
    });
  } catch (error) {
    if (isAddressTaken(error)) throw new AppError('address_taken');
    throw error;
  }
}
