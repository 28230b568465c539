import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useSharedInstallation } from '../../../test/installation.ts';
import { mailboxesWithWork } from '../messaging/delivery/store/queue.ts';
import { addMailbox } from '../../../test/mailbox-fixtures.ts';
import { addMessage } from '../../../test/message-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useSharedInstallation();
const path = '/api/v6/';

let superUser: Caller;
beforeAll(async () => {
  superUser = await here.signIn(await here.addUser(await here.addCompany({ name: 'Staff' }), 'super_user'));
});

async function companies() {
  const [from, to] = [await here.addCompany({ name: 'From' }), await here.addCompany({ name: 'To' })];
  const admin = await here.signIn(await here.addUser(from, 'admin'));
  return { from, to, admin };
}
const folderOf = ({ role }: TestUser) => (role === 'worker' ? 'workers' : 'admins');
const move = (caller: Caller, user: TestUser, company: number) =>
  caller.post(`${path}${folderOf(user)}/${user.id}/move/`, { company_id: company });

/** A mailbox with a planned message. */
async function addWaitingMessage(user: TestUser) {
  const [profile = 0] = await addProfiles(here, 1);
  await addMessage(here, {
    company: user.companyId,
    user: user.id,
    profile,
    mailing: { type: 'single', request_key: user.email },
    message: { mailbox_id: await addMailbox(here, user), send_at: new Date(Date.now() + 24 * 3_600_000) },
  });
}

describe('moving an employee', () => {
  it('[EMP-036] [EMP-059] [ROLE-034] creates an account there and leaves all data here', async () => {
    const { from, to, admin } = await companies();
    const user = await here.addUser(from, 'worker');
    const before = await here.signIn(user);
    const vacancy = await fillVacancy(here, before, { profiles: 1 });
    await before.post('/api/v6/mailing_templates/', { name: 'Own', access_type: 'private' });
    await before.post('/api/savedqueries/', { name: 'Own', query: '["skill:Python"]' });
    await before.post(`/api/v6/profiles/${vacancy.profiles[0]}/comments/`, { text: 'Call again', candidate_id: vacancy.candidates[0] });
    await addWaitingMessage(user);

    const moved = await move(superUser, user, to);
    expect(moved).toMatchObject({
      status: 200,
      body: { company_id: to, email: user.email, role: 'worker', can_search: true, status: 'active' },
    });
    expect((await before.get('/api/internal/users/me/')).status).toBe(401);

    const after = await here.signIn(user);
    expect((await after.get('/api/internal/users/me/')).body).toMatchObject({ id: moved.body.id, company: { company_id: to } });
    expect((await after.get(`/api/v6/folders/${vacancy.id}/`)).status).toBe(404);
    expect((await after.get('/api/v6/folders/')).body).toMatchObject({ count: 0 });
    expect((await after.get('/api/v6/mailing_templates/')).body.templates).toEqual([]);
    expect((await after.get('/api/savedqueries/')).body.count).toBe(0);
    expect((await after.get('/api/v6/messaging/mailbox/')).body).toEqual({ mailbox: null });

    // Data and author names stay in this company.
    const { body } = await admin.get(`/api/v6/profiles/${vacancy.profiles[0]}/comments/`);
    expect(JSON.stringify(body)).toContain('Call again');
    expect(JSON.stringify(body)).toContain('Ada');
    expect((await admin.get(`/api/v6/folders/${vacancy.id}/`)).status).toBe(200);
    expect(await here.sql('select state, secret from mailboxes where user_id = $1', [user.id])).toEqual([
      { state: 'disconnected', secret: '' },
    ]);
    expect(await here.sql(`select 1 from messages where created_by = $1 and state in ('planned', 'claimed')`, [user.id])).toEqual([]);
    // Administrators no longer see the account; staff see the new one.
    expect((await admin.get(`${path}workers/${user.id}/`)).status).toBe(404);
    const listed = await admin.get(`${path}employees/?statuses=active,deleted,not_active`);
    expect(listed.body.employees.map(({ email }: { email: string }) => email)).not.toContain(user.email);
    expect((await superUser.get(`${path}workers/${user.id}/`)).body).toMatchObject({ id: moved.body.id, company_id: to });
  });

  it('[EMP-036] reactivates the former account on return', async () => {
    const { from, to } = await companies();
    const user = await here.addUser(from, 'worker');
    const vacancy = await fillVacancy(here, await here.signIn(user), { profiles: 0, body: { access_type: 'private' } });
    const there = (await move(superUser, user, to)).body;
    const back = (await move(superUser, { ...user, id: there.id }, from)).body;
    expect(back).toMatchObject({ id: user.id, company_id: from, status: 'active' });
    expect((await (await here.signIn(user)).get(`/api/v6/folders/${vacancy.id}/`)).status).toBe(200);
    expect((await move(superUser, user, to)).body).toMatchObject({ id: there.id, company_id: to });
  });

  it('[EMP-060] [ROLE-025] [ROLE-026] is limited to linked companies for administrators', async () => {
    const { from, to, admin } = await companies();
    const user = await here.addUser(from, 'admin');
    const refused = { status: 403, body: { detail: expect.stringContaining('may not move employees') } };
    // Links of other companies do not count.
    await superUser.put(`${path}companies/${await here.addCompany()}/linked_companies/`, { company_ids: [to] });
    expect(await move(admin, user, to)).toMatchObject(refused);
    expect((await admin.get(`${path}employees/move_targets/`)).body).toEqual({ companies: [] });
    expect((await admin.put(`${path}companies/${from}/linked_companies/`, { company_ids: [to] })).status).toBe(403);
    expect((await superUser.put(`${path}companies/${from}/linked_companies/`, { company_ids: [to, from, 999_999] })).body).toEqual({
      companies: [{ id: to, name: 'To' }],
    });
    expect((await admin.get(`${path}employees/move_targets/?search=t`)).body).toEqual({ companies: [{ id: to, name: 'To' }] });
    const stranger = await here.addUser(to, 'worker');
    expect((await move(admin, stranger, to)).status).toBe(404);
    expect(await move(admin, user, to)).toMatchObject({ status: 200, body: { company_id: to } });
    const worker = await here.addUser(from, 'worker');
    expect(await move(admin, worker, 999_999)).toMatchObject(refused);
  });

  it('[EMP-060] [ROLE-024] [ROLE-026] does not keep the administrator role, unless staff move the user', async () => {
    const { from, to, admin } = await companies();
    await superUser.put(`${path}companies/${from}/linked_companies/`, { company_ids: [to] });
    await superUser.put(`${path}companies/${to}/linked_companies/`, { company_ids: [from] });
    const user = await here.addUser(from, 'admin');
    const moved = await move(admin, user, to);
    expect(moved).toMatchObject({ status: 200, body: { company_id: to, role: 'worker', can_search: true } });
    const recruiter = await here.signIn(user);
    expect((await recruiter.get('/api/internal/users/me/')).body).toMatchObject({ id: moved.body.id, role: 'worker' });
    expect((await recruiter.patch(`${path}company/`, { name: 'Taken' })).status).toBe(403);

    // Roles of a former account are not restored either.
    const adminThere = await here.signIn(await here.addUser(to, 'admin'));
    expect((await adminThere.patch(`${path}workers/${moved.body.id}/switch/`)).body).toMatchObject({ role: 'admin' });
    expect((await move(adminThere, { ...user, id: moved.body.id }, from)).body).toMatchObject({ id: user.id, role: 'worker' });

    for (const role of ['admin', 'admin_without_search'] as const)
      expect((await move(superUser, await here.addUser(from, role), to)).body).toMatchObject({ company_id: to, role });
  });

  it("[EMP-060] [ROLE-006] hides the other company's notes on return", async () => {
    const { from, to, admin } = await companies();
    await superUser.put(`${path}companies/${from}/linked_companies/`, { company_ids: [to] });
    const user = await here.addUser(to, 'worker');
    const adminThere = await here.signIn(await here.addUser(to, 'admin'));
    const { body: part } = await adminThere.post('/api/internal/departments/', { name: 'Their department' });
    await adminThere.patch(`${path}workers/${user.id}/`, { comment: 'Seen by their administrators only', department_id: part.id });
    const moved = await move(superUser, user, from);
    const back = await move(admin, { ...user, id: moved.body.id }, to);
    expect(back).toMatchObject({ status: 200, body: { company_id: to } });
    expect(JSON.stringify(back.body)).not.toMatch(/Seen by their|Their department/);
    expect((await adminThere.get(`${path}workers/${user.id}/`)).body).toMatchObject({ comment: 'Seen by their administrators only' });
  });

  it('[EMP-036] [EMP-025] is rejected for users who have not accepted the invitation', async () => {
    const { from, to, admin } = await companies();
    await superUser.put(`${path}companies/${from}/linked_companies/`, { company_ids: [to] });
    const user = await here.addUser(from, 'worker');
    await here.sql('update users set is_activated = false where id = $1', [user.id]);
    const refused = { status: 409, body: { detail: 'Not moved: the invitation has not been accepted yet' } };
    for (const caller of [admin, superUser]) expect(await move(caller, user, to)).toMatchObject(refused);
  });

  it('[EMP-060] [ROLE-018] [ROLE-019] needs a seat only for users who searched as workers', async () => {
    const { from, to, admin } = await companies();
    await superUser.put(`${path}companies/${from}/linked_companies/`, { company_ids: [to] });
    await here.sql('update companies set max_workers_with_search = 0 where id = $1', [to]);
    const user = await here.addUser(from, 'admin');
    expect(await move(admin, user, to)).toMatchObject({
      status: 400,
      body: { can_search: ['The limit of employees with search is reached'] },
    });
    expect((await admin.get(`${path}admins/${user.id}/`)).body).toMatchObject({ company_id: from, role: 'admin' });
    await here.sql('update users set search_as_worker = false where id = $1', [user.id]);
    expect((await move(admin, user, to)).body).toMatchObject({ company_id: to, role: 'worker', can_search: false });
  });

  it('[EMP-061] returns errors at their fields', async () => {
    const { from, to } = await companies();
    const user = await here.addUser(from, 'worker');
    expect(await move(superUser, user, 999_999)).toMatchObject({ status: 400, body: { company_id: ['Company not found'] } });
    expect(await move(superUser, user, from)).toMatchObject({
      status: 400,
      body: { company_id: ['The employee already works in this company'] },
    });
    await here.sql('update companies set max_workers_with_search = 0 where id = $1', [to]);
    expect(await move(superUser, user, to)).toMatchObject({
      status: 400,
      body: { can_search: ['The limit of employees with search is reached'] },
    });
    await superUser.patch(`${path}workers/${user.id}/`, { is_active: false });
    expect((await move(superUser, user, to)).status).toBe(409);
  });

  it('[EMP-036] avoids deadlocks for concurrent moves in both directions', async () => {
    const { from, to } = await companies();
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, number) => {
        const [here_, there] = number % 2 === 0 ? [from, to] : [to, from];
        return { user: await here.addUser(here_, 'worker'), there };
      }),
    );
    const answers = await Promise.all(people.map(({ user, there }) => move(superUser, user, there)));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  });
});

/** True if a message from the user's mailbox becomes due within two days. */
const due = (user: TestUser) =>
  here.application.database.asSystem(async (tx) => {
    const later = new Date(Date.now() + 2 * 24 * 3600 * 1000);
    const [mailbox] = await here.sql<{ id: string }>('select id from mailboxes where user_id = $1', [user.id]);
    return (await mailboxesWithWork(tx, later)).some(({ id }) => id === Number(mailbox?.id));
  });

describe('a user without access', () => {
  it('[EMP-033] [EMP-070] sends nothing until reactivated, and never after deletion', async () => {
    const { from, admin } = await companies();
    const user = await here.addUser(from, 'worker');
    await addWaitingMessage(user);
    expect(await due(user)).toBe(true);
    await admin.patch(`${path}workers/${user.id}/`, { is_active: false });
    expect(await due(user)).toBe(false);
    await admin.patch(`${path}workers/${user.id}/`, { is_active: true });
    expect(await due(user)).toBe(true);
    await admin.delete(`${path}workers/${user.id}/`);
    await admin.patch(`${path}workers/${user.id}/`, { is_active: true });
    expect(await due(user)).toBe(false);
  });

  it.each(['delete', 'move'] as const)('[EMP-070] [EMP-036] loses the API token: %s', async (how) => {
    const [from, to] = [await here.addCompany({ features: { has_api: true } }), await here.addCompany({ features: { has_api: true } })];
    const user = await here.addUser(from, 'worker');
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    const token: string = (await (await here.signIn(user)).post('/api/access_token/', { password })).body.access_token;
    const me = () => here.app.inject({ url: '/api/internal/users/me/', headers: { authorization: `Token ${token}` } });
    expect((await me()).statusCode).toBe(200);
    if (how === 'move') await move(superUser, user, to);
    else {
      await superUser.delete(`${path}workers/${user.id}/`);
      await superUser.patch(`${path}workers/${user.id}/`, { is_active: true });
    }
    expect((await me()).statusCode).toBe(401);
  });
});
