import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { hasOwnSignIn, limitPerHour, type User } from '#modules/accounts/public.ts';
import { confirmationEmail } from '../emails.ts';
import { SignInRefused } from '../identity-provider-port.ts';
import { confirmPage } from '../present.ts';
import type { SsoServices } from '../services.ts';
import { signInSeconds } from '../started-sign-in.ts';
import { mustUseProvider } from '../required.ts';
import { insertConfirmation } from '../store/confirmations.ts';
import type { Settings } from '../store/settings.ts';
import type { Subject } from './person.ts';
import { languageOf } from '#modules/accounts/public.ts';

interface UnprovedComer {
  user: User;
  subject: Subject;
  settings: Settings;
  browser: string;
  next: string | undefined;
  now: Date;
}

/** One subject has so many letters sent in an hour, to whomever: nobody fills the mailboxes of colleagues, nor uses up what their owner may have sent. */
async function limitLetters(tx: Tx, { issuer, subject }: Subject, { companyId, now }: { companyId: number; now: Date }): Promise<void> {
  try {
    await limitPerHour(tx, JSON.stringify(['sso confirmation', companyId, issuer, subject]), { now });
  } catch (error) {
    throw error instanceof AppError ? new SignInRefused('confirm_often', { cause: error }) : error;
  }
}

/** Where no e-mail leaves the installation. */
async function problemWithoutLetter(tx: Tx, user: User, now: Date): Promise<'confirm_by_own_way' | 'confirm_by_admin'> {
  const canEnter = !(await mustUseProvider(tx, user, now)) && (await hasOwnSignIn(tx, user));
  return canEnter ? 'confirm_by_own_way' : 'confirm_by_admin';
}

/**
 * ADR 70: the person of an account is asked at its address whether it is them who came from the provider. Throws SignInRefused: where no e-mail leaves the
 * installation they show it by signing in another way, or have it mended by an administrator; and where this subject has had too many sent.
 */
export async function askAtAddress(
  tx: Tx,
  { sendsSystemMail, queueSystemEmail, linksUrl }: Pick<SsoServices, 'sendsSystemMail' | 'queueSystemEmail' | 'linksUrl'>,
  { user, subject: comer, settings, browser, next, now }: UnprovedComer,
): Promise<void> {
  const { names, ...subject } = comer;
  if (!sendsSystemMail) throw new SignInRefused(await problemWithoutLetter(tx, user, now));
  await limitLetters(tx, comer, { companyId: user.company_id, now });
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
