import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, useInstallation } from '../../../test/installation.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const path = '/api/v6/';

let company: number;
let staffCompany: number;
let admin: Caller;
let superUser: Caller;
beforeAll(async () => {
  staffCompany = await here.addCompany({ name: 'Staff' });
  superUser = await here.signIn(await here.addUser(staffCompany, 'super_user'));
  company = await here.addCompany({ name: 'Acme', features: { has_api: true } });
  admin = await here.signIn(await here.addUser(company, 'admin'));
});

let counter = 0;
const address = (domain = 'acme.test') => `own${(counter += 1)}@${domain}`;

describe('sections of a hiring manager', () => {
  it('[ROLE-050] [EMP-049] override the company settings immediately, until they are reset', async () => {
    const user = await here.addUser(company, 'hm');
    const person = await here.signIn(user);
    const flags = async () => (await person.get('/api/internal/users/me/')).body.permissions;
    const save = (sections: object) => admin.patch(`${path}hiring_managers/${user.id}/`, { hm_access: sections });
    expect(await flags()).toMatchObject({ contacts: true, tags: true });
    expect((await save({ contacts: false, tags: true })).body).toMatchObject({ hm_access: { contacts: false, tags: true } });
    expect(await flags()).toMatchObject({ contacts: false, tags: true });
    await admin.patch(`${path}company/hiring_managers_settings/`, { hm_display_sections: { tags: false, resumes: false } });
    expect(await flags()).toMatchObject({ contacts: false, tags: true, resumes: false });
    // Other sections stay.
    expect((await save({ tags: null })).body.hm_access).toEqual({ contacts: false });
    expect(await flags()).toMatchObject({ contacts: false, tags: false });
    expect((await save({ salaries: false })).status).toBe(400);
    expect((await save({ tags: 'no' })).status).toBe(400);
    await admin.patch(`${path}company/hiring_managers_settings/`, { hm_display_sections: { tags: true, resumes: true } });
  });

  it('[ROLE-050] [EMP-048] can be set at creation, and for hiring managers only', async () => {
    const made = await admin.post(`${path}hiring_managers/`, { email: address(), hm_access: { comments: false } });
    expect(made.body).toMatchObject({ role: 'hm', hm_access: { comments: false } });
    const worker = await here.addUser(company, 'worker');
    expect((await admin.patch(`${path}workers/${worker.id}/`, { hm_access: { comments: false } })).body.hm_access).toEqual({});
  });
});

describe('addresses of hiring managers', () => {
  it('[EMP-086] [COMP-035] are limited to the allowed domains', async () => {
    const id = await here.addCompany();
    await here.sql(`update companies set hm_invite_domains = '{acme.test}' where id = $1`, [id]);
    const caller = await here.signIn(await here.addUser(id, 'admin'));
    const refused = { status: 400, body: { email: ['Hiring managers are invited only at these domains: acme.test'] } };
    expect(await caller.post(`${path}hiring_managers/`, { email: address('other.test') })).toMatchObject(refused);
    const { body } = await caller.post(`${path}hiring_managers/`, { email: address('ACME.test') });
    const one = `${path}hiring_managers/${body.id}/`;
    expect(await caller.patch(one, { email: address('other.test') })).toMatchObject(refused);
    expect((await caller.patch(one, { email: address() })).status).toBe(200);
    expect((await caller.post(`${path}workers/`, { email: address('other.test') })).status).toBe(200);
    // Existing hiring managers stay.
    const before = await here.addUser(id, 'hm');
    expect((await caller.patch(`${path}hiring_managers/${before.id}/`, { email: before.email, first_name: 'Ann' })).status).toBe(200);
  });
});

describe('an API key', () => {
  it('[EMP-024] is shown without its secret and removed with the user', async () => {
    const { body } = await admin.post(`${path}workers/`, { email: address(), password, api_manager: true });
    const one = `${path}workers/${body.id}/`;
    expect(body).toMatchObject({ api_manager: true, api_key: null });
    const { body: token } = await admin.post(`${one}generate-api-token/`, { password });
    const { body: shown } = await admin.get(one);
    expect(shown.api_key).toEqual({ last_four: token.access_token.slice(-4), created_at: token.created_at, expires_at: null });
    expect(JSON.stringify(shown)).not.toContain(token.access_token);
    const { body: list } = await admin.get(`${path}employees/?search=${encodeURIComponent(body.email)}`);
    expect(list.employees).toEqual([shown]);
    await admin.delete(one);
    expect((await admin.get(one)).body.api_key).toBe(null);
  });
});

describe('a service manager', () => {
  it('[ACC-060] [ROLE-008] [ROLE-032] [EMP-052] is created by staff in the served company and can be impersonated', async () => {
    const add = (body: object) =>
      superUser.post(`${path}managers/`, { email: address('staff.test'), first_name: 'Sam', password, ...body });
    expect(await add({ role: 'service_admin' })).toMatchObject({ status: 400, body: { company_id: ['This field cannot be empty'] } });
    expect((await add({ role: 'service_admin', company_id: 999_999_999 })).status).toBe(404);
    expect(await add({ role: 'manager', company_id: company })).toMatchObject({
      status: 400,
      body: { company_id: ['Only service managers work in another company'] },
    });
    const { body } = await add({ role: 'service_admin', company_id: company });
    expect(body).toMatchObject({ role: 'service_admin', company_id: company, company_name: 'Acme' });
    const opened = await here.signIn(await here.addUser(staffCompany, 'super_user'));
    expect((await opened.post(`/api/internal/companies/${company}/login_as_service_manager/`)).status).toBe(200);
    expect((await opened.get('/api/internal/users/me/')).body.id).toBe(body.id);
    const other = { status: 400, body: { role: [expect.stringContaining('add a new account instead')] } };
    expect(await superUser.patch(`${path}managers/${body.id}/`, { role: 'manager' })).toMatchObject(other);
    const manager = await here.addUser(staffCompany, 'manager');
    expect(await superUser.patch(`${path}managers/${manager.id}/`, { role: 'service_admin' })).toMatchObject(other);
  });
});

describe('a staff account', () => {
  it('[ROLE-031] [EMP-053] cannot be taken over by a sales manager of the same rank', async () => {
    const sales = await here.signIn(await here.addUser(staffCompany, 'sales_manager'));
    const peer = await here.addUser(staffCompany, 'sales_manager');
    const one = `${path}managers/${peer.id}/`;
    expect((await sales.post(`/api/internal/users/${peer.id}/login_as/`)).status).toBe(403);
    const taking = [
      { password: 'Another-Horse-9' },
      { email: address('staff.test') },
      { has_second_factor: false },
      // A lower role would allow all of these fields.
      { role: 'manager' },
      { first_name: 'Mallory', password: 'Another-Horse-9' },
    ];
    const refused = { status: 403, body: { detail: 'Only a super user can do this' } };
    for (const change of taking) expect([change, await sales.patch(one, change)]).toMatchObject([change, refused]);
    expect((await here.visitor().post(`${path}login/`, { email: peer.email, password })).status).toBe(200);
    // Other changes are allowed, and all changes of account managers.
    expect(
      (await sales.patch(one, { first_name: 'Sally', phone: '+1 555 0100', email: peer.email, role: 'sales_manager' })).body,
    ).toMatchObject({ first_name: 'Sally', email: peer.email });
    expect((await sales.patch(one, { is_active: false })).status).toBe(200);
    expect((await sales.patch(one, { is_active: true })).status).toBe(200);
    const manager = await here.addUser(staffCompany, 'manager');
    expect((await sales.patch(`${path}managers/${manager.id}/`, { password: 'Another-Horse-9' })).status).toBe(200);
    // A sales manager cannot create another one with a known password.
    expect(await sales.patch(`${path}managers/${manager.id}/`, { role: 'sales_manager' })).toMatchObject(refused);
    expect(await sales.post(`${path}managers/`, { email: address('staff.test'), role: 'sales_manager', password })).toMatchObject(refused);
    expect((await sales.post(`${path}managers/`, { email: address('staff.test'), role: 'manager', password })).status).toBe(200);
    for (const change of taking.slice(0, 4)) expect([change, (await superUser.patch(one, change)).status]).toEqual([change, 200]);
  });
});

describe('a deleted account manager', () => {
  it('[COMP-016] [EMP-054] is not shown for its companies until restored', async () => {
    const manager = await here.addUser(staffCompany, 'manager');
    const id = await here.addCompany();
    await superUser.put(`${path}companies/${id}/`, { account_manager_id: manager.id });
    const shown = async () => (await superUser.get(`${path}companies/${id}/`)).body;
    expect(await shown()).toMatchObject({ account_manager_id: manager.id, account_manager: { id: manager.id } });
    await superUser.delete(`${path}managers/${manager.id}/`);
    expect(await shown()).toMatchObject({ account_manager_id: null, account_manager: null });
    expect((await superUser.put(`${path}companies/${id}/`, { crm_link: 'https://crm.test' })).status).toBe(200);
    await superUser.patch(`${path}managers/${manager.id}/`, { is_active: true });
    expect(await shown()).toMatchObject({ account_manager_id: manager.id });
  });
});
