import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import type { User } from '#modules/accounts/public.ts';
import { confirmationEmail } from '../emails.ts';
import { SignInRefused } from '../identity-provider-port.ts';
import { confirmPath } from '../present.ts';
import type { SsoServices } from '../services.ts';
import { signInSeconds } from '../started-sign-in.ts';
import { countConfirmations, insertConfirmation } from '../store/confirmations.ts';
import type { Settings } from '../store/settings.ts';
import type { Subject } from './person.ts';

/** So many links to one address are good at a time: nobody fills the mailbox of a colleague. */
const most = 5;

interface UnprovedComer {
  user: User;
  subject: Subject;
  settings: Settings;
  browser: string;
  next: string | undefined;
  now: Date;
}

/**
 * ADR 70: the person of an account is asked at its address whether it is them who came from the provider. Throws SignInRefused: where no e-mail leaves the
 * installation they show it by their password, and where too many links are on their way.
 */
export async function askAtAddress(
  tx: Tx,
  { sendsSystemMail, queueSystemEmail, linksUrl }: Pick<SsoServices, 'sendsSystemMail' | 'queueSystemEmail' | 'linksUrl'>,
  { user, subject: { names, ...subject }, settings, browser, next, now }: UnprovedComer,
): Promise<void> {
  if (!sendsSystemMail) throw new SignInRefused('confirm_by_password');
  if ((await countConfirmations(tx, user.id, now)) >= most) throw new SignInRefused('provider');
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
  const url = `${linksUrl}${confirmPath}?token=${token.value}`;
  await queueSystemEmail(tx, confirmationEmail({ to: user.email, url, provider, language: user.language ?? 'en' }));
}
