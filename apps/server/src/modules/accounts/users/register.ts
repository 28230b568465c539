import type { Language } from '@headwater/contract/errors';
import { dayMs } from '@headwater/domain/time/durations';
import { hashPassword } from '#platform/crypto/passwords.ts';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { deleteEmptyExtensions, findCompany, insertCompany } from '#modules/companies/public.ts';
import { isAddressReserved } from '../store/address-restores.ts';
import { limitPerHour, limitRequestedEmail, type Origin } from '../sign-in/attempts.ts';
import { registrationEmail } from '../emails/registration.ts';
import { deleteOneTimeTokens, insertOneTimeToken, takeOneTimeToken } from '../store/sessions.ts';
import { insertSocialIdentity, type SocialPerson } from '../store/social.ts';
import { deleteRejected, saveReplacedRegistration, saveRejected, extendRejected } from '../store/rejected.ts';
import { deleteRegistered, findUser, findUserByEmail, insertUser, markActivated, replaceRegistration, type User } from '../store/users.ts';
import { languageOf } from './language.ts';
import { respondInConstantTime } from '../sign-in/constant-time-response.ts';
import type { SignInServices } from '../sign-in/sign-in.ts';

/** ACC-055. */
export const activationLifetime = 7 * dayMs;

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  language: Language;
}

export type RegistrationServices = SignInServices & {
  /** Always false before the installation has its first account. */
  isOpen(): Promise<boolean>;
  /** True if the company of the address requires SSO. */
  mustJoinCompany(tx: Tx, email: string, now: Date): Promise<boolean>;
};

export async function isPending(tx: Tx, user: User): Promise<boolean> {
  if (user.is_activated || user.password_hash === null) return false;
  const company = await findCompany(tx, user.company_id);
  return company?.access_type === 'extension' && company.deleted_at === null;
}

/** An unconfirmed registration must not block an invitation. Over all companies. */
export async function deletePendingRegistration(tx: Tx, email: string): Promise<boolean> {
  const user = await findUserByEmail(tx, email);
  if (!user || !(await isPending(tx, user))) return false;
  await saveReplacedRegistration(tx, user);
  if (!(await deleteRegistered(tx, user.id))) return false;
  await deleteEmptyExtensions(tx, [user.company_id]);
  return true;
}

async function sendLink(
  tx: Tx,
  services: SignInServices,
  { user, purpose }: { user: User; purpose: 'activate' | 'verify' },
): Promise<void> {
  // The link would be rejected while another account can reclaim the address.
  if (await isReserved(tx, user)) return;
  const now = services.clock.now();
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + activationLifetime);
  await insertOneTimeToken(tx, {
    tokenHash: token.hash,
    companyId: user.company_id,
    userId: user.id,
    purpose,
    createdAt: now,
    expiresAt,
  });
  const url = `${services.publicUrl}/users/activate/${token.value}`;
  await services.queueSystemEmail(tx, registrationEmail(purpose, { to: user.email, url, language: await languageOf(tx, user) }));
}

type NewPerson = Omit<Registration, 'password'> & { passwordHash: string | null; isActivated: boolean };

async function insertPerson(tx: Tx, person: NewPerson): Promise<number> {
  const name = `${person.firstName} ${person.lastName}`.slice(0, 255);
  const companyId = await insertCompany(tx, { name, isExtCompany: true, accessType: 'extension' });
  return insertUser(tx, { ...person, companyId, role: 'worker', canSearch: false });
}

/** Undefined if the address has an account. */
async function saveRegistration(tx: Tx, { firstName, lastName, email, language }: Registration, passwordHash: string) {
  const known = await findUserByEmail(tx, email);
  if (known && !(await isPending(tx, known))) return undefined;
  if (known) {
    // The first registration may be another person's: invalidate its links.
    await deleteOneTimeTokens(tx, known.id);
    await replaceRegistration(tx, known.id, { firstName, lastName, passwordHash, language });
    return findUser(tx, known.id);
  }
  return findUser(tx, await insertPerson(tx, { firstName, lastName, email, language, passwordHash, isActivated: false }));
}

interface RejectedRegistration {
  registration: Registration;
  isKept: boolean;
}

/** True if SSO became mandatory before the account was activated. */
export const mustUseSsoInstead = async (
  tx: Tx,
  { mustJoinCompany }: Pick<RegistrationServices, 'mustJoinCompany'>,
  { user, now }: { user: User; now: Date },
): Promise<boolean> => !user.is_activated && mustJoinCompany(tx, user.email, now);

/** accounts/README.md, reclaimed addresses. */
export const isReserved = async (tx: Tx, user: User): Promise<boolean> =>
  !user.is_activated && (await isAddressReserved(tx, user.email, user.id));

export const providerEmail = (publicUrl: string, person: { to: string; language: Language }) =>
  registrationEmail('provider', { ...person, url: `${publicUrl}/login/sso?email=${encodeURIComponent(person.to)}` });

async function sendSignInHint(tx: Tx, services: RegistrationServices, { registration, isKept }: RejectedRegistration) {
  const { clock, publicUrl, queueSystemEmail, mustUseProvider } = services;
  const known = await findUserByEmail(tx, registration.email);
  const person = { to: known?.email ?? registration.email, language: known?.language ?? registration.language };
  // Administrators, and users of other companies, keep their passwords.
  const throughProvider = isKept && (!known || (await mustUseProvider(tx, known, clock.now())));
  const email = throughProvider ? providerEmail(publicUrl, person) : registrationEmail('exists', { ...person, url: `${publicUrl}/login` });
  await queueSystemEmail(tx, email);
}

/**
 * ACC-046, ACC-055, SSO-016; accounts/README.md, secrecy. Responds alike if the address is rejected, and emails the
 * owner.
 */
export async function register(services: RegistrationServices, registration: Registration, origin: Origin): Promise<void> {
  const { database, clock, waitingRoom } = services;
  if (!(await services.isOpen())) throw new AppError('registration_closed');
  const { email } = registration;
  await respondInConstantTime(waitingRoom, { email, origin }, async () => {
    const passwordHash = await hashPassword(registration.password);
    await database.asSystem(async (tx) => {
      await limitRequestedEmail(tx, { kind: 'register', email, user: undefined, origin, now: clock.now(), error: 'too_many_requests' });
      const isKept = await services.mustJoinCompany(tx, email, clock.now());
      if (isKept) await deletePendingRegistration(tx, email);
      const user = isKept ? undefined : await saveRegistration(tx, registration, passwordHash);
      if (user) {
        // The latest registration counts, even if the account has changed its address since.
        await deleteRejected(tx, email);
        return sendLink(tx, services, { user, purpose: 'activate' });
      }
      await saveRejected(tx, email, { passwordHash, expiresAt: new Date(clock.now().getTime() + activationLifetime) });
      return sendSignInHint(tx, services, { registration, isKept });
    });
  });
}

/** ACC-003. Undefined if the address is taken or reserved. */
export async function registerConfirmed(
  tx: Tx,
  { firstName, lastName, email, language }: Omit<Registration, 'password'>,
  { person, now }: { person: SocialPerson; now: Date },
): Promise<User | undefined> {
  await limitPerHour(tx, `register confirmed ${email}`, { now, error: 'too_many_requests' });
  await deletePendingRegistration(tx, email);
  if ((await findUserByEmail(tx, email)) || (await isAddressReserved(tx, email, undefined))) return undefined;
  const user = await findUser(tx, await insertPerson(tx, { firstName, lastName, email, language, passwordHash: null, isActivated: true }));
  return user && (await insertSocialIdentity(tx, user, { person, now })) ? user : undefined;
}

/** ACC-009, ACC-047. Single use. Throws activation_failed, sso_required. */
export async function activate(services: RegistrationServices, token: string): Promise<string> {
  const { database, clock } = services;
  return database.asSystem(async (tx) => {
    const taken = await takeOneTimeToken(tx, { tokenHash: hashToken(token), purposes: ['activate', 'verify'], now: clock.now() });
    const user = taken && (await findUser(tx, taken.user_id));
    if (!user?.is_active || (await isReserved(tx, user))) throw new AppError('activation_failed');
    if (await mustUseSsoInstead(tx, services, { user, now: clock.now() })) throw new AppError('sso_required');
    await markActivated(tx, user.id);
    return user.email;
  });
}

const resending = {
  activate: { error: 'activation_not_resent', waits: (user: User) => !user.is_activated },
  verify: { error: 'verification_not_resent', waits: (user: User) => user.is_activated && !user.is_verified },
} as const;

/** ACC-053, ACC-054. Throws activation_not_resent, verification_not_resent. */
export async function resend(
  services: RegistrationServices,
  { purpose, email }: { purpose: keyof typeof resending; email: string },
  origin: Origin,
): Promise<void> {
  const { database, clock, publicUrl, queueSystemEmail, sendsSystemMail, waitingRoom } = services;
  const { error, waits } = resending[purpose];
  if (!sendsSystemMail) throw new AppError(error);
  await respondInConstantTime(waitingRoom, { email, origin }, () =>
    database.asSystem(async (tx) => {
      const user = await findUserByEmail(tx, email);
      await limitRequestedEmail(tx, { kind: purpose, email, user, origin, now: clock.now(), error });
      if (user?.is_active && user.password_hash !== null && waits(user)) {
        if (await mustUseSsoInstead(tx, services, { user, now: clock.now() }))
          await queueSystemEmail(tx, providerEmail(publicUrl, { to: user.email, language: await languageOf(tx, user) }));
        else await sendLink(tx, services, { user, purpose });
      } else if (purpose === 'activate') {
        const expiresAt = new Date(clock.now().getTime() + activationLifetime);
        await extendRejected(tx, email, { hasAccount: user !== undefined, expiresAt });
      }
    }),
  );
}
