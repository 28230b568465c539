import type { Clock } from '#platform/clock.ts';
import type { Caller } from '#platform/fetch/api-caller.ts';
import type { OAuthCredentials, OAuthProvider } from '#platform/oauth/client.ts';

export interface GmailOptions {
  clock: Clock;
  caller: Caller;
  /** Undefined: users cannot connect, and connected mailboxes cannot renew access. */
  credentials: OAuthCredentials | undefined;
  baseUrl?: string | undefined;
  pollMs?: number;
  settleMs?: number;
}

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;

/** Sending, and reading for replies and aliases; no right to change or delete. */
export const scopes: readonly string[] = [scope('gmail.send'), scope('gmail.readonly')];

export const apiOf = (baseUrl = 'https://gmail.googleapis.com') => baseUrl.replace(/\/+$/, '');

export function oauthOf(baseUrl?: string): OAuthProvider {
  const [authorize, token] = baseUrl ? [apiOf(baseUrl), apiOf(baseUrl)] : ['https://accounts.google.com', 'https://oauth2.googleapis.com'];
  return {
    authorizeUrl: `${authorize}/o/oauth2/v2/auth`,
    tokenUrl: `${token}/token`,
    revokeUrl: `${token}/revoke`,
    scopes,
    // Google returns a refresh token only with a consent, so the page always asks for one.
    extra: { access_type: 'offline', prompt: 'consent select_account' },
  };
}
