import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { deleteOldEntries } from './store.ts';

const here = useInstallation();
const path = '/api/v6/audit/';

let companyId: number;
let admin: Caller;
let worker: TestUser;
let recruiter: Caller;
let superUser: TestUser;
let staff: Caller;
beforeAll(async () => {
  companyId = await here.addCompany();
  admin = await here.signIn(await here.addUser(companyId, 'admin'));
  worker = await here.addUser(companyId, 'worker');
  recruiter = await here.signIn(worker);
  superUser = await here.addUser(await here.addCompany({ name: 'Staff' }), 'super_user');
  staff = await here.signIn(superUser);
});

interface Entry {
  kind: string;
  company: { id: number };
  user: { id: number; name: string } | null;
  original_user: { id: number } | null;
  target: { kind: string; id: number | null; name: string | null };
  fields: string[];
  values: Record<string, [unknown, unknown]>;
  address: string | null;
}
const entries = async (query: string, caller = admin): Promise<Entry[]> => (await caller.get(`${path}?per_page=100&${query}`)).body.entries;

const settings = async (caller: Caller, query = '') =>
  (await entries(`kind=settings_changed&${query}`, caller)).map(({ target, values }) => [target.name, values['removed'] ?? null]);

const withoutMarks = (text: string) => text.replaceAll("'", '');
const isFormula = (cell: string) => /^\s*[=+\-@]/.test(cell);

describe('the audit log', () => {
  it('[DEC-14] records who viewed a profile, once per view and by id only', async () => {
    const [profile] = await addProfiles(here, 1, {
      input: { first_name: 'Unmistakable', contacts: [{ type: 'email', value: 'un@mistakable.test' }] },
    });
    await recruiter.get(`/api/internal/profiles/${profile}/`);
    await recruiter.get(`/api/internal/profiles/${profile}/`);
    await recruiter.get(`/api/v6/profiles/${profile}/get-contacts/`);
    const found = await entries(`target_kind=profile&target_id=${profile}`);
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['contacts_opened', 'profile_viewed']);
    for (const entry of found)
      expect(entry).toMatchObject({
        user: { id: worker.id },
        target: { kind: 'profile', id: profile, name: expect.stringMatching(/^Unmistakable/) },
      });
    const all = await here.sql<{ line: string }>('select e::text as line from audit_entries e');
    expect(all.some(({ line }) => line.includes('Unmistakable') || line.includes('mistakable.test'))).toBe(false);
  });

  it('[DEC-14] shows a profile without a name by its id', async () => {
    const [profile] = await addProfiles(here, 1, { input: { first_name: '', last_name: '' } });
    await recruiter.get(`/api/internal/profiles/${profile}/`);
    expect(await entries(`target_kind=profile&target_id=${profile}`)).toMatchObject([{ target: { id: profile, name: null } }]);
  });

  it('[DEC-14] records exports, but not refused ones', async () => {
    const { id } = (await recruiter.post('/api/v6/folders/', { name: 'To export' })).body;
    const foreign = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect((await recruiter.post(`/api/vacancies/${id}/candidates/export/csv`, { columns: ['name'] })).status).toBe(200);
    expect((await foreign.post(`/api/vacancies/${id}/candidates/export/csv`, { columns: ['name'] })).status).toBe(404);
    const found = (await staff.get(`${path}?kind=exported&target_id=${id}`)).body.entries;
    expect(found).toMatchObject([{ user: { id: worker.id }, target: { kind: 'vacancy', id }, address: '127.0.0.1' }]);
  });

  it('[DEC-14] shows the current name of a profile, and only to administrators of the company', async () => {
    const name = { first_name: 'Ryan', last_name: 'West' };
    const [common, own] = [await addProfiles(here, 1, { input: name }), await addProfiles(here, 1, { companyId, input: name })];
    for (const id of [...common, ...own]) {
      await recruiter.get(`/api/internal/profiles/${id}/`);
      const query = `${path}?kind=profile_viewed&target_kind=profile&target_id=${id}`;
      const namesFor = async (who: Caller, more = '') =>
        (await who.get(`${query}${more}`)).body.entries.map(({ target }: { target: object }) => target);
      expect(await namesFor(admin)).toEqual([{ kind: 'profile', id, name: 'Ryan West' }]);
      expect(await namesFor(staff, `&company_id=${companyId}`)).toEqual([{ kind: 'profile', id, name: null }]);
      await here.sql(`update profiles set data = data - 'first_name' - 'last_name' where id = $1`, [id]);
      expect(await namesFor(admin)).toEqual([{ kind: 'profile', id, name: null }]);
    }
    const foreign = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect((await foreign.get(`${path}?target_kind=profile&target_id=${own[0]}`)).body.entries).toEqual([]);
  });

  it('[DEC-14] records successful and failed sign-ins, without the typed password', async () => {
    const user = await here.addUser(companyId, 'worker');
    await here.signIn(user);
    const attempt = await here.visitor().post('/api/v6/login/', { email: user.email, password: `${password}x` });
    expect(attempt.status).toBe(400);
    await here.visitor().post('/api/v6/login/', { email: 'nobody@nowhere.test', password: 'x' });
    const found = await entries(`target_kind=user&target_id=${user.id}`);
    expect(found.map(({ kind }) => kind)).toEqual(['sign_in_failed', 'signed_in', 'user_created']);
    expect(found[0]).toMatchObject({ user: null, target: { id: user.id }, address: '127.0.0.1' });
    expect(found[1]).toMatchObject({ user: { id: user.id }, address: '127.0.0.1' });
  });

  it('[ROLE-033] [DEC-14] names both users while staff impersonate a user', async () => {
    const caller = await here.signIn(superUser);
    await caller.post(`/api/internal/users/${worker.id}/login_as/`);
    const [profile] = await addProfiles(here, 1);
    await caller.get(`/api/internal/profiles/${profile}/`);
    await caller.post('/api/internal/users/return/');
    expect(await entries(`target_kind=profile&target_id=${profile}`)).toMatchObject([
      { kind: 'profile_viewed', user: { id: worker.id }, original_user: { id: superUser.id } },
    ]);
    const acted = await entries(`target_kind=user&target_id=${worker.id}`);
    expect(acted.slice(0, 2)).toMatchObject([
      { kind: 'acting_ended', user: { id: superUser.id } },
      { kind: 'acting_started', user: { id: superUser.id } },
    ]);
  });

  it('[ROLE-033] [DEC-14] records the end of an impersonation when staff sign out or lose their session', async () => {
    const leave = [
      (caller: Caller) => caller.post('/api/v6/logout/'),
      () => here.sql('delete from sessions where user_id = $1', [superUser.id]),
    ];
    for (const [at, end] of leave.entries()) {
      const target = await here.addUser(companyId, 'worker');
      const caller = await here.signIn(superUser);
      await caller.post(`/api/internal/users/${target.id}/login_as/`);
      await end(caller);
      expect([at, (await entries(`target_kind=user&target_id=${target.id}`)).slice(0, 2)]).toMatchObject([
        at,
        [
          { kind: 'acting_ended', user: { id: superUser.id } },
          { kind: 'acting_started', user: { id: superUser.id } },
        ],
      ]);
    }
    staff = await here.signIn(superUser);
  });

  it('[EMP-036] [DEC-14] hides later entries of a user who left from their former company', async () => {
    const other = await here.addCompany();
    const user = await here.addUser(companyId, 'worker');
    const { id } = (await staff.post(`/api/v6/workers/${user.id}/move/`, { company_id: other })).body;
    await here.visitor().post('/api/v6/login/', { email: user.email, password: `${password}x` });
    expect((await staff.get(`${path}?kind=sign_in_failed&target_id=${id}`)).body.count).toBe(1);
    expect((await entries(`target_kind=user&target_id=${user.id}`)).filter(({ kind }) => kind === 'sign_in_failed')).toEqual([]);
  });

  it('[DEC-14] records changes of statuses and suppressions, without addresses', async () => {
    const id = await here.addCompany();
    const caller = await here.signIn(await here.addUser(id, 'admin'));
    // The initial statuses of a company are not recorded.
    await caller.get('/api/v6/status_collection/statuses/');
    const { body: status } = await caller.post('/api/v6/status_collection/statuses/', { name: 'On trial' });
    await caller.patch(`/api/v6/status_collection/statuses/${status.id}/`, { color: 3 });
    await caller.delete(`/api/v6/status_collection/statuses/${status.id}/`);
    const addresses = 'never-again@candidates.test, nor-me@candidates.test';
    expect((await caller.post('/api/v6/messaging/suppressions/', { addresses })).body).toMatchObject({ added: 2 });
    const [row] = await here.sql<{ id: number }>('select id from suppressions where company_id = $1', [id]);
    expect((await caller.post(`/api/v6/messaging/suppressions/${row?.id}/release/`, { note: 'Asked for it' })).status).toBe(200);
    const found = await entries('kind=settings_changed', caller);
    const entriesSeen = found.map(({ target, fields, values }) => [
      target.name,
      fields.length === 1 ? fields[0] : 'all',
      values['removed'] ?? null,
    ]);
    expect(entriesSeen).toEqual([
      ['suppressions', 'address', [false, true]],
      ['suppressions', 'address', null],
      ['candidate_statuses', 'deleted_at', null],
      ['candidate_statuses', 'color', null],
      ['candidate_statuses', 'all', null],
    ]);
    const all = await here.sql<{ line: string }>('select e::text as line from audit_entries e where company_id = $1', [id]);
    expect(all.some(({ line }) => line.includes('never-again'))).toBe(false);
  });

  it('[DEC-14] records settings that administrators and staff create and remove', async () => {
    await admin.post('/api/internal/departments/', { name: 'Sales' });
    await admin.post('/api/internal/user_groups/', { name: 'North' });
    expect((await settings(admin)).slice(0, 2)).toEqual([
      ['user_groups', null],
      ['departments', null],
    ]);
    const [link, linked] = ['https://banned.example.test/somebody', await here.addCompany()];
    await staff.post('/api/v6/banned_links/', { url: link });
    await staff.delete('/api/v6/banned_links/', { url: link });
    const notification = { title: 'News', content: '<p>News</p>', show_format: 'short', type: 'other' };
    expect((await staff.post('/api/v6/system-notifications/', notification)).status).toBe(200);
    expect((await staff.post('/api/v6/notifications/', { title: 'News' })).status).toBe(200);
    expect(await settings(staff, `company_id=${superUser.companyId}`)).toEqual([
      ['extension_notifications', null],
      ['system_notifications', null],
      ['banned_links', [false, true]],
      ['banned_links', null],
    ]);
    const links = `/api/v6/companies/${companyId}/linked_companies/`;
    for (const company_ids of [[linked], [linked], []]) expect((await staff.put(links, { company_ids })).status).toBe(200);
    expect((await settings(admin)).slice(0, 3)).toEqual([
      ['company_links', [false, true]],
      ['company_links', null],
      ['user_groups', null],
    ]);
  });

  it('[DEC-14] records who erased a person, without data of the person', async () => {
    const [profile] = await addProfiles(here, 1, { input: { first_name: 'Unmistakable' } });
    expect((await staff.post(`/api/v6/profiles/${profile}/erasure/`)).status).toBe(200);
    const [entry, ...others] = await entries(`target_kind=profile&target_id=${profile}`, staff);
    expect(entry).toMatchObject({ kind: 'profile_erased', user: { id: superUser.id }, company: { id: superUser.companyId }, fields: [] });
    expect(others).toEqual([]);
  });

  it('[DEC-14] records changes of companies, users and settings in the same transaction', async () => {
    await admin.patch('/api/v6/company/', { site: 'https://changed.test' });
    await staff.put(`/api/v6/companies/${companyId}/`, { api_access: true, profiles_per_day: 77 });
    await here.sql('update users set api_manager = true where id = $1', [worker.id]);
    await recruiter.post('/api/access_token/', { password });
    await recruiter.delete('/api/access_token/');
    const [first, second] = await entries('kind=company_changed');
    expect(first).toMatchObject({ user: { id: superUser.id }, values: { profiles_per_day: [1000, 77], has_api: [null, true] } });
    expect(second).toMatchObject({ fields: ['site'], values: {} });
    expect((await entries(`target_kind=user&target_id=${worker.id}`)).slice(0, 3)).toMatchObject([
      { kind: 'token_revoked', user: { id: worker.id } },
      { kind: 'token_created', user: { id: worker.id } },
      { kind: 'user_changed', user: null, values: { api_manager: [false, true] } },
    ]);
    // A rolled-back change leaves no entry.
    const before = (await entries('kind=company_changed')).length;
    expect((await admin.patch('/api/v6/company/', { site: 'https://other.test', industry: -1 })).status).toBe(400);
    expect(await entries('kind=company_changed')).toHaveLength(before);
  });

  it('[DEC-14] is searched by person, kind, target and date', async () => {
    const user = await here.addUser(companyId, 'worker', { email: 'searched-for@example.test' });
    await here.signIn(user);
    expect((await entries('person=searched-for')).map(({ kind }) => kind)).toEqual(['signed_in', 'user_created']);
    expect(await entries('person=searched-for&kind=signed_in')).toHaveLength(1);
    const today = here.clock.now().toISOString().slice(0, 10);
    expect(await entries(`person=searched-for&date_from=${today}&date_to=${today}`)).toHaveLength(2);
    expect(await entries('person=searched-for&date_to=2020-01-01')).toEqual([]);
    expect((await admin.get(`${path}?kind=slept`)).status).toBe(400);
  });

  it('[DEC-14] is exported as CSV, and the export is recorded too', async () => {
    const answer = await admin.get(`${path}export/?kind=signed_in`);
    expect(answer.status).toBe(200);
    const lines = (answer.body as string).trim().split('\r\n');
    expect(lines[0]).toContain('kind');
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.slice(1).every((line) => line.includes('signed_in'))).toBe(true);
    expect(await entries('kind=exported&target_kind=audit')).toHaveLength(1);
  });

  it('[DEC-14] finds who saw a person by the name of the person, in the list and in the table', async () => {
    const name = { first_name: 'Zebulon', last_name: 'Quartermain' };
    const [own = 0] = await addProfiles(here, 1, { companyId, input: name });
    await recruiter.get(`/api/internal/profiles/${own}/`);
    expect(await entries('person=zebulon%20quart')).toMatchObject([
      { kind: 'profile_viewed', user: { id: worker.id }, target: { id: own } },
    ]);
    expect(await entries('person=Quartermain%20%20Zeb&kind=profile_viewed')).toHaveLength(1);
    expect(await entries('person=quartermain%20nobody')).toEqual([]);
    expect(String((await admin.get(`${path}export/?person=zebulon`)).body)).toContain('profile_viewed');
    const elsewhere = await here.addCompany();
    const foreign = await here.signIn(await here.addUser(elsewhere, 'admin'));
    expect(await entries('person=zebulon', foreign)).toEqual([]);
    // Staff read the log of the company, but not the names of its people.
    expect(await entries(`person=zebulon&company_id=${companyId}`, staff)).toEqual([]);
  });

  it('[DEC-14] exports names that look like formulas as text, for every spreadsheet locale', async () => {
    const names = ['=1+1', '+7', '-1', '@SUM(A1)', '\t=1', '\r=1', 'Иван;=HYPERLINK("http://x.test")', "Ann;@SUM(A1);=cmd|'/C calc'!A0"];
    for (const name of names) {
      const user = await here.addUser(companyId, 'worker');
      await here.sql('update users set first_name = $2, last_name = $3 where id = $1', [user.id, name, '']);
      await here.signIn(user);
    }
    const table = String((await admin.get(`${path}export/?kind=signed_in`)).body).replace(/^\uFEFF/, '');
    const cells = (parse(table) as string[][]).flat();
    for (const name of names) expect(cells.map(withoutMarks)).toContain(withoutMarks(name));
    expect(cells.filter(isFormula)).toEqual([]);
    // Excel in a Russian locale separates cells at semicolons.
    expect(table.split(/[;\r\n]/).filter(isFormula)).toEqual([]);
  });
});

describe('readers of the audit log', () => {
  it('[DEC-14] [COMP-038] [COMP-050] are administrators of the company where it has the section, staff, and its account manager', async () => {
    const other = await here.addCompany();
    const otherAdmin = await here.signIn(await here.addUser(other, 'admin'));
    expect((await otherAdmin.get(`${path}?company_id=${companyId}`)).status).toBe(404);
    const theirs = (await otherAdmin.get(`${path}?per_page=100`)).body.entries as { company: { id: number } }[];
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.every(({ company }) => company.id === other)).toBe(true);
    const manager = await here.addUser(other, 'manager');
    const looks = await here.signIn(manager);
    expect((await looks.get(path)).status).toBe(404);
    expect((await looks.get(`${path}?company_id=${companyId}`)).status).toBe(404);
    await here.sql('update companies set account_manager_id = $2 where id = $1', [companyId, manager.id]);
    expect((await looks.get(`${path}?company_id=${companyId}`)).status).toBe(200);
    expect((await staff.get(path)).status).toBe(200);
    for (const role of ['worker', 'hm', 'service_admin'] as const)
      expect((await (await here.signIn(await here.addUser(companyId, role))).get(path)).status).toBe(403);
    await staff.put(`/api/v6/companies/${other}/`, { events_section: false });
    expect((await otherAdmin.get(path)).status).toBe(403);
    expect((await staff.get(`${path}?company_id=${other}`)).status).toBe(200);
  });
});

describe('its rows', () => {
  it('[DEC-14] cannot be changed or deleted by the application', async () => {
    for (const statement of ['update audit_entries set user_id = null', 'delete from audit_entries', 'truncate audit_entries'])
      await expect(here.application.database.pool.query(statement)).rejects.toThrow(/permission denied/);
    expect((await here.sql('select from audit_entries')).length).toBeGreaterThan(0);
  });

  it('[DEC-14] are deleted after the retention period of the company', async () => {
    const other = await here.addCompany();
    const keeper = await here.signIn(await here.addUser(other, 'admin'));
    expect((await keeper.get(`${path}retention/`)).body).toEqual({ days: 730 });
    expect((await keeper.put(`${path}retention/`, { days: 30 })).status).toBe(400);
    expect((await keeper.put(`${path}retention/`, { days: 90 })).status).toBe(200);
    const old = (id: number) =>
      here.sql(
        `insert into audit_entries (company_id, at, kind, target_kind, target_id) select $1, now() - interval '100 days', 'signed_in', 'user', n from generate_series(1, 5) n`,
        [id],
      );
    await old(other);
    await old(companyId);
    const { database } = here.application;
    expect(await database.asSystem((tx) => deleteOldEntries(tx, 3))).toBe(3);
    expect(await database.asSystem((tx) => deleteOldEntries(tx, 10))).toBe(2);
    const left = await here.sql<{ company_id: number }>(`select company_id from audit_entries where at < now() - interval '99 days'`);
    expect(new Set(left.map(({ company_id }) => company_id))).toEqual(new Set([companyId]));
  });
});
