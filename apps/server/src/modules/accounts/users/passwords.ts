import type { Language } from '@headwater/contract/errors';
import { isSocialBackend, socialBackendNames } from '@headwater/domain/companies/social-sign-in';
import { dayMs } from '@headwater/domain/time/durations';
import { checkPassword, hashPassword } from '#platform/crypto/passwords.ts';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { findCompany } from '#modules/companies/public.ts';
import { deleteTokens, listTokens } from '../api-tokens/store.ts';
import { clearFailures, limitPerHour, limitRequestedEmail, type Origin } from '../sign-in/attempts.ts';
import { lockUserForFactors } from '../store/factors.ts';
import { type OtherSignInMethods, passwordChangedEmail, passwordRecoveredEmail, resetEmail } from '../emails/passwords.ts';
import { listPasskeys } from '../store/passkeys.ts';
import { endSessionsOf, findOneTimeToken, insertOneTimeToken, takeOneTimeToken } from '../store/sessions.ts';
import { listSocialIdentities } from '../store/social.ts';
import { exchangePassword, findUser, findUserByEmail, markActivated, savePassword, type User } from '../store/users.ts';
import { respondInConstantTime } from '../sign-in/constant-time-response.ts';
import type { ProviderServices } from '../sign-in/linked-providers.ts';
import { isReserved, mustUseSsoInstead, providerEmail, type RegistrationServices } from './register.ts';
import type { SignInServices } from '../sign-in/sign-in.ts';
import { languageOf } from './language.ts';

/** ACC-055. */
const resetLifetime = dayMs;
const purpose = 'reset' as const;

async function isRecoverable(tx: Tx, user: User | undefined): Promise<boolean> {
  if (!user?.is_active || (await isReserved(tx, user))) return false;
  if (user.password_hash === null && (await listSocialIdentities(tx, user.id)).length === 0) return false;
  return (await findCompany(tx, user.company_id))?.deleted_at === null;
}

export type RecoveryServices = SignInServices & Pick<RegistrationServices, 'mustJoinCompany'>;

/** ACC-048. Throws password_attempts, recovery_not_sent. */
export async function recoverPassword(
  services: RecoveryServices,
  { email, language }: { email: string; language: Language },
  origin: Origin,
) {
  const { database, clock, publicUrl, queueSystemEmail, sendsSystemMail, waitingRoom } = services;
  if (!sendsSystemMail) throw new AppError('recovery_not_sent');
  await respondInConstantTime(waitingRoom, { email, origin }, () =>
    database.asSystem(async (tx) => {
      const now = clock.now();
      const found = await findUserByEmail(tx, email);
      await limitRequestedEmail(tx, { kind: 'recovery', email, user: found, origin, now });
      if (!found) return;
      // The address may change concurrently: lock the user and read again.
      await lockUserForFactors(tx, found.id);
      const user = await findUserByEmail(tx, email);
      if (user?.id !== found.id || !(await isRecoverable(tx, user))) return;
      const person = { to: user.email, language: user.language ?? language };
      if (await mustUseSsoInstead(tx, services, { user, now })) return queueSystemEmail(tx, providerEmail(publicUrl, person));
      const token = makeToken();
      const expiresAt = new Date(now.getTime() + resetLifetime);
      await insertOneTimeToken(tx, {
        tokenHash: token.hash,
        companyId: user.company_id,
        userId: user.id,
        purpose,
        createdAt: now,
        expiresAt,
      });
      const url = `${publicUrl}/users/reset/${token.value}`;
      await queueSystemEmail(tx, resetEmail({ ...person, url }));
    }),
  );
}

/** ACC-049. Throws password_reset_failed. */
export async function findReset({ database, clock }: SignInServices, token: string): Promise<User> {
  const user = await database.asSystem(async (tx) => {
    const found = await findOneTimeToken(tx, { tokenHash: hashToken(token), purpose, now: clock.now() });
    return found && findUser(tx, found.user_id);
  });
  if (!user?.is_active) throw new AppError('password_reset_failed');
  return user;
}

export type PasswordServices = ProviderServices & Pick<RegistrationServices, 'mustJoinCompany'>;

interface NewPassword {
  user: User;
  spared?: Buffer;
  isRecovered?: boolean;
}

async function listOtherSignInMethods(
  tx: Tx,
  { publicUrl, linkedProviders }: PasswordServices,
  user: User,
): Promise<OtherSignInMethods | undefined> {
  const passkeys = (await listPasskeys(tx, user.id)).map(({ name }) => name);
  const social = (await listSocialIdentities(tx, user.id)).map(({ backend, email }) => {
    const name = isSocialBackend(backend) ? socialBackendNames[backend] : backend;
    return email === '' ? name : `${name}: ${email}`;
  });
  const providers = (await linkedProviders.list(tx, user.id)).filter((one) => one.is_usable);
  const services = [...social, ...providers.map(({ provider }) => provider)];
  const token = (await listTokens(tx, user.id))[0]?.last_four;
  if (passkeys.length + services.length === 0 && token === undefined) return undefined;
  return { passkeys, services, token, url: `${publicUrl}/settings#security` };
}

async function endOldPassword(tx: Tx, services: PasswordServices, { user, spared, isRecovered = false }: NewPassword) {
  const { publicUrl, queueSystemEmail } = services;
  await endSessionsOf(tx, user.id, spared);
  await clearFailures(tx, user.email);
  const addressed = { to: user.email, url: `${publicUrl}/users/recover`, language: await languageOf(tx, user) };
  const others = isRecovered ? await listOtherSignInMethods(tx, services, user) : undefined;
  await queueSystemEmail(tx, others ? passwordRecoveredEmail({ ...addressed, others }) : passwordChangedEmail(addressed));
}

/** ACC-050, ACC-055. Throws password_reset_failed, password_attempts, sso_required. */
export async function resetPassword(services: PasswordServices, { token, password }: { token: string; password: string }): Promise<void> {
  const { database, clock } = services;
  const { id } = await findReset(services, token);
  // Counts holders of a valid link only, so that others cannot use up the attempts.
  await database.asSystem((tx) => limitPerHour(tx, `reset ${id}`, { now: clock.now() }));
  const passwordHash = await hashPassword(password);
  await database.asSystem(async (tx) => {
    const taken = await takeOneTimeToken(tx, { tokenHash: hashToken(token), purposes: [purpose], now: clock.now() });
    const user = taken && (await findUser(tx, taken.user_id));
    if (!user || !(await isRecoverable(tx, user))) throw new AppError('password_reset_failed');
    if (await mustUseSsoInstead(tx, services, { user, now: clock.now() })) throw new AppError('sso_required');
    await markActivated(tx, user.id);
    await savePassword(tx, user.id, { passwordHash, now: clock.now() });
    await endOldPassword(tx, services, { user, isRecovered: true });
  });
}

interface Change {
  userId: number;
  current: string;
  password: string;
  session: string;
  revokesToken: boolean;
}

/** Throws password_attempts, and FieldErrors if the current password is wrong. */
export async function changePassword(
  services: PasswordServices,
  { userId, current, password, session, revokesToken }: Change,
): Promise<void> {
  const { database, clock } = services;
  const user = await database.asSystem(async (tx) => {
    await limitPerHour(tx, `change ${userId}`, { now: clock.now() });
    return findUser(tx, userId);
  });
  if (!user || !(await checkPassword(user.password_hash, current))) throw new FieldErrors({ current_password: 'password_wrong' });
  const passwordHash = await hashPassword(password);
  await database.asSystem(async (tx) => {
    if (!(await exchangePassword(tx, user, passwordHash))) throw new FieldErrors({ current_password: 'password_wrong' });
    if (revokesToken) await deleteTokens(tx, userId);
    await endOldPassword(tx, services, { user, spared: hashToken(session) });
  });
}
