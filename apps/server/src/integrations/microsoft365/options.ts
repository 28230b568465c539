import type { Clock } from '#platform/clock.ts';
import type { Caller } from '#platform/fetch/api-caller.ts';
import type { OAuthCredentials, OAuthProvider } from '#platform/oauth/client.ts';

export interface OutlookOptions {
  clock: Clock;
  caller: Caller;
  /** Undefined: nobody can connect, and connected mailboxes cannot renew their access. */
  credentials: OAuthCredentials | undefined;
  /** Whose accounts may connect: an organisation, or `common`. */
  tenant: string;
  /** Instead of Microsoft's own addresses: another server that speaks all of them. */
  baseUrl?: string | undefined;
  /** Milliseconds between looks for new mail. */
  pollMs?: number;
  /** Milliseconds that what was just sent may take to be found. */
  settleMs?: number;
}

const rights = ['Mail.ReadWrite', 'Mail.Send', 'User.Read'] as const;

/** Messages are first drafts, which takes the right to write. The service answers the names of rights with or without their address. */
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
