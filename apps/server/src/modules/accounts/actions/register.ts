import type { Language } from '@headwater/contract/errors';
import { dayMs } from '@headwater/domain/time/durations';
import { hashPassword } from '#platform/crypto/passwords.ts';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { deleteEmptyExtensions, findCompany, insertCompany } from '#modules/companies/public.ts';
import { isAddressReserved } from '../address-return-store.ts';
import { limitPerHour, limitRequestedEmail, type Origin } from '../attempts.ts';
import { registrationEmail } from '../emails/registration.ts';
import { deleteOneTimeTokens, insertOneTimeToken, takeOneTimeToken } from '../session-store.ts';
import { insertSocialIdentity, type SocialPerson } from '../social-store.ts';
import { dropRefused, keepForgotten, keepRefused, prolongRefused } from '../refused-store.ts';
import { deleteRegistered, findUser, findUserByEmail, insertUser, markActivated, replaceRegistration, type User } from '../store.ts';
import { languageOf } from '../language.ts';
import { inEqualTime } from './in-equal-time.ts';
import type { SignInServices } from './sign-in.ts';

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
  /** Whether strangers may register: never before the first account of the installation, whose place they would take. */
  isOpen(): Promise<boolean>;
  /** Whether the company of that address keeps its people to its provider, also before they have an account. */
  mustJoinCompany(tx: Tx, email: string, now: Date): Promise<boolean>;
};

/** Registered by themselves and not activated: the address was never shown to be theirs. */
export async function isPending(tx: Tx, user: User): Promise<boolean> {
  if (user.is_activated || user.password_hash === null) return false;
  const company = await findCompany(tx, user.company_id);
  return company?.access_type === 'extension' && company.deleted_at === null;
}

/**
 * An address that a stranger typed and never showed to be theirs keeps nobody out of the company that asks its owner in. Over all companies. True where
 * it is free now.
 */
export async function forgetRegistration(tx: Tx, email: string): Promise<boolean> {
  const user = await findUserByEmail(tx, email);
  if (!user || !(await isPending(tx, user))) return false;
  await keepForgotten(tx, user);
  if (!(await deleteRegistered(tx, user.id))) return false;
  await deleteEmptyExtensions(tx, [user.company_id]);
  return true;
}

async function sendLink(
  tx: Tx,
  services: SignInServices,
  { user, purpose }: { user: User; purpose: 'activate' | 'verify' },
): Promise<void> {
  // It would open nothing as long as another account may get the address back.
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

/** With a company of their own, for the browser extension. */
async function insertPerson(tx: Tx, person: NewPerson): Promise<number> {
  const name = `${person.firstName} ${person.lastName}`.slice(0, 255);
  const companyId = await insertCompany(tx, { name, isExtCompany: true, accessType: 'extension' });
  return insertUser(tx, { ...person, companyId, role: 'worker', canSearch: false });
}

/** The person with a company of their own, or again with another password where nobody has activated the account. Undefined where it is somebody's. */
async function saveRegistration(tx: Tx, { firstName, lastName, email, language }: Registration, passwordHash: string) {
  const known = await findUserByEmail(tx, email);
  if (known && !(await isPending(tx, known))) return undefined;
  if (known) {
    // Whoever was first may have been somebody else: nothing of theirs opens the account.
    await deleteOneTimeTokens(tx, known.id);
    await replaceRegistration(tx, known.id, { firstName, lastName, passwordHash, language });
    return findUser(tx, known.id);
  }
  return findUser(tx, await insertPerson(tx, { firstName, lastName, email, language, passwordHash, isActivated: false }));
}

interface Refused {
  registration: Registration;
  /** The company of the address lets its people in through its provider alone. */
  isKept: boolean;
}

/** Whether the company of the address has begun to let its people in through its provider alone, before anybody has shown that an account of their own is theirs. */
export const mustJoinInstead = async (
  tx: Tx,
  { mustJoinCompany }: Pick<RegistrationServices, 'mustJoinCompany'>,
  { user, now }: { user: User; now: Date },
): Promise<boolean> => !user.is_activated && mustJoinCompany(tx, user.email, now);

/** ADR 72: nobody opens a registration whose address another account may get back. */
export const isReserved = async (tx: Tx, user: User): Promise<boolean> =>
  !user.is_activated && (await isAddressReserved(tx, user.email, user.id));

/** Says that the person comes in through the provider of their company. */
export const providerEmail = (publicUrl: string, person: { to: string; language: Language }) =>
  registrationEmail('provider', { ...person, url: `${publicUrl}/login/sso?email=${encodeURIComponent(person.to)}` });

/** How whoever has the address of a registration that was refused comes in. */
async function tellHowToEnter(tx: Tx, services: RegistrationServices, { registration, isKept }: Refused) {
  const { clock, publicUrl, queueSystemEmail, mustUseProvider } = services;
  const known = await findUserByEmail(tx, registration.email);
  const person = { to: known?.email ?? registration.email, language: known?.language ?? registration.language };
  // Its administrators keep their passwords, and so does who has an account elsewhere.
  const throughProvider = isKept && (!known || (await mustUseProvider(tx, known, clock.now())));
  const email = throughProvider ? providerEmail(publicUrl, person) : registrationEmail('exists', { ...person, url: `${publicUrl}/login` });
  await queueSystemEmail(tx, email);
}

/**
 * ACC-046, ACC-055. Answers alike, and after the same time, where the address has an account, and where an account of their own would keep its owner
 * from that of their company (SSO-016): the owner is told by e-mail. So does the sign-in after it (ADR 66).
 */
export async function register(services: RegistrationServices, registration: Registration, origin: Origin): Promise<void> {
  const { database, clock, waitingRoom } = services;
  if (!(await services.isOpen())) throw new AppError('registration_closed');
  const { email } = registration;
  await inEqualTime(waitingRoom, { email, origin }, async () => {
    const passwordHash = await hashPassword(registration.password);
    await database.asSystem(async (tx) => {
      await limitRequestedEmail(tx, { kind: 'register', email, user: undefined, origin, now: clock.now(), error: 'too_many_requests' });
      const isKept = await services.mustJoinCompany(tx, email, clock.now());
      // From before that was required, and nobody has activated it.
      if (isKept) await forgetRegistration(tx, email);
      const user = isKept ? undefined : await saveRegistration(tx, registration, passwordHash);
      if (user) {
        // The latest counts, also where an account has left the address since.
        await dropRefused(tx, email);
        return sendLink(tx, services, { user, purpose: 'activate' });
      }
      await keepRefused(tx, email, { passwordHash, expiresAt: new Date(clock.now().getTime() + activationLifetime) });
      return tellHowToEnter(tx, services, { registration, isKept });
    });
  });
}

/** ACC-003: whose address another service has confirmed, so that no link has to, and who signs in with it. Undefined where somebody has the address, or may get it back. */
export async function registerConfirmed(
  tx: Tx,
  { firstName, lastName, email, language }: Omit<Registration, 'password'>,
  { person, now }: { person: SocialPerson; now: Date },
): Promise<User | undefined> {
  await limitPerHour(tx, `register confirmed ${email}`, { now, error: 'too_many_requests' });
  await forgetRegistration(tx, email);
  if ((await findUserByEmail(tx, email)) || (await isAddressReserved(tx, email, undefined))) return undefined;
  const user = await findUser(tx, await insertPerson(tx, { firstName, lastName, email, language, passwordHash: null, isActivated: true }));
  return user && (await insertSocialIdentity(tx, user, { person, now })) ? user : undefined;
}

/** ACC-009, ACC-047: by the link of either e-mail, once. Answers the address. Throws activation_failed, and sso_required where the company of a new account has begun to. */
export async function activate(services: RegistrationServices, token: string): Promise<string> {
  const { database, clock } = services;
  return database.asSystem(async (tx) => {
    const taken = await takeOneTimeToken(tx, { tokenHash: hashToken(token), purposes: ['activate', 'verify'], now: clock.now() });
    const user = taken && (await findUser(tx, taken.user_id));
    if (!user?.is_active || (await isReserved(tx, user))) throw new AppError('activation_failed');
    if (await mustJoinInstead(tx, services, { user, now: clock.now() })) throw new AppError('sso_required');
    await markActivated(tx, user.id);
    return user.email;
  });
}

const resending = {
  activate: { error: 'activation_not_resent', waits: (user: User) => !user.is_activated },
  verify: { error: 'verification_not_resent', waits: (user: User) => user.is_activated && !user.is_verified },
} as const;

/** ACC-053, ACC-054. Answers alike where nobody waits for that e-mail. Throws activation_not_resent, verification_not_resent. */
export async function resend(
  services: RegistrationServices,
  { purpose, email }: { purpose: keyof typeof resending; email: string },
  origin: Origin,
): Promise<void> {
  const { database, clock, publicUrl, queueSystemEmail, sendsSystemMail, waitingRoom } = services;
  const { error, waits } = resending[purpose];
  if (!sendsSystemMail) throw new AppError(error);
  await inEqualTime(waitingRoom, { email, origin }, () =>
    database.asSystem(async (tx) => {
      const user = await findUserByEmail(tx, email);
      await limitRequestedEmail(tx, { kind: purpose, email, user, origin, now: clock.now(), error });
      // Who was invited has a link of another kind, and no password before it.
      if (user?.is_active && user.password_hash !== null && waits(user)) {
        // The link would open nothing.
        if (await mustJoinInstead(tx, services, { user, now: clock.now() }))
          await queueSystemEmail(tx, providerEmail(publicUrl, { to: user.email, language: await languageOf(tx, user) }));
        else await sendLink(tx, services, { user, purpose });
      } else if (purpose === 'activate') {
        const expiresAt = new Date(clock.now().getTime() + activationLifetime);
        await prolongRefused(tx, email, { hasAccount: user !== undefined, expiresAt });
      }
    }),
  );
}
