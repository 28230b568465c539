import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import type { BrowserCookie } from '#platform/http/browser-cookie.ts';
import type { QueueSystemEmail } from '#platform/system-mail.ts';
import type { Log } from '#platform/log.ts';
import type { IdentityProvider } from './identity-provider-port.ts';

export interface DomainRecords {
  /** TXT records of a name. Null if the DNS is unavailable. Never rejects. */
  txt(name: string): Promise<readonly string[] | null>;
}

export interface SsoServices {
  database: Database;
  clock: Clock;
  log: Log;
  secrets: SecretBox;
  provider: IdentityProvider;
  records: DomainRecords;
  publicUrl: string | undefined;
  secureCookies: boolean;
  browser: BrowserCookie;
  /** In a demo `.test` domains need no record. */
  isDemo: boolean;
  queueSystemEmail: QueueSystemEmail;
  sendsSystemMail: boolean;
  /** Never from the host header. */
  linksUrl: string;
  recordSignInFailure(failure: { email: string; address: string }): Promise<void>;
}

export const secretContext = (companyId: number): string => `client secret of the identity provider of company ${companyId}`;
