import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { openSetup } from './public.ts';

const here = useInstallation();
const password = 'First-Account-2026';
const companies = '/api/v6/companies/';

let first: Caller;
let own: number;
const give = (who: Caller, id: number, value: boolean) => who.patch(`/api/v6/admins/${id}/`, { holds_staff_rights: value });

async function signIn(email: string): Promise<Caller> {
  const caller = here.visitor();
  expect(await caller.post('/api/v6/login/', { email, password })).toMatchObject({ status: 200 });
  return caller;
}

beforeAll(async () => {
  const code = await openSetup(here.application.database, here.clock);
  const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@own.test', password, language: 'en' };
  await here.visitor().post('/api/v6/setup/', { code, company_name: 'Acme', ...person });
  first = await signIn('ada@own.test');
  own = (await first.get('/api/internal/users/me/')).body.company.company_id;
});

describe('the first account of an installation without demo', () => {
  it('[ROLE-007] [COMP-046] enables Telegram and sets limits and the license of its company', async () => {
    expect((await first.get('/api/internal/users/me/')).body).toMatchObject({ role: 'admin', holds_staff_rights: true });
    expect((await first.get('/api/internal/telegram/accounts/')).status).toBe(403);
    const settings = {
      telegram: true,
      contacts_per_month: 9000,
      profiles_per_day: 5000,
      hm_max_count: 40,
      paid_till: '2099-01-01T00:00:00.000Z',
    };
    expect(await first.put(`${companies}${own}/`, settings)).toMatchObject({ status: 200, body: settings });
    expect((await first.get('/api/internal/telegram/accounts/')).status).toBe(200);
    expect((await first.get('/api/internal/users/me/')).body.company.telegram).toBe(true);
    // The own company cannot be disabled.
    expect((await first.put(`${companies}${own}/`, { is_active: false })).status).toBe(400);
  });

  it('[COMP-055] [COMP-057] [ROLE-031] adds and manages a second company, and stays an administrator of the first', async () => {
    const { body: second } = await first.post(`${companies}new/`, { company_name: 'Second' });
    const added = { email: 'admin@second.test', password, company_id: second.company_id };
    const { body: person } = await first.post('/api/v6/admins/', added);
    expect(person).toMatchObject({ company_id: second.company_id, holds_staff_rights: false });
    expect((await first.post('/api/v6/admins/', { ...added, email: 'boss@own.test', company_id: own })).status).toBe(200);
    const theirs = await signIn('admin@second.test');
    for (const path of [companies, `${companies}${own}/`, '/api/v6/banned_links/', '/api/bug_reports/', '/api/v6/managers/'])
      expect([path, (await theirs.get(path)).status]).toEqual([path, 403]);
    expect((await theirs.get('/api/internal/users/me/')).body.holds_staff_rights).toBe(false);
    // Administrator rights are limited to the own company.
    expect((await theirs.get('/api/v6/employees/')).body.employees.map(({ id }: { id: number }) => id)).toEqual([person.id]);
    const { body: employees } = await first.get('/api/v6/employees/');
    expect(employees.employees.map(({ email }: { email: string }) => email).toSorted()).toEqual(['ada@own.test', 'boss@own.test']);
    expect((await first.post(`/api/internal/users/${person.id}/login_as/`)).status).toBe(200);
    expect((await first.get('/api/internal/users/me/')).body).toMatchObject({ id: person.id, holds_staff_rights: false });
    expect((await first.get(companies)).status).toBe(403);
    expect((await first.post('/api/internal/users/return/')).status).toBe(200);
    expect((await first.get(companies)).body.companies.map(({ company_name: name }: { company_name: string }) => name)).toEqual([
      'Acme',
      'Second',
    ]);
    await first.delete(`${companies}${second.company_id}/`);
  });

  it('[ROLE-037] [ROLE-038] [ROLE-039] reads reports, bans links, and writes notifications', async () => {
    const [profile] = await addProfiles(here, 1, { input: { links: [{ url: 'https://github.com/ada-own', domain: 'github.com' }] } });
    const report = { profile_id: profile, source: 'profile', reason: 'outdated', text: 'Left years ago', query: '' };
    expect((await first.post('/api/bug_reports/', report)).status).toBe(200);
    for (const path of ['/api/bug_reports/', '/api/v6/active-users/', '/api/v6/system-notifications/', '/api/v6/managers/'])
      expect([path, (await first.get(path)).status]).toEqual([path, 200]);
    expect((await first.post('/api/v6/banned_links/', { url: 'https://github.com/ada-own' })).status).toBe(200);
    expect((await first.get(`/api/internal/profiles/${profile}/`)).body.display_links).toEqual([]);
  });

  it('exports and erases a person of the common base', async () => {
    const [profile] = await addProfiles(here, 1);
    expect((await first.get(`/api/v6/profiles/${profile}/personal_data/`)).status).toBe(200);
    expect((await first.post(`/api/v6/profiles/${profile}/erasure/`, {})).status).toBe(200);
    const tasks = await here.application.startSearchTasks();
    await until(async () => expect((await first.get(`/api/internal/profiles/${profile}/`)).status).toBe(410));
    await tasks.stop();
  });

  it('grants staff rights to a colleague, who revokes theirs, and the audit log records both', async () => {
    const colleague = (await first.get('/api/v6/employees/?roles=admin')).body.employees.find(
      ({ email }: { email: string }) => email === 'boss@own.test',
    );
    const me = (await first.get('/api/internal/users/me/')).body.id;
    let boss = await signIn('boss@own.test');
    expect((await give(boss, colleague.id, true)).status).toBe(409);
    expect((await give(first, me, false)).status).toBe(409);
    expect((await give(first, colleague.id, true)).body).toMatchObject({ holds_staff_rights: true });
    // Earlier sessions end.
    expect((await boss.get(companies)).status).toBe(401);
    boss = await signIn('boss@own.test');
    expect((await boss.get(companies)).status).toBe(200);
    expect((await give(boss, me, false)).body).toMatchObject({ holds_staff_rights: false });
    expect((await first.get(companies)).status).toBe(403);
    expect((await give(first, me, true)).status).toBe(409);
    const { body } = await boss.get(`/api/v6/audit/?company_id=${own}&target_kind=user&target_id=${me}`);
    expect(body.entries[0]).toMatchObject({ user: { id: colleague.id }, values: { holds_staff_rights: [true, false] } });
    expect((await give(boss, me, true)).status).toBe(200);
  });
});
