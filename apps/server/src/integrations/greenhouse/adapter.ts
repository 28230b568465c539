import type { Credentials } from '@headwater/contract/ats';
import { CredentialsRefused, type AcceptedAccount, type AtsAdapter } from '#modules/connections/ats-port.ts';
import type { OpenConnection } from '#modules/connections/connection-port.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer, Call, Caller } from '#platform/fetch/api-caller.ts';
import { createServiceApi, type Pace, ServiceError, type ServiceApi } from '#platform/fetch/service-api.ts';
import type { OAuthTokens } from '#platform/oauth/client.ts';
import { createOAuthSession } from '#platform/oauth/session.ts';
import type { Addresses } from './addresses.ts';
import { openHarvest } from './harvest.ts';
import { findUser, harvestLists, readAtOnce } from './harvest-lists.ts';
import { openIngestion, readIngestionUser } from './ingestion.ts';
import { limitEnds } from './limits.ts';
import { createTokenClient, refreshOf } from './token.ts';
import { anything, reasonOf } from './wire.ts';
import { z } from 'zod';

interface AdapterOptions {
  clock: Clock;
  caller: Caller;
  addresses: Addresses;
}

const title = 'Greenhouse';

/** Settings of a connection. */
const stored = z.object({ email: z.string(), userId: z.string().nullish() });

/** Scopes by the list that proves them. */
const neededScopes = {
  '/jobs': 'harvest:jobs:list',
  '/candidates': 'harvest:candidates:list',
  '/applications': 'harvest:applications:list',
};

export function createGreenhouseAdapter({ clock, caller, addresses }: AdapterOptions): AtsAdapter {
  const paces = new Map<string, Pace>();
  const tokenClient = createTokenClient({ clock, caller, tokenUrl: addresses.token });

  function apiOf(key: string, send: (call: Call) => Promise<Answer>): ServiceApi {
    const pace = paces.get(key) ?? { quietUntil: 0 };
    paces.set(key, pace);
    return createServiceApi({ clock, pace, send, reasonOf, limitEnds });
  }

  const ingestionApi = (key: string, { token, email }: { token: string; email: string }) => {
    const headers = { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}`, 'on-behalf-of': email };
    return apiOf(key, (call) => caller.call({ ...call, headers: { ...call.headers, ...headers } }));
  };

  async function connectHarvest({ client_id: id, client_secret: secret, email }: Credentials): Promise<AcceptedAccount> {
    const before: OAuthTokens = { access: '', refresh: refreshOf(id, secret), expiresAt: new Date(0).toISOString(), scopes: [] };
    const session = createOAuthSession({ client: tokenClient, caller, clock, tokens: before, keep: async () => undefined });
    const api = apiOf(`client ${id}`, session.call);
    const lists = harvestLists(api, addresses.harvest);
    const asField = (scope: string) => (error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      if (error.kind === 'denied') throw new CredentialsRefused('client_secret', 'ats_credentials', { service: title });
      if (error.kind === 'rights') throw new CredentialsRefused('client_id', 'ats_scope_missing', { service: title, scope });
      throw error;
    };
    const user = await findUser(lists, email).catch(asField('harvest:users:list'));
    if (!user) throw new CredentialsRefused('email', 'ats_user_unknown', { service: title });
    for (const [path, scope] of Object.entries(neededScopes))
      await api.json(anything, { method: 'GET', url: `${addresses.harvest}${path}?per_page=1` }).catch(asField(scope));
    return {
      secret: { tokens: session.tokens() },
      settings: { email, userId: user.id },
      account: { id: `user ${user.id}`, name: user.name ?? email },
    };
  }

  async function connectIngestion({ access_token: token, email }: Credentials): Promise<AcceptedAccount> {
    const api = ingestionApi('check', { token, email });
    const user = await readIngestionUser({ api, baseUrl: addresses.ingestion }).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      if (error.kind === 'denied') throw new CredentialsRefused('access_token', 'ats_credentials', { service: title });
      // Greenhouse answers 404 to an unknown user, and 403 to one without rights.
      if (error.kind === 'gone' || error.kind === 'rights') throw new CredentialsRefused('email', 'ats_user_unknown', { service: title });
      throw error;
    });
    return {
      secret: { apiKey: token },
      settings: { email },
      account: { id: `user ${user.id}`, name: user.full_name ?? email },
    };
  }

  return {
    readAtOnce,
    async connect(credentials) {
      const { email, client_id: id, client_secret: secret, access_token: token } = credentials;
      if (email === '') throw new CredentialsRefused('email', 'field_required');
      if (id === '' && secret === '') {
        if (token === '') throw new CredentialsRefused('client_id', 'ats_credentials_missing');
        return connectIngestion(credentials);
      }
      if (id === '') throw new CredentialsRefused('client_id', 'field_required');
      if (secret === '') throw new CredentialsRefused('client_secret', 'field_required');
      return connectHarvest(credentials);
    },
    open({ id, session, secret, settings }: OpenConnection) {
      const { email, userId } = stored.parse(settings);
      if (session) {
        const api = apiOf(`connection ${id}`, session.call);
        return openHarvest({ api, baseUrl: addresses.harvest, userId: userId ?? '' });
      }
      const api = ingestionApi(`connection ${id}`, { token: secret.apiKey ?? '', email });
      return openIngestion({ api, baseUrl: addresses.ingestion });
    },
  };
}
