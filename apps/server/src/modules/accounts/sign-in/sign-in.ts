import { factorRoute, landingRoute, safeNext } from '@headwater/domain/landing';
import { checkPassword } from '#platform/crypto/passwords.ts';
import { hashToken, makeCode, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Waiting } from '#platform/waiting-room.ts';
import { findCompany, licenseOf, mayWork } from '#modules/companies/public.ts';
import { beginAttempt, uncountAttempt, limitPerHour, type Origin, rememberSignIn, type Standing, waitingKey } from './attempts.ts';
import { guardChangedEmail } from '../emails/guard.ts';
import { signinCodeEmail, signinLinkEmail } from '../emails/signin.ts';
import { hasAuthenticator, hasOwnFactor, lockUserForFactors } from '../store/factors.ts';
import { requireTrustedMailbox, isMailboxTrusted } from './trust-mailbox.ts';
import { isRecoveryCode, useAppCode, useRecoveryCode } from './factors.ts';
import { findRejected } from '../store/rejected.ts';
import { actorOf, startSession } from '../sessions/session.ts';
import { countAttempt, findOneTimeToken, hasRecentToken, insertOneTimeToken, saveTokenCode, takeOneTimeToken } from '../store/sessions.ts';
import type { SocialPerson } from '../store/social.ts';
import { findUser, findUserByEmail, lockUnchangedUser, touchUser, type User } from '../store/users.ts';
import type { Passed, SignInResult, SignInServices } from './services.ts';
import { linkSocial } from './social.ts';
import { languageOf } from '../users/language.ts';

const minute = 60_000;
const maxCodeAttempts = 5;
const codeLifetime = 10 * minute;

export type { SignInResult, SignInServices } from './services.ts';

/** ACC-055. */
function requireReady(user: User): void {
  if (!user.is_activated) throw new AppError('need_activation');
  if (!user.is_verified) throw new AppError('need_verification');
}

/** Throws need_activation, need_verification, FieldErrors. */
export async function openSession(
  tx: Tx,
  { user, origin, next: address, now, way }: Omit<Passed, 'link'>,
): Promise<Extract<SignInResult, { kind: 'session' }>> {
  requireReady(user);
  const company = await findCompany(tx, user.company_id);
  if (!company || company.deleted_at) throw new FieldErrors({ non_field_errors: 'wrong_credentials' });
  const device = await rememberSignIn(tx, user, { origin, now });
  await touchUser(tx, user.id, now);
  const session = await startSession(tx, user, { origin, way, now });
  const landing = landingRoute(actorOf(user, company), licenseOf(company, now));
  const isLicensed = mayWork(company, now);
  const requested = isLicensed ? (safeNext(address) ?? landing) : landing;
  // DEC-08: an emailed code does not satisfy the requirement. Providers check SSO users.
  const isAsked = isLicensed && company.mfa && way !== 'sso' && user.password_hash !== null;
  const lacksFactor = isAsked && !(await hasOwnFactor(tx, user.id));
  return { kind: 'session', session, device, user, company, lacksFactor, next: lacksFactor ? factorRoute(requested) : requested };
}

/** Mail programs and link scanners break longer links. */
const maxNextInLink = 2000;

/** ACC-016. */
function nextInLink(next: string | undefined): string {
  const path = safeNext(next);
  const query = path === undefined ? '' : `&next=${encodeURIComponent(path)}`;
  return query.length > maxNextInLink ? '' : query;
}

/** ACC-018, ACC-019. The attempt stays counted, so that the delay reveals nothing. */
async function sendLink(services: SignInServices, { user, next, now }: Pick<Passed, 'user' | 'next' | 'now'>): Promise<void> {
  const { database, publicUrl, queueSystemEmail } = services;
  await database.asSystem(async (tx) => {
    const purpose = 'signin_link' as const;
    await lockUserForFactors(tx, user.id);
    if ((await findUser(tx, user.id))?.email !== user.email) return;
    if (await hasRecentToken(tx, { userId: user.id, purpose, since: new Date(now.getTime() - minute) })) return;
    const token = makeToken();
    const expiresAt = new Date(now.getTime() + 15 * minute);
    const row = { tokenHash: token.hash, companyId: user.company_id, userId: user.id, purpose, createdAt: now, expiresAt };
    await insertOneTimeToken(tx, row);
    const language = await languageOf(tx, user);
    const url = `${publicUrl}/login?token=${token.value}${nextInLink(next)}`;
    await queueSystemEmail(tx, signinLinkEmail({ to: user.email, url, language }));
  });
}

async function sendCode(tx: Tx, { queueSystemEmail }: SignInServices, { user, token }: { user: User; token: string }): Promise<Buffer> {
  const code = makeCode(token);
  await queueSystemEmail(tx, signinCodeEmail({ to: user.email, code: code.value, language: await languageOf(tx, user) }));
  return code.hash;
}

/** ACC-017, DEC-08. Throws signin_code_not_sent, signin_code_paused. */
async function requestCode(
  tx: Tx,
  services: SignInServices,
  { user, next, now, way, link, hasApp }: Passed & { hasApp: boolean },
): Promise<SignInResult> {
  const { sendsSystemMail } = services;
  if (!hasApp && !sendsSystemMail) throw new AppError('signin_code_not_sent');
  if (!hasApp) requireTrustedMailbox(user, now);
  const token = makeToken();
  const codeHash = hasApp ? makeToken().hash : await sendCode(tx, services, { user, token: token.value });
  const owner = { companyId: user.company_id, userId: user.id };
  const expiresAt = new Date(now.getTime() + codeLifetime);
  const waiting = { tokenHash: token.hash, purpose: 'signin_code', codeHash, way, link } as const;
  await insertOneTimeToken(tx, { ...owner, ...waiting, createdAt: now, expiresAt });
  return { kind: 'confirmation', token: token.value, next: safeNext(next) ?? '/', app: hasApp, email: sendsSystemMail };
}

/** Throws signin_expired, signin_code_not_sent, signin_code_paused, too_many_requests. */
export async function emailCode(services: SignInServices, token: string): Promise<void> {
  const { database, clock, sendsSystemMail } = services;
  await database.asSystem(async (tx) => {
    const now = clock.now();
    const found = await findOneTimeToken(tx, { tokenHash: hashToken(token), purpose: 'signin_code', now });
    const user = found && (await findUser(tx, found.user_id));
    if (!user?.is_active) throw new AppError('signin_expired');
    if (!sendsSystemMail) throw new AppError('signin_code_not_sent');
    requireTrustedMailbox(user, now);
    await limitPerHour(tx, `code ${user.id}`, { now, error: 'too_many_requests' });
    await saveTokenCode(tx, hashToken(token), await sendCode(tx, services, { user, token }));
  });
}

/** Call in the transaction that opens the session. Throws sso_required. */
export async function requireMaySignIn(
  tx: Tx,
  { shareLockRequirement, mustUseProvider }: Pick<SignInServices, 'shareLockRequirement' | 'mustUseProvider'>,
  { user, now }: Pick<Passed, 'user' | 'now'>,
): Promise<void> {
  await shareLockRequirement(tx, user);
  if (await mustUseProvider(tx, user, now)) throw new AppError('sso_required');
}

async function enter(tx: Tx, services: SignInServices, { link, ...passed }: Passed): Promise<SignInResult> {
  const { user, now } = passed;
  if (link) await linkSocial(tx, services, { user, person: link, now });
  return openSession(tx, passed);
}

async function continueSignIn(tx: Tx, services: SignInServices, passed: Passed): Promise<SignInResult> {
  const { user } = passed;
  const hasApp = await hasAuthenticator(tx, user.id);
  const isAsked = hasApp || (await findCompany(tx, user.company_id))?.mfa === true;
  return isAsked ? requestCode(tx, services, { ...passed, hasApp }) : enter(tx, services, passed);
}

/** Throws user_disabled, need_activation, need_verification. */
export async function passFirstStep(tx: Tx, services: SignInServices, passed: Passed): Promise<SignInResult> {
  const { user } = passed;
  if (!user.is_active) throw new AppError('user_disabled');
  if (!(await lockUnchangedUser(tx, user))) throw new FieldErrors({ non_field_errors: 'wrong_credentials' });
  requireReady(user);
  const company = await findCompany(tx, user.company_id);
  if (company?.deleted_at) throw new AppError('user_disabled');
  await requireMaySignIn(tx, services, passed);
  return continueSignIn(tx, services, passed);
}

interface CheckedPassword {
  user: User | undefined;
  matches: boolean;
  /** accounts/README.md, secrecy. */
  isRejected: boolean;
  standing: Standing;
  waiting: Waiting | undefined;
}

async function respond(
  services: SignInServices,
  { user, matches, isRejected, standing, waiting }: CheckedPassword,
  more: Omit<Passed, 'user'>,
): Promise<SignInResult> {
  const right = matches ? user : undefined;
  if (standing.isSuspicious && services.sendsSystemMail) {
    await Promise.all([waiting?.over, right?.is_active && right.is_activated ? sendLink(services, { user: right, ...more }) : undefined]);
    throw new AppError('signin_link_sent');
  }
  await waiting?.over;
  if (isRejected) {
    await services.database.asSystem((tx) => uncountAttempt(tx, standing));
    // Takes as long as for a real registration.
    return services.database.asSystem(async () => {
      throw new AppError('need_activation');
    });
  }
  // The log shows only the start of an attack. Unknown addresses take as long.
  if (!right && !standing.isSuspicious) await services.recordSignInFailure({ email: user?.email ?? '', address: more.origin.address });
  if (!right) throw new FieldErrors({ non_field_errors: 'wrong_credentials' });
  await services.database.asSystem((tx) => uncountAttempt(tx, standing));
  return services.database.asSystem((tx) => passFirstStep(tx, services, { user: right, ...more }));
}

/**
 * Under attack, correct and wrong passwords get the same late response, except in known browsers.
 * So the account can be neither guessed nor locked.
 */
export async function signIn(
  services: SignInServices,
  { link, ...input }: { email: string; password: string; next?: string | undefined; link?: SocialPerson | undefined },
  origin: Origin,
): Promise<SignInResult> {
  const { database, clock, waitingRoom } = services;
  const now = clock.now();
  const { user, rejected, standing } = await database.asSystem(async (tx) => {
    const found = await findUserByEmail(tx, input.email);
    const standing = await beginAttempt(tx, { email: input.email, user: found, origin, now });
    const rejected = await findRejected(tx, input.email, { hasAccount: found !== undefined });
    return { user: found, rejected, standing };
  });
  const waiting = standing.delayMs > 0 ? waitingRoom.enter(waitingKey(input.email, origin), standing.delayMs) : undefined;
  try {
    const matches = await checkPassword(user?.password_hash, input.password);
    // Always checked, for constant timing.
    const isRejected = !(matches && user?.is_activated) && (await checkPassword(rejected, input.password));
    return await respond(
      services,
      { user, matches, isRejected, standing, waiting },
      { origin, next: input.next, now, link, way: link?.backend ?? 'password' },
    );
  } finally {
    waiting?.leave();
  }
}

const isSignIn = (purpose: string) => purpose === 'signin_link' || purpose === 'signin_code';

async function notifyRecoveryCodeUsed(tx: Tx, { publicUrl, queueSystemEmail }: SignInServices, user: User): Promise<void> {
  const [url, language] = [`${publicUrl}/users/recover`, await languageOf(tx, user)];
  await queueSystemEmail(tx, guardChangedEmail({ to: user.email, what: 'recovery_used', url, language }));
}

type Tried = 'right' | 'wrong' | 'expired';

/** A link needs no code. Wrong codes count against the account. */
async function tryToken(
  tx: Tx,
  services: SignInServices,
  { token, code = '', origin, now }: { token: string; code?: string | undefined; origin: Origin; now: Date },
): Promise<Tried> {
  const tried = await countAttempt(tx, hashToken(token), now);
  if (!tried || tried.attempts > maxCodeAttempts || !isSignIn(tried.purpose)) return 'expired';
  if (!tried.code_hash) return 'right';
  const user = await findUser(tx, tried.user_id);
  if (!user) return 'expired';
  const standing = await beginAttempt(tx, { email: user.email, user, origin, now, isCode: true });
  const userId = user.id;
  // Not guessable, so valid during an attack.
  const isRecovery = isRecoveryCode(code) && (await useRecoveryCode(tx, userId, code));
  // New tokens would give further attempts.
  if (standing.isSuspicious && !isRecovery) return 'expired';
  const isEmailed = tried.code_hash.equals(hashToken(`${token}:${code}`));
  const fits = isRecovery || isEmailed || (await useAppCode(tx, services.secrets, { userId, code, now }));
  if (isRecovery) await notifyRecoveryCodeUsed(tx, services, user);
  if (fits) await uncountAttempt(tx, standing);
  return fits ? 'right' : 'wrong';
}

export async function confirmSignIn(
  services: SignInServices,
  input: { token: string; code?: string | undefined; next?: string | undefined },
  origin: Origin,
): Promise<SignInResult> {
  const { database, clock } = services;
  const now = clock.now();
  // The attempt must stay counted on failure.
  const tried = await database.asSystem((tx) => tryToken(tx, services, { ...input, origin, now }));
  if (tried === 'expired') throw new AppError('signin_expired');
  if (tried === 'wrong') throw new FieldErrors({ code: 'wrong_code' });
  return database.asSystem(async (tx) => {
    const token = await takeOneTimeToken(tx, { tokenHash: hashToken(input.token), purposes: ['signin_link', 'signin_code'], now });
    const user = token && (await findUser(tx, token.user_id));
    if (!token || !user?.is_active) throw new AppError('signin_expired');
    await requireMaySignIn(tx, services, { user, now });
    const isLink = token.purpose === 'signin_link';
    const way = isLink ? 'email_link' : (token.way ?? 'password');
    const passed = { user, origin, next: input.next, now, way, link: token.link ?? undefined } as const;
    // ADR 89: the link came to the mailbox that set the password.
    return isLink && !isMailboxTrusted(user, now) ? continueSignIn(tx, services, passed) : enter(tx, services, passed);
  });
}
