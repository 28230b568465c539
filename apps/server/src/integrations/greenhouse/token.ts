import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { CallFailed, type Caller } from '#platform/fetch/api-caller.ts';
import { type OAuthClient, OAuthError, type OAuthTokens } from '#platform/oauth/client.ts';

const answer = z.object({ access_token: z.string().min(1), expires_at: z.iso.datetime({ offset: true }) });
const refusal = z.object({ error: z.string().optional(), error_description: z.string().optional(), message: z.string().optional() });

interface TokenOptions {
  clock: Clock;
  caller: Caller;
  tokenUrl: string;
}

/** Credentials take the place of a refresh token: Greenhouse exchanges them for a new token. */
export const refreshOf = (clientId: string, clientSecret: string) => `${clientId}:${clientSecret}`;

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
};

/** Client credentials (RFC 6749, 4.4) of Harvest v3. A user consents to nothing. */
export function createTokenClient({ caller, tokenUrl }: TokenOptions): OAuthClient {
  async function refresh(tokens: OAuthTokens): Promise<OAuthTokens> {
    const headers = {
      authorization: `Basic ${Buffer.from(tokens.refresh).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    };
    const body = new URLSearchParams({ grant_type: 'client_credentials' }).toString();
    const signal = AbortSignal.timeout(15_000);
    const { status, bytes } = await caller.call({ method: 'POST', url: tokenUrl, headers, body, signal }).catch((error: unknown) => {
      if (error instanceof CallFailed) throw new OAuthError('unavailable', error.message, { cause: error });
      throw error;
    });
    const { error, error_description: description, message } = refusal.safeParse(parse(bytes)).data ?? {};
    const reason = description ?? message ?? error ?? `Greenhouse answered ${status}`;
    if (status === 400 || status === 401 || status === 403) throw new OAuthError('denied', reason);
    const { data } = answer.safeParse(parse(bytes));
    if (status !== 200 || !data) throw new OAuthError('unavailable', reason);
    return { ...tokens, access: data.access_token, expiresAt: data.expires_at };
  }
  return {
    refresh,
    consentUrl: () => '',
    exchange: () => Promise.reject(new OAuthError('denied', 'Greenhouse has no consent page for client credentials')),
    revoke: async () => undefined,
  };
}
