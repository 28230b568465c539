import { describe, expect, it } from 'vitest';
import { password, useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();
type Company = Parameters<typeof here.addCompany>[0];
type Role = Parameters<typeof here.addUser>[1];

async function landing(role: Role, { company = {}, canSearch = true }: { company?: Company; canSearch?: boolean } = {}): Promise<string> {
  const user = await here.addUser(await here.addCompany(company), role, { canSearch });
  return (await here.visitor().post('/api/v6/login/', { email: user.email, password })).body.next;
}

const signedIn = async (company: Company = {}) => here.signIn(await here.addUser(await here.addCompany(company), 'worker'));
const statusIn = async (company: Company) => (await (await signedIn(company)).get('/api/v6/user-status/')).body;

describe('the landing route after sign-in', () => {
  it('[ACC-025] is the search for administrators', async () => expect(await landing('admin')).toBe('/'));

  it('[ACC-026] is the list of employees for administrators without search', async () =>
    expect(await landing('admin_without_search')).toBe('/company/employees/'));

  it('[ACC-028] is the search for workers who may search', async () => expect(await landing('worker')).toBe('/'));

  it('[ACC-029] is the list of vacancies for hiring managers', async () => expect(await landing('hm')).toBe('/folders/'));

  it('[ACC-030] is the search for staff', async () => {
    for (const role of ['sales_manager', 'super_user', 'service_admin'] as const) expect(await landing(role)).toBe('/');
  });

  it('[ACC-031] is the search for account managers', async () => expect(await landing('manager')).toBe('/'));

  it('[ACC-027] [ACC-028] depends on company and search permission for workers', async () => {
    expect(await landing('worker', { company: { isExtCompany: true } })).toBe('/extension/');
    expect(await landing('worker', { canSearch: false })).toBe('/menu/');
  });

  it('[ACC-023] [ACC-024] is the license page without an active license, for any role', async () => {
    const expired = { paidTill: new Date('2020-01-01') };
    const future = { paidFrom: new Date('2100-01-01') };
    for (const role of ['admin', 'worker', 'hm', 'super_user'] as const) {
      expect(await landing(role, { company: expired })).toBe('/license-expired/');
      expect(await landing(role, { company: future })).toBe('/license-not-started');
    }
    expect(await landing('worker', { company: { ...expired, isExtCompany: true } })).toBe('/extension/');
  });
});

describe('the license of a company', () => {
  const me = '/api/internal/users/me/';

  it('[ACC-023] [ACC-024] is shown to users, with a contact for administrators', async () => {
    const [companyId, staffCompany] = [await here.addCompany(), await here.addCompany()];
    const manager = await here.addUser(staffCompany, 'manager');
    const [admin, worker] = [await here.addUser(companyId, 'admin'), await here.addUser(companyId, 'worker')];
    const [administering, working] = [await here.signIn(admin), await here.signIn(worker)];
    expect((await administering.get(me)).body).toMatchObject({ license: 'active', license_contact: null });
    const set = (columns: string) => here.sql(`update companies set ${columns} where id = $1`, [companyId]);
    await set(`paid_till = now() - interval '1 minute'`);
    expect((await administering.get(me)).body).toMatchObject({ license: 'expired', license_contact: null });
    expect((await working.get('/api/v6/notices/')).body).toMatchObject({ code: 'license_inactive' });
    await set(`account_manager_id = ${manager.id}`);
    const contact = { name: expect.any(String), email: manager.email };
    expect((await administering.get(me)).body).toMatchObject({ license: 'expired', license_contact: contact });
    expect((await working.get(me)).body).toMatchObject({ license: 'expired', license_contact: null });
    const { body } = await here.visitor().post('/api/v6/login/', { email: admin.email, password });
    expect(body).toMatchObject({ next: '/license-expired/', user: { license: 'expired', license_contact: contact } });
    await set(`paid_from = now() + interval '1 day', paid_till = null`);
    expect((await administering.get(me)).body.license).toBe('not_started');
    await set('is_ext_company = true');
    expect((await working.get(me)).body.license).toBe('active');
  });

  it('does not lock out staff, who can renew it', async () => {
    const companyId = await here.addCompany();
    const user = await here.addUser(companyId, 'admin');
    await here.sql('update users set holds_staff_rights = true where id = $1', [user.id]);
    const caller = await here.signIn(user);
    await here.sql(`update companies set paid_till = now() - interval '1 minute' where id = $1`, [companyId]);
    const path = `/api/v6/companies/${companyId}/`;
    expect((await caller.put(path, { paid_till: '2099-01-01T00:00:00.000Z' })).body).toMatchObject({ license: 'active' });
    await here.sql(`update users set holds_staff_rights = false where id = $1`, [user.id]);
    await here.sql(`update companies set paid_till = now() - interval '1 minute' where id = $1`, [companyId]);
    expect((await caller.get('/api/v6/company/')).body).toMatchObject({ code: 'license_inactive' });
  });
});

describe('/logout/', () => {
  it('[ACC-013] [ACC-015] ends the session and opens the sign-in screen', async () => {
    for (const path of ['/logout/', '/logout']) {
      const caller = await signedIn();
      expect(await caller.get(path)).toMatchObject({ status: 302, headers: { location: '/login' } });
      expect((await caller.get('/api/internal/users/me/')).status).toBe(401);
    }
    expect((await here.visitor().get('/logout/')).headers.location).toBe('/login');
  });

  it('[ACC-015] ignores links on other sites', async () => {
    const caller = await signedIn();
    const answer = await caller.send({ method: 'GET', url: '/logout/', headers: { 'sec-fetch-site': 'cross-site' } });
    expect(answer.headers.location).toBe('/');
    expect((await caller.get('/api/internal/users/me/')).status).toBe(200);
  });
});

describe('the current user', () => {
  it('[ACC-033] [ACC-034] [ACC-035] [ACC-036] [ACC-038] [ACC-039] [ACC-040] [ACC-041] has every field that the shell reads', async () => {
    const company = await here.addCompany({ name: 'Northern Lights' });
    const user = await here.addUser(company, 'worker', { canSearch: false });
    const { body } = await (await here.signIn(user)).get('/api/internal/users/me/');
    expect(body).toMatchObject({
      name: expect.stringContaining('Ada User'),
      email: user.email,
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      role: 'worker',
      can_search: false,
      api_manager: false,
      data_enrichment_enabled: expect.any(Boolean),
      settings: { range_measure: 'km' },
      system_notifications: [],
      social_accounts: { smartrecruiters_import: false, huntflow_import: false, greenhouse_import: false, workable: false },
      company: { company_id: company, company_name: 'Northern Lights' },
    });
  });

  it('[ATS-002] [ATS-011] [ATS-012] has the apps that the company was granted', async () => {
    const company = await here.addCompany({
      features: { integrates_workable: true, integrates_mixmax: true, integrates_zapier: true, integrates_getmatch: true },
    });
    const appsOf = async (role: 'worker' | 'hm') =>
      (await (await here.signIn(await here.addUser(company, role))).get('/api/internal/users/me/')).body.apps;
    expect(await appsOf('worker')).toEqual(['workable', 'mixmax', 'zapier', 'getmatch']);
    expect(await appsOf('hm')).toEqual([]);
  });

  it('[ACC-042] [ACC-043] has the status active, license_expired or license_not_started', async () => {
    expect(await statusIn({})).toEqual({ status: 'active' });
    expect(await statusIn({ paidTill: new Date('2020-01-01') })).toEqual({ status: 'license_expired' });
    expect(await statusIn({ paidFrom: new Date('2100-01-01') })).toEqual({ status: 'license_not_started' });
  });
});
