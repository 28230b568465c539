import { dayMs } from '@headwater/domain/time/durations';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { findCompany, requireDomain } from '#modules/companies/public.ts';
import { limitPerHour, type Origin } from '../attempts.ts';
import { changeOwnAddress, isAddressTaken } from '../change-user.ts';
import { addressAskedEmail, addressChangedEmail, addressLinkEmail, addressTakenEmail } from '../emails/addresses.ts';
import { deleteOneTimeTokens, findOneTimeToken, insertOneTimeToken, takeOneTimeToken } from '../session-store.ts';
import { findUser, findUserByEmail, type User, yieldAddress } from '../store.ts';
import { inEqualTime } from './in-equal-time.ts';
import { forgetRegistration } from './register.ts';
import { type Proof, requireProof } from './require-proof.ts';
import type { SignInServices } from './services.ts';

const lifetime = dayMs;
const purpose = 'address' as const;

/** Where the company decides by which address its people come in. Throws address_by_company, and FieldErrors of a hiring manager's domain. */
async function requireOwn(tx: Tx, { mustUseProvider }: SignInServices, { user, email, now }: { user: User; email: string; now: Date }) {
  if (await mustUseProvider(tx, user, now)) throw new AppError('address_by_company');
  const company = await findCompany(tx, user.company_id);
  if (company && user.role === 'hm') requireDomain(company, email);
}

/** Somebody else's, who has opened that account: a registration and an invitation that nobody has opened give way to whoever proves to have the address. */
async function isTaken(tx: Tx, email: string, { id }: User): Promise<boolean> {
  const holder = await findUserByEmail(tx, email);
  return holder !== undefined && holder.id !== id && holder.is_activated;
}

/**
 * ADR 69: a link goes to the new address, and word of it to the old one. Answers alike, and after the same time, where the new one has an account.
 * Throws address_not_sent, address_by_company, FieldErrors, what `requireProof` throws, and too_many_requests.
 */
export async function askAddress(services: SignInServices, { email, ...proof }: Proof & { email: string }, origin: Origin): Promise<void> {
  const { database, clock, publicUrl, queueSystemEmail, sendsSystemMail, waitingRoom } = services;
  if (!sendsSystemMail) throw new AppError('address_not_sent');
  const now = clock.now();
  await database.asSystem(async (tx) => {
    const user = await findUser(tx, proof.userId);
    if (!user) throw new AppError('unauthorized');
    if (user.email.toLowerCase() === email) throw new FieldErrors({ email: 'address_same' });
    await requireOwn(tx, services, { user, email, now });
  });
  const user = await requireProof(services, proof);
  const language = user.language ?? 'en';
  await inEqualTime(waitingRoom, { email, origin }, () =>
    database.asSystem(async (tx) => {
      await limitPerHour(tx, `address ${user.id}`, { now, error: 'too_many_requests' });
      // Of two links the later one counts.
      await deleteOneTimeTokens(tx, user.id, purpose);
      const token = makeToken();
      const expiresAt = new Date(now.getTime() + lifetime);
      const owner = { companyId: user.company_id, userId: user.id };
      await insertOneTimeToken(tx, { ...owner, tokenHash: token.hash, purpose, address: email, createdAt: now, expiresAt });
      const letter = (await isTaken(tx, email, user)) ? addressTakenEmail : addressLinkEmail;
      await queueSystemEmail(tx, letter({ to: email, url: `${publicUrl}/users/email/${token.value}`, language }));
      await queueSystemEmail(tx, addressAskedEmail({ to: user.email, address: email, url: `${publicUrl}/users/recover`, language }));
    }),
  );
}

interface Asked {
  user: User;
  address: string;
}

/** Whose address the link changes, and into which. */
async function askedBy(tx: Tx, row: { user_id: number; address: string | null } | undefined): Promise<Asked> {
  const address = row?.address ?? null;
  const user = row && (await findUser(tx, row.user_id));
  if (!user?.is_active || !user.is_activated || address === null) throw new AppError('address_link_over');
  if ((await findCompany(tx, user.company_id))?.deleted_at !== null) throw new AppError('address_link_over');
  return { user, address };
}

/** Throws address_link_over. */
export const findAskedAddress = ({ database, clock }: SignInServices, token: string): Promise<Asked> =>
  database.readAsSystem(async (tx) => askedBy(tx, await findOneTimeToken(tx, { tokenHash: hashToken(token), purpose, now: clock.now() })));

/**
 * Once per link; every session but the spared one ends, and the old address is told. Throws address_link_over, address_taken where somebody has opened
 * an account with the address, and what `askAddress` throws of the company.
 */
export async function confirmAddress(services: SignInServices, { token, spared }: { token: string; spared: Buffer }): Promise<void> {
  const { database, clock, queueSystemEmail } = services;
  try {
    await database.asSystem(async (tx) => {
      const now = clock.now();
      const { user, address } = await askedBy(tx, await takeOneTimeToken(tx, { tokenHash: hashToken(token), purposes: [purpose], now }));
      await requireOwn(tx, services, { user, email: address, now });
      await forgetRegistration(tx, address);
      await yieldAddress(tx, address, user.id);
      await changeOwnAddress(tx, user, { email: address, spared });
      await queueSystemEmail(tx, addressChangedEmail({ to: user.email, address, language: user.language ?? 'en' }));
    });
  } catch (error) {
    if (isAddressTaken(error)) throw new AppError('address_taken');
    throw error;
  }
}
