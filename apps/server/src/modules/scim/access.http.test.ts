import type { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, useInstallation } from '../../../test/installation.ts';
import { createToken, person, scimClient, scimSettings, useScim } from '../../../test/scim-fixtures.ts';

const here = useInstallation({ HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const me = '/api/internal/users/me/';
type Company = Awaited<ReturnType<typeof useScim>>;
let acme: Company;
beforeAll(async () => {
  acme = await useScim(here, 'acme.test');
});

let counter = 0;
const newUser = (company: Company = acme) => here.addUser(company.id, 'worker', { email: `user${(counter += 1)}@${company.domain}` });
const off = [{ op: 'Replace', path: 'active', value: 'False' }];

async function listen(caller: Caller): Promise<Readable> {
  const { body } = await caller.send({ method: 'GET', url: '/api/v6/events/', payloadAsStream: true });
  const stream = body as Readable;
  await new Promise((resolve) => stream.once('data', resolve));
  return stream.resume();
}

const isOver = (stream: Readable) => stream.readableEnded || stream.destroyed;

describe('a user who is deactivated or removed by SCIM', () => {
  it.each(['patch', 'delete'] as const)('loses sessions, streams and the API token immediately and permanently: %s', async (call) => {
    await here.sql(`update companies set features = features || '{"has_api": true}' where id = $1`, [acme.id]);
    const user = await newUser();
    const session = await here.signIn(user);
    const { body } = await acme.admin.post(`/api/v6/workers/${user.id}/generate-api-token/`, { password });
    const withToken = () => here.app.inject({ method: 'GET', url: me, headers: { authorization: `Token ${body.access_token}` } });
    expect((await withToken()).statusCode).toBe(200);
    const stream = await listen(session);
    const answer = call === 'patch' ? await acme.client.patch(`/Users/${user.id}`, off) : await acme.client.delete(`/Users/${user.id}`);
    expect(answer.status).toBeLessThan(300);
    // Before the stream checks its session periodically.
    await expect.poll(() => isOver(stream)).toBe(true);
    expect((await session.get(me)).status).toBe(401);
    expect((await withToken()).statusCode).toBe(401);
    if (call === 'patch') await acme.client.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'active', value: true }]);
    else await acme.client.post('/Users', person(user.email));
    expect((await withToken()).statusCode).toBe(401);
    expect((await here.signIn(user)).get).toBeDefined();
  });

  it('is logged with SCIM as the actor', async () => {
    const user = await newUser();
    await acme.client.patch(`/Users/${user.id}`, off);
    const { body } = await acme.admin.get(`/api/v6/audit/?target_kind=user&target_id=${user.id}`);
    expect(body.entries[0]).toMatchObject({
      kind: 'user_changed',
      user: { id: 0, name: 'SCIM' },
      target: { id: user.id },
      values: { is_active: [true, false] },
      address: '127.0.0.1',
    });
    expect((await acme.admin.get('/api/v6/audit/?person=scim')).body.entries.length).toBeGreaterThan(0);
    const tokens = await acme.admin.get('/api/v6/audit/?kind=token_created&target_kind=settings');
    expect(tokens.body.entries[0]).toMatchObject({ user: { id: acme.owner.id }, target: { name: 'scim_tokens' } });
    expect((await acme.admin.get('/api/v6/audit/export/')).body).toContain('SCIM');
  });
});

const asApi = (authorization: string) => here.app.inject({ method: 'GET', url: me, headers: { authorization } });
const bare = (headers: Record<string, string>) => scimClient(here, undefined).get('/Users', headers);
const expectRefused = async (caller: Caller, body: object, fields: object) =>
  expect(await caller.post(scimSettings, body)).toMatchObject({ status: 400, body: fields });
const newPerson = () => JSON.stringify(person(`type${(counter += 1)}@acme.test`));

describe('a token', () => {
  it('is valid for one company until it is revoked or replaced', async () => {
    const company = await useScim(here, 'tokens.test');
    expect((await company.client.get('/Users')).status).toBe(200);
    const { body } = await company.admin.get(scimSettings);
    expect(body).toEqual({
      base_url: 'http://headwater.test/scim/v2',
      token: {
        last_four: company.token.slice(-4),
        created_at: expect.any(String),
        last_used_at: here.clock.now().toISOString(),
        changes_admin_addresses: false,
      },
      managed_users: 0,
      active_users: 0,
    });
    expect(JSON.stringify(await here.sql('select * from scim_tokens'))).not.toContain(company.token);
    const { body: again } = await createToken(company.admin);
    expect((await company.client.get('/Users')).status).toBe(401);
    const next = scimClient(here, again.access_token);
    await next.post('/Users', person('grace@tokens.test'));
    const { id } = (await next.post('/Users', person('ada@tokens.test'))).body;
    await next.patch(`/Users/${id}`, off);
    expect((await company.admin.get(scimSettings)).body).toMatchObject({ managed_users: 2, active_users: 1 });
    expect((await company.admin.delete(scimSettings)).body.token).toBeNull();
    expect(await next.get('/Users')).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer', 'content-type': 'application/scim+json; charset=utf-8' },
    });
    expect((await company.admin.delete(scimSettings)).status).toBe(404);
  });

  it('is created by administrators of the company, or by staff', async () => {
    const company = await useScim(here, 'makers.test');
    const recruiter = await here.signIn(await newUser(company));
    for (const call of [recruiter.get(scimSettings), createToken(recruiter), recruiter.delete(scimSettings)])
      expect((await call).status).toBe(403);
    expect((await createToken(acme.admin, { company_id: company.id })).status).toBe(404);
    expect((await acme.admin.get(`${scimSettings}?company_id=${company.id}`)).status).toBe(404);
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    const made = await createToken(staff, { company_id: company.id });
    const { body } = await scimClient(here, made.body.access_token).get('/Users?count=0');
    expect(body.totalResults).toBe(2);
  });

  it('is created with the password or code of the administrator', async () => {
    const company = await useScim(here, 'proofs.test');
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    await expectRefused(company.admin, {}, { password: ['This field cannot be empty'] });
    await expectRefused(company.admin, { password: 'not-my-password' }, { password: ['Wrong password'] });
    await expectRefused(company.admin, { code: '000000' }, { code: [expect.any(String)] });
    await expectRefused(staff, { company_id: company.id, password: 'not-my-password' }, { password: ['Wrong password'] });
    expect((await company.client.get('/Users')).status).toBe(200);
    expect((await createToken(company.admin)).status).toBe(200);
    expect((await company.client.get('/Users')).status).toBe(401);
  });

  it('is neither a session nor an API token', async () => {
    for (const scheme of ['Token', 'Bearer']) expect((await asApi(`${scheme} ${acme.token}`)).statusCode).toBe(401);
    for (const authorization of [`Token ${acme.token}`, `Bearer ${acme.token}x`, 'Bearer', `Bearer ${'a'.repeat(100_000)}`, 'Basic YTpi'])
      expect((await bare({ authorization })).status).toBe(401);
    expect((await acme.admin.get('/scim/v2/Users')).status).toBe(401);
    const answer = await bare({ authorization: `bearer ${acme.token}` });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('is rejected for companies that are unlicensed or deleted', async () => {
    const company = await useScim(here, 'ended.test');
    const set = (columns: string) => here.sql(`update companies set ${columns} where id = $1`, [company.id]);
    await set('is_active = false');
    expect(await company.client.get('/Users')).toMatchObject({
      status: 403,
      body: { status: '403', detail: expect.stringContaining('license') },
    });
    await set(`is_active = true, paid_till = now() - interval '1 day'`);
    expect((await company.client.post('/Users', person('a@ended.test'))).status).toBe(403);
    await set('paid_till = null');
    expect((await company.client.get('/Users')).status).toBe(200);
    await set('deleted_at = now()');
    expect((await company.client.get('/Users')).status).toBe(401);
  });
});

describe('the protocol', () => {
  it('describes its features and rejects unsupported calls with SCIM errors', async () => {
    const { client } = acme;
    expect((await client.get('/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
    });
    expect((await client.get('/ResourceTypes')).body).toMatchObject({ totalResults: 2 });
    const { body } = await client.get('/Schemas');
    for (const { id } of body.Resources) expect((await client.get(`/Schemas/${id}`)).body.id).toBe(id);
    for (const [method, path, status] of [
      ['POST', '/Schemas', 405],
      ['DELETE', '/ServiceProviderConfig', 405],
      ['PUT', '/Users', 405],
      ['POST', '/Bulk', 501],
      ['GET', '/Me', 501],
      ['GET', '/Nothing', 404],
      ['GET', '', 404],
      ['GET', '/Users/1/2', 404],
      ['GET', '/Schemas/none', 404],
    ] as const)
      expect(await client.send(method, path)).toMatchObject({
        status,
        body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) },
      });
    expect((await client.get('/Users/')).status).toBe(200);
  });

  it('accepts JSON with both media types, up to a megabyte', async () => {
    const { client } = acme;
    const send = (type: string, body: string) => client.send('POST', '/Users', { body, headers: { 'content-type': type } });
    for (const type of ['application/scim+json', 'application/json', 'application/scim+json; charset=utf-8'])
      expect((await send(type, newPerson())).status).toBe(201);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/scim+json; charset=utf-16', 'nonsense'])
      expect(await send(type, newPerson())).toMatchObject({ status: 415, body: { status: '415' } });
    expect(await send('application/json', '{')).toMatchObject({ status: 400 });
    expect(await send('application/json', '[]')).toMatchObject({ status: 400, body: { scimType: 'invalidSyntax' } });
    expect((await send('application/json', `{"userName":"${'a'.repeat(1024 ** 2)}"}`)).status).toBe(413);
    expect((await send('application/json', '['.repeat(100_000))).status).toBe(400);
    // Rejected before reading the body.
    const answer = await scimClient(here, 'wrong').send('POST', '/Users', { body: newPerson() });
    expect(answer.status).toBe(401);
  });

  it('paginates, sorts and projects resources', async () => {
    const company = await useScim(here, 'pages.test');
    for (const name of ['Яна', 'Борис', 'Anna'])
      await company.client.post('/Users', person(`p${(counter += 1)}@pages.test`, { name: { givenName: name } }));
    const names = async (query: string) =>
      (await company.client.get(`/Users?${query}`)).body.Resources.map((each: { name: { givenName: string } }) => each.name.givenName);
    expect(await names('sortBy=name.givenName')).toEqual(['Ada', 'Anna', 'Борис', 'Яна']);
    expect(await names('sortBy=name.givenName&sortOrder=descending&startIndex=2&count=2')).toEqual(['Борис', 'Anna']);
    expect((await company.client.get('/Users?count=0')).body).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] });
    expect((await company.client.get('/Users?startIndex=-5&count=100000')).body).toMatchObject({ startIndex: 1, itemsPerPage: 4 });
    expect((await company.client.get('/Users?startIndex=900')).body).toMatchObject({ totalResults: 4, itemsPerPage: 0 });
    expect((await company.client.get('/Users?count=many')).body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect((await company.client.get('/Users?sortBy=shoes')).body).toMatchObject({ status: '400', scimType: 'invalidPath' });
    const { body } = await company.client.get('/Users?attributes=userName,name.givenName,emails.value&sortBy=id&count=1');
    expect(body.Resources[0]).toEqual({
      schemas: expect.any(Array),
      id: String(company.owner.id),
      userName: 'owner@pages.test',
      name: { givenName: 'Ada' },
      emails: [{ value: 'owner@pages.test' }],
    });
    const without = (await company.client.get('/Users?excludedAttributes=emails,name.familyName,meta,id')).body.Resources[0];
    expect(Object.keys(without)).toEqual(expect.arrayContaining(['id', 'userName', 'name']));
    for (const name of ['emails', 'meta']) expect(without).not.toHaveProperty(name);
    const searched = await company.client.post('/Users/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: 'name.givenName eq "яна"',
      attributes: ['userName'],
      count: 1,
    });
    expect(searched.body).toMatchObject({ totalResults: 1, Resources: [{ userName: expect.any(String) }] });
    for (const displayName of ['Alpha', 'Beta']) await company.client.post('/Groups', { displayName });
    const kinds = async (search: object) =>
      (await company.client.post('/.search', search)).body.Resources.map(
        (each: { meta: { resourceType: string } }) => each.meta.resourceType,
      );
    expect(await kinds({})).toEqual(['User', 'User', 'User', 'User', 'Group', 'Group']);
    expect(await kinds({ startIndex: 4, count: 2 })).toEqual(['User', 'Group']);
    expect(await kinds({ startIndex: 6 })).toEqual(['Group']);
    expect(await kinds({ filter: 'userName pr and active pr' })).toHaveLength(4);
    expect((await company.client.post('/.search', { filter: 'shoes pr' })).body).toMatchObject({ scimType: 'invalidFilter' });
  });
});
