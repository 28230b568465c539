import { z } from 'zod';
import { type AtsAdapter, CredentialsRefused } from '#modules/connections/ats-port.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer, Caller } from '#platform/fetch/api-caller.ts';
import { createServiceApi, type Pace, ServiceError } from '#platform/fetch/service-api.ts';
import { openClient } from './client.ts';
import { type JsonApi, openJsonApi } from './json-api.ts';
import { readAtOnce } from './read.ts';
import { reasonOf, textOf } from './wire.ts';

interface AdapterOptions {
  clock: Clock;
  caller: Caller;
  /** A key belongs to one of these. */
  hosts: readonly string[];
}

const title = 'Teamtailor';
const version = '20240904';

/** `X-Rate-Limit-Reset` has the seconds that are left. */
function limitEnds(headers: Answer['headers'], now: Date): number | undefined {
  const seconds = Number(headers['x-rate-limit-reset']);
  return headers['x-rate-limit-remaining'] === '0' && Number.isFinite(seconds) ? now.getTime() + seconds * 1000 : undefined;
}

/** Settings of a connection. */
const stored = z.object({ email: z.string(), userId: z.string(), host: z.string() });

async function findUser(json: JsonApi, email: string) {
  const { rows } = await json.list('/users', { 'filter[email]': email });
  return rows.find((row) => textOf(row, 'email')?.toLowerCase() === email.toLowerCase());
}

export function createTeamtailorAdapter({ clock, caller, hosts }: AdapterOptions): AtsAdapter {
  const paces = new Map<string, Pace>();

  function open(key: string, { token, host }: { token: string; host: string }): JsonApi {
    const pace = paces.get(key) ?? { quietUntil: 0 };
    paces.set(key, pace);
    const headers = { authorization: `Token token=${token}`, 'x-api-version': version, 'content-type': 'application/vnd.api+json' };
    const api = createServiceApi({
      clock,
      pace,
      reasonOf,
      limitEnds,
      send: (call) => caller.call({ ...call, headers: { ...call.headers, ...headers } }),
    });
    return openJsonApi(api, host);
  }

  /** Asks each host: a key is unknown to the others. */
  async function findHost(token: string) {
    for (const host of hosts) {
      const json = open(`check ${host}`, { token, host });
      try {
        return { json, host, company: (await json.read('/company')).data };
      } catch (error) {
        if (!(error instanceof ServiceError) || error.kind !== 'denied') throw error;
      }
    }
    throw new CredentialsRefused('access_token', 'ats_credentials', { service: title });
  }

  return {
    readAtOnce,
    async connect({ access_token: token, email, webhook_key: webhookKey }) {
      if (token === '') throw new CredentialsRefused('access_token', 'field_required');
      if (email === '') throw new CredentialsRefused('email', 'field_required');
      const asField = (error: unknown) => {
        if (!(error instanceof ServiceError) || error.kind !== 'rights') throw error;
        throw new CredentialsRefused('access_token', 'ats_scope_missing', { service: title, scope: 'Admin' });
      };
      const { json, host, company } = await findHost(token);
      await json.list('/candidates', { 'page[size]': '1' }, { pages: 1 }).catch(asField);
      const user = await findUser(json, email).catch(asField);
      if (!user) throw new CredentialsRefused('email', 'ats_user_unknown', { service: title });
      return {
        secret: { apiKey: token, ...(webhookKey === '' ? {} : { webhookKey }) },
        settings: { email, userId: user.id, host },
        account: { id: `company ${company.id}`, name: textOf(company, 'name') ?? email },
      };
    },
    open({ id, secret, settings }) {
      const { userId, host } = stored.parse(settings);
      return openClient({ json: open(`connection ${id}`, { token: secret.apiKey ?? '', host }), clock, userId });
    },
  };
}
