import { z } from 'zod';
import { atsVendors } from '@headwater/domain/ats/vendors';
import { type AcceptedAccount, type AtsAdapter, CredentialsRefused } from '#modules/connections/ats-port.ts';
import type { ConnectionSecret } from '#modules/connections/connection-port.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer, Call, Caller } from '#platform/fetch/api-caller.ts';
import { createServiceApi, type Pace, ServiceError } from '#platform/fetch/service-api.ts';
import type { OAuthClient, OAuthTokens } from '#platform/oauth/client.ts';
import { createOAuthSession } from '#platform/oauth/session.ts';
import { type Addresses, scopes } from './addresses.ts';
import { type LeverCalls, leverCalls } from './calls.ts';
import { openLever } from './client.ts';
import { readAtOnce } from './read.ts';
import { anything, reasonOf, user } from './wire.ts';

interface AdapterOptions {
  clock: Clock;
  caller: Caller;
  addresses: Addresses;
  client: OAuthClient;
  isConfigured: boolean;
}

const { title } = atsVendors.lever;

/** Settings of a connection. */
const stored = z.object({ userId: z.string().optional() });

/** Permissions by the list that proves them. */
const neededRights = {
  '/users': 'users:read',
  '/postings': 'postings:read',
  '/stages': 'stages:read',
  '/opportunities': 'opportunities:write',
};

/** The oldest user identifies an account, also after a deactivation. */
async function acceptAccount(calls: LeverCalls, secret: ConnectionSecret): Promise<AcceptedAccount> {
  for (const [path, scope] of Object.entries(neededRights))
    await calls.one(z.array(anything), path, [['limit', '1']]).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      if (error.kind === 'denied') throw new CredentialsRefused('access_token', 'ats_credentials', { service: title });
      if (error.kind === 'rights') throw new CredentialsRefused('access_token', 'ats_scope_missing', { service: title, scope });
      throw error;
    });
  const users = await calls.list(user, '/users', [['includeDeactivated', 'true']]);
  const [oldest] = users.toSorted((one, other) => (one.createdAt ?? 0) - (other.createdAt ?? 0));
  return { secret, settings: {}, account: { id: `account of ${oldest?.id ?? ''}`, name: title } };
}

export function createLeverAdapter({ clock, caller, addresses, client, isConfigured }: AdapterOptions): AtsAdapter {
  const paces = new Map<number, Pace>();

  function callsOf(pace: Pace, send: (call: Call) => Promise<Answer>) {
    // Lever names its limit only in `Retry-After`.
    return leverCalls(createServiceApi({ clock, pace, send, reasonOf, limitEnds: () => undefined }), addresses.api);
  }

  const byKey = (pace: Pace, apiKey: string) => {
    const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
    return callsOf(pace, (call) => caller.call({ ...call, headers: { ...call.headers, authorization } }));
  };

  return {
    readAtOnce,
    consent: {
      isConfigured,
      async accept(tokens: OAuthTokens) {
        const scope = scopes.find((each) => each !== 'offline_access' && !tokens.scopes.includes(each));
        if (scope !== undefined) throw new CredentialsRefused('access_token', 'ats_consent_scope', { service: title, scope });
        const session = createOAuthSession({ client, caller, clock, tokens, keep: async () => undefined });
        return acceptAccount(callsOf({ quietUntil: 0 }, session.call), { tokens });
      },
    },
    async connect({ access_token: apiKey }) {
      if (apiKey === '') throw new CredentialsRefused('access_token', 'field_required');
      return acceptAccount(byKey({ quietUntil: 0 }, apiKey), { apiKey });
    },
    open({ id, session, secret, settings }) {
      const pace = paces.get(id) ?? { quietUntil: 0 };
      paces.set(id, pace);
      const calls = session ? callsOf(pace, session.call) : byKey(pace, secret.apiKey ?? '');
      return openLever({ calls, userId: stored.parse(settings).userId });
    },
  };
}
