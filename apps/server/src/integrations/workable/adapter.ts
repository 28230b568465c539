import { atsVendors } from '@headwater/domain/ats/vendors';
import { z } from 'zod';
import { type AcceptedAccount, type AtsAdapter, CredentialsRefused } from '#modules/connections/ats-port.ts';
import type { Clock } from '#platform/clock.ts';
import { type Answer, type Call, CallFailed, type Caller } from '#platform/fetch/api-caller.ts';
import { createServiceApi, type Pace, ServiceError } from '#platform/fetch/service-api.ts';
import type { OAuthClient, OAuthCredentials, OAuthTokens } from '#platform/oauth/client.ts';
import { createOAuthSession } from '#platform/oauth/session.ts';
import { type Addresses, scopes, subdomainOf } from './addresses.ts';
import { type WorkableCalls, workableCalls } from './calls.ts';
import { openWorkable } from './client.ts';
import { readAtOnce } from './read.ts';
import { anything, reasonOf } from './wire.ts';

interface AdapterOptions {
  clock: Clock;
  caller: Caller;
  addresses: Addresses;
  client: OAuthClient;
  credentials: OAuthCredentials | undefined;
}

type Send = (call: Call) => Promise<Answer>;

const { title } = atsVendors.workable;

/** Settings of a connection. */
const stored = z.object({ subdomain: z.string(), userId: z.string().optional() });

/** `X-Rate-Limit-Reset` is the Unix time of the next interval. */
function limitEnds(headers: Answer['headers']): number | undefined {
  const ends = Number(headers['x-rate-limit-reset']) * 1000;
  return headers['x-rate-limit-remaining'] === '0' && Number.isFinite(ends) ? ends : undefined;
}

/** ATS-026 */
const refuseSubdomain = () => new CredentialsRefused('subdomain', 'ats_subdomain');

function requireSubdomain(typed: string): string {
  if (typed === '') throw new CredentialsRefused('subdomain', 'field_required');
  const subdomain = subdomainOf(typed);
  if (subdomain === undefined) throw refuseSubdomain();
  return subdomain;
}

/** An unknown subdomain has no host, leads to another page, or is not found. */
const toKnownAccount =
  (send: Send): Send =>
  async (call) => {
    const answer = await send(call).catch((error: unknown) => {
      if (error instanceof CallFailed && error.reason === 'host_unknown') throw refuseSubdomain();
      throw error;
    });
    if (answer.status === 404 || (answer.status >= 300 && answer.status < 400)) throw refuseSubdomain();
    return answer;
  };

/** Permissions by the request that proves them. */
const neededRights = { '/jobs?limit=1': 'r_jobs', '/candidates?limit=1': 'r_candidates' };

/** `denied`: why the account refuses the token. */
async function requireAccess(calls: WorkableCalls, denied: CredentialsRefused): Promise<void> {
  for (const [path, scope] of Object.entries(neededRights))
    await calls.one(anything, path).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      if (error.kind === 'denied') throw denied;
      if (error.kind === 'rights') throw new CredentialsRefused('access_token', 'ats_scope_missing', { service: title, scope });
      throw error;
    });
}

const accountOf = (subdomain: string): Pick<AcceptedAccount, 'settings' | 'account'> => ({
  settings: { subdomain },
  account: { id: `account ${subdomain}`, name: subdomain },
});

export function createWorkableAdapter({ clock, caller, addresses, client, credentials }: AdapterOptions): AtsAdapter {
  const paces = new Map<number, Pace>();

  const callsOf = (subdomain: string, pace: Pace, send: Send) =>
    workableCalls({
      api: createServiceApi({ clock, pace, send, reasonOf, limitEnds }),
      baseUrl: addresses.apiOf(subdomain),
      isOwn: addresses.isOwn,
    });
  const byToken =
    (token: string): Send =>
    (call) =>
      caller.call({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } });

  return {
    readAtOnce,
    consent: {
      isConfigured: credentials !== undefined,
      prepare: ({ subdomain }) => ({ subdomain: requireSubdomain(subdomain) }),
      async accept(tokens: OAuthTokens, { subdomain = '' }) {
        const scope = scopes.find((each) => !tokens.scopes.includes(each));
        if (scope !== undefined) throw new CredentialsRefused('access_token', 'ats_consent_scope', { service: title, scope });
        const session = createOAuthSession({ client, caller, clock, tokens, keep: async () => undefined });
        // The tokens are new, so an account that refuses them is another one.
        await requireAccess(callsOf(subdomain, { quietUntil: 0 }, toKnownAccount(session.call)), refuseSubdomain());
        return { secret: { tokens: session.tokens() }, ...accountOf(subdomain) };
      },
    },
    async connect({ subdomain: typed, access_token: apiKey }) {
      const subdomain = requireSubdomain(typed);
      if (apiKey === '') throw new CredentialsRefused('access_token', 'field_required');
      const denied = new CredentialsRefused('access_token', 'ats_credentials', { service: title });
      await requireAccess(callsOf(subdomain, { quietUntil: 0 }, toKnownAccount(byToken(apiKey))), denied);
      return { secret: { apiKey }, ...accountOf(subdomain) };
    },
    open({ id, session, secret, settings }) {
      const { subdomain, userId } = stored.parse(settings);
      const pace = paces.get(id) ?? { quietUntil: 0 };
      paces.set(id, pace);
      const calls = callsOf(subdomain, pace, session ? session.call : byToken(secret.apiKey ?? ''));
      // Workable signs with the token of the account, or with the secret of the app.
      return openWorkable({ calls, subdomain, memberId: userId, signingKey: secret.apiKey ?? credentials?.clientSecret ?? '' });
    },
  };
}
