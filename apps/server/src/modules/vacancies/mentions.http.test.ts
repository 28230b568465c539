import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useSharedInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useSharedInstallation();

let company: number;
let author: TestUser;
let caller: Caller;
let colleague: TestUser;
let assistant: TestUser;
let manager: TestUser;
let sighted: TestUser;
beforeAll(async () => {
  company = await here.addCompany();
  author = await here.addUser(company, 'worker');
  colleague = await here.addUser(company, 'worker');
  assistant = await here.addUser(company, 'admin');
  manager = await here.addUser(company, 'hm');
  sighted = await here.addUser(company, 'worker', { canSearch: false });
  const gone = await here.addUser(company, 'worker');
  await here.sql('update users set is_active = false where id = $1', [gone.id]);
  await here.sql(`update users set first_name = '', last_name = '' where id = $1`, [(await here.addUser(company, 'worker')).id]);
  await here.addUser(await here.addCompany(), 'worker');
  caller = await here.signIn(author);
});

const path = (profile: number | undefined, candidate?: number) =>
  `/api/v6/profiles/${profile}/mentionable/${candidate === undefined ? '' : `?candidate_id=${candidate}`}`;
const idsAt = async (where: string, who = caller) =>
  ((await good(who.get(where))).people as { id: number }[]).map(({ id }) => id).toSorted((one, other) => one - other);
const nameOf = async ({ id }: TestUser) =>
  (await here.sql<{ name: string }>(`select first_name || ' ' || last_name as name from users where id = $1`, [id]))[0]?.name ?? '';

describe('[ROLE-047] [ROLE-051] people who may be mentioned', () => {
  it('are colleagues who may read the comment', async () => {
    const [profile] = await addProfiles(here, 1);
    expect(await idsAt(path(profile))).toEqual([colleague.id, assistant.id]);
    const { people } = await good(caller.get(path(profile)));
    expect(people).toContainEqual({ id: colleague.id, name: await nameOf(colleague), email: colleague.email });
  });

  it('[ROLE-056] include, in a vacancy, users with access to it and its hiring managers', async () => {
    const open = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [manager.id] } });
    expect(await idsAt(path(open.profiles[0], open.candidates[0]))).toEqual([colleague.id, assistant.id, manager.id]);
    const hidden = await fillVacancy(here, caller, { profiles: 1, body: { access_type: 'private', recruiters: [] } });
    expect(await idsAt(path(hidden.profiles[0], hidden.candidates[0]))).toEqual([]);
    await here.sql(`update users set hm_access = '{"comments": false}' where id = $1`, [manager.id]);
    expect(await idsAt(path(open.profiles[0], open.candidates[0]))).toEqual([colleague.id, assistant.id]);
    await here.sql(`update users set hm_access = '{}' where id = $1`, [manager.id]);
  });

  it('[CTP-006] [REQ-040] are listed only for users who may comment there', async () => {
    const { profiles, candidates } = await fillVacancy(here, caller, { profiles: 1, body: { access_type: 'private' } });
    const other = await here.signIn(colleague);
    expect((await other.get(path(profiles[0], candidates[0]))).body).toMatchObject({ code: 'no_access' });
    const hm = await here.signIn(manager);
    expect((await hm.get(path(profiles[0]))).status).toBe(404);
    expect((await (await here.signIn(sighted)).get(path(profiles[0]))).status).toBe(403);
    expect((await caller.get(path(987_654_321))).status).toBe(404);
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect((await stranger.get(path(profiles[0], candidates[0]))).status).toBe(400);
    expect(await idsAt(path(profiles[0]), stranger)).toEqual([]);
  });
});

it('[CTP-001] comments mark mentions, and those of the reader', async () => {
  const [profile] = await addProfiles(here, 1);
  const name = await nameOf(colleague);
  const text = `Hi @${name}, ask @Nobody or me@example.com`;
  const added = await good(caller.post(`/api/v6/profiles/${profile}/comments/`, { text }));
  expect(added.mentions).toEqual([{ start: 3, end: 4 + name.length, is_own: false }]);
  const [read] = (await good((await here.signIn(colleague)).get(`/api/v6/profiles/${profile}/comments/`))).comments;
  expect(read.mentions).toEqual([{ start: 3, end: 4 + name.length, is_own: true }]);
  expect((await good(caller.patch(`/api/v6/comments/${added.id}/`, { text: 'no one' }))).mentions).toEqual([]);
});
