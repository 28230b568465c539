import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { groupSchema, person, useScim } from '../../../test/scim-fixtures.ts';

const here = useInstallation({ HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
type Company = Awaited<ReturnType<typeof useScim>>;
let acme: Company;
let other: Company;
beforeAll(async () => {
  [acme, other] = [await useScim(here, 'acme.test'), await useScim(here, 'other.test')];
});

let counter = 0;
const added = async ({ client, domain }: Company = acme): Promise<string> => {
  const { body } = await client.post('/Users', person(`member${(counter += 1)}@${domain}`));
  return body.id as string;
};
const group = (displayName: string, members: string[] = [], more: object = {}) => ({
  schemas: [groupSchema],
  displayName,
  members: members.map((value) => ({ value })),
  ...more,
});
const membersOf = (body: { members: { value: string }[] }) => body.members.map(({ value }) => value);
const shownGroup = async (id: string) => (await acme.admin.get(`/api/v6/workers/${id}/`)).body.group?.name ?? null;

describe('a group', () => {
  it('is created, changed and removed as a group of the company', async () => {
    const [one, two] = [await added(), await added()];
    const { status, body } = await acme.client.post('/Groups', group('Подбор', [one], { externalId: 'grp-1' }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      schemas: [groupSchema],
      externalId: 'grp-1',
      displayName: 'Подбор',
      members: [{ value: one, $ref: `http://headwater.test/scim/v2/Users/${one}`, type: 'User' }],
      meta: { resourceType: 'Group', location: `http://headwater.test/scim/v2/Groups/${body.id}` },
    });
    const path = `/Groups/${body.id}`;
    expect(await shownGroup(one)).toBe('Подбор');
    expect((await acme.client.get(`/Users/${one}`)).body.groups).toEqual([
      { value: body.id, $ref: `http://headwater.test/scim/v2/Groups/${body.id}`, display: 'Подбор', type: 'direct' },
    ]);
    const renamed = await acme.client.patch(path, [
      { op: 'Add', path: 'members', value: [{ value: two }] },
      { op: 'Replace', path: 'displayName', value: 'Recruiting' },
    ]);
    expect(renamed.body.displayName).toBe('Recruiting');
    expect(membersOf(renamed.body)).toEqual([one, two]);
    expect(membersOf((await acme.client.patch(path, [{ op: 'remove', path: `members[value eq "${one}"]` }])).body)).toEqual([two]);
    expect(await shownGroup(one)).toBeNull();
    // Entra removes members like this.
    const emptied = await acme.client.patch(path, [{ op: 'Remove', path: 'members', value: [{ value: two }] }]);
    expect(emptied.body.members).toEqual([]);
    expect(membersOf((await acme.client.put(path, group('Recruiting', [one, two]))).body)).toEqual([one, two]);
    expect((await acme.client.delete(path)).status).toBe(204);
    expect((await acme.client.get(path)).status).toBe(404);
    expect(await shownGroup(two)).toBeNull();
  });

  it('shares members with other groups; the product shows the first one', async () => {
    const id = await added();
    const [first, second] = [
      (await acme.client.post('/Groups', group('First', [id]))).body.id as string,
      (await acme.client.post('/Groups', group('Second', [id]))).body.id as string,
    ];
    expect((await acme.client.get(`/Users/${id}`)).body.groups.map(({ value }: { value: string }) => value)).toEqual([first, second]);
    expect(await shownGroup(id)).toBe('First');
    await acme.client.patch(`/Groups/${first}`, [{ op: 'remove', path: 'members' }]);
    expect(await shownGroup(id)).toBe('Second');
    // Members chosen by administrators are visible as well.
    const third = await acme.admin.post('/api/internal/user_groups/', { name: 'Third' });
    await acme.admin.patch(`/api/v6/workers/${id}/`, { group_id: third.body.id });
    expect(membersOf((await acme.client.get(`/Groups/g${third.body.id}`)).body)).toEqual([id]);
    expect(membersOf((await acme.client.get(`/Groups/${second}`)).body)).toEqual([id]);
  });

  it('ignores unknown attributes and empty members', async () => {
    const id = await added();
    const { body } = await acme.client.post('/Groups', group('Ignoring', [], { description: 'x', members: [{}, null] }));
    const path = `/Groups/${body.id}`;
    const patched = await acme.client.patch(path, [
      { op: 'Replace', path: 'description', value: 'Entra sends it' },
      { op: 'add', path: 'urn:acme:Group:color', value: 'red' },
      { op: 'add', value: { description: 'y', members: [{ value: '' }, { value: Number(id) }] } },
    ]);
    expect(patched.status).toBe(200);
    expect(membersOf(patched.body)).toEqual([id]);
  });

  it('has an id that is unique among all resources', async () => {
    const company = await useScim(here, 'ids.test');
    const { body } = await company.client.post('/Groups', group('Searched', [], { externalId: 'grp-ids' }));
    const found = (await company.client.post('/.search', { attributes: ['externalId'] })).body.Resources as {
      id: string;
      externalId?: string;
    }[];
    expect(new Set(found.map((each) => each.id)).size).toBe(found.length);
    expect(found.find((each) => each.id === body.id)).toMatchObject({ externalId: 'grp-ids' });
    expect(String(company.owner.id)).not.toBe(body.id);
    // Providers keep ids of earlier releases.
    expect((await company.client.get(`/Groups/${body.id.slice(1)}`)).body).toMatchObject({ id: body.id });
    expect((await company.client.get(`/Users/${body.id}`)).status).toBe(404);
  });

  it('has a unique name and members of its company only', async () => {
    const { body } = await acme.client.post('/Groups', group('Engineers'));
    expect(await acme.client.post('/Groups', group('ENGINEERS'))).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect(await acme.client.post('/Groups', group(''))).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    const foreign = await added(other);
    for (const id of [foreign, '999999999', 'x', String(acme.owner.id * 1e20)]) {
      const refused = await acme.client.patch(`/Groups/${body.id}`, [{ op: 'add', path: 'members', value: [{ value: id }] }]);
      expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    }
    const missing = await other.client.get('/Groups/g999999999');
    expect((await other.client.get(`/Groups/${body.id}`)).body).toEqual(missing.body);
    for (const call of [
      other.client.delete(`/Groups/${body.id}`),
      other.client.patch(`/Groups/${body.id}`, [{ op: 'replace', path: 'displayName', value: 'Ours' }]),
      other.client.put(`/Groups/${body.id}`, group('Ours')),
    ])
      expect((await call).status).toBe(404);
    expect((await other.client.post('/Groups', group('Engineers'))).status).toBe(201);
    expect((await other.client.find('/Groups', `id eq "${body.id}"`)).body.totalResults).toBe(0);
  });

  it('is found by name and member, and can be returned without members', async () => {
    const id = await added();
    const { body } = await acme.client.post('/Groups', group('Finders', [id]));
    const found = await acme.client.find('/Groups', `displayName eq "finders" and members eq "${id}"`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: body.id }] });
    expect((await acme.client.find('/Groups', `members[value eq "${id}"]`)).body.totalResults).toBe(1);
    const without = await acme.client.get('/Groups?excludedAttributes=members&filter=displayName%20eq%20%22Finders%22');
    expect(without.body.Resources[0]).not.toHaveProperty('members');
    const named = await acme.client.get(`/Groups/${body.id}?attributes=displayName`);
    expect(Object.keys(named.body).toSorted()).toEqual(['displayName', 'id', 'schemas']);
    // The version covers the whole group.
    const { headers } = await acme.client.get(`/Groups/${body.id}?excludedAttributes=members`);
    expect((await acme.client.delete(`/Groups/${body.id}`, { 'if-match': String(headers['etag']) })).status).toBe(204);
  });

  it('may have five thousand members; responses are limited', async () => {
    const big = await useScim(here, 'big.test');
    await here.sql(
      `insert into users (company_id, email, first_name, role, can_search) select $1, 'crowd' || n || '@big.test', 'Ada', 'worker', false from generate_series(1, 5000) as n`,
      [big.id],
    );
    const ids = (
      await here.sql<{ id: number }>(`select id from users where company_id = $1 and email like 'crowd%' order by id`, [big.id])
    ).map((row) => String(row.id));
    const made = await big.client.post('/Groups', group('Crowd', ids));
    expect(made.body.members).toHaveLength(5000);
    const thousand = ids.slice(0, 1000).map((value) => ({ op: 'Remove', path: `members[value eq "${value}"]` }));
    expect((await big.client.patch(`/Groups/${made.body.id}`, thousand)).body.members).toHaveLength(4000);
    for (const name of ['Two', 'Three', 'Four', 'Five', 'Six']) await big.client.post('/Groups', group(name, ids));
    const { body } = await big.client.get('/Groups');
    expect(body).toMatchObject({ totalResults: 6, startIndex: 1, itemsPerPage: 4 });
    expect((await big.client.get('/Groups?startIndex=5')).body).toMatchObject({ startIndex: 5, itemsPerPage: 2 });
  });
});
