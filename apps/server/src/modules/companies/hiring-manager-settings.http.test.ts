import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useSharedInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useSharedInstallation();
const own = '/api/v6/company/hiring_managers_settings/';
const of = (id: number) => `/api/v6/companies/${id}/hiring_managers_settings/`;
const sections = { contacts: true, tags: true, resumes: true, change_candidate: true, comments: true, personal_info: true };
const choose = (caller: Caller, changes: Partial<typeof sections>, path = own) => caller.patch(path, { hm_display_sections: changes });

let company: number;
let admin: Caller;
let user: TestUser;
let manager: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
  user = await here.addUser(company, 'hm');
  manager = await here.signIn(user);
});

const permissions = async (who = manager) => (await who.get('/api/internal/users/me/')).body.permissions;

describe('visible sections of hiring managers', () => {
  it('[EMP-071] [EMP-072] [EMP-073] [ROLE-049] are all at first, and then those that the company chooses', async () => {
    expect(await admin.get(own)).toMatchObject({ status: 200, body: { hm_display_sections: sections } });
    expect(await permissions()).toMatchObject(sections);
    const chosen = { hm_display_sections: { ...sections, tags: false } };
    expect(await choose(admin, { tags: false })).toMatchObject({ status: 200, body: chosen });
    expect(await choose(admin, {})).toMatchObject({ body: chosen });
    expect(await permissions()).toMatchObject({ ...sections, tags: false });
    expect((await choose(admin, { tags: true })).body).toEqual({ hm_display_sections: sections });
  });

  it('[EMP-073] keep both of two parallel changes', async () => {
    await Promise.all([choose(admin, { tags: false }), choose(admin, { comments: false })]);
    expect((await admin.get(own)).body.hm_display_sections).toEqual({ ...sections, tags: false, comments: false });
    await choose(admin, sections);
  });

  it('[EMP-073] report errors of a change', async () => {
    expect(await admin.patch(own, {})).toMatchObject({ status: 400, body: { hm_display_sections: [expect.any(String)] } });
    expect(await admin.patch(own, { hm_display_sections: { tags: 'yes' } })).toMatchObject({ status: 400 });
  });

  it('[ROLE-050] of a single hiring manager override those of the company', async () => {
    const other = await here.signIn(await here.addUser(company, 'hm'));
    await here.sql(`update users set hm_access = '{"tags": true, "resumes": false}' where id = $1`, [user.id]);
    await choose(admin, { tags: false });
    expect(await permissions()).toMatchObject({ tags: true, resumes: false });
    expect(await permissions(other)).toMatchObject({ tags: false, resumes: true });
    await here.sql(`update users set hm_access = '{}' where id = $1`, [user.id]);
    await choose(admin, sections);
  });

  it('[EMP-074] [EMP-075] [EMP-076] [ROLE-016] are changed by staff for every company, and read by account managers for their own', async () => {
    const staffCompany = await here.addCompany();
    const staff = await here.signIn(await here.addUser(staffCompany, 'sales_manager'));
    expect((await choose(staff, { contacts: false }, of(company))).body.hm_display_sections.contacts).toBe(false);
    expect((await staff.get(of(company))).body).toEqual((await admin.get(own)).body);
    const accountManager = await here.addUser(staffCompany, 'manager');
    const looksAfter = await here.signIn(accountManager);
    expect((await looksAfter.get(of(company))).status).toBe(404);
    await here.sql('update companies set account_manager_id = $2 where id = $1', [company, accountManager.id]);
    expect((await looksAfter.get(of(company))).status).toBe(200);
    expect((await choose(looksAfter, { contacts: true }, of(company))).status).toBe(403);
    expect((await choose(staff, { contacts: true }, of(company))).status).toBe(200);
    for (const role of ['worker', 'hm'] as const) {
      const who = await here.signIn(await here.addUser(company, role));
      for (const path of [own, of(company)]) {
        expect((await who.get(path)).status).toBe(403);
        expect((await choose(who, { contacts: false }, path)).status).toBe(403);
      }
    }
  });

  it('[EMP-071] are private to the company', async () => {
    const otherCompany = await here.addCompany();
    const stranger = await here.signIn(await here.addUser(otherCompany, 'hm'));
    await choose(admin, { contacts: false });
    expect(await permissions(stranger)).toMatchObject(sections);
    await choose(admin, sections);
  });
});

it('[ROLE-043] [ROLE-044] [ROLE-045] [ROLE-047] [ROLE-048] [ROLE-055] remove a hidden section from every answer', async () => {
  const input = {
    first_name: 'Lyudmila',
    last_name: 'Hidden',
    links: [{ url: 'https://github.com/lyudmila-hidden', domain: 'github.com' }],
    contacts: [{ type: 'email' as const, value: 'lyudmila@hidden.test' }],
  };
  const [profile = 0] = await addProfiles(here, 1, { input });
  const recruiter = await here.signIn(await here.addUser(company, 'worker'));
  const folder = (await recruiter.post('/api/v6/folders/', { name: 'Seen by a manager', granted_users: [user.id] })).body.id;
  const added = await recruiter.post('/api/v6/candidates/', { folder_id: folder, profiles: [profile] });
  expect(added.status).toBeLessThan(300);
  await recruiter.post(`/api/v6/profiles/${profile}/tags/`, { tags: ['secret tag'] });
  const { candidates } = (await recruiter.get(`/api/v6/folders/${folder}/candidates/`)).body;
  const comment = await recruiter.post(`/api/v6/profiles/${profile}/comments/`, { candidate_id: candidates[0].id, text: 'secret words' });
  expect(comment.status).toBeLessThan(300);
  const paths = [
    `/api/internal/profiles/${profile}/`,
    `/api/v6/profiles/${profile}/contacts/`,
    `/api/v6/profiles/${profile}/get-contacts/`,
    `/api/v6/profiles/${profile}/comments/`,
    `/api/v6/profiles/${profile}/tags/`,
    `/api/profiles/${profile}/history/`,
    `/api/internal/profiles/${profile}/resumes/`,
    `/api/v6/folders/${folder}/candidates/`,
  ];
  const seen = async () => JSON.stringify(await Promise.all(paths.map(async (path) => (await manager.get(path)).body)));
  const secrets = ['Hidden', 'lyudmila-hidden', 'lyudmila@hidden.test', 'secret tag', 'secret words'];
  const open = await seen();
  expect(secrets.filter((secret) => !open.includes(secret))).toEqual([]);
  await choose(admin, { contacts: false, tags: false, comments: false, resumes: false, personal_info: false });
  const closed = await seen();
  expect(secrets.filter((secret) => closed.includes(secret))).toEqual([]);
  expect((await manager.get(`/api/internal/profiles/${profile}/resumes/`)).status).toBe(403);
  await choose(admin, sections);
  expect(await seen()).toContain('Lyudmila');
});
