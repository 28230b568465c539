import { z } from 'zod';
import { CallFailed, type Caller } from '#platform/fetch/api-caller.ts';
import { type OAuthClient, OAuthError } from '#platform/oauth/client.ts';
import { reasonOf } from './wire.ts';

const answer = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1) });

/** Huntflow refuses requests without it. */
export const userAgent = 'Headwater/1.0 (api@headwater.invalid)';

/** Huntflow refuses a renewal before the token has expired, so only an answer 401 renews it. */
export const neverExpires = '9999-12-31T00:00:00.000Z';

/** Companies with a host of their own: it is stored with the token, which only it renews. */
export const refreshOf = (token: string, apiUrl: string) => `${token} ${apiUrl}`;

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
};

/** Refresh tokens work once. */
export const createTokenClient = ({ caller }: { caller: Caller }): OAuthClient => ({
  async refresh(tokens) {
    const [refresh = '', apiUrl = ''] = tokens.refresh.split(' ');
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
    const body = JSON.stringify({ refresh_token: refresh });
    const { status, bytes } = await caller
      .call({ method: 'POST', url: `${apiUrl}/token/refresh`, headers, body })
      .catch((error: unknown) => {
        if (error instanceof CallFailed) throw new OAuthError('unavailable', error.message, { cause: error });
        throw error;
      });
    const reason = reasonOf(parse(bytes)) ?? `Huntflow answered ${status}`;
    if (status === 401 || status === 404) throw new OAuthError('denied', reason);
    const { data } = answer.safeParse(parse(bytes));
    if (status !== 200 || !data) throw new OAuthError('unavailable', reason);
    return { ...tokens, access: data.access_token, refresh: refreshOf(data.refresh_token, apiUrl), expiresAt: neverExpires };
  },
  consentUrl: () => '',
  exchange: () => Promise.reject(new OAuthError('denied', 'Huntflow gives tokens by a link')),
  revoke: async () => undefined,
});
