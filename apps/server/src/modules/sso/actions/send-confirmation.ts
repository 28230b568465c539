import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { hasOwnSignIn } from '#modules/accounts/public/sign-in.ts';
import { languageOf, limitPerHour, type User } from '#modules/accounts/public.ts';
import { confirmationEmail } from '../emails.ts';
import { SignInRefused } from '../identity-provider-port.ts';
import { confirmPage } from '../present.ts';
import type { SsoServices } from '../services.ts';
import { signInSeconds } from '../started-sign-in.ts';
import { mustUseProvider } from '../required.ts';
import { insertConfirmation } from '../store/confirmations.ts';
import type { Settings } from '../store/settings.ts';
import type { Subject } from './person.ts';

interface UnverifiedSubject {
  user: User;
  subject: Subject;
  settings: Settings;
  browser: string;
  next: string | undefined;
  now: Date;
}

/** Protects colleagues' mailboxes and the owner's quota. */
async function limitConfirmations(
  tx: Tx,
  { issuer, subject }: Subject,
  { companyId, now }: { companyId: number; now: Date },
): Promise<void> {
  try {
    await limitPerHour(tx, JSON.stringify(['sso confirmation', companyId, issuer, subject]), { now });
  } catch (error) {
    throw error instanceof AppError ? new SignInRefused('confirm_often', { cause: error }) : error;
  }
}

async function problemWithoutEmail(tx: Tx, user: User, now: Date): Promise<'confirm_by_own_way' | 'confirm_by_admin'> {
  const canEnter = !(await mustUseProvider(tx, user, now)) && (await hasOwnSignIn(tx, user));
  return canEnter ? 'confirm_by_own_way' : 'confirm_by_admin';
}

/** ADR 33. Throws SignInRefused. */
export async function sendConfirmation(
  tx: Tx,
  { sendsSystemMail, queueSystemEmail, linksUrl }: Pick<SsoServices, 'sendsSystemMail' | 'queueSystemEmail' | 'linksUrl'>,
  { user, subject: signInSubject, settings, browser, next, now }: UnverifiedSubject,
): Promise<void> {
  const { names, ...subject } = signInSubject;
  if (!sendsSystemMail) throw new SignInRefused(await problemWithoutEmail(tx, user, now));
  await limitConfirmations(tx, signInSubject, { companyId: user.company_id, now });
  const token = makeToken();
  const { company_id, idp_url, client_id, provider } = settings;
  await insertConfirmation(tx, {
    token_hash: token.hash,
    browser_hash: hashToken(browser),
    user_id: user.id,
    email: user.email,
    company_id,
    idp_url,
    client_id,
    ...subject,
    ...names,
    next: next ?? null,
    expires_at: new Date(now.getTime() + signInSeconds * 1000),
  });
  const url = `${linksUrl}${confirmPage}?token=${token.value}`;
  await queueSystemEmail(tx, confirmationEmail({ to: user.email, url, provider, language: await languageOf(tx, user) }));
}
