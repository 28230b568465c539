import { beforeAll, describe, expect, it } from 'vitest';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const python = '["skill:Python"]';
let companyId: number;
let user: TestUser;
let caller: Caller;
let colleague: Caller;
let foreign: Caller;
let counter = 0;

const path = '/api/savedqueries/';
const withSkill = (count: number, skill: string) => addProfiles(here, count, { input: { skills: [{ name: skill }] } });

async function save(more: object = {}, as = caller) {
  counter += 1;
  const answer = await as.post(path, { name: `Query ${counter}`, query: python, ...more });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as { id: number; name: string; found: number; opened_at: string };
}
const listed = async (as: Caller, query = '') => (await as.get(`${path}?per_page=100${query}`)).body.saved_queries as { id: number }[];
const newOf = async (...ids: number[]) => (await caller.get(`${path}new_results/?ids=${ids.join(',')}`)).body.new_results;

/** Ids that an unfiltered query returns in the scope of the company. */
const idsIn = (company: number) =>
  here.application.database.inCompany(company, async (tx) => {
    const rows = await tx.withTables<{ saved_queries: { id: number } }>().selectFrom('saved_queries').select('id').execute();
    return rows.map((row) => row.id);
  });
const wrong = async (body: object) => {
  const answer = await caller.post(path, { name: 'Fine', query: python, ...body });
  expect(answer.status).toBe(400);
  return answer.body;
};

beforeAll(async () => {
  companyId = await here.addCompany();
  user = await here.addUser(companyId, 'worker');
  caller = await here.signIn(user);
  colleague = await here.signIn(await here.addUser(companyId, 'admin'));
  foreign = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  await withSkill(3, 'Python');
  await here.application.search.start();
});

describe('saved queries', () => {
  it('[SAVQ-001] [SAVQ-002] [SAVQ-003] [SAVQ-004] are saved with name, description and query, and listed newest first', async () => {
    const first = await save({ name: ' Backend ', description: 'For the platform team', filters: 'language:ru', ranking: 'updated' });
    const second = await save();
    expect(first).toMatchObject({
      name: 'Backend',
      description: 'For the platform team',
      query: python,
      filters: 'language:ru',
      filter_names: [{ facet: 'language', id: 'ru', name: 'Russian' }],
      ranking: 'updated',
    });
    const { status, body } = await caller.get(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 2, pages: { current: 1, total: 1 } });
    expect(body.saved_queries.map((row: { id: number }) => row.id)).toEqual([second.id, first.id]);
    expect((await caller.get(`${path}?per_page=1&page=2`)).body).toMatchObject({
      saved_queries: [{ id: first.id }],
      pages: { current: 2, total: 2 },
    });
    expect((await listed(caller, '&search=PLATFORM')).map(({ id }) => id)).toEqual([first.id]);
    expect(await listed(caller, '&search=%25')).toEqual([]);
  });

  it('[SAVQ-007] are visible and editable only for their owner', async () => {
    const { id } = await save();
    for (const other of [colleague, foreign]) {
      expect((await listed(other)).map((row) => row.id)).not.toContain(id);
      expect((await other.get(`${path}new_results/?ids=${id}`)).body).toEqual({ new_results: [] });
      expect((await other.post(`${path}${id}/open/`)).status).toBe(404);
      expect((await other.patch(`${path}${id}/`, { name: 'Mine' })).status).toBe(404);
      expect((await other.delete(`${path}${id}/`)).status).toBe(404);
      expect((await other.delete(path, { id })).status).toBe(404);
      expect((await other.post(`${path}${id}/restore/`)).status).toBe(404);
    }
    // Row-level security limits even an unfiltered query.
    expect(await idsIn(companyId)).toContain(id);
    expect(await idsIn(companyId + 1)).not.toContain(id);
  });

  it('[SAVQ-008] have a name of 1 to 100 characters, a description of up to 1,000, and a query', async () => {
    expect(await wrong({ name: '  ' })).toEqual({ name: ['This field cannot be empty'] });
    expect(await wrong({ name: 'x'.repeat(101) })).toEqual({ name: ['Enter at most 100 characters'] });
    expect(await wrong({ description: 'x'.repeat(1001) })).toEqual({ description: ['Enter at most 1,000 characters'] });
    expect(await wrong({ query: '' })).toEqual({ query: ['This field cannot be empty'] });
    expect(await wrong({ query: '["colour:red"]' })).toEqual({ query: ['There is no search field "colour"'] });
    expect(await wrong({ query: '["skill:Go","AND"]' })).toEqual({ query: ['AND, OR or NOT has nothing to join'] });
    expect(await wrong({ query: 'x'.repeat(10_001) })).toEqual({ query: ['The query is too long: at most 10,000 characters'] });
    expect(await wrong({ filters: 'planet:mars' })).toEqual({ filters: ['There is no filter "planet"'] });
    await save({ name: 'x'.repeat(100), description: 'x'.repeat(1000) });
    await save({ query: '', filters: 'language:ru' });
  });

  it('[SAVQ-004] reject a duplicate name regardless of case, also concurrently', async () => {
    await save({ name: 'Twice' });
    const again = await caller.post(path, { name: 'tWICE', query: '["skill:Go"]' });
    expect(again).toMatchObject({ status: 400, body: { name: ['You already have a saved search with this name'] } });
    expect((await colleague.post(path, { name: 'Twice', query: python })).status).toBe(200);
    const race = await Promise.all([1, 2, 3].map(() => caller.post(path, { name: 'Race', query: python })));
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const { id } = await save();
    expect((await caller.patch(`${path}${id}/`, { name: 'twice' })).body).toEqual({
      name: ['You already have a saved search with this name'],
    });
    expect(await caller.patch(`${path}${id}/`, { name: 'Once', query: '["skill:Go"]' })).toMatchObject({
      status: 200,
      body: { name: 'Once', query: '["skill:Go"]', found: 0 },
    });
  });

  it('[SAVQ-005] [SAVQ-006] are deleted by path or parameter, and can be restored within an hour', async () => {
    const [one, two] = [await save(), await save({ name: 'Comes back' })];
    expect(await caller.delete(`${path}${one.id}/`)).toMatchObject({ status: 200, body: { id: one.id } });
    expect(await caller.send({ method: 'DELETE', url: `${path}?id=${two.id}` })).toMatchObject({ status: 200, body: { id: two.id } });
    expect((await caller.delete(`${path}${two.id}/`)).status).toBe(404);
    expect(await caller.delete(path, { id: two.id })).toMatchObject({ status: 404 });
    expect(await caller.delete(path)).toMatchObject({ status: 400, body: { id: ['This field cannot be empty'] } });
    const ids = (await listed(caller)).map(({ id }) => id);
    expect(ids).not.toContain(one.id);
    expect(await caller.post(`${path}${one.id}/restore/`)).toMatchObject({ status: 200, body: { id: one.id, name: one.name } });
    await save({ name: 'comes back' });
    expect(await caller.post(`${path}${two.id}/restore/`)).toMatchObject({
      status: 400,
      body: { name: ['You already have a saved search with this name'] },
    });
    await caller.delete(`${path}${one.id}/`);
    here.clock.advance(3_600_001);
    expect((await caller.post(`${path}${one.id}/restore/`)).status).toBe(404);
    await save();
    expect(await here.sql('select id from saved_queries where id = $1', [one.id])).toEqual([]);
  });

  it('[SAVQ-001] count the people found since they were last opened', async () => {
    const { id, found } = await save();
    expect(await newOf(id)).toEqual([{ id, count: 0, problem: null }]);
    const [seen = 0] = (await caller.get(`/api/v6/profiles/?q=${python}`)).body.profiles.map((profile: { id: number }) => profile.id);
    await withSkill(2, 'Python');
    await expect.poll(() => newOf(id)).toEqual([{ id, count: 2, problem: null }]);
    // A deleted person does not reduce the number of new ones.
    await here.sql('update profiles set deleted_at = now() where id = $1', [seen]);
    await here.sql('insert into search_changes (profile_id) values ($1)', [seen]);
    const total = async () => (await caller.get(`/api/v6/profiles/?q=${python}`)).body.total;
    await expect.poll(total).toBe(found + 1);
    expect(await newOf(id)).toEqual([{ id, count: 2, problem: null }]);
    expect((await caller.post(`${path}${id}/open/`)).body).toMatchObject({ found: found + 1 });
    expect(await newOf(id)).toEqual([{ id, count: 0, problem: null }]);
    const many = Array.from({ length: 51 }, (_, index) => index + 1).join(',');
    expect((await caller.get(`${path}new_results/?ids=${many}`)).body).toMatchObject({ ids: [expect.any(String)] });
    // An oversized result counts its growth.
    await here.sql('update saved_queries set seen = null where id = $1', [id]);
    await withSkill(4, 'Python');
    await expect.poll(() => newOf(id)).toEqual([{ id, count: 4, problem: null }]);
  });

  it('[SAVQ-001] [ROLE-031] stay unopened when impersonating staff view them', async () => {
    const { id, opened_at: openedAt, found } = await save();
    await withSkill(1, 'Python');
    await expect.poll(() => newOf(id)).toMatchObject([{ id, count: 1 }]);
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect((await staff.post(`/api/internal/users/${user.id}/login_as/`)).status).toBe(200);
    expect((await staff.post(`${path}${id}/open/`)).body).toMatchObject({ id, found, opened_at: openedAt });
    expect(await newOf(id)).toMatchObject([{ id, count: 1 }]);
  });

  it('[SAVQ-003] show why a query is no longer readable, without failing', async () => {
    const [broken, fine] = [await save(), await save()];
    for (const bad of ['[', '["skill:Go","("]', '{}', '[{"skill":"Go","years":99}]', '\u{1F600}', `["${'('.repeat(30)}"]`]) {
      await here.sql('update saved_queries set query = $1 where id = $2', [bad, broken.id]);
      expect((await listed(caller)).map(({ id }) => id)).toContain(broken.id);
      const [readable, unreadable] = await newOf(broken.id, fine.id);
      expect(readable).toMatchObject({ id: fine.id, problem: null });
      expect((unreadable.problem === null) === (unreadable.count !== null)).toBe(true);
      expect([200, 400]).toContain((await caller.post(`${path}${broken.id}/open/`)).status);
    }
    await here.sql(`update saved_queries set query = '[', filters = 'x' where id = $1`, [broken.id]);
    expect(await newOf(broken.id)).toEqual([{ id: broken.id, count: null, problem: 'The query in the address cannot be read' }]);
    expect((await caller.post(`${path}${broken.id}/open/`)).body).toEqual({ query: ['The query in the address cannot be read'] });
  });

  it('[SAVQ-001] report why one query fails, and count the others', async () => {
    const limited = await here.addCompany();
    const as = await here.signIn(await here.addUser(limited, 'worker', { language: 'ru' }));
    const [abroad, fine] = [await save({ query: '["location:Germany"]' }, as), await save({}, as)];
    const ask = async () => (await as.get(`${path}new_results/?ids=${abroad.id},${fine.id}`)).body.new_results;
    const change = (features: object) => here.sql('update companies set features = $1 where id = $2', [features, limited]);
    await change({ search_countries: ['RU'] });
    const problem = 'Эта локация недоступна для вашей учётной записи';
    expect(await ask()).toEqual([
      { id: fine.id, count: 0, problem: null },
      { id: abroad.id, count: null, problem },
    ]);
    await change({});
    await here.sql(`update saved_queries set filters = 'age:25-35' where id = $1`, [abroad.id]);
    expect((await ask())[1]).toEqual({ id: abroad.id, count: null, problem: 'Фильтр «Возраст» недоступен для этой локации' });
  });
});
