import { beforeAll, describe, expect, it } from 'vitest';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();

let company: number;
let caller: Caller;
let staff: Caller;
let manager: Caller;
let stranger: Caller;
let unrelated: Caller;
beforeAll(async () => {
  const other = await here.addCompany();
  const accountManager = await here.addUser(other, 'manager');
  company = await here.addCompany();
  await here.sql('update companies set account_manager_id = $2 where id = $1', [company, accountManager.id]);
  caller = await here.signIn(await here.addUser(company, 'worker'));
  staff = await here.signIn(await here.addUser(other, 'super_user'));
  manager = await here.signIn(accountManager);
  unrelated = await here.signIn(await here.addUser(other, 'manager'));
  stranger = await here.signIn(await here.addUser(other, 'worker'));
});

describe('another company’s view of a profile', () => {
  it('[PROF-006] [PROF-007] [PROF-066] [PROF-067] [PROF-068] [PROF-069] is shown to staff and managers with its differences', async () => {
    const [profile] = await addProfiles(here, 1, { input: { headline: 'Found', interests: ['Chess'] } });
    await caller.post(`/api/v6/profiles/${profile}/private/`, { headline: 'Changed', interests: [] });
    for (const who of [staff, manager]) {
      const { status, body } = await who.get(`/api/v6/profiles/${profile}/rt/${company}/`);
      expect([status, body.profile.headline, body.profile.contacts, body.company.id]).toEqual([200, 'Changed', [], company]);
      expect((await who.get(`/api/v6/profiles/${profile}/rt_diff/${company}`)).body.changes).toEqual([
        { field: 'headline', old: 'Found', new: 'Changed' },
        { field: 'interests', old: ['Chess'], new: [] },
      ]);
      expect((await who.get(`/api/internal/profiles/${profile}/`)).body.headline).toBe('Found');
      expect((await who.get(`/api/v6/profiles/${profile}/rt/987654321/`)).status).toBe(404);
    }
    for (const path of [`rt/${company}/`, `rt_diff/${company}`]) {
      expect((await unrelated.get(`/api/v6/profiles/${profile}/${path}`)).status).toBe(404);
    }
    const noted = await here.sql<{ count: number }>(
      "select count(*)::int as count from audit_entries where company_id = $1 and kind = 'profile_viewed' and target_id = $2 and user_id is not null",
      [company, profile],
    );
    expect(noted[0]?.count).toBe(4);
    for (const who of [caller, stranger]) {
      expect((await who.get(`/api/v6/profiles/${profile}/rt/${company}/`)).status).toBe(403);
      expect((await who.get(`/api/v6/profiles/${profile}/rt_diff/${company}`)).status).toBe(403);
    }
  });

  it('[PROF-004] [PROF-005] [PROF-062] includes the view history for them; other users see that of their own company', async () => {
    const [profile] = await addProfiles(here, 1);
    const found = { 'x-profile-referer': 'search:42' };
    await caller.send({ method: 'GET', url: `/api/internal/profiles/${profile}/`, headers: found });
    await stranger.send({ method: 'GET', url: `/api/internal/profiles/${profile}/`, headers: { 'x-profile-referer': '<script>' } });
    const history = async (who: Caller, query = '') => (await who.get(`/api/profiles/${profile}/history/${query}`)).body.views;
    expect(await history(caller)).toMatchObject([{ referer: 'search:42' }]);
    expect(await history(staff, `?company_id=${company}`)).toMatchObject([
      { referer: 'search:42', user_name: expect.stringContaining('Ada') },
    ]);
    expect(await history(manager, `?company_id=${company}`)).toHaveLength(1);
    expect(await history(stranger, `?company_id=${company}`)).toMatchObject([{ referer: null }]);
  });
});

const find = (url: string) => caller.get(`/api/v6/profiles/proxy/?url=${encodeURIComponent(url)}`);

describe('a profile by its link', () => {
  it('[PROF-008] [PROF-009] is found by any spelling of the link, else 404', async () => {
    const [profile] = await addProfiles(here, 1, { input: { links: [{ url: 'https://github.com/proxy-example', domain: 'github.com' }] } });
    for (const url of ['https://github.com/proxy-example', 'http://www.github.com/proxy-example/', 'github.com/proxy-example'])
      expect((await find(url)).body).toEqual({ id: profile });
    expect(await find('https://github.com/nobody-here')).toMatchObject({ status: 404, body: { detail: 'Profile not found' } });
    expect((await find('')).status).toBe(400);
  });
});

const linked = (url: string, name: string) =>
  addProfiles(here, 1, {
    input: { first_name: name.split(' ')[0], last_name: name.split(' ')[1], links: [{ url, domain: 'github.com' }] },
  });

describe('profiles by the links of a page', () => {
  const path = '/api/internal/ext/profiles/search_by_url/';

  it('[EXT-004] are found by any of the links, those with the name first', async () => {
    const [other] = await linked('https://github.com/several-people', 'Otto Andersson');
    const [grace] = await linked('https://github.com/several-people', 'Grace Hopper');
    const [alan] = await linked('https://github.com/alan-by-link', 'Alan Turing');
    const links = ['http://www.github.com/several-people/', 'github.com/alan-by-link', 'https://github.com/nobody-has-this'];
    const { status, body } = await caller.post(path, { names: ['Hopper, Grace'], links });
    expect(status).toBe(200);
    expect(body.profiles[0]).toMatchObject({ id: grace, name: 'Grace Hopper', links: [links[0]], has_name: true });
    expect(body.profiles.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)).toEqual([other, grace, alan]);
    expect((await caller.post(path, { links: [links[2]] })).body.profiles).toEqual([]);
  });

  it('[EXT-004] need at least one link', async () => {
    expect(await caller.post(path, { names: ['Grace Hopper'], links: [] })).toMatchObject({
      status: 400,
      body: { links: expect.anything() },
    });
    expect((await caller.post(path, { links: ['not a link'] })).body.profiles).toEqual([]);
  });

  it('[EXT-004] are not shown to users without search', async () => {
    const companyId = await here.addCompany({ isExtCompany: true });
    const extensionOnly = await here.signIn(await here.addUser(companyId, 'worker'));
    expect((await extensionOnly.post(path, { links: ['https://github.com/alan-by-link'] })).status).toBe(403);
  });
});

describe('the contacts of a profile', () => {
  it('[PROF-064] [PROF-065] are valid, invalid or unknown, with the date of the check', async () => {
    const contacts = ['a', 'b', 'c'].map((name) => ({ type: 'email' as const, value: `${name}@checked.test` }));
    const [profile] = await addProfiles(here, 1, { input: { contacts } });
    await here.sql(
      `update profile_contacts set checked_at = '2026-05-01T10:00:00Z', is_valid = value <> 'b@checked.test' where value in ('a@checked.test', 'b@checked.test')`,
    );
    const { body } = await caller.get(`/api/v6/profiles/${profile}/verifier/`);
    expect(body.contacts).toMatchObject([
      { type: 'email', value: null, status: 'valid', checked_at: '2026-05-01T10:00:00.000Z' },
      { status: 'invalid', checked_at: '2026-05-01T10:00:00.000Z' },
      { status: 'unknown', checked_at: null },
    ]);
    expect(JSON.stringify(body)).not.toContain('checked.test');
    await caller.get(`/api/v6/profiles/${profile}/get-contacts/`);
    expect((await caller.get(`/api/v6/profiles/${profile}/verifier/`)).body.contacts[0].value).toBe('a@checked.test');
  });
});

describe('what a company adds to a profile', () => {
  it('[PROF-026] [PROF-072] are diversity labels, hidden from other companies', async () => {
    const [profile] = await addProfiles(here, 1);
    const save = (labels: object) => caller.post(`/api/profiles/${profile}/diversity_labels/`, labels);
    const seen = async (who: Caller) => (await who.get(`/api/internal/profiles/${profile}/`)).body.diversity;
    expect((await save({ race: 'Asian', gender: 'female' })).body).toEqual({ race: 'Asian', gender: 'female' });
    expect([await seen(caller), await seen(stranger)]).toEqual([{ race: 'Asian', gender: 'female' }, null]);
    await save({ race: '', gender: 'female' });
    expect(await seen(caller)).toEqual({ race: null, gender: 'female' });
    expect((await save({ race: 'x'.repeat(101) })).status).toBe(400);
  });

  it('[PEDT-016] [PEDT-017] is a well-formed link, added once', async () => {
    const [profile] = await addProfiles(here, 1);
    const add = (url: string, id = profile) => caller.post('/api/addlnk/v4/', { profile_id: id, url });
    expect((await add('github.com/added-example')).body).toEqual({
      url: 'https://github.com/added-example',
      domain: 'github.com',
      label: 'GitHub',
    });
    expect((await add('https://www.github.com/added-example/')).status).toBe(200);
    const links = async (who: Caller) => (await who.get(`/api/internal/profiles/${profile}/`)).body.display_links;
    expect([await links(caller), await links(stranger)]).toMatchObject([[{ url: 'https://github.com/added-example' }], []]);
    for (const url of ['', 'not a link', 'javascript:alert(1)', 'https://user:word@github.com/', 'ftp://a.test/x'])
      expect(await add(url)).toMatchObject({ status: 400, body: { url: expect.any(Array) } });
    expect(await add('https://a.test', 987_654_321)).toMatchObject({ status: 400, body: { profile_id: ['Profile not found'] } });
  });
});
