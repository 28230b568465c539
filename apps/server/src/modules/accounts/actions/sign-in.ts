import { landingRoute, safeNext } from '@headwater/domain/landing';
import type { Clock } from '#platform/clock.ts';
import { checkPassword } from '#platform/crypto/passwords.ts';
import { hashToken, makeCode, makeToken } from '#platform/crypto/tokens.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { QueueLetter } from '#platform/letters.ts';
import { type Company, findCompany, licenseOf } from '#modules/companies/public.ts';
import { signinCodeLetter, signinLinkLetter } from '../emails/signin.ts';
import { actorOf, startSession } from '../session.ts';
import { clearFailures, countAttempt, countFailures, insertOneTimeToken, recordFailure, takeOneTimeToken } from '../session-store.ts';
import { findUser, findUserByEmail, touchUser, type User } from '../store.ts';

/** ACC-020: five failed passwords for one account within 15 minutes. */
const suspiciousFailures = 5;
const minute = 60_000;
const maxCodeAttempts = 5;

export interface SignInServices {
  database: Database;
  clock: Clock;
  publicUrl: string;
  queueLetter: QueueLetter;
}

/** What a sign-in leads to; `session` is the cookie's value. */
export type SignInResult =
  | { kind: 'session'; session: string; user: User; company: Company; next: string }
  | { kind: 'confirmation'; token: string; next: string };

async function openSession(tx: Tx, user: User, options: { next: string | undefined; now: Date }): Promise<SignInResult> {
  const company = await findCompany(tx, user.company_id);
  if (!company) throw new FieldErrors({ non_field_errors: 'wrong_credentials' });
  await clearFailures(tx, user.id);
  await touchUser(tx, user.id, options.now);
  const session = await startSession(tx, user, options.now);
  const license = licenseOf(company, options.now);
  const landing = landingRoute(actorOf(user, company), license);
  const next = license === 'active' ? (safeNext(options.next) ?? landing) : landing;
  return { kind: 'session', session, user, company, next };
}

/** Password sign-in: a session, a code by e-mail where the company asks for it, or a link by e-mail after many failures. */
export async function signIn(
  { database, clock, publicUrl, queueLetter }: SignInServices,
  input: { email: string; password: string; next?: string | undefined },
): Promise<SignInResult> {
  const now = clock.now();
  const user = await database.asSystem((tx) => findUserByEmail(tx, input.email));
  const matches = await checkPassword(user?.password_hash, input.password);
  if (!user || !matches) {
    if (user) await database.asSystem((tx) => recordFailure(tx, { companyId: user.company_id, userId: user.id, failedAt: now }));
    throw new FieldErrors({ non_field_errors: 'wrong_credentials' });
  }
  if (!user.is_active) throw new AppError('user_disabled');
  const result = await database.asSystem(async (tx) => {
    const language = user.language ?? 'en';
    if ((await countFailures(tx, user.id, new Date(now.getTime() - 15 * minute))) >= suspiciousFailures) {
      const token = makeToken();
      const expiresAt = new Date(now.getTime() + 15 * minute);
      await insertOneTimeToken(tx, {
        tokenHash: token.hash,
        companyId: user.company_id,
        userId: user.id,
        purpose: 'signin_link',
        expiresAt,
      });
      await queueLetter(tx, signinLinkLetter({ to: user.email, url: `${publicUrl}/login?token=${token.value}`, language }));
      return undefined;
    }
    const company = await findCompany(tx, user.company_id);
    if (!company?.mfa) return openSession(tx, user, { next: input.next, now });
    const token = makeToken();
    const code = makeCode(token.value);
    const expiresAt = new Date(now.getTime() + 10 * minute);
    const row = {
      tokenHash: token.hash,
      companyId: user.company_id,
      userId: user.id,
      purpose: 'signin_code' as const,
      codeHash: code.hash,
      expiresAt,
    };
    await insertOneTimeToken(tx, row);
    await queueLetter(tx, signinCodeLetter({ to: user.email, code: code.value, language }));
    return { kind: 'confirmation' as const, token: token.value, next: safeNext(input.next) ?? '/' };
  });
  if (!result) throw new AppError('signin_link_sent');
  return result;
}

/** The second step: a code with its token, or the token of an e-mailed link alone. */
export async function confirmSignIn(
  { database, clock }: SignInServices,
  input: { token: string; code?: string | undefined; next?: string | undefined },
): Promise<SignInResult> {
  const now = clock.now();
  const tokenHash = hashToken(input.token);
  // Counting a try must stay although the try fails, so it is a transaction of its own.
  const tried = await database.asSystem((tx) => countAttempt(tx, tokenHash, now));
  if (!tried || tried.attempts > maxCodeAttempts) throw new AppError('signin_expired');
  const codeFits = !tried.code_hash || (input.code && tried.code_hash.equals(hashToken(`${input.token}:${input.code}`)));
  if (!codeFits) throw new FieldErrors({ code: 'wrong_code' });
  return database.asSystem(async (tx) => {
    const token = await takeOneTimeToken(tx, { tokenHash, purposes: ['signin_link', 'signin_code'], now });
    const user = token && (await findUser(tx, token.user_id));
    if (!user?.is_active) throw new AppError('signin_expired');
    return openSession(tx, user, { next: input.next, now });
  });
}
