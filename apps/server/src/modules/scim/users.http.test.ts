import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { enterpriseSchema, person, useScim, userSchema } from '../../../test/scim-fixtures.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
type Company = Awaited<ReturnType<typeof useScim>>;
let acme: Company;
let other: Company;
beforeAll(async () => {
  [acme, other] = [await useScim(here, 'acme.test'), await useScim(here, 'other.test')];
});

let counter = 0;
const address = (domain = 'acme.test') => `person${(counter += 1)}@${domain}`;
const added = async (more: object = {}) => (await acme.client.post('/Users', person(address(), more))).body;
const error = (status: number, scimType?: string) => ({
  status,
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: expect.any(String),
  },
});

describe('a user', () => {
  it('is created like by Okta, read, replaced and removed', async () => {
    const email = address();
    const { status, body, headers } = await acme.client.post('/Users', person(email));
    expect(status).toBe(201);
    expect(headers).toMatchObject({ 'content-type': 'application/scim+json; charset=utf-8', location: body.meta.location });
    expect(body).toEqual({
      schemas: [userSchema],
      id: expect.stringMatching(/^\d+$/),
      externalId: `00u${email}`,
      userName: email,
      name: { familyName: 'Hopper', givenName: 'Grace' },
      displayName: 'Grace Hopper',
      preferredLanguage: 'en',
      locale: 'en-US',
      active: true,
      emails: [{ value: email, type: 'work', primary: true }],
      groups: [],
      roles: [{ value: 'worker', primary: true }],
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `http://headwater.test/scim/v2/Users/${body.id}`,
        version: expect.stringMatching(/^W\/"/),
      },
    });
    expect((await acme.client.get(`/Users/${body.id}`)).body).toEqual(body);
    expect((await acme.admin.get(`/api/v6/workers/${body.id}/`)).body).toMatchObject({
      email,
      name: 'Grace Hopper',
      role: 'worker',
      can_search: true,
      language: 'en',
    });
    const replaced = await acme.client.put(
      `/Users/${body.id}`,
      person(email, { name: { givenName: 'Анна', familyName: 'Каренина' }, locale: 'ru' }),
    );
    expect(replaced).toMatchObject({
      status: 200,
      body: { displayName: 'Анна Каренина', preferredLanguage: 'ru', externalId: `00u${email}` },
    });
    expect((await acme.client.find('/Users', 'name.familyName sw "КАР"')).body.Resources.map(({ id }: { id: string }) => id)).toEqual([
      body.id,
    ]);
    expect(await acme.client.delete(`/Users/${body.id}`)).toMatchObject({ status: 204, body: '' });
    expect(await acme.client.get(`/Users/${body.id}`)).toMatchObject(error(404));
    expect(await acme.client.delete(`/Users/${body.id}`)).toMatchObject(error(404));
    expect((await acme.admin.get(`/api/v6/workers/${body.id}/`)).body).toMatchObject({ status: 'deleted', is_active: false });
    // A former staff account is not restored.
    await here.sql(`update users set role = 'sales_manager' where id = $1`, [body.id]);
    expect(await acme.client.post('/Users', person(email))).toMatchObject(error(409, 'uniqueness'));
    await here.sql(`update users set role = 'worker' where id = $1`, [body.id]);
    // A removed user gets the same account and search permission again.
    await here.sql('update users set can_search = false where id = $1', [body.id]);
    expect((await acme.client.post('/Users', person(email))).body).toMatchObject({ id: body.id, active: true });
    expect((await acme.admin.get(`/api/v6/workers/${body.id}/`)).body).toMatchObject({ status: 'active', can_search: false });
  });

  it('is patched like by Entra: capitalised operations, booleans as texts, paths as names', async () => {
    const { id } = await added();
    const email = address();
    const patched = await acme.client.patch(`/Users/${id}`, [
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'name.familyName', value: 'Lovelace' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Replace', value: { 'name.givenName': 'Ada', [`${enterpriseSchema}:department`]: 'Engines', id: '5', title: 'Countess' } },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'London' },
      { op: 'Add', path: 'externalId', value: 'entra-1' },
    ]);
    expect(patched).toMatchObject({
      status: 200,
      body: {
        id,
        active: false,
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        externalId: 'entra-1',
        emails: [{ value: email, type: 'work', primary: true }],
        [enterpriseSchema]: { department: 'Engines' },
      },
    });
    expect((await acme.admin.get(`/api/v6/workers/${id}/`)).body).toMatchObject({
      email,
      status: 'not_active',
      department: { name: 'Engines' },
    });
    expect((await acme.client.patch(`/Users/${id}`, [{ op: 'replace', value: { active: true } }])).body).toMatchObject({ active: true });
    const cleared = await acme.client.patch(`/Users/${id}`, [
      { op: 'remove', path: `${enterpriseSchema}:department` },
      { op: 'remove', path: 'name' },
      { op: 'remove', path: 'preferredLanguage' },
    ]);
    for (const name of ['name', 'preferredLanguage', enterpriseSchema]) expect(cleared.body).not.toHaveProperty([name]);
  });

  it.each([
    ['a removal of everything', { op: 'remove' }, 'noTarget'],
    ['another operation', { op: 'move', path: 'active', value: true }, 'invalidSyntax'],
    ['a switch that is none', { op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
    ['a person without userName', { op: 'remove', path: 'userName' }, 'invalidValue'],
    ['an address that is none', { op: 'replace', path: 'emails[type eq "work"].value', value: 'nobody' }, 'invalidValue'],
    ['a path that is not understood', { op: 'replace', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
  ])('is not patched with %s', async (_name, operation, scimType) => {
    const { id, meta } = await added();
    expect(await acme.client.patch(`/Users/${id}`, [{ op: 'replace', path: 'name.givenName', value: 'Not so' }, operation])).toEqual(
      expect.objectContaining(error(400, scimType)),
    );
    expect((await acme.client.get(`/Users/${id}`)).body.meta.version).toBe(meta.version);
  });

  it('supports If-Match and If-None-Match', async () => {
    const { id, meta } = await added();
    const path = `/Users/${id}`;
    expect(await acme.client.get(path, { 'if-none-match': meta.version })).toMatchObject({
      status: 304,
      body: '',
      headers: { etag: meta.version },
    });
    const rename = [{ op: 'replace', path: 'name.givenName', value: 'Ada' }];
    const renamed = await acme.client.patch(path, rename, { 'if-match': meta.version });
    expect(renamed.status).toBe(200);
    expect(renamed.body.meta.version).not.toBe(meta.version);
    expect(renamed.body.meta.lastModified >= meta.lastModified).toBe(true);
    for (const refused of [
      await acme.client.patch(path, rename, { 'if-match': meta.version }),
      await acme.client.put(path, person(address()), { 'if-match': meta.version }),
      await acme.client.delete(path, { 'if-match': meta.version }),
    ])
      expect(refused).toMatchObject(error(412));
    // A repeated value changes nothing.
    expect((await acme.client.patch(path, rename)).body.meta).toEqual(renamed.body.meta);
    expect((await acme.client.delete(path, { 'if-match': renamed.body.meta.version })).status).toBe(204);
  });

  it('is not activated by an empty `active`', async () => {
    const { id, userName } = await added({ active: false });
    expect((await acme.client.patch(`/Users/${id}`, [{ op: 'remove', path: 'active' }])).body.active).toBe(false);
    expect((await acme.client.put(`/Users/${id}`, person(userName, { active: null }))).body.active).toBe(false);
    expect((await acme.client.put(`/Users/${id}`, person(userName, { active: true }))).body.active).toBe(true);
  });

  it("[ROLE-019] is restored with the worker's search permission", async () => {
    const { id, userName } = await added();
    await here.sql('update users set can_search = false where id = $1', [id]);
    await acme.admin.patch(`/api/v6/workers/${id}/switch/`);
    expect((await acme.admin.patch(`/api/v6/admins/${id}/`, { role: 'admin' })).body.can_search).toBe(true);
    await acme.client.delete(`/Users/${id}`);
    expect((await acme.client.post('/Users', person(userName))).body).toMatchObject({ id, roles: [{ value: 'worker' }] });
    expect((await acme.admin.get(`/api/v6/workers/${id}/`)).body.can_search).toBe(false);
  });

  it('is visible as an administrator; the last one cannot be deactivated', async () => {
    const company = await useScim(here, 'single.test');
    const { body } = await company.client.find('/Users', `userName eq "${company.owner.email.toUpperCase()}"`);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: String(company.owner.id), roles: [{ value: 'admin' }] }] });
    const path = `/Users/${company.owner.id}`;
    const refused = { status: 403, body: { detail: expect.stringContaining('at least one active administrator') } };
    expect(await company.client.patch(path, [{ op: 'replace', path: 'active', value: false }])).toMatchObject(refused);
    expect(await company.client.delete(path)).toMatchObject(refused);
    await here.addUser(company.id, 'admin', { email: 'second@single.test' });
    expect((await company.client.patch(path, [{ op: 'replace', path: 'active', value: false }])).body.active).toBe(false);
  });
});

describe('an address', () => {
  it('belongs to one account', async () => {
    const email = address();
    await acme.client.post('/Users', person(email));
    const again = await acme.client.post('/Users', person(email.toUpperCase()));
    expect(again).toMatchObject(error(409, 'uniqueness'));
    const { id } = await added();
    expect(await acme.client.patch(`/Users/${id}`, [{ op: 'replace', path: 'emails[type eq "work"].value', value: email }])).toMatchObject(
      error(409, 'uniqueness'),
    );
    expect(await acme.client.patch(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: email }])).toMatchObject(
      error(409, 'uniqueness'),
    );
    // Does not reveal the account of another company.
    await here.addUser(other.id, 'worker', { email: 'stray@acme.test' });
    const stray = await acme.client.post('/Users', person('stray@acme.test'));
    expect(stray.body).toEqual(again.body);
  });

  it('must be in a verified domain of the company', async () => {
    for (const email of ['somebody@other.test', 'somebody@nobody.test'])
      expect(await acme.client.post('/Users', person(email))).toMatchObject(error(400, 'invalidValue'));
    const { id } = await added();
    expect(await acme.client.patch(`/Users/${id}`, [{ op: 'replace', path: 'emails', value: [{ value: 'me@other.test' }] }])).toMatchObject(
      error(400, 'invalidValue'),
    );
    // EMP-086: allowed domains for hiring managers.
    await here.sql(`update companies set hm_invite_domains = '{clients.test}' where id = $1`, [acme.id]);
    const manager = await here.addUser(acme.id, 'hm', { email: address('clients.test') });
    const move = [{ op: 'replace', path: 'emails[type eq "work"].value', value: address() }];
    expect(await acme.client.patch(`/Users/${manager.id}`, move)).toMatchObject(error(400, 'invalidValue'));
    await here.sql(`update companies set hm_invite_domains = '{}' where id = $1`, [acme.id]);
    expect((await acme.client.patch(`/Users/${manager.id}`, move)).status).toBe(200);
    expect(await acme.client.post('/Users', { schemas: [userSchema], userName: 'no-address' })).toMatchObject(error(400, 'invalidValue'));
    expect(await acme.client.post('/Users', { schemas: [userSchema] })).toMatchObject(error(400, 'invalidValue'));
  });

  it('replaces a pending registration', async () => {
    const email = address();
    await here.sql(`with made as (insert into companies (name, is_ext_company, access_type) values ('Stranger', true, 'extension') returning id)
      insert into users (company_id, email, password_hash, role, is_activated, is_verified) select id, '${email}', 'x', 'worker', false, false from made`);
    expect((await acme.client.post('/Users', person(email))).status).toBe(201);
  });

  it('[EMP-081] is matched with an invited user with a pending address, and restores a removed one', async () => {
    const [waits, removed] = [address(), address()];
    const ids = [];
    for (const email of [waits, removed]) {
      const stray = await here.addUser(other.id, 'worker', { email });
      ids.push((await acme.admin.post('/api/v6/invitations/', { email, role: 'worker' })).body.user_id as number);
      expect((await other.admin.patch(`/api/v6/workers/${stray.id}/`, { email: address('other.test') })).status).toBe(200);
    }
    expect((await acme.admin.delete(`/api/v6/workers/${ids[1]}/`)).status).toBe(200);
    expect(await acme.client.post('/Users', person(waits))).toMatchObject(error(409, 'uniqueness'));
    expect((await acme.client.post('/Users', person(removed))).body).toMatchObject({ id: String(ids[1]), active: true });
    expect((await acme.client.find('/Users', `userName eq "${waits}"`)).body).toMatchObject({ Resources: [{ id: String(ids[0]) }] });
    const rows = 'select id::int, is_address_pending from users where email = any($1) order by id';
    expect(await here.sql(rows, [[waits, removed]])).toEqual([
      { id: ids[0], is_address_pending: true },
      { id: ids[1], is_address_pending: false },
    ]);
    expect(await other.client.post('/Users', person(removed))).toMatchObject(error(400, 'invalidValue'));
  });

  it('[ACC-062] does not restore a user with a reserved address', async () => {
    const email = address();
    const { id } = await here.addUser(acme.id, 'worker', { email });
    await here.sql('update users set password_hash = null, is_activated = false, is_active = false, deleted_at = now() where id = $1', [
      id,
    ]);
    const owner = await here.addUser(other.id, 'worker');
    await here.sql(
      `insert into address_restores (token_hash, company_id, user_id, address, requested_at, expires_at)
       values (sha256('a link'), $1, $2, $3, now(), now() + interval '7 days')`,
      [other.id, owner.id, email],
    );
    expect(await acme.client.post('/Users', person(email))).toMatchObject(error(409, 'uniqueness'));
    await here.sql('delete from address_restores where address = $1', [email]);
    expect((await acme.client.post('/Users', person(email))).body).toMatchObject({ id: String(id), active: true });
  });

  it('stays as administrators set it, unless the provider sends a new one', async () => {
    for (const userName of [address(), 'ghopper@elsewhere.test']) {
      const { id } = (await acme.client.post('/Users', person(address(), { userName }))).body;
      const path = `/Users/${id}`;
      const email = address();
      expect((await acme.admin.patch(`/api/v6/workers/${id}/`, { email })).status).toBe(200);
      const renamed = await acme.client.patch(path, [{ op: 'replace', path: 'name.givenName', value: 'Ada' }]);
      expect(renamed).toMatchObject({ status: 200, body: { userName, emails: [{ value: email }] } });
      // Entra also removes the address of a user who leaves.
      const switchedOff = await acme.client.patch(path, [
        { op: 'Remove', path: 'emails[type eq "work"].value' },
        { op: 'Replace', path: 'active', value: 'False' },
      ]);
      expect(switchedOff).toMatchObject({ status: 200, body: { active: false, emails: [{ value: email }] } });
      expect((await acme.admin.get(`/api/v6/workers/${id}/`)).body).toMatchObject({ email, status: 'not_active' });
      const next = address();
      expect((await acme.client.patch(path, [{ op: 'replace', path: 'userName', value: next }])).status).toBe(200);
      expect((await acme.admin.get(`/api/v6/workers/${id}/`)).body.email).toBe(next);
    }
  });

  it('may differ from the userName', async () => {
    const email = address();
    const { body } = await acme.client.post('/Users', { ...person(email), userName: 'ACME\\ghopper' });
    expect(body).toMatchObject({ userName: 'ACME\\ghopper', emails: [{ value: email }] });
    expect((await acme.client.find('/Users', String.raw`userName eq "acme\\GHopper"`)).body.totalResults).toBe(1);
    expect(await acme.client.post('/Users', { ...person(address()), userName: 'acme\\GHOPPER' })).toMatchObject(error(409, 'uniqueness'));
  });
});

describe('two companies', () => {
  it('cannot see each other: foreign users look like missing ones', async () => {
    const { id } = await added();
    const missing = '999999999';
    for (const call of ['get', 'delete'] as const) {
      const [foreign, none] = [await other.client[call](`/Users/${id}`), await other.client[call](`/Users/${missing}`)];
      expect(foreign).toMatchObject(error(404));
      expect(foreign.body).toEqual(none.body);
    }
    for (const path of [`/Users/${id}`, `/Users/${missing}`, '/Users/me', '/Users/1e3', '/Users/-1']) {
      expect(await other.client.patch(path, [{ op: 'replace', path: 'active', value: false }])).toMatchObject(error(404));
      expect(await other.client.put(path, person(address('other.test')))).toMatchObject(error(404));
    }
    expect((await other.client.find('/Users', `id eq "${id}"`)).body).toMatchObject({ totalResults: 0, Resources: [] });
    expect((await acme.client.get(`/Users/${id}`)).body.active).toBe(true);
  });

  it('cannot see or change staff', async () => {
    const staff = await here.addUser(acme.id, 'super_user', { email: 'boss@acme.test' });
    expect(await acme.client.get(`/Users/${staff.id}`)).toMatchObject(error(404));
    expect((await acme.client.find('/Users', 'userName eq "boss@acme.test"')).body.totalResults).toBe(0);
    expect(await acme.client.post('/Users', person('boss@acme.test'))).toMatchObject(error(409, 'uniqueness'));
    expect(await acme.client.delete(`/Users/${staff.id}`)).toMatchObject(error(404));
  });
});

describe('seats', () => {
  it('are enforced for new and reactivated users, also for concurrent requests', async () => {
    const company = await useScim(here, 'seats.test');
    await here.sql('update companies set max_workers_with_search = 2 where id = $1', [company.id]);
    const first = (await company.client.post('/Users', person(address('seats.test')))).body;
    const answers = await Promise.all(Array.from({ length: 10 }, () => company.client.post('/Users', person(address('seats.test')))));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({ status: 403, body: { detail: 'The limit of employees with search is reached' } });
    const off = [{ op: 'replace', path: 'active', value: false }];
    const on = [{ op: 'replace', path: 'active', value: true }];
    await company.client.patch(`/Users/${first.id}`, off);
    const next = await company.client.post('/Users', person(address('seats.test')));
    expect(next.status).toBe(201);
    expect((await company.client.patch(`/Users/${first.id}`, on)).status).toBe(403);
    await company.client.delete(`/Users/${next.body.id}`);
    expect((await company.client.patch(`/Users/${first.id}`, on)).body.active).toBe(true);
    // Inactive users take no seat.
    expect((await company.client.post('/Users', person(address('seats.test'), { active: false }))).status).toBe(201);
  });

  it('create one user for concurrent requests with the same userName', async () => {
    const email = address();
    const answers = await Promise.all(Array.from({ length: 6 }, () => acme.client.post('/Users', person(email))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const named = await Promise.all(
      Array.from({ length: 6 }, () => acme.client.post('/Users', { ...person(address()), userName: `twice${email}` })),
    );
    expect(named.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});
