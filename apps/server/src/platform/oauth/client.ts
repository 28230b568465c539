import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { CallFailed, type Caller } from '#platform/fetch/api-caller.ts';

export interface OAuthProvider {
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string | null;
  scopes: readonly string[];
  extra: Readonly<Record<string, string>>;
}

export interface OAuthCredentials {
  clientId: string;
  clientSecret: string;
}

export const credentialsOf = (clientId: string | undefined, clientSecret: string | undefined): OAuthCredentials | undefined =>
  clientId && clientSecret ? { clientId, clientSecret } : undefined;

/** `expiresAt` is ISO 8601; `scopes` are the granted ones. */
export interface OAuthTokens {
  access: string;
  refresh: string;
  expiresAt: string;
  scopes: string[];
}

/** `denied`: access was revoked or expired. `unavailable`: a retry may work. */
export class OAuthError extends Error {
  readonly kind: 'denied' | 'unavailable';

  constructor(kind: OAuthError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export interface Consent {
  redirectUri: string;
  verifier: string;
}

export interface OAuthClient {
  consentUrl(consent: Consent & { state: string }): string;
  /** Throws OAuthError. */
  exchange(consent: Consent & { code: string }): Promise<OAuthTokens>;
  /** Throws OAuthError. */
  refresh(tokens: OAuthTokens): Promise<OAuthTokens>;
  /** Revokes access if the provider supports it; ignores failures. */
  revoke(tokens: OAuthTokens): Promise<void>;
}

export const makeVerifier = (): string => randomBytes(48).toString('base64url');

const answered = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().default(3600),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
});
const failed = z.object({ error: z.string(), error_description: z.string().optional() });

/** Errors for an invalid grant. Other errors concern the provider or the operator. */
const lost = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required', 'access_denied']);

interface ClientOptions {
  provider: OAuthProvider;
  credentials: OAuthCredentials | undefined;
  caller: Caller;
  clock: Clock;
}

/** Authorization code flow with PKCE (RFC 6749, RFC 7636) for a confidential client. */
export function createOAuthClient({ provider, credentials, caller, clock }: ClientOptions): OAuthClient {
  async function ask(fields: Record<string, string>, known?: OAuthTokens): Promise<OAuthTokens> {
    if (!credentials) throw new OAuthError('unavailable', 'no credentials are set for this provider');
    const form = { client_id: credentials.clientId, client_secret: credentials.clientSecret, ...fields };
    const { status, bytes } = await post(caller, provider.tokenUrl, form);
    const body = parse(bytes);
    if (status !== 200) {
      const { error = '', error_description: description } = failed.safeParse(body).data ?? {};
      throw new OAuthError(lost.has(error) ? 'denied' : 'unavailable', description ?? (error || `the provider answered ${status}`));
    }
    const { data } = answered.safeParse(body);
    if (!data) throw new OAuthError('unavailable', 'the provider answered without a token');
    const refresh = data.refresh_token ?? known?.refresh;
    if (refresh === undefined) throw new OAuthError('denied', 'the provider gave no lasting access');
    return {
      access: data.access_token,
      refresh,
      expiresAt: new Date(clock.now().getTime() + data.expires_in * 1000).toISOString(),
      scopes: data.scope?.split(' ').filter(Boolean) ?? known?.scopes ?? [...provider.scopes],
    };
  }
  return {
    consentUrl({ redirectUri, state, verifier }) {
      const url = new URL(provider.authorizeUrl);
      url.search = new URLSearchParams({
        client_id: credentials?.clientId ?? '',
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: provider.scopes.join(' '),
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...provider.extra,
      }).toString();
      return url.href;
    },
    exchange: ({ code, redirectUri, verifier }) =>
      ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),
    refresh: (tokens) => ask({ grant_type: 'refresh_token', refresh_token: tokens.refresh }, tokens),
    async revoke(tokens) {
      if (provider.revokeUrl !== null) await post(caller, provider.revokeUrl, { token: tokens.refresh }).catch(() => undefined);
    },
  };
}

/** Token requests are fast or fail; their timeout is shorter than that of a message. */
const longest = 15_000;
const shortest = 2000;

async function post(caller: Caller, url: string, form: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const share = Math.max(caller.timeoutMs / 4, Math.min(shortest, caller.timeoutMs));
  const signal = AbortSignal.timeout(Math.min(longest, share));
  try {
    return await caller.call({ method: 'POST', url, headers, body: new URLSearchParams(form).toString(), maxBytes: 256 * 1024, signal });
  } catch (error) {
    if (error instanceof CallFailed) throw new OAuthError('unavailable', error.message, { cause: error });
    throw error;
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
