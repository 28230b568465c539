import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation, useSharedInstallation } from '../../../test/installation.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const path = '/api/v6/';

let company: number;
let owner: TestUser;
let admin: Caller;
let superUser: Caller;
let staffCompany: number;

beforeAll(async () => {
  staffCompany = await here.addCompany({ name: 'Staff' });
  superUser = await here.signIn(await here.addUser(staffCompany, 'super_user'));
  company = await here.addCompany({ name: 'Acme' });
  owner = await here.addUser(company, 'admin');
  admin = await here.signIn(owner);
});

let counter = 0;
const address = () => {
  counter += 1;
  return `new${counter}@acme.test`;
};
const seats = (id: number, count: number | null) =>
  here.sql('update companies set max_workers_with_search = $2 where id = $1', [id, count]);
const managerOf = async (id: number) => {
  const user = await here.addUser(staffCompany, 'manager');
  await here.sql('update companies set account_manager_id = $2 where id = $1', [id, user.id]);
  return here.signIn(user);
};
const waiting = () => here.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);

describe('an employee', () => {
  it('[EMP-033] is not found by a former role after a concurrent change', async () => {
    const worker = await here.addUser(company, 'worker');
    let changing: ReturnType<Caller['patch']> | undefined;
    await here.application.database.asSystem(async (tx) => {
      await sql`update users set role = 'hm' where id = ${worker.id}`.execute(tx);
      changing = admin.patch(`${path}workers/${worker.id}/`, { first_name: 'Changed' });
      await expect.poll(waiting).toHaveLength(1);
    });
    expect((await changing)?.status).toBe(404);
  });

  it('[EMP-019] [EMP-020] [EMP-021] [EMP-022] [EMP-023] [EMP-025] [EMP-026] [EMP-027] [EMP-028] [EMP-039] [EMP-040] [EMP-041] is created, read and changed', async () => {
    const { body: department } = await admin.post('/api/internal/departments/', { name: 'Hiring' });
    const { body: group } = await admin.post('/api/internal/user_groups/', { name: 'Europe' });
    const facts = {
      email: address(),
      first_name: 'Grace',
      last_name: 'Hopper',
      language: 'ru',
      phone: '+1 555 0100',
      additional_phone: '+1 555 0101',
      extension: '42',
      range_measure: 'mi',
      comment: 'Works in the mornings',
      api_manager: true,
      can_search: true,
    };
    const made = await admin.post(`${path}workers/`, {
      ...facts,
      password: 'Correct-Horse-8',
      department_id: department.id,
      group_id: group.id,
    });
    expect(made).toMatchObject({
      status: 200,
      body: { ...facts, company_id: company, role: 'worker', status: 'active', name: 'Grace Hopper', is_pending: false, department, group },
    });
    expect(JSON.stringify(made.body)).not.toContain('password');
    expect((await admin.get(`${path}workers/${made.body.id}/`)).body).toEqual(made.body);
    const signedIn = await here.visitor().post('/api/v6/login/', { email: facts.email, password: 'Correct-Horse-8' });
    expect(signedIn.body.user).toMatchObject({ role: 'worker', can_search: true, api_manager: true, settings: { range_measure: 'mi' } });
    const saved = await admin.patch(`${path}workers/${made.body.id}/`, { phone: '', department_id: null, language: null });
    expect(saved.body).toEqual({
      ...made.body,
      phone: '',
      department: null,
      language: null,
      last_seen_at: saved.body.last_seen_at,
      last_sign_in: { way: 'password', at: expect.any(String) },
    });
  });

  it('[EMP-029] [EMP-030] is named by its address until the invitation is accepted', async () => {
    const email = address();
    const { body } = await admin.post(`${path}workers/`, { email });
    expect(body).toMatchObject({ name: email, is_pending: true, can_search: false });
    expect((await admin.patch(`${path}workers/${body.id}/`, { last_name: 'Hopper' })).body).toMatchObject({
      name: 'Hopper',
      is_pending: true,
    });
  });

  it.each([
    ['workers', 'worker', '[EMP-040]'],
    ['admins', 'admin', '[EMP-044]'],
    ['hiring_managers', 'hm', '[EMP-048]'],
  ])('[EMP-020] [EMP-081] of /%s/ without a password gets an invitation: %s %s', async (folder, role) => {
    const email = address();
    const { status, body } = await admin.post(`${path}${folder}/`, { email, first_name: 'Grace', last_name: 'Hopper', language: 'ru' });
    expect([status, body.role, body.name, body.is_pending, body.invitation !== null]).toEqual([200, role, 'Grace Hopper', true, true]);
    const [mail] = await here.systemEmailsTo(email);
    expect(mail?.subject).toBe('Приглашение в компанию Acme — Headwater');
    const key = /accept-invite\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const again = await admin.post(`${path}invitations/`, { email, role });
    expect(again.body.email).toEqual(['This person is already invited. Resend the invitation instead']);
    const accepted = { first_name: 'Grace', last_name: 'Hopper', password: 'Correct-Horse-8', language: 'en' };
    expect((await here.visitor().put(`${path}invitations/${key}/accept/`, accepted)).status).toBe(200);
    expect((await here.visitor().post(`${path}login/`, { email, password: 'Correct-Horse-8' })).status).toBe(200);
    expect((await admin.get(`${path}${folder}/${body.id}/`)).body).toMatchObject({ is_pending: false, invitation: null });
    // With a password no email is sent.
    const other = address();
    expect((await admin.post(`${path}${folder}/`, { email: other, password })).body).toMatchObject({ invitation: null });
    expect(await here.systemEmailsTo(other)).toEqual([]);
  });

  it('[EMP-040] validates each field', async () => {
    const wrong = (body: object) => admin.post(`${path}workers/`, { email: address(), ...body });
    expect(await wrong({ email: 'nobody' })).toMatchObject({ status: 400, body: { email: ['Enter a valid email address'] } });
    expect(await wrong({ email: owner.email.toUpperCase() })).toMatchObject({
      status: 400,
      body: { email: ['This email is already in use'] },
    });
    expect(await wrong({ password: 'short' })).toMatchObject({
      status: 400,
      body: { password: [expect.stringContaining('12 characters'), expect.any(String)] },
    });
    const other = await here.addCompany();
    const foreign = await superUser.post('/api/internal/departments/', { name: 'Foreign', company_id: other });
    expect(await wrong({ department_id: foreign.body.id })).toMatchObject({ status: 400, body: { department_id: [expect.any(String)] } });
    const { body } = await wrong({});
    expect(await admin.patch(`${path}workers/${body.id}/`, { email: owner.email })).toMatchObject({
      status: 400,
      body: { email: ['This email is already in use'] },
    });
  });

  it.each([
    ['workers', 'worker', '[EMP-042]'],
    ['admins', 'admin', '[EMP-043] [EMP-044] [EMP-045] [EMP-046]'],
    ['hiring_managers', 'hm', '[EMP-047] [EMP-048] [EMP-049] [EMP-050]'],
  ])('[EMP-038] [EMP-037] [EMP-070] of /%s/ has this role only, and loses access when deleted: %s %s', async (folder, role) => {
    const email = address();
    const { body } = await admin.post(`${path}${folder}/`, { email, first_name: 'Ann', password });
    expect(body).toMatchObject({ role, status: 'active' });
    const one = `${path}${folder}/${body.id}/`;
    for (const other of ['workers', 'admins', 'hiring_managers', 'managers'].filter((each) => each !== folder))
      expect((await superUser.get(`${path}${other}/${body.id}/`)).status).toBe(404);
    expect((await admin.patch(one, { comment: 'On leave' })).body).toEqual({ ...body, comment: 'On leave' });
    const person = await here.signIn({ ...owner, email });
    expect((await person.get('/api/internal/users/me/')).status).toBe(200);
    expect((await admin.delete(one)).status).toBe(200);
    expect((await person.get('/api/internal/users/me/')).status).toBe(401);
    expect((await here.visitor().post('/api/v6/login/', { email, password })).status).toBe(403);
    expect((await admin.get(one)).body).toMatchObject({ status: 'deleted', is_active: false });
    expect((await admin.patch(one, { is_active: true })).body).toMatchObject({ status: 'active', is_active: true });
    expect((await here.visitor().post('/api/v6/login/', { email, password })).status).toBe(200);
  });

  it('[EMP-033] loses access when deactivated and after a password change', async () => {
    const user = await here.addUser(company, 'worker');
    const one = `${path}workers/${user.id}/`;
    const before = await here.signIn(user);
    expect((await admin.patch(one, { is_active: false })).body).toMatchObject({ status: 'not_active' });
    expect((await before.get('/api/internal/users/me/')).status).toBe(401);
    await admin.patch(one, { is_active: true });
    const again = await here.signIn(user);
    await admin.patch(one, { password: 'Another-Horse-9' });
    expect((await again.get('/api/internal/users/me/')).status).toBe(401);
  });

  it('[ACC-062] cannot set the own password here, neither can impersonating staff', async () => {
    const id = await here.addCompany();
    const user = await here.addUser(id, 'admin');
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    await staff.post(`/api/internal/users/${user.id}/login_as/`);
    const change = { password: 'Battery-Staple-9', phone: '1' };
    const one = `${path}admins/${user.id}/`;
    expect(await (await here.signIn(user)).patch(one, change)).toMatchObject({
      status: 400,
      body: { password: ['Change your own password in your account settings'] },
    });
    expect((await staff.patch(one, change)).body).toMatchObject({ code: 'not_while_acting' });
    expect((await here.visitor().post('/api/v6/login/', { email: user.email, password })).status).toBe(200);
  });

  it('[ACC-062] cannot change the own address here, neither can impersonating staff', async () => {
    const id = await here.addCompany();
    const user = await here.addUser(id, 'admin');
    const one = `${path}admins/${user.id}/`;
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    await staff.post(`/api/internal/users/${user.id}/login_as/`);
    const own = await here.signIn(user);
    const change = { email: `else.${user.email}`, phone: '1' };
    expect(await own.patch(one, change)).toMatchObject({
      status: 400,
      body: { email: ['Change your own address in your account settings'] },
    });
    expect((await staff.patch(one, change)).body).toMatchObject({ code: 'not_while_acting' });
    // Forms send the unchanged address.
    for (const caller of [own, staff]) expect((await caller.patch(one, { email: user.email.toUpperCase(), phone: '2' })).status).toBe(200);
    const colleague = await here.signIn(await here.addUser(id, 'admin'));
    expect((await colleague.patch(one, { email: `else.${user.email}` })).status).toBe(200);
  });

  it('[EMP-037] cannot be removed if it is the own account or the last administrator', async () => {
    const own = { status: 409, body: { detail: 'You cannot do this to your own account. Ask another administrator' } };
    const one = `${path}admins/${owner.id}/`;
    expect(await admin.delete(one)).toMatchObject(own);
    expect(await admin.patch(one, { is_active: false })).toMatchObject(own);
    expect(await admin.patch(`${one}switch/`)).toMatchObject(own);
    expect(await admin.patch(one, { phone: '1' })).toMatchObject({ status: 200 });
    const last = await here.addUser(await here.addCompany(), 'admin');
    const refused = { status: 409, body: { detail: expect.stringContaining('at least one active administrator') } };
    expect(await superUser.delete(`${path}admins/${last.id}/`)).toMatchObject(refused);
    expect(await superUser.patch(`${path}admins/${last.id}/`, { is_active: false })).toMatchObject(refused);
    expect(await superUser.patch(`${path}admins/${last.id}/switch/`)).toMatchObject(refused);
    expect(await superUser.post(`${path}admins/${last.id}/move/`, { company_id: company })).toMatchObject(refused);
  });

  it('[EMP-037] survives when two administrators delete each other concurrently', async () => {
    const id = await here.addCompany();
    const [one, two] = [await here.addUser(id, 'admin'), await here.addUser(id, 'admin')];
    const [first, second] = [await here.signIn(one), await here.signIn(two)];
    await Promise.all([first.delete(`${path}admins/${two.id}/`), second.delete(`${path}admins/${one.id}/`)]);
    expect(await here.sql('select id from users where company_id = $1 and is_active', [id])).toHaveLength(1);
  });
});

describe('search permission of workers', () => {
  it('[EMP-069] [ROLE-018] takes one seat per worker, also for concurrent requests', async () => {
    const id = await here.addCompany();
    await seats(id, 3);
    const caller = await here.signIn(await here.addUser(id, 'admin'));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => caller.post(`${path}workers/`, { email: address(), can_search: true })),
    );
    const refused = answers.filter(({ status }) => status === 400);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(refused).toHaveLength(17);
    expect(refused[0]?.body).toEqual({ can_search: ['The limit of employees with search is reached'] });
  });

  it('[EMP-034] [ROLE-018] takes seats of active workers only', async () => {
    const id = await here.addCompany();
    await seats(id, 1);
    const searching = await here.addUser(id, 'worker');
    const add = () => superUser.post(`${path}workers/`, { company_id: id, email: address(), can_search: true });
    expect((await add()).status).toBe(400);
    expect((await superUser.post(`${path}admins/`, { company_id: id, email: address() })).body).toMatchObject({
      role: 'admin',
      can_search: true,
    });
    await superUser.delete(`${path}workers/${searching.id}/`);
    const taken = await add();
    expect(taken.status).toBe(200);
    // Reactivation needs a seat as well.
    expect(await superUser.patch(`${path}workers/${searching.id}/`, { is_active: true })).toMatchObject({
      status: 400,
      body: { can_search: ['The limit of employees with search is reached'] },
    });
    expect((await superUser.patch(`${path}workers/${searching.id}/`, { is_active: true, can_search: false })).status).toBe(200);
    expect((await superUser.patch(`${path}workers/${taken.body.id}/`, { phone: '1' })).status).toBe(200);
  });

  it('[ROLE-019] [ROLE-008] [ROLE-016] is changed by account managers only, who change nothing else', async () => {
    const user = await here.addUser(company, 'worker', { canSearch: false });
    const one = `${path}workers/${user.id}/`;
    expect(await admin.patch(one, { can_search: true })).toMatchObject({
      status: 400,
      body: { can_search: ['Only an account manager can change the search setting'] },
    });
    expect((await admin.patch(one, { can_search: false, phone: '2' })).status).toBe(200);
    const manager = await managerOf(company);
    expect((await manager.patch(one, { can_search: true })).body).toMatchObject({ can_search: true });
    expect(await manager.patch(one, { phone: '3' })).toMatchObject({ status: 403 });
    expect(await manager.patch(one, { password: 'Another-Horse-9' })).toMatchObject({ status: 403 });
    expect((await manager.post(`${path}workers/`, { company_id: company, email: address() })).status).toBe(403);
    const sales = await here.signIn(await here.addUser(staffCompany, 'sales_manager'));
    expect((await sales.patch(one, { can_search: false })).body).toMatchObject({ can_search: false });
    const stranger = await here.addUser(await here.addCompany(), 'worker');
    expect((await manager.patch(`${path}workers/${stranger.id}/`, { can_search: false })).status).toBe(404);
    expect((await manager.get(`${path}employees/?company_id=${staffCompany}`)).status).toBe(404);
  });

  it('[EMP-035] [EMP-057] [EMP-058] [ROLE-024] stays when a worker becomes an administrator and back', async () => {
    const user = await here.addUser(company, 'worker', { canSearch: false });
    const caller = await here.signIn(user);
    expect((await admin.patch(`${path}workers/${user.id}/switch/`)).body).toMatchObject({
      role: 'admin_without_search',
      can_search: false,
    });
    expect((await caller.get('/api/internal/users/me/')).status).toBe(401);
    expect((await admin.patch(`${path}workers/${user.id}/switch/`)).status).toBe(404);
    expect((await admin.patch(`${path}admins/${user.id}/switch/`)).body).toMatchObject({ role: 'worker', can_search: false });
    const searching = await here.addUser(company, 'worker');
    expect((await admin.patch(`${path}workers/${searching.id}/switch/`)).body).toMatchObject({ role: 'admin', can_search: true });
  });

  it('[ROLE-019] [EMP-058] cannot be changed by administrators through another role', async () => {
    const { id } = await here.addUser(company, 'worker', { canSearch: false });
    await admin.patch(`${path}workers/${id}/switch/`);
    expect((await admin.patch(`${path}admins/${id}/`, { role: 'admin' })).body).toMatchObject({ role: 'admin', can_search: true });
    expect((await admin.patch(`${path}admins/${id}/switch/`)).body).toMatchObject({ role: 'worker', can_search: false });
    // An account manager may change it this way.
    await admin.patch(`${path}workers/${id}/switch/`);
    await admin.patch(`${path}admins/${id}/`, { role: 'admin' });
    expect((await superUser.patch(`${path}admins/${id}/switch/`)).body).toMatchObject({ role: 'worker', can_search: true });
    // A worker with search gets it back.
    await admin.patch(`${path}workers/${id}/switch/`);
    await admin.patch(`${path}admins/${id}/`, { role: 'admin_without_search' });
    expect((await admin.patch(`${path}admins/${id}/switch/`)).body).toMatchObject({ role: 'worker', can_search: true });
  });
});

describe('without a mail server', () => {
  const bare = useSharedInstallation();

  it('[EMP-020] [EMP-040] a password is required for new employees', async () => {
    const id = await bare.addCompany();
    const caller = await bare.signIn(await bare.addUser(id, 'admin'));
    for (const folder of ['workers', 'admins', 'hiring_managers'])
      expect(await caller.post(`${path}${folder}/`, { email: 'someone@acme.test' })).toMatchObject({
        status: 400,
        body: { password: ['Set a password: email is not set up here, so nobody can be invited'] },
      });
    expect(await bare.sql(`select from users where email = 'someone@acme.test'`)).toEqual([]);
    expect((await caller.post(`${path}workers/`, { email: 'someone@acme.test', password })).status).toBe(200);
  });
});
