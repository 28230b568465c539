import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();
const me = '/api/internal/users/me/';
const back = '/api/internal/users/return/';
const actAs = (id: number) => `/api/internal/users/${id}/login_as/`;

let staffCompany: number;
let companyId: number;
let superUser: TestUser;
let worker: TestUser;
beforeAll(async () => {
  staffCompany = await here.addCompany({ name: 'Staff' });
  companyId = await here.addCompany({ features: { has_api: true, has_messaging: true } });
  superUser = await here.addUser(staffCompany, 'super_user');
  worker = await here.addUser(companyId, 'worker');
});
const enter = () => here.signIn(superUser);
const whoIs = async (caller: Caller) => {
  const { status, body } = await caller.get(me);
  return status === 200 ? [body.id, body.impersonated_by] : status;
};

describe('impersonation', () => {
  it('[ROLE-031] [ROLE-033] gives staff the rights of the other user until they return', async () => {
    const caller = await enter();
    expect(await caller.post(actAs(worker.id))).toMatchObject({ status: 200, body: { next: '/' } });
    expect(await whoIs(caller)).toEqual([worker.id, superUser.id]);
    expect([(await caller.get('/api/v6/companies/')).status, (await caller.get('/api/v6/folders/')).status]).toEqual([403, 200]);
    expect(await caller.post(back)).toMatchObject({ status: 200, body: { next: '/' } });
    expect(await whoIs(caller)).toEqual([superUser.id, null]);
    expect((await caller.get('/api/v6/companies/')).status).toBe(200);
    expect((await caller.post(back)).status).toBe(409);
  });

  it('[ROLE-031] is allowed for staff; sales managers cannot become super users', async () => {
    const sales = await here.signIn(await here.addUser(staffCompany, 'sales_manager'));
    expect((await sales.post(actAs(superUser.id))).status).toBe(403);
    expect((await sales.post(actAs(worker.id))).status).toBe(200);
    for (const role of ['worker', 'admin', 'admin_without_search', 'hm', 'manager', 'service_admin'] as const) {
      const who = await here.signIn(await here.addUser(companyId, role));
      expect((await who.post(actAs(worker.id))).status).toBe(403);
      expect((await who.post(`/api/internal/companies/${companyId}/login_as_service_manager/`)).status).toBe(403);
    }
    expect((await here.visitor().post(actAs(worker.id))).status).toBe(401);
  });

  it('[ROLE-033] cannot be nested', async () => {
    const caller = await enter();
    const other = await here.addUser(staffCompany, 'super_user');
    expect((await caller.post(actAs(other.id))).status).toBe(200);
    expect(await caller.post(actAs(worker.id))).toMatchObject({ status: 403, body: { detail: 'Return to your own account first' } });
    expect(await whoIs(caller)).toEqual([other.id, superUser.id]);
    await caller.post(back);
    const answers = await Promise.all([worker, other, worker, other].map(({ id }) => caller.post(actAs(id))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('[ROLE-032] opens the service manager of a company, if there is one', async () => {
    const id = await here.addCompany({ name: 'Served' });
    const path = `/api/internal/companies/${id}/login_as_service_manager/`;
    const caller = await enter();
    expect(await caller.post(path)).toMatchObject({ status: 409, body: { detail: 'This company has no service manager' } });
    const manager = await here.addUser(id, 'service_admin');
    expect((await caller.post(path)).status).toBe(200);
    expect(await whoIs(caller)).toEqual([manager.id, superUser.id]);
    await caller.post(back);
    expect((await caller.post('/api/internal/companies/987654321/login_as_service_manager/')).status).toBe(404);
  });

  it('rejects oneself, unknown users and inactive users', async () => {
    const caller = await enter();
    const gone = await here.addUser(companyId, 'worker');
    await here.sql('update users set is_active = false where id = $1', [gone.id]);
    const statuses = await Promise.all([superUser.id, gone.id, 987_654_321].map(async (id) => (await caller.post(actAs(id))).status));
    expect(statuses).toEqual([409, 409, 404]);
    expect(await whoIs(caller)).toEqual([superUser.id, null]);
  });

  it('does not allow managing API tokens', async () => {
    const admin = await here.addUser(companyId, 'admin');
    await here.sql('update users set api_manager = true where id = $1', [admin.id]);
    const caller = await enter();
    await caller.post(actAs(admin.id));
    const refused = { status: 403, body: { detail: 'Return to your own account first' } };
    expect(await caller.post('/api/access_token/', { password })).toMatchObject(refused);
    expect(await caller.delete('/api/access_token/')).toMatchObject(refused);
    expect(await caller.post(`/api/v6/workers/${worker.id}/generate-api-token/`)).toMatchObject(refused);
  });

  it('ends with the session or the rights of the staff member, or if either account is deactivated', async () => {
    const states: [string, number][] = [
      ['update users set is_active = false where id = $1', superUser.id],
      [`update users set role = 'worker' where id = $1`, superUser.id],
      ['delete from sessions where user_id = $1', superUser.id],
      ['update users set is_active = false where id = $1', worker.id],
    ];
    for (const [change, id] of states) {
      const caller = await enter();
      await caller.post(actAs(worker.id));
      expect(await whoIs(caller)).toEqual([worker.id, superUser.id]);
      await here.sql(change, [id]);
      expect([change, await whoIs(caller)]).toEqual([change, 401]);
      await here.sql(`update users set is_active = true where id = any($1)`, [[superUser.id, worker.id]]);
      await here.sql(`update users set role = 'super_user' where id = $1`, [superUser.id]);
    }
    const caller = await enter();
    await caller.post(actAs(worker.id));
    await caller.post('/api/v6/logout/');
    expect(await whoIs(caller)).toBe(401);
    // The user's own sessions stay.
    const own = await here.signIn(worker);
    expect(await whoIs(own)).toEqual([worker.id, null]);
  });
});
