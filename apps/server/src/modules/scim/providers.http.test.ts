import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { createToken, person, scimSettings, useScim, userSchema } from '../../../test/scim-fixtures.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
let acme: Awaited<ReturnType<typeof useScim>>;
beforeAll(async () => {
  acme = await useScim(here, 'acme.test');
  // In a single-company installation any domain is accepted.
  await here.addCompany();
});

let counter = 0;
const address = () => `person${(counter += 1)}@acme.test`;
const added = async () => (await acme.client.post('/Users', person(address()))).body;
const error = (status: number, scimType?: string) => ({ status, body: { status: String(status), scimType, detail: expect.any(String) } });

describe('a provisioned user', () => {
  it.each(['roles[primary eq "True"].value', 'urn:ietf:params:scim:schemas:extension:acme:2.0:User:costCode', 'shoeSize', 'id', 'groups'])(
    'is deactivated by a PATCH with an attribute that POST ignores: %s',
    async (path) => {
      const { id } = await added();
      const operations = [
        { op: 'Add', path, value: '77' },
        { op: 'Add', path: 'name.givenName', value: 'Ada\u0000' },
        { op: 'Replace', path: 'active', value: 'False' },
      ];
      expect(await acme.client.patch(`/Users/${id}`, operations)).toMatchObject({
        status: 200,
        body: { active: false, name: { givenName: 'Ada' } },
      });
    },
  );

  it('is deactivated even if the rest of the request is rejected', async () => {
    const taken = (await added()).userName;
    const off = { op: 'Replace', path: 'active', value: 'False' };
    for (const wrong of [
      { op: 'replace', path: 'emails[type eq', value: 'x' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'nobody' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'me@elsewhere.test' },
      { op: 'replace', path: 'userName', value: taken },
      { op: 'remove', path: 'userName' },
      { op: 'replace', path: 'displayName', value: 'x'.repeat(300) },
      { op: 'move', path: 'title' },
      { op: 'remove' },
    ]) {
      const { id, userName } = await added();
      expect((await acme.client.patch(`/Users/${id}`, [wrong])).status).toBeGreaterThanOrEqual(400);
      const answer = await acme.client.patch(`/Users/${id}`, [wrong, off]);
      expect(answer).toMatchObject({ status: 200, body: { active: false, userName } });
    }
    for (const wrong of [{ emails: [{ value: 'nobody' }] }, { userName: '' }, { name: 7 }, { emails: [{ value: 'me@elsewhere.test' }] }]) {
      const { id, userName } = await added();
      const answer = await acme.client.put(`/Users/${id}`, person(userName, { ...wrong, active: 'False' }));
      expect(answer).toMatchObject({ status: 200, body: { active: false, userName } });
    }
    // An outdated version is still rejected.
    const { id } = await added();
    expect((await acme.client.patch(`/Users/${id}`, [off], { 'if-match': 'W/"other"' })).status).toBe(412);
  });

  it('is accepted in the formats of real providers, also with a double slash', async () => {
    const email = address();
    const { status, body } = await acme.client.post('//Users', {
      schemas: [userSchema],
      userName: email,
      externalId: 4711,
      active: 'True',
      name: { formatted: 'Grace Hopper' },
      emails: [null, {}, { value: '', type: 'home' }, { value: email, type: 'work', primary: 'true' }],
      phoneNumbers: [],
      roles: [{}],
    });
    expect([status, body]).toMatchObject([201, { externalId: '4711', displayName: 'Grace Hopper', emails: [{ value: email }] }]);
    expect((await acme.client.get(`//Users//${body.id}?attributes=userName`)).body.userName).toBe(email);
    expect((await acme.client.find('/Users', 'externalId eq 4711')).body.totalResults).toBe(1);
    expect((await acme.client.get('/ServiceProviderConfig//')).status).toBe(200);
  });
});

const move = (value: string) => [
  { op: 'replace', path: 'emails[type eq "work"].value', value },
  { op: 'replace', path: 'name.givenName', value: 'Mallory' },
];

describe('the address of an administrator', () => {
  it('is not changed by SCIM until the company allows it', async () => {
    const company = await useScim(here, 'admins.test');
    const path = `/Users/${company.owner.id}`;
    const refused = error(400, 'mutability');
    expect(await company.client.patch(path, move('mallory@admins.test'))).toMatchObject(refused);
    expect(await company.client.patch(path, [{ op: 'replace', path: 'userName', value: 'mallory@admins.test' }])).toMatchObject(refused);
    expect(await company.client.put(path, person('mallory@admins.test'))).toMatchObject(refused);
    expect((await company.client.get(path)).body).toMatchObject({ userName: 'owner@admins.test', name: { givenName: 'Ada' } });
    const named = await company.client.patch(path, [{ op: 'replace', path: 'name.givenName', value: 'Grace' }]);
    expect(named).toMatchObject({ status: 200, body: { name: { givenName: 'Grace' } } });
    const worker = (await company.client.post('/Users', person('worker@admins.test'))).body;
    expect((await company.client.patch(`/Users/${worker.id}`, move('other@admins.test'))).status).toBe(200);

    const other = await here.addUser(company.id, 'admin_without_search', { email: 'second@admins.test' });
    const allow = (changes: boolean) => company.admin.patch(scimSettings, { changes_admin_addresses: changes });
    expect((await allow(true)).body.token).toMatchObject({ changes_admin_addresses: true });
    expect((await company.client.patch(`/Users/${other.id}`, move('third@admins.test'))).status).toBe(200);
    // The setting stays for a new token.
    expect((await createToken(company.admin)).body.token).toMatchObject({ changes_admin_addresses: true });
    expect((await allow(false)).body.token).toMatchObject({ changes_admin_addresses: false });
    const { body } = await company.admin.get('/api/v6/audit/?kind=settings_changed&target_kind=settings');
    expect(body.entries[0]).toMatchObject({ target: { name: 'scim_tokens' }, values: { changes_admin_addresses: [true, false] } });
    await company.admin.delete(scimSettings);
    expect((await allow(true)).status).toBe(404);
  });

  it('does not prevent the deactivation of an administrator', async () => {
    const company = await useScim(here, 'leavers.test');
    const { id } = await here.addUser(company.id, 'admin', { email: 'leaver@leavers.test' });
    const answer = await company.client.put(`/Users/${id}`, person('renamed@leavers.test', { active: false }));
    expect(answer).toMatchObject({ status: 200, body: { active: false, userName: 'leaver@leavers.test' } });
  });
});
