import type { Clock } from '#platform/clock.ts';
import type { Caller } from '#platform/fetch/api-caller.ts';
import type { OAuthCredentials, OAuthProvider } from '#platform/oauth/client.ts';

export interface OutlookOptions {
  clock: Clock;
  caller: Caller;
  /** Undefined: users cannot connect, and connected mailboxes cannot renew access. */
  credentials: OAuthCredentials | undefined;
  tenant: string;
  baseUrl?: string | undefined;
  pollMs?: number;
  /** Milliseconds until a sent message is searchable. */
  settleMs?: number;
}

const rights = ['Mail.ReadWrite', 'Mail.Send', 'User.Read'] as const;

/** Sending creates a draft, which requires the right to write. Scopes may have a host prefix. */
export const isWhole = (granted: readonly string[]): boolean =>
  rights.every((right) => granted.some((scope) => scope.split('/').at(-1)?.toLowerCase() === right.toLowerCase()));

export const apiOf = (baseUrl = 'https://graph.microsoft.com') => `${baseUrl.replace(/\/+$/, '')}/v1.0`;

export function oauthOf({ tenant, baseUrl }: Pick<OutlookOptions, 'tenant' | 'baseUrl'>): OAuthProvider {
  const login = `${(baseUrl ?? 'https://login.microsoftonline.com').replace(/\/+$/, '')}/${tenant}/oauth2/v2.0`;
  return {
    authorizeUrl: `${login}/authorize`,
    tokenUrl: `${login}/token`,
    revokeUrl: null,
    scopes: ['offline_access', ...rights.map((right) => `https://graph.microsoft.com/${right}`)],
    extra: { response_mode: 'query', prompt: 'select_account' },
  };
}
