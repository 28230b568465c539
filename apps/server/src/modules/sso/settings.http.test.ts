import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, dnsRecords, useInstallation } from '../../../test/installation.ts';
import { createToken, scimSettings } from '../../../test/scim-fixtures.ts';
import { providersHere, settingsPath, useIdentityProvider, withProviderHere } from '../../../test/sso-fixtures.ts';
import { createSecretBox } from '#platform/crypto/secrets.ts';
import { resealClientSecrets } from './refresh.ts';

const here = useInstallation({ ...providersHere, HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const provider = useIdentityProvider();

let staff: Caller;
let counter = 0;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});

const fresh = () => `company${(counter += 1)}.test`;
async function newCompany() {
  const id = await here.addCompany();
  return { id, admin: withProviderHere(here, { id, admin: await here.signIn(await here.addUser(id, 'admin')) }) };
}
async function setUp(more: object = {}) {
  const company = await newCompany();
  const domain = fresh();
  const answer = await company.admin.post(settingsPath, provider.settings({ domains: domain, ...more }));
  return { ...company, domain, answer };
}
const rowsOf = async (id: number) => (await here.sql<Record<string, unknown>>('select * from sso_settings where company_id = $1', [id]))[0];

describe('SSO settings', () => {
  it('[SSO-012] are empty at first, with the redirect URL', async () => {
    const { admin } = await newCompany();
    const { status, body } = await admin.get(settingsPath);
    expect([status, body]).toEqual([
      200,
      { settings: null, redirect_uri: 'http://headwater.test/sso/auth/callback/', domain_states: [], configuration: null },
    ]);
    expect(await admin.patch(settingsPath, { active: false })).toMatchObject({ status: 404 });
  });

  it('[SSO-004] [SSO-005] [SSO-006] [SSO-007] [SSO-008] [SSO-009] [SSO-010] [SSO-013] store all specified fields', async () => {
    const { id, admin } = await newCompany();
    const [one, other] = [fresh(), fresh()];
    const sent = {
      ...provider.settings(),
      audience: 'headwater',
      trust_id: 'urn:headwater',
      domains: ` ${one.toUpperCase()} ,${other},,${one}`,
      claim_email: 'upn',
      claim_first_name: 'http://schemas.test/givenname',
      claim_last_name: 'surname',
      config_update_interval: 900,
      active: true,
    };
    const { status, body } = await admin.post(settingsPath, sent);
    expect(status).toBe(200);
    const { client_secret: _secret, ...shown } = sent;
    expect(body.settings).toMatchObject({ ...shown, domains: `${one}, ${other}`, has_client_secret: true });
    expect(body.configuration).toMatchObject({ issuer: provider.url(), failure: null });
    expect((await admin.get(settingsPath)).body).toEqual(body);
    expect((await admin.post(settingsPath, sent)).status).toBe(409);
    expect(await rowsOf(id)).toMatchObject({ claim_email: 'upn', is_active: true });
  });

  it('[SSO-013] have default claims, interval and state', async () => {
    const { answer } = await setUp();
    expect(answer.body.settings).toMatchObject({
      claim_email: 'email',
      claim_first_name: 'given_name',
      claim_last_name: 'family_name',
      config_update_interval: 3600,
      active: true,
      audience: '',
      trust_id: '',
    });
  });

  it('[SSO-018] never return the client secret and store it encrypted', async () => {
    const { id, admin, answer } = await setUp();
    for (const { body } of [answer, await admin.get(settingsPath), await admin.patch(settingsPath, { client_secret: 'another-secret' })])
      expect(JSON.stringify(body)).not.toMatch(/sandbox-secret|another-secret/);
    expect(JSON.stringify(await rowsOf(id))).not.toContain('another-secret');
    expect(await here.sql(`select 1 from audit_entries where company_id = $1 and details::text like '%-secret"%'`, [id])).toEqual([]);
  });

  it('[SSO-014] change only the given fields', async () => {
    const { id, admin, answer } = await setUp();
    const before = await rowsOf(id);
    const { body } = await admin.patch(settingsPath, { provider: 'Okta', config_update_interval: 60 });
    expect(body.settings).toEqual({
      ...answer.body.settings,
      provider: 'Okta',
      config_update_interval: 60,
      updated_at: expect.any(String),
    });
    expect((await rowsOf(id))?.['client_secret']).toBe(before?.['client_secret']);
  });

  it('[SSO-014] change for one company only', async () => {
    const [{ id, admin }, others] = [await setUp(), await setUp()];
    const seen = async () => [await rowsOf(others.id), (await others.admin.get(settingsPath)).body];
    const before = await seen();
    expect(before).toMatchObject([{ client_id: 'headwater-sandbox' }, { configuration: { issuer: provider.url() } }]);
    const changes = {
      idp_url: 'https://idp.acme.test',
      provider: 'Okta',
      client_id: 'other',
      client_secret: 'another-secret',
      audience: 'headwater',
      trust_id: 'urn:headwater',
      claim_email: 'upn',
      claim_first_name: 'name',
      claim_last_name: 'surname',
      config_update_interval: 900,
      active: false,
    };
    const { client_secret: _secret, ...shown } = changes;
    expect((await admin.patch(settingsPath, changes)).body).toMatchObject({ settings: shown, configuration: null });
    expect(await rowsOf(id)).toMatchObject({ client_id: 'other', is_active: false });
    expect(await seen()).toEqual(before);
  });

  it('[ACC-060] [SSO-013] [SSO-014] validate each field', async () => {
    const { admin } = await newCompany();
    const wrong: [object, string, string][] = [
      [{ idp_url: '' }, 'idp_url', 'Field is required'],
      [{ idp_url: undefined }, 'idp_url', 'Field is required'],
      [{ provider: ' ' }, 'provider', 'Field is required'],
      [{ client_id: '' }, 'client_id', 'Field is required'],
      [{ client_secret: '' }, 'client_secret', 'Field is required'],
      [{ domains: ' , ' }, 'domains', 'Field is required'],
      [{ claim_email: '' }, 'claim_email', 'Field is required'],
      [{ idp_url: 'acme' }, 'idp_url', 'Enter a valid link'],
      [{ idp_url: 'ftp://acme.test' }, 'idp_url', 'Enter a valid link'],
      [{ domains: 'acme, b.test' }, 'domains', 'Enter domains such as example.com'],
      [{ domains: 'somebody@acme.test' }, 'domains', 'Enter domains such as example.com'],
      [{ domains: 'acme.test, GMAIL.com' }, 'domains', 'Anyone can have an address at gmail.com'],
      [{ config_update_interval: null }, 'config_update_interval', 'Field is required'],
      [{ config_update_interval: 59 }, 'config_update_interval', '60'],
      [{ config_update_interval: 1.5 }, 'config_update_interval', ''],
    ];
    for (const [change, field, text] of wrong) {
      const { status, body } = await admin.post(settingsPath, provider.settings(change));
      expect([change, status, body]).toEqual([change, 400, { [field]: [expect.stringContaining(text)] }]);
    }
    expect((await admin.get(settingsPath)).body.settings).toBeNull();
  });

  it('[SSO-004] reject private addresses and unreachable providers', async () => {
    const { admin } = await newCompany();
    const saidOf = async (idpUrl: string) =>
      (await admin.post(settingsPath, provider.settings({ idp_url: idpUrl, domains: fresh() }))).body.idp_url?.[0];
    for (const inside of ['https://10.0.0.1/', 'https://169.254.169.254/latest', 'https://[::1]/', 'https://192.168.1.1/'])
      expect(await saidOf(inside)).toContain('cannot be reached from here');
    expect(await saidOf('http://10.0.0.1/')).toContain('https://');
    expect(await saidOf('http://127.0.0.1:9/')).toContain('does not answer at this address');
    expect(await saidOf(provider.url().replace('/identity', '/'))).toContain('No OpenID Connect provider');
    expect(await saidOf(`${provider.url()}/other`)).toContain('No OpenID Connect provider');
    // An inactive provider is not contacted.
    const { status } = await admin.post(settingsPath, provider.settings({ idp_url: 'https://10.0.0.1/', active: false, domains: fresh() }));
    expect(status).toBe(200);
    expect(await admin.patch(settingsPath, { active: true })).toMatchObject({ status: 400, body: { idp_url: [expect.any(String)] } });
  });

  it('[SSO-004] [SSO-015] allow private networks for staff and in single-company installations', async () => {
    const id = await here.addCompany();
    const admin = await here.signIn(await here.addUser(id, 'admin'));
    const sent = provider.settings({ domains: fresh() });
    const forbidden = { status: 400, body: { idp_url: [expect.stringContaining('https://')] } };
    expect(await admin.post(settingsPath, sent)).toMatchObject(forbidden);
    expect(await admin.post(settingsPath, { ...sent, idp_url: 'https://127.0.0.1:9/' })).toMatchObject({
      status: 400,
      body: { idp_url: [expect.stringContaining('cannot be reached from here')] },
    });
    expect((await staff.post(settingsPath, { ...sent, company_id: id })).status).toBe(200);
    // Administrators keep a URL that staff have set, but cannot set another private one.
    expect((await admin.patch(settingsPath, { client_id: 'other', active: false })).status).toBe(200);
    expect((await admin.patch(settingsPath, { active: true })).status).toBe(200);
    expect(await admin.patch(settingsPath, { idp_url: `${provider.url()}/other`, client_secret: 'x' })).toMatchObject(forbidden);
    expect((await admin.patch(settingsPath, { idp_url: 'http://127.0.0.1:9', client_secret: 'x', active: false })).status).toBe(200);
    expect(await admin.patch(settingsPath, { idp_url: 'http://127.0.0.1:9', active: true })).toMatchObject(forbidden);
  });

  it('[SSO-005] require the client secret again for another URL', async () => {
    const { admin } = await setUp();
    const other = `${provider.url()}/`;
    expect(await admin.patch(settingsPath, { idp_url: other })).toMatchObject({
      status: 400,
      body: { client_secret: [expect.any(String)] },
    });
    expect((await admin.patch(settingsPath, { idp_url: provider.url() })).status).toBe(200);
    const { status, body } = await admin.patch(settingsPath, { idp_url: 'https://idp.acme.test', client_secret: 'x', active: false });
    expect([status, body.configuration]).toEqual([200, null]);
  });

  it('are resealed with a new key', async () => {
    const { database } = here.application;
    const [older, newer] = [randomBytes(32), randomBytes(32)];
    const { id } = await newCompany();
    const context = `client secret of the identity provider of company ${id}`;
    const row = [id, createSecretBox([older]).seal('my secret', context)];
    await here.sql(
      `insert into sso_settings values ($1, 'https://a.test', 'A', 'c', $2, '', '', 'email', 'a', 'b', 3600, false, now(), now())`,
      row,
    );
    expect(await resealClientSecrets(database, createSecretBox([newer, older]))).toMatchObject({ resealed: 1 });
    expect(createSecretBox([newer]).open(String((await rowsOf(id))?.['client_secret']), context)).toBe('my secret');
  });
});

describe('SSO domains', () => {
  it('[SSO-007] are verified by a DNS record', async () => {
    const { admin, answer, domain } = await setUp();
    const [{ is_verified: isVerified, record }] = answer.body.domain_states;
    expect([isVerified, record.name]).toEqual([false, `_headwater.${domain}`]);
    expect((await admin.post(`${settingsPath}domains/`, {})).body.domain_states[0].is_verified).toBe(false);
    dnsRecords.set(record.name, ['v=spf1 -all', record.value]);
    expect((await admin.post(`${settingsPath}domains/`, {})).body.domain_states[0].is_verified).toBe(true);
    expect((await admin.patch(settingsPath, { domains: `${domain}, ${fresh()}` })).body.domain_states).toMatchObject([
      { domain, is_verified: true },
      { is_verified: false },
    ]);
  });

  it('[SSO-007] [SSO-014] are not overwritten after a concurrent change', async () => {
    const { id, admin, domain } = await setUp();
    const colleague = await here.signIn(await here.addUser(id, 'admin'));
    const [added, own] = [fresh(), fresh()];
    const both = [domain, added].toSorted().join(', ');
    const { body } = await colleague.patch(settingsPath, { domains: `${domain}, ${added}`, expected: { domains: domain } });
    const { record } = body.domain_states.find((one: { domain: string }) => one.domain === added);
    dnsRecords.set(record.name, [record.value]);
    await colleague.post(`${settingsPath}domains/`, {});
    const stale = { domains: `${domain}, ${own}`, expected: { domains: domain } };
    expect(await admin.patch(settingsPath, { ...stale, provider: 'Okta' })).toMatchObject({
      status: 400,
      body: { domains: ['This was changed while the form was open. Save again to replace it'], code: 'company_changed' },
    });
    const { settings, domain_states: states } = (await admin.get(settingsPath)).body;
    expect([settings.domains, settings.provider]).toEqual([both, 'Sandbox']);
    expect(states).toContainEqual(expect.objectContaining({ domain: added, is_verified: true }));
    // Equal values, unchanged fields and current forms are accepted.
    const saved = async (changes: object) => (await admin.patch(settingsPath, changes)).body.settings?.domains;
    expect(await saved({ domains: `${added},${domain}`, expected: { domains: domain } })).toBe(both);
    expect(await saved({ provider: 'Okta', expected: { domains: own } })).toBe(both);
    expect(await saved({ domains: own, expected: { domains: ` ${added} ,${domain}` } })).toBe(own);
    expect(await saved({ domains: domain })).toBe(domain);
  });

  it('[SSO-007] belong to the first company that verifies them', async () => {
    const [first, second] = [await setUp(), await setUp()];
    await second.admin.patch(settingsPath, { domains: first.domain });
    for (const { admin } of [first, second]) {
      const [{ record }] = (await admin.get(settingsPath)).body.domain_states;
      dnsRecords.set(record.name, [...(dnsRecords.get(record.name) ?? []), record.value]);
    }
    expect((await second.admin.post(`${settingsPath}domains/`, {})).body.domain_states[0].is_verified).toBe(true);
    const late = await first.admin.post(`${settingsPath}domains/`, {});
    expect(late).toMatchObject({ status: 400, body: { domains: [`Another company signs in with ${first.domain}`] } });
    const { answer } = await setUp({ domains: first.domain });
    expect(answer).toMatchObject({ status: 400, body: { domains: [expect.stringContaining('Another company')] } });
    // Removing it elsewhere does not affect the owner.
    expect((await first.admin.patch(settingsPath, { domains: fresh() })).status).toBe(200);
    const kept = { domain: first.domain, is_verified: true };
    expect((await second.admin.get(settingsPath)).body.domain_states).toMatchObject([kept]);
  });

  it('[SSO-007] are released when their company is deleted', async () => {
    const [first, second] = [await setUp(), await newCompany()];
    await staff.post(`${settingsPath}domains/`, { company_id: first.id });
    const sent = provider.settings({ company_id: second.id, domains: first.domain });
    expect((await staff.post(settingsPath, sent)).status).toBe(400);
    expect((await staff.delete(`/api/v6/companies/${first.id}/`)).status).toBe(200);
    expect((await staff.post(settingsPath, sent)).body.domain_states).toMatchObject([{ is_verified: true }]);
  });

  it('[SSO-015] can be confirmed by staff', async () => {
    const { id, domain } = await setUp();
    const { body } = await staff.post(`${settingsPath}domains/`, { company_id: id });
    expect(body.domain_states).toMatchObject([{ domain, is_verified: true }]);
  });

  it('[SSO-015] [SSO-007] are confirmed by staff only as far as they were displayed', async () => {
    const { id, admin, domain } = await setUp();
    const added = fresh();
    await admin.patch(settingsPath, { domains: `${domain}, ${added}` });
    const { body } = await staff.post(`${settingsPath}domains/`, { company_id: id, domains: [domain] });
    const states = body.domain_states as { domain: string; is_verified: boolean }[];
    expect(Object.fromEntries(states.map((one) => [one.domain, one.is_verified]))).toEqual({ [domain]: true, [added]: false });
  });
});

describe('SSO management', () => {
  it('[SSO-015] [ROLE-036] is allowed for administrators of the company and for staff', async () => {
    const { id, admin } = await setUp();
    const other = await newCompany();
    expect(await other.admin.get(`${settingsPath}?company_id=${id}`)).toMatchObject({ status: 404 });
    expect(await other.admin.patch(settingsPath, { company_id: id, active: false })).toMatchObject({ status: 404 });
    expect(await other.admin.post(`${settingsPath}domains/`, { company_id: id })).toMatchObject({ status: 404 });
    expect(await other.admin.get(`${settingsPath}?company_id=987654321`)).toMatchObject({ status: 404 });
    for (const role of ['super_user', 'sales_manager'] as const) {
      const one = await here.signIn(await here.addUser(await here.addCompany(), role));
      expect((await one.get(`${settingsPath}?company_id=${id}`)).body.settings.client_id).toBe('headwater-sandbox');
      expect((await one.patch(settingsPath, { company_id: id, provider: role })).body.settings.provider).toBe(role);
    }
    expect((await admin.get(settingsPath)).body.settings.provider).toBe('sales_manager');
    const created = await staff.post(settingsPath, provider.settings({ company_id: other.id, domains: fresh() }));
    expect(created.body.domain_states[0].is_verified).toBe(true);
    for (const role of ['worker', 'hm', 'manager'] as const) {
      const nobody = await here.signIn(await here.addUser(id, role));
      for (const answer of [await nobody.get(settingsPath), await nobody.patch(settingsPath, { active: false })])
        expect(answer.status).toBe(403);
    }
    const second = await here.signIn(await here.addUser(id, 'admin_without_search'));
    expect((await second.patch(settingsPath, { provider: 'Okta' })).body.settings.provider).toBe('Okta');
  });

  it('[SSO-001] [SSO-015] [ROLE-015] [ROLE-020] [ROLE-021] is read-only for service managers', async () => {
    const { id, admin } = await setUp();
    const before = (await admin.get(settingsPath)).body;
    const service = await here.signIn(await here.addUser(id, 'service_admin'));
    expect(await service.get(settingsPath)).toMatchObject({ status: 200, body: before });
    // The provider controls all sign-ins, and the token creates users.
    const takeOver = { idp_url: provider.url(), client_id: 'another', client_secret: 'sandbox-secret' };
    const none = await here.signIn(await here.addUser((await newCompany()).id, 'service_admin'));
    for (const answer of [
      await service.patch(settingsPath, takeOver),
      await service.patch(settingsPath, { active: false }),
      await none.post(settingsPath, provider.settings({ domains: fresh() })),
      await service.post(`${settingsPath}domains/`, {}),
      await service.get(scimSettings),
      await createToken(service),
      await service.delete(scimSettings),
    ])
      expect(answer).toMatchObject({ status: 403, body: { detail: 'Only administrators can do this. Ask your administrator' } });
    expect((await none.get(settingsPath)).body.settings).toBeNull();
    expect((await admin.get(settingsPath)).body).toEqual(before);
    expect((await admin.get(scimSettings)).body.token).toBeNull();
  });

  it('[DEC-14] is logged', async () => {
    const { id, admin } = await setUp();
    await admin.patch(settingsPath, { active: false });
    const entries = await here.sql<{ details: object }>(
      `select details from audit_entries where company_id = $1 and kind = 'settings_changed' order by id`,
      [id],
    );
    expect(entries.at(-1)?.details).toMatchObject({ table: 'sso_settings', values: { is_active: [true, false] } });
  });
});
