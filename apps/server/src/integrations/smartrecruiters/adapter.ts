import { atsVendors } from '@headwater/domain/ats/vendors';
import { type AcceptedAccount, type AtsAdapter, CredentialsRefused } from '#modules/connections/ats-port.ts';
import type { ConnectionSecret } from '#modules/connections/connection-port.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer, Call, Caller } from '#platform/fetch/api-caller.ts';
import { createServiceApi, type Pace, ServiceError } from '#platform/fetch/service-api.ts';
import type { OAuthClient, OAuthTokens } from '#platform/oauth/client.ts';
import { createOAuthSession } from '#platform/oauth/session.ts';
import type { Addresses } from './addresses.ts';
import { type SmartRecruitersCalls, smartRecruitersCalls } from './calls.ts';
import { openSmartRecruiters, readAtOnce } from './client.ts';
import { anything, company, reasonOf } from './wire.ts';

interface AdapterOptions {
  clock: Clock;
  caller: Caller;
  addresses: Addresses;
  client: OAuthClient;
  isConfigured: boolean;
}

const { title } = atsVendors.smartrecruiters;

/** The limit is per second. */
const limitEnds = (headers: Answer['headers'], now: Date) => (headers['x-ratelimit-remaining'] === '0' ? now.getTime() + 1000 : undefined);

/** Permissions by the request that proves them. */
const neededRights = { '/jobs?limit=1': 'jobs_read', '/candidates?limit=1': 'candidates_read' };

async function acceptAccount(calls: SmartRecruitersCalls, secret: ConnectionSecret): Promise<AcceptedAccount> {
  const asField = (scope: string) => (error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'denied') throw new CredentialsRefused('access_token', 'ats_credentials', { service: title });
    if (error.kind === 'rights') throw new CredentialsRefused('access_token', 'ats_scope_missing', { service: title, scope });
    throw error;
  };
  const { identifier, name } = await calls.one(company, '/configuration/company').catch(asField('configuration_read'));
  for (const [path, scope] of Object.entries(neededRights)) await calls.one(anything, path).catch(asField(scope));
  return { secret, settings: {}, account: { id: `company ${identifier ?? name ?? ''}`, name: name ?? identifier ?? title } };
}

export function createSmartRecruitersAdapter({ clock, caller, addresses, client, isConfigured }: AdapterOptions): AtsAdapter {
  const paces = new Map<number, Pace>();
  const callsOf = (pace: Pace, send: (call: Call) => Promise<Answer>) =>
    smartRecruitersCalls(createServiceApi({ clock, pace, send, reasonOf, limitEnds }), addresses.api);
  const byKey = (pace: Pace, apiKey: string) =>
    callsOf(pace, (call) => caller.call({ ...call, headers: { ...call.headers, 'x-smarttoken': apiKey } }));

  return {
    readAtOnce,
    consent: {
      isConfigured,
      async accept(tokens: OAuthTokens) {
        const session = createOAuthSession({ client, caller, clock, tokens, keep: async () => undefined });
        return acceptAccount(callsOf({ quietUntil: 0 }, session.call), { tokens });
      },
    },
    async connect({ access_token: apiKey }) {
      if (apiKey === '') throw new CredentialsRefused('access_token', 'field_required');
      return acceptAccount(byKey({ quietUntil: 0 }, apiKey), { apiKey });
    },
    open({ id, session, secret }) {
      const pace = paces.get(id) ?? { quietUntil: 0 };
      paces.set(id, pace);
      return openSmartRecruiters(session ? callsOf(pace, session.call) : byKey(pace, secret.apiKey ?? ''));
    },
  };
}
