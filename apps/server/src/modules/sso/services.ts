import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import type { BrowserCookie } from '#platform/http/browser-cookie.ts';
import type { QueueSystemEmail } from '#platform/system-mail.ts';
import type { Log } from '#platform/log.ts';
import type { IdentityProvider } from './identity-provider-port.ts';

/** Asks the name servers. */
export interface DomainRecords {
  /** The texts of the TXT records of a name, empty where it has none; null where nobody could be asked. Never rejects. */
  txt(name: string): Promise<readonly string[] | null>;
}

export interface SsoServices {
  database: Database;
  clock: Clock;
  log: Log;
  secrets: SecretBox;
  provider: IdentityProvider;
  /** For the TXT records that show whose a domain is. */
  records: DomainRecords;
  /** Public address of this installation; unset: where the browser has found it. */
  publicUrl: string | undefined;
  secureCookies: boolean;
  /** Tells the browser that began a sign-in from all others. */
  browser: BrowserCookie;
  /** In a demo domains that nobody can own (`.test`) are the company's at once. */
  isDemo: boolean;
  queueSystemEmail: QueueSystemEmail;
  /** False where system e-mail goes nowhere. */
  sendsSystemMail: boolean;
  /** What links in e-mails begin with; never what a request says of its host. */
  linksUrl: string;
  /** For the audit log, where the address is that of an account. */
  noteFailure(failure: { email: string; address: string }): Promise<void>;
}

export const secretContext = (companyId: number): string => `client secret of the identity provider of company ${companyId}`;
