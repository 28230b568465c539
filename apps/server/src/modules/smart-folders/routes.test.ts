import { beforeAll, describe, expect, it } from 'vitest';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const python = '["skill:Python"]';
const profilesPath = '/api/v6/smart_folders/profiles/';
let caller: Caller;
let colleague: Caller;
let foreign: Caller;
let manager: Caller;
let managerUser: TestUser;

const queryPath = (id: number) => `/api/v6/folders/${id}/search_query/`;
const makeVacancy = async (body: object = {}) => (await fillVacancy(here, caller, { profiles: 0, body })).id;
const smart = async (search: object = { query: python }, body: object = {}) => {
  const id = await makeVacancy(body);
  expect(await caller.put(queryPath(id), search)).toMatchObject({ status: 200 });
  return id;
};

/** Ids of the visible smart folders. */
const idsFor = async (as: Caller, query = '') =>
  (await as.get(`/api/v6/smart_folders/?per_page=100${query}`)).body.smart_folders.map((row: { folder: { id: number } }) => row.folder.id);

beforeAll(async () => {
  const companyId = await here.addCompany({ features: { activity_filters: false } });
  caller = await here.signIn(await here.addUser(companyId, 'worker'));
  colleague = await here.signIn(await here.addUser(companyId, 'worker'));
  managerUser = await here.addUser(companyId, 'hm', { canSearch: false });
  manager = await here.signIn(managerUser);
  foreign = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  await addProfiles(here, 60, { input: { skills: [{ name: 'Python' }], languages: [{ code: 'en' }] } });
  await addProfiles(here, 3, { input: { skills: [{ name: 'Go' }] } });
  await here.application.search.start();
});

describe('the stored query of a vacancy', () => {
  it('[SMF-001] [SMF-009] [SMF-013] is empty at first, and can be stored, replaced and removed', async () => {
    const id = await makeVacancy();
    expect(await caller.get(queryPath(id))).toMatchObject({ status: 200, body: { search_query: null } });
    const stored = { query: '[ "skill:Python" , "" ]', filters: 'language:en;age:20-40', ranking: 'experience' };
    expect(await caller.put(queryPath(id), stored)).toMatchObject({
      status: 200,
      body: { search_query: { query: python, filters: 'age:20-40;language:en', ranking: 'experience', updated_by: { first_name: 'Ada' } } },
    });
    await caller.put(queryPath(id), { query: '["skill:Go"]' });
    expect((await colleague.get(queryPath(id))).body.search_query).toMatchObject({
      query: '["skill:Go"]',
      filters: '',
      ranking: 'relevance',
    });
    expect((await caller.delete(queryPath(id))).body).toEqual({ search_query: null });
    expect((await caller.get(queryPath(id))).body).toEqual({ search_query: null });
  });

  it('[SMF-009] is rejected at its field if it is unreadable or empty', async () => {
    const id = await makeVacancy();
    expect(await caller.put(queryPath(id), {})).toMatchObject({ status: 400, body: { query: ['This field cannot be empty'] } });
    expect(await caller.put(queryPath(id), { query: '["("]' })).toMatchObject({
      status: 400,
      body: { query: ['A bracket is not closed'] },
    });
    expect(await caller.put(queryPath(id), { query: python, filters: 'age:x' })).toMatchObject({
      status: 400,
      body: { filters: expect.any(Array) },
    });
  });

  it('[SMF-009] [ROLE-041] [ROLE-056] is readable with access to the vacancy and changeable with the right to edit it', async () => {
    const id = await smart({ query: python }, { granted_users: [managerUser.id] });
    expect((await manager.get(queryPath(id))).body.search_query).toMatchObject({ query: python });
    expect((await manager.get(`/api/v6/folders/${id}/search_history/`)).status).toBe(200);
    expect((await manager.put(queryPath(id), { query: python })).status).toBe(403);
    expect((await manager.post(profilesPath, { folder: id })).status).toBe(403);
    expect((await colleague.put(queryPath(id), { query: python })).status).toBe(403);
    expect((await colleague.delete(queryPath(id))).status).toBe(403);
    expect((await foreign.get(queryPath(id))).status).toBe(404);
    const hidden = await smart({ query: python }, { access_type: 'private' });
    expect((await colleague.get(queryPath(hidden))).status).toBe(403);
    expect((await manager.get(queryPath(hidden))).status).toBe(403);
  });
});

describe('the profiles of a smart folder', () => {
  it('[SMF-003] [SMF-005] are the results of its stored query, 50 per page', async () => {
    const id = await smart({ query: python, ranking: 'updated' });
    const first = await caller.post(profilesPath, { folder: id });
    expect(first).toMatchObject({ status: 200, body: { total: 60, folder_id: id, pages: { current: 1, total: 2 } } });
    expect(first.body.profiles).toHaveLength(50);
    const second = (await caller.post(profilesPath, { folder: id, page: 2 })).body;
    expect(second.profiles).toHaveLength(10);
    const ids = new Set([...first.body.profiles, ...second.profiles].map((profile: { id: number }) => profile.id));
    expect(ids.size).toBe(60);
    const made = (await here.sql<{ ranking: string }>('select ranking from search_queries where id = $1', [first.body.query_id]))[0];
    expect(made?.ranking).toBe('updated');
  });

  it('[SMF-003] [SMF-004] can be refined by another query and filters, with facet counts', async () => {
    const id = await smart();
    expect((await caller.post(profilesPath, { folder: id, query: '["skill:Go"]' })).body.total).toBe(3);
    expect((await caller.post(profilesPath, { query: '["skill:Go"]' })).body).toMatchObject({ total: 3, folder_id: null });
    const narrowed = { folder: id, filters: 'language:de' };
    expect((await caller.post(profilesPath, narrowed)).body.total).toBe(
      (await caller.post(profilesPath, { ...narrowed, query: python })).body.total,
    );
    expect((await caller.post(profilesPath, { folder: id, filters: '' })).body.total).toBe(60);
    const { body } = await caller.post(`${profilesPath}filters/`, { folder: id, facets: ['language'] });
    expect(body.facets.language.values).toContainEqual(expect.objectContaining({ id: 'en', count: 60, checked: false }));
    expect(Object.keys((await caller.post(`${profilesPath}filters/`, { folder: id })).body.facets).length).toBeGreaterThan(5);
  });

  it('[SMF-006] [SMF-007] [SMF-008] can be filtered by display inside the folder, also if the company does not see that filter', async () => {
    const id = await smart();
    const shown = { folder: id, query: python, filters: 'general:viewsTransformer=shown@folder' };
    const others = { ...shown, filters: 'general:-viewsTransformer=shown@folder' };
    await caller.get(`/api/v6/profiles/?q=${encodeURIComponent(python)}`);
    expect((await caller.post(profilesPath, shown)).body.total).toBe(0);
    const page = (await caller.post(profilesPath, { folder: id })).body.profiles.map((profile: { id: number }) => profile.id);
    const again = (await caller.post(profilesPath, shown)).body;
    expect(again.total).toBe(50);
    expect(again.profiles.map((profile: { id: number }) => profile.id).toSorted()).toEqual(page.toSorted());
    // A display elsewhere does not remove the mark of the folder.
    await caller.get(`/api/v6/profiles/?q=${encodeURIComponent(python)}&per_page=100`);
    expect((await caller.post(profilesPath, { ...shown })).body.total).toBe(50);
    expect((await caller.post(profilesPath, others)).body.total).toBe(10);
    // Displays inside the folder are shared by all its users.
    expect((await colleague.post(profilesPath, shown)).body.total).toBe(60);
    const own = { ...shown, filters: 'general:viewsTransformer=shown' };
    expect((await colleague.post(profilesPath, own)).body.total).toBe(50);
  });

  it('[SMF-003] [ROLE-056] reports invalid values at their fields, and a hidden vacancy like a missing one', async () => {
    const [none, hidden] = [await makeVacancy(), await smart({ query: python }, { access_type: 'private' })];
    expect(await caller.post(profilesPath, {})).toMatchObject({ status: 400, body: { query: ['This field cannot be empty'] } });
    expect(await caller.post(profilesPath, { folder: none })).toMatchObject({
      status: 400,
      body: { query: ['This field cannot be empty'] },
    });
    const missing = await caller.post(profilesPath, { folder: 987_654_321 });
    expect(missing).toMatchObject({ status: 400, body: { folder: ['Not found'] } });
    expect((await foreign.post(profilesPath, { folder: none })).body).toEqual(missing.body);
    const alike = { status: 400, body: missing.body };
    expect(await caller.post(profilesPath, { folder: Number.MAX_SAFE_INTEGER })).toMatchObject(alike);
    expect(await colleague.post(profilesPath, { folder: hidden })).toMatchObject(alike);
    expect(await colleague.post(`${profilesPath}filters/`, { folder: hidden, query: python })).toMatchObject(alike);
    expect(await caller.post(profilesPath, { query: '["' })).toMatchObject({ status: 400, body: { query: [expect.any(String)] } });
    expect(await caller.post(profilesPath, { query: python, page: 0 })).toMatchObject({
      status: 400,
      body: { page: [expect.any(String)] },
    });
    expect((await caller.post(profilesPath, { query: python, page: 1_000_000_000 })).body.profiles).toEqual([]);
    // For example, stored before a change of the query language.
    const id = await smart();
    await here.sql(`update smart_folders set query = '["nofield:x"]' where vacancy_id = $1`, [id]);
    expect(await caller.post(profilesPath, { folder: id })).toMatchObject({
      status: 400,
      body: { query: ['There is no search field "nofield"'] },
    });
    expect((await caller.get(queryPath(id))).body.search_query.query).toBe('["nofield:x"]');
  });
});

describe('smart folders', () => {
  it('[SMF-002] are listed with their query, last changed first, if visible', async () => {
    const [one, two] = [
      await smart({ query: python }, { name: 'Data team' }),
      await smart({ query: '["skill:Go"]' }, { access_type: 'private' }),
    ];
    expect((await idsFor(caller)).slice(0, 2)).toEqual([two, one]);
    expect(await idsFor(colleague)).not.toContain(two);
    expect(await idsFor(manager)).not.toContain(one);
    expect(await idsFor(foreign)).toEqual([]);
    expect(await idsFor(caller, '&search=data')).toEqual([one]);
    here.clock.advance(1000);
    await caller.put(queryPath(one), { query: '["skill:Rust"]' });
    expect((await caller.get('/api/v6/smart_folders/?per_page=1')).body).toMatchObject({
      smart_folders: [{ folder: { id: one, name: 'Data team' }, query: '["skill:Rust"]', candidates_count: 0 }],
      pages: { current: 1 },
    });
    await caller.patch(`/api/v6/folders/${one}/`, { status: 'closed' });
    expect(await idsFor(caller)).not.toContain(one);
  });

  it('[SMF-011] [SMF-012] are found by their search; without one, a draft is proposed', async () => {
    const made = (
      await caller.get(`/api/v6/profiles/?q=${encodeURIComponent('["skill:Elm","-skill:PHP","location:Berlin"]')}&f=language:en`)
    ).body.query_id;
    const ask = (id: number, as = caller) => as.get(`/api/v6/folders/from_search_query?query_id=${id}`);
    const draft = (await ask(made)).body;
    expect(draft).toMatchObject({
      folders: [],
      draft: { name: 'Elm, Berlin', query: '["skill:Elm","-skill:PHP","location:Berlin"]', filters: 'language:en' },
    });
    expect(draft.draft.description).toContain('Elm');
    const id = await smart(draft.draft, { name: draft.draft.name });
    expect((await ask(made)).body).toEqual({ folders: [{ id, name: 'Elm, Berlin' }], draft: null });
    expect(await ask(987_654_321)).toMatchObject({ status: 400, body: { query_id: ['Not found'] } });
    expect((await ask(made, colleague)).body).toEqual((await ask(987_654_321)).body);
    const everybody = (await caller.get('/api/v6/profiles/')).body.query_id;
    expect(await ask(everybody)).toMatchObject({ status: 400, body: { query: ['This field cannot be empty'] } });
  });
});
