import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { providersHere, settingsPath, signInThrough, useIdentityProvider, withProviderHere } from '../../../test/sso-fixtures.ts';
import { createIdentityProvider } from '#integrations/openid/identity-provider.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';
import { isLoopbackAddress } from '#platform/loopback.ts';
import { readConfiguration } from './configuration.ts';

const here = useInstallation({ ...providersHere, HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const provider = useIdentityProvider();

const nothing = async (): Promise<object> => ({});

/** A provider with a configurable discovery document. */
function useOddProvider() {
  let document = nothing;
  const server = createServer((_request, response) => {
    void document().then((said) => response.setHeader('content-type', 'application/json').end(JSON.stringify(said)));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const usual = () => ({
    issuer: url(),
    authorization_endpoint: `${url()}/authorize`,
    token_endpoint: `${url()}/token`,
    jwks_uri: `${url()}/keys`,
  });
  return { url, usual, says: (said: () => Promise<object>) => void (document = said) };
}
const odd = useOddProvider();

let staff: Caller;
let counter = 0;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});

const fresh = () => `odd${(counter += 1)}.test`;
async function newCompany() {
  const id = await here.addCompany();
  return { id, admin: withProviderHere(here, { id, admin: await here.signIn(await here.addUser(id, 'admin')) }) };
}

describe('provider metadata', () => {
  it('[SSO-004] stores only the fields that sign-ins need', async () => {
    const { id, admin } = await newCompany();
    odd.says(async () => ({
      ...odd.usual(),
      service_documentation: 'nothing that a column holds: \0 \ud800',
      userinfo_endpoint: ['no address'],
      id_token_signing_alg_values_supported: ['RS256', 7, 'with a \0'],
      token_endpoint_auth_methods_supported: { not: 'a list' },
    }));
    const { status, body } = await admin.post(settingsPath, provider.settings({ idp_url: odd.url(), domains: fresh() }));
    expect([status, body.configuration]).toMatchObject([200, { issuer: odd.url(), failure: null }]);
    const rows = await here.sql('select metadata from sso_configurations where company_id = $1', [id]);
    expect(rows).toEqual([
      {
        metadata: {
          ...odd.usual(),
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: false,
        },
      },
    ]);
    odd.says(async () => ({ ...odd.usual(), jwks_uri: `${odd.url()}/\0` }));
    const refused = await admin.patch(settingsPath, { idp_url: `${odd.url()}/`, client_secret: 'x' });
    expect(refused).toMatchObject({ status: 400, body: { idp_url: [expect.stringContaining('No OpenID Connect provider')] } });
  });

  it('[SSO-004] rejects endpoints on other hosts in private networks', async () => {
    const { admin } = await newCompany();
    for (const name of ['token_endpoint', 'jwks_uri', 'authorization_endpoint']) {
      odd.says(async () => ({ ...odd.usual(), [name]: `${provider.url()}/elsewhere` }));
      const refused = await admin.post(settingsPath, provider.settings({ idp_url: odd.url(), domains: fresh() }));
      expect(refused).toMatchObject({ status: 400, body: { idp_url: [expect.stringContaining('No OpenID Connect provider')] } });
    }
  });

  it('[SSO-009] ignores late answers of a replaced provider', async () => {
    const { id, admin } = await newCompany();
    odd.says(async () => odd.usual());
    await admin.post(settingsPath, provider.settings({ idp_url: odd.url(), domains: fresh() }));
    const caller = createCaller({ timeoutMs: 10_000, allows: isLoopbackAddress });
    const services = { database: here.application.database, clock: here.clock, provider: createIdentityProvider(() => caller) };
    const left = { company_id: id, idp_url: odd.url(), is_internal: true };
    odd.says(async () => {
      await admin.patch(settingsPath, { idp_url: provider.url(), client_secret: 'sandbox-secret' });
      return odd.usual();
    });
    expect(await readConfiguration(services, left)).toMatchObject({ issuer: odd.url() });
    const configuration = async () => (await admin.get(settingsPath)).body.configuration;
    expect(await configuration()).toMatchObject({ issuer: provider.url(), failure: null });
    odd.says(nothing);
    await expect(readConfiguration(services, left)).rejects.toThrow('not_openid');
    expect(await configuration()).toMatchObject({ issuer: provider.url(), failure: null });
    await caller.close();
  });
});

describe('pending registrations', () => {
  it('[SSO-016] do not block SSO users with the same address', async () => {
    const { id } = await newCompany();
    const domain = fresh();
    await staff.post(settingsPath, provider.settings({ company_id: id, domains: domain }));
    const register = async (email: string) => {
      const stranger = { first_name: 'Mallory', last_name: 'Stranger', password: 'Battery-Staple-9', language: 'en' };
      expect((await here.visitor().post('/api/v6/register/', { ...stranger, email })).status).toBe(200);
      return email;
    };
    const ada = await register(`ada@${domain}`);
    const browser = here.visitor();
    expect(await signInThrough(browser, { email: ada, given_name: 'Ada' })).toEqual({ status: 303, location: '/' });
    expect((await browser.get('/api/internal/users/me/')).body).toMatchObject({ first_name: 'Ada', company: { company_id: id } });
    const grace = await register(`grace@${domain}`);
    await here.sql('update users set is_activated = true, is_verified = true where email = $1', [grace]);
    expect((await signInThrough(here.visitor(), { email: grace })).location).toBe('/login/sso?problem=other_company');
  });
});
