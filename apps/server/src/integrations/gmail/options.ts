import type { Clock } from '#platform/clock.ts';
import type { Caller } from '#platform/fetch/api-caller.ts';
import type { OAuthCredentials, OAuthProvider } from '#platform/oauth/client.ts';

export interface GmailOptions {
  clock: Clock;
  caller: Caller;
  /** Undefined: nobody can connect, and connected mailboxes cannot renew their access. */
  credentials: OAuthCredentials | undefined;
  /** Instead of Google's own addresses: another server that speaks all of them. */
  baseUrl?: string | undefined;
  /** Milliseconds between looks for new mail. */
  pollMs?: number;
  /** Milliseconds that what was just sent may take to be found. */
  settleMs?: number;
}

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;

/** Sending, and reading for replies and aliases; nothing is changed or removed. */
export const scopes: readonly string[] = [scope('gmail.send'), scope('gmail.readonly')];

export const apiOf = (baseUrl = 'https://gmail.googleapis.com') => baseUrl.replace(/\/+$/, '');

export function oauthOf(baseUrl?: string): OAuthProvider {
  const [authorize, token] = baseUrl ? [apiOf(baseUrl), apiOf(baseUrl)] : ['https://accounts.google.com', 'https://oauth2.googleapis.com'];
  return {
    authorizeUrl: `${authorize}/o/oauth2/v2/auth`,
    tokenUrl: `${token}/token`,
    revokeUrl: `${token}/revoke`,
    scopes,
    // A lasting token is given only with a consent, so that it is asked for each time.
    extra: { access_type: 'offline', prompt: 'consent select_account' },
  };
}
