import { beforeAll, describe, expect, it } from 'vitest';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const path = '/api/v6/folders/';

let company: number;
let recruiter: TestUser;
let caller: Caller;
let colleague: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  recruiter = await here.addUser(company, 'worker');
  caller = await here.signIn(recruiter);
  colleague = await here.signIn(await here.addUser(company, 'worker'));
});

let counter = 0;
const create = async (body: object = {}, who = caller) => {
  counter += 1;
  return (await who.post(path, { name: `Отдел ${counter}`, ...body })).body;
};
const idsOf = async (query: string, who = caller) =>
  (await who.get(`${path}?per_page=100&${query}`)).body.folders.map((folder: { id: number }) => folder.id) as number[];

const wrong = async (body: object) => (await caller.post(path, { name: 'People', ...body })).body;

describe('create', () => {
  it('[VAC-005] [VAC-006] [VAC-007] [VAC-009] [VAC-010] [VAC-012] [VAC-013] [VAC-014] [VAC-015] [VAC-030] [ROLE-062] returns the complete vacancy', async () => {
    const { status, body } = await caller.post(path, {
      name: ' Команда платформы ',
      company_name: 'ООО «Ромашка»',
      description: 'Го, Кафка',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Команда платформы',
      company_name: 'ООО «Ромашка»',
      description: 'Го, Кафка',
      status: 'active',
      access_type: 'public',
      created_by: { id: recruiter.id, first_name: 'Ada' },
      assignees: [{ id: recruiter.id }],
      granted_users: [],
      candidates_count: 0,
      mailing_lists: [],
      viewed_profiles_count: 0,
      permissions: { edit: true, remove: true, change_candidates: true, change_statuses: true },
    });
    expect(body.statuses).toHaveLength(7);
    expect(body.statuses[0]).toMatchObject({ name: 'New', candidates_count: 0 });
  });

  it('[VAC-048] [VAC-049] [VAC-052] limits the length of fields', async () => {
    const refused = async (body: object) => (await caller.post(path, body)).body;
    expect(await refused({})).toEqual({ name: ['This field cannot be empty'] });
    expect(await refused({ name: '  ' })).toEqual({ name: ['This field cannot be empty'] });
    expect(await refused({ name: 'я'.repeat(256) })).toEqual({ name: ['Enter at most 255 characters'] });
    expect(await refused({ name: 'я'.repeat(10_000) })).toEqual({ name: ['Enter at most 255 characters'] });
    expect(await refused({ name: 'a', company_name: 'b'.repeat(256) })).toEqual({ company_name: ['Enter at most 255 characters'] });
    expect(await refused({ name: 'a', description: 'b'.repeat(10_001) })).toEqual({ description: ['Enter at most 10,000 characters'] });
    expect(await refused({ name: 'a', access_type: 'secret' })).toHaveProperty('access_type');
    expect((await caller.post(path, { name: 'я'.repeat(255), description: 'b'.repeat(10_000) })).status).toBe(200);
  });

  it('keeps location, salary, openings and deadline, and names the wrong field', async () => {
    const terms = {
      location: 'Berlin',
      salary_from: 70_000,
      salary_to: 90_000,
      salary_currency: 'EUR',
      headcount: 2,
      deadline: '2027-01-31',
    };
    const made = await create(terms);
    expect(made).toMatchObject(terms);
    const change = async (body: object) => (await caller.patch(`${path}${made.id}/`, body)).body;
    expect(await change({ salary_from: 95_000 })).toEqual({ salary_to: ['Enter an amount that is at least the lower one'] });
    expect(await change({ salary_currency: null })).toEqual({ salary_currency: ['Choose a currency'] });
    expect(await change({ salary_currency: 'XYZ' })).toHaveProperty('salary_currency');
    expect(await change({ salary_from: -1 })).toHaveProperty('salary_from');
    expect(await change({ headcount: 0 })).toHaveProperty('headcount');
    expect(await change({ deadline: '31.01.2027' })).toHaveProperty('deadline');
    const none = { location: '', salary_from: null, salary_to: null, salary_currency: null, headcount: null, deadline: null };
    expect(await change(none)).toMatchObject(none);
    expect(await create()).toMatchObject(none);
  });

  it('[VAC-052] rejects a duplicate name among active vacancies of one creator, also concurrently', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => caller.post(path, { name: 'Дважды' })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400]);
    const refused = await caller.post(path, { name: 'дважды' });
    expect(refused.body).toEqual({ name: ['You already have an active vacancy with this name'] });
    expect((await colleague.post(path, { name: 'Дважды' })).status).toBe(200);
    const made = answers.find((answer) => answer.status === 200);
    expect((await caller.patch(`${path}${made?.body.id}/`, { status: 'closed' })).body.status).toBe('closed');
    expect((await caller.post(path, { name: 'Дважды' })).status).toBe(200);
    const activated = await caller.patch(`${path}${made?.body.id}/`, { status: 'active' });
    expect(activated.body).toEqual({ name: ['You already have an active vacancy with this name'] });
  });

  it('[VAC-010] [VAC-011] accepts only recruiters and hiring managers of the own company', async () => {
    const manager = await here.addUser(company, 'hm');
    const stranger = await here.addUser(await here.addCompany(), 'worker');
    const made = await create({ assignees: [recruiter.id, recruiter.id], granted_users: [manager.id] });
    expect(made).toMatchObject({ assignees: [{ id: recruiter.id }], granted_users: [{ id: manager.id }] });
    expect(await wrong({ assignees: [stranger.id] })).toEqual({ assignees: ['Choose people of your company'] });
    expect(await wrong({ assignees: [manager.id] })).toEqual({ assignees: ['Choose people of your company'] });
    expect(await wrong({ granted_users: [recruiter.id] })).toEqual({ granted_users: ['Choose people of your company'] });
    expect(await wrong({ statuses: [999_999_999] })).toEqual({ statuses: ['Choose an active status'] });
  });

  it('[ROLE-040] rejects hiring managers and visitors', async () => {
    const manager = await here.signIn(await here.addUser(company, 'hm'));
    expect((await manager.post(path, { name: 'Mine' })).status).toBe(403);
    expect((await here.visitor().post(path, { name: 'Mine' })).status).toBe(401);
    expect((await here.visitor().get(path)).status).toBe(401);
  });
});

describe('the list', () => {
  it('[VAC-024] [VAC-025] [DEC-17] has pages, newest first', async () => {
    const lonely = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const made: number[] = [];
    for (let index = 0; index < 5; index += 1) made.unshift((await create({}, lonely)).id);
    const page = async (number: number) => (await lonely.get(`${path}?page=${number}&per_page=2`)).body;
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.flatMap(({ folders }) => folders.map((folder: { id: number }) => folder.id))).toEqual(made);
    expect(pages[0]).toMatchObject({ count: 5, pages: { current: 1, total: 3 } });
    expect((await lonely.get(`${path}?page=0`)).body).toHaveProperty('page');
    expect((await lonely.get(`${path}?per_page=101`)).body).toHaveProperty('per_page');
    expect((await lonely.get(`${path}?page=99999999999999`)).status).toBe(400);
  });

  it('[VAC-026] [VAC-029] [VAC-036] [VAC-037] shows active ones by default', async () => {
    const { id } = await create();
    expect((await caller.patch(`${path}${id}/`, { status: 'closed' })).body).toMatchObject({ id, status: 'closed' });
    expect(await idsOf('')).not.toContain(id);
    expect((await idsOf('status=closed'))[0]).toBe(id);
    expect(await idsOf('status=all')).toContain(id);
    await caller.patch(`${path}${id}/`, { status: 'active' });
    expect(await idsOf('')).toContain(id);
    expect((await caller.get(`${path}?status=gone`)).body.status).toEqual(['Choose one of: active, closed, all']);
  });

  it('[VAC-027] [VAC-028] [VAC-019] filters by recruiters and by own vacancies', async () => {
    const someone = await here.addUser(company, 'worker');
    const theirs = (await create({ assignees: [someone.id] })).id;
    const mine = (await create({}, colleague)).id;
    const byPerson = await idsOf(`assignees=${someone.id}`);
    expect(byPerson).toEqual([theirs]);
    const accessible = await idsOf('only_accessible=true', colleague);
    expect(accessible).toContain(mine);
    expect(accessible).not.toContain(theirs);
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    expect(await idsOf('only_accessible=true', admin)).toContain(theirs);
    expect((await caller.get(`${path}?assignees=abc`)).status).toBe(400);
  });

  it('[VAC-054] [ROLE-056] never shows hidden vacancies or those of other companies', async () => {
    const hidden = (await create({ access_type: 'private' })).id;
    expect(await idsOf('')).toContain(hidden);
    expect(await idsOf('', colleague)).not.toContain(hidden);
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect(await idsOf('status=all', stranger)).toEqual([]);
  });
});

describe('rights', () => {
  it('[VAC-031] [VAC-051] [VAC-054] [ROLE-063] answer No access for a hidden vacancy, and not found for a foreign one', async () => {
    const { id } = await create({ access_type: 'private' });
    const noAccess = { status: 403, body: { detail: 'No access', code: 'no_access' } };
    expect(await colleague.get(`${path}${id}/`)).toMatchObject(noAccess);
    expect(await colleague.patch(`${path}${id}/`, { name: 'Mine' })).toMatchObject(noAccess);
    expect(await colleague.get(`${path}${id}/candidates/`)).toMatchObject(noAccess);
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    const missing = await stranger.get(`${path}999999999/`);
    expect(missing.status).toBe(404);
    for (const answer of [
      await stranger.get(`${path}${id}/`),
      await stranger.patch(`${path}${id}/`, { name: 'x' }),
      await stranger.delete(`${path}${id}/`),
    ]) {
      expect({ status: answer.status, body: answer.body }).toEqual({ status: missing.status, body: missing.body });
    }
    expect((await caller.get(`${path}abc/`)).status).toBe(404);
  });

  it('[VAC-032] [VAC-053] [VAC-034] let creator, recruiters and administrators edit; creator and administrators delete', async () => {
    const assignee = await here.addUser(company, 'worker');
    const { id } = await create({ assignees: [assignee.id] });
    const helper = await here.signIn(assignee);
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    expect((await colleague.patch(`${path}${id}/`, { name: 'Taken' })).status).toBe(403);
    expect((await helper.patch(`${path}${id}/`, { description: 'Helped' })).body).toMatchObject({
      description: 'Helped',
      permissions: { edit: true, remove: false },
    });
    expect((await helper.delete(`${path}${id}/`)).status).toBe(403);
    expect((await admin.patch(`${path}${id}/`, { company_name: 'By admin' })).status).toBe(200);
    expect((await admin.delete(`${path}${id}/`)).status).toBe(200);
    expect((await caller.get(`${path}${id}/`)).status).toBe(404);
  });

  it('[ROLE-006] [ROLE-041] [VAC-011] let a hiring manager see assigned vacancies and edit none', async () => {
    const user = await here.addUser(company, 'hm');
    const manager = await here.signIn(user);
    const given = (await create({ access_type: 'private', granted_users: [user.id] })).id;
    const other = (await create()).id;
    expect(await idsOf('', manager)).toEqual([given]);
    expect((await manager.get(`${path}${given}/`)).body.permissions).toEqual({
      edit: false,
      remove: false,
      change_candidates: false,
      change_statuses: true,
    });
    expect((await manager.get(`${path}${other}/`)).body.detail).toBe('No access');
    expect((await manager.patch(`${path}${given}/`, { name: 'Mine' })).status).toBe(403);
  });

  it('[VAC-017] [ROLE-056] let creator and administrators hide and publish', async () => {
    const { id } = await create();
    expect((await colleague.get(`${path}${id}/`)).status).toBe(200);
    await caller.patch(`${path}${id}/`, { access_type: 'private' });
    expect((await colleague.get(`${path}${id}/`)).status).toBe(403);
    await caller.patch(`${path}${id}/`, { access_type: 'public' });
    expect((await colleague.get(`${path}${id}/`)).status).toBe(200);
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    // An administrator who hides another user's vacancy gets one response with it, and no access
    // afterwards.
    expect((await admin.patch(`${path}${id}/`, { access_type: 'private' })).body.access_type).toBe('private');
    expect((await admin.get(`${path}${id}/`)).status).toBe(403);
  });
});

describe('delete', () => {
  it('[VAC-033] [VAC-035] [DEC-13] can be undone for an hour, with its candidates', async () => {
    const { id, candidates } = await fillVacancy(here, caller, { profiles: 2 });
    const { body } = await caller.delete(`${path}${id}/`);
    expect((await caller.get(`${path}${id}/`)).status).toBe(404);
    expect((await caller.get(`/api/v6/candidates/?ids=${candidates.join(',')}`)).body.count).toBe(0);
    expect((await caller.delete(`${path}${id}/`)).status).toBe(404);
    expect((await colleague.post(`/api/v6/jobs/${body.job_id}/undo/`)).status).toBe(404);
    expect((await caller.post(`/api/v6/jobs/${body.job_id}/undo/`)).body).toMatchObject({ status: 'undone', undoable: false });
    expect((await caller.get(`${path}${id}/`)).body).toMatchObject({ candidates_count: 2 });
    expect((await caller.post(`/api/v6/jobs/${body.job_id}/undo/`)).status).toBe(409);
  });

  it('[DEC-13] explains why the undo fails when the name is in use', async () => {
    const { id, name } = await create();
    const { body } = await caller.delete(`${path}${id}/`);
    await caller.post(path, { name });
    const undo = await caller.post(`/api/v6/jobs/${body.job_id}/undo/`);
    expect(undo).toMatchObject({ status: 400, body: { detail: 'You already have an active vacancy with this name' } });
  });

  it('[DEC-13] cannot be undone after an hour', async () => {
    const { id } = await create();
    const { body } = await caller.delete(`${path}${id}/`);
    here.clock.advance(3_600_001);
    expect((await caller.post(`/api/v6/jobs/${body.job_id}/undo/`)).body.detail).toBe('This can no longer be undone');
  });
});

describe('counts', () => {
  it('[VAC-013] [VAC-015] [VAC-016] counts candidates by status and opened profiles', async () => {
    const { id, candidates, profiles } = await fillVacancy(here, caller, { profiles: 3 });
    const statuses = (await caller.get(`${path}${id}/`)).body.statuses as { id: number; name: string }[];
    const hired = statuses.find((status) => status.name === 'Hired')?.id;
    await caller.patch(`/api/v6/candidates/${candidates[0]}/`, { status: hired });
    await caller.get(`/api/internal/profiles/${profiles[1]}/`);
    const { body } = await caller.get(`${path}${id}/`);
    const counts = Object.fromEntries(
      body.statuses.map((status: { name: string; candidates_count: number }) => [status.name, status.candidates_count]),
    );
    expect(counts).toMatchObject({ New: 2, Hired: 1, Offer: 0 });
    expect(body).toMatchObject({ candidates_count: 3, viewed_profiles_count: 1 });
  });

  it('[VAC-022] offers the chosen statuses, and shows others that candidates have', async () => {
    const all = (await caller.get('/api/v6/status_collection/statuses/')).body.statuses as { id: number }[];
    const [first, second, third] = all.map((status) => status.id);
    const { id, candidates } = await fillVacancy(here, caller, { profiles: 1, body: { statuses: [second, third] } });
    const shown = async () => (await caller.get(`${path}${id}/`)).body.statuses.map((status: { id: number }) => status.id);
    expect(await shown()).toEqual([second, third]);
    await caller.patch(`/api/v6/candidates/${candidates[0]}/`, { status: first });
    expect(await shown()).toEqual([first, second, third]);
  });
});

describe('vacancies of a profile', () => {
  it('[CAND-037] [PROF-070] [PROF-071] lists the visible ones with the status in each', async () => {
    const [profile] = await addProfiles(here, 1);
    const open = await fillVacancy(here, caller, { profiles: 0 });
    const hidden = await fillVacancy(here, caller, { profiles: 0, body: { access_type: 'private' } });
    for (const { id } of [open, hidden]) await caller.post('/api/v6/candidates/', { folder_id: id, profiles: [profile] });
    const of = async (who: Caller) => (await who.get(`/api/v6/profiles/${profile}/folders/`)).body.folders;
    expect(await of(caller)).toMatchObject([{ id: hidden.id }, { id: open.id, status: { name: 'New' } }]);
    expect(await of(colleague)).toMatchObject([{ id: open.id }]);
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect(await of(stranger)).toEqual([]);
    expect((await caller.get('/api/v6/profiles/999999999/folders/')).status).toBe(404);
  });
});

describe('vacancies of applicant-tracking systems', () => {
  it('[VAC-045] [VAC-046] [VAC-047] are listed per company for users with search, company-wide ones first', async () => {
    const ats = '/api/v6/ats-folders/';
    expect((await caller.get(ats)).body).toEqual({ folders: [] });
    await here.sql(
      `insert into ats_folders (company_id, ats_type, external_id, name)
       values ($1, 'greenhouse', '7', 'Backend'), ($1, 'company', '1', 'Acme')`,
      [company],
    );
    expect((await caller.get(ats)).body.folders).toEqual([
      { id: expect.any(Number), ats_type: 'company', name: 'Acme' },
      { id: expect.any(Number), ats_type: 'greenhouse', name: 'Backend' },
    ]);
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect((await stranger.get(ats)).body.folders).toEqual([]);
    for (const person of [await here.addUser(company, 'hm'), await here.addUser(company, 'worker', { canSearch: false })]) {
      expect((await (await here.signIn(person)).get(ats)).status).toBe(403);
    }
  });
});

it('[VAC-023] provides remaining credits and contacts, table columns, hiring managers and the reach of a launch to the list of vacancies', async () => {
  const manager = await here.addUser(company, 'hm');
  const { id } = await create({ granted_users: [manager.id] });
  await caller.post('/api/v6/candidates/', { folder_id: id, profiles: await addProfiles(here, 2) });
  expect((await caller.get('/api/quotas/my/')).body).toMatchObject({ quotas_contact_total: 300, quotas_contact_available: 300 });
  expect((await caller.get('/api/candidates/export/columns')).body.columns.length).toBeGreaterThan(10);
  expect((await caller.get('/api/v6/users/?role=hm')).body.users.map((user: { id: number }) => user.id)).toContain(manager.id);
  const list = (await caller.post('/api/v6/mailing_lists/', { name: 'Autumn', folder_id: id })).body;
  expect((await caller.get(`/api/v6/mailing_lists/${list.id}/launch_info/`)).body).toMatchObject({ total: expect.any(Number) });
});
