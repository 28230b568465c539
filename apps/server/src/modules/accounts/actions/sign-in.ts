import { landingRoute, safeNext } from '@headwater/domain/landing';
import type { Clock } from '#platform/clock.ts';
import { checkPassword } from '#platform/crypto/passwords.ts';
import { hashToken, makeCode, makeToken } from '#platform/crypto/tokens.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { QueueSystemEmail } from '#platform/system-mail.ts';
import type { Waiting, WaitingRoom } from '#platform/waiting-room.ts';
import { type Company, findCompany, licenseOf } from '#modules/companies/public.ts';
import { beginAttempt, forgetAttempt, type Origin, rememberSignIn, type Standing, waitingKey } from '../attempts.ts';
import { signinCodeEmail, signinLinkEmail } from '../emails/signin.ts';
import { actorOf, startSession } from '../session.ts';
import { countAttempt, hasRecentToken, insertOneTimeToken, takeOneTimeToken } from '../session-store.ts';
import { findUser, findUserByEmail, touchUser, type User } from '../store.ts';

const minute = 60_000;
const maxCodeAttempts = 5;

export interface SignInServices {
  database: Database;
  clock: Clock;
  publicUrl: string;
  queueSystemEmail: QueueSystemEmail;
  /** False where system e-mail goes nowhere: then no link or code is asked for that cannot arrive. */
  sendsSystemMail: boolean;
  /** For the audit log, where the address is that of an account. */
  noteFailure(failure: { email: string; address: string }): Promise<void>;
  /** Answers to an account under attack are held back here. */
  waitingRoom: WaitingRoom;
}

/** What a sign-in leads to; `session` and `device` are values of cookies. */
export type SignInResult =
  | { kind: 'session'; session: string; device: string; user: User; company: Company; next: string }
  | { kind: 'confirmation'; token: string; next: string };

interface Passed {
  user: User;
  origin: Origin;
  next: string | undefined;
  now: Date;
}

/** ACC-055: nobody comes in whose address is not known to be theirs. */
function requireReady(user: User): void {
  if (!user.is_activated) throw new AppError('need_activation');
  if (!user.is_verified) throw new AppError('need_verification');
}

/** For whoever has proved who they are. Throws need_activation, need_verification, and FieldErrors where their company is gone. */
export async function openSession(
  tx: Tx,
  { user, origin, next: address, now }: Passed,
): Promise<Extract<SignInResult, { kind: 'session' }>> {
  requireReady(user);
  const company = await findCompany(tx, user.company_id);
  if (!company || company.deleted_at) throw new FieldErrors({ non_field_errors: 'wrong_credentials' });
  const device = await rememberSignIn(tx, user, { origin, now });
  await touchUser(tx, user.id, now);
  const session = await startSession(tx, user, now);
  const license = licenseOf(company, now);
  const landing = landingRoute(actorOf(user, company), license);
  const next = license === 'active' ? (safeNext(address) ?? landing) : landing;
  return { kind: 'session', session, device, user, company, next };
}

/** ACC-018, ACC-019. The attempt stays counted, so that the next delay tells nothing of this password. One a minute is enough for its reader, however often the password is tried. */
async function sendLink(services: SignInServices, user: User, now: Date): Promise<void> {
  const { database, publicUrl, queueSystemEmail } = services;
  await database.asSystem(async (tx) => {
    const purpose = 'signin_link' as const;
    if (await hasRecentToken(tx, { userId: user.id, purpose, since: new Date(now.getTime() - minute) })) return;
    const token = makeToken();
    const expiresAt = new Date(now.getTime() + 15 * minute);
    const row = { tokenHash: token.hash, companyId: user.company_id, userId: user.id, purpose, createdAt: now, expiresAt };
    await insertOneTimeToken(tx, row);
    const language = user.language ?? 'en';
    await queueSystemEmail(tx, signinLinkEmail({ to: user.email, url: `${publicUrl}/login?token=${token.value}`, language }));
  });
}

/** ACC-017. Where no code can arrive nobody comes in without one, and is told so. */
async function sendCode(tx: Tx, { queueSystemEmail, sendsSystemMail }: SignInServices, { user, next, now }: Passed): Promise<SignInResult> {
  if (!sendsSystemMail) throw new AppError('signin_code_not_sent');
  const token = makeToken();
  const code = makeCode(token.value);
  const expiresAt = new Date(now.getTime() + 10 * minute);
  const owner = { companyId: user.company_id, userId: user.id };
  await insertOneTimeToken(tx, { ...owner, tokenHash: token.hash, purpose: 'signin_code', codeHash: code.hash, createdAt: now, expiresAt });
  await queueSystemEmail(tx, signinCodeEmail({ to: user.email, code: code.value, language: user.language ?? 'en' }));
  return { kind: 'confirmation', token: token.value, next: safeNext(next) ?? '/' };
}

interface Judged {
  user: User | undefined;
  matches: boolean;
  standing: Standing;
  waiting: Waiting | undefined;
}

async function answerTo(
  services: SignInServices,
  { user, matches, standing, waiting }: Judged,
  more: Omit<Passed, 'user'>,
): Promise<SignInResult> {
  const right = matches ? user : undefined;
  if (standing.isSuspicious && services.sendsSystemMail) {
    // The work for a right password is hidden in the time that both are held back.
    await Promise.all([waiting?.over, right?.is_active && right.is_activated ? sendLink(services, right, more.now) : undefined]);
    throw new AppError('signin_link_sent');
  }
  await waiting?.over;
  // Beyond that it is an attack, of which the log has no more than its beginning. An unknown address takes as long.
  if (!right && !standing.isSuspicious) await services.noteFailure({ email: user?.email ?? '', address: more.origin.address });
  if (!right) throw new FieldErrors({ non_field_errors: 'wrong_credentials' });
  return services.database.asSystem(async (tx) => {
    await forgetAttempt(tx, standing);
    if (!right.is_active) throw new AppError('user_disabled');
    requireReady(right);
    const passed = { user: right, ...more };
    const company = await findCompany(tx, right.company_id);
    if (company?.deleted_at) throw new AppError('user_disabled');
    return company?.mfa ? sendCode(tx, services, passed) : openSession(tx, passed);
  });
}

/**
 * Password sign-in: a session, a code by e-mail where the company asks for it, or a link by e-mail after many failures. An account under attack answers
 * right and wrong passwords alike and late, but not in browsers that its owner has signed in with; so it is neither guessed nor locked.
 */
export async function signIn(
  services: SignInServices,
  input: { email: string; password: string; next?: string | undefined },
  origin: Origin,
): Promise<SignInResult> {
  const { database, clock, waitingRoom } = services;
  const now = clock.now();
  const { user, standing } = await database.asSystem(async (tx) => {
    const found = await findUserByEmail(tx, input.email);
    return { user: found, standing: await beginAttempt(tx, { email: input.email, user: found, origin, now }) };
  });
  const waiting = standing.delayMs > 0 ? waitingRoom.enter(waitingKey(input.email, origin), standing.delayMs) : undefined;
  try {
    const matches = await checkPassword(user?.password_hash, input.password);
    return await answerTo(services, { user, matches, standing, waiting }, { origin, next: input.next, now });
  } finally {
    waiting?.leave();
  }
}

type Tried = 'right' | 'wrong' | 'expired';

/** One try at a token: a link is right by itself, a code has to fit and counts against its account where it does not. */
async function tryToken(
  tx: Tx,
  input: { token: string; code?: string | undefined },
  { origin, now }: { origin: Origin; now: Date },
): Promise<Tried> {
  const tokenHash = hashToken(input.token);
  const tried = await countAttempt(tx, tokenHash, now);
  if (!tried || tried.attempts > maxCodeAttempts) return 'expired';
  if (!tried.code_hash) return 'right';
  const user = await findUser(tx, tried.user_id);
  if (!user) return 'expired';
  const standing = await beginAttempt(tx, { email: user.email, user, origin, now });
  // Whoever knows the password could have any number of tokens, with five tries each.
  const fits = input.code !== undefined && tried.code_hash.equals(hashToken(`${input.token}:${input.code}`));
  if (standing.isSuspicious) return 'expired';
  if (fits) await forgetAttempt(tx, standing);
  return fits ? 'right' : 'wrong';
}

/** The second step: a code with its token, or the token of an e-mailed link alone. */
export async function confirmSignIn(
  { database, clock }: SignInServices,
  input: { token: string; code?: string | undefined; next?: string | undefined },
  origin: Origin,
): Promise<SignInResult> {
  const now = clock.now();
  // Counting a try must stay although the try fails, so it is a transaction of its own.
  const tried = await database.asSystem((tx) => tryToken(tx, input, { origin, now }));
  if (tried === 'expired') throw new AppError('signin_expired');
  if (tried === 'wrong') throw new FieldErrors({ code: 'wrong_code' });
  return database.asSystem(async (tx) => {
    const token = await takeOneTimeToken(tx, { tokenHash: hashToken(input.token), purposes: ['signin_link', 'signin_code'], now });
    const user = token && (await findUser(tx, token.user_id));
    if (!user?.is_active) throw new AppError('signin_expired');
    return openSession(tx, { user, origin, next: input.next, now });
  });
}
