import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';

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
const idsOf = (body: { employees: { id: number }[] }) => body.employees.map(({ id }) => id);

describe('lists', () => {
  it('[EMP-001] [EMP-012] [EMP-066] [EMP-067] [EMP-068] [EMP-031] filter by role, status and text, and paginate', async () => {
    const id = await here.addCompany();
    const [boss, quiet, worker, hm] = [
      await here.addUser(id, 'admin'),
      await here.addUser(id, 'admin_without_search'),
      await here.addUser(id, 'worker'),
      await here.addUser(id, 'hm'),
    ];
    const caller = await here.signIn(boss);
    const [off, gone] = [await here.addUser(id, 'hm'), await here.addUser(id, 'hm')];
    await caller.patch(`${path}hiring_managers/${off.id}/`, { is_active: false });
    await caller.delete(`${path}hiring_managers/${gone.id}/`);
    const list = async (query = '') => (await caller.get(`${path}employees/?${query}`)).body;
    expect(idsOf(await list()).toSorted()).toEqual([boss.id, quiet.id, worker.id].toSorted());
    expect(idsOf(await list('roles=hm')).toSorted()).toEqual([hm.id, off.id].toSorted());
    expect(idsOf(await list('roles=hm&statuses=active,deleted,not_active'))).toHaveLength(3);
    expect(idsOf(await list('roles=hm&statuses=deleted'))).toEqual([gone.id]);
    expect(idsOf(await list('roles=hm&statuses=not_active'))).toEqual([off.id]);
    expect(idsOf(await list('roles=admin')).toSorted()).toEqual([boss.id, quiet.id].toSorted());
    expect(idsOf(await list('roles=admin_without_search'))).toEqual([quiet.id]);
    expect(idsOf(await list(`search=${encodeURIComponent(worker.email)}`))).toEqual([worker.id]);
    expect(idsOf(await list('search=%25'))).toEqual([]);
    const pages = await Promise.all([1, 2, 3].map((page) => list(`per_page=1&page=${page}`)));
    expect(pages.flatMap(idsOf).toSorted()).toEqual([boss.id, quiet.id, worker.id].toSorted());
    expect(pages[0].pages).toEqual({ current: 1, total: 3 });
    expect(idsOf((await superUser.get(`${path}employees/?company_id=${id}`)).body)).toHaveLength(3);
    expect((await admin.get(`${path}employees/?company_id=${id}`)).status).toBe(404);
  });

  it('[EMP-009] [EMP-051] [EMP-052] [EMP-053] [EMP-054] of managers are for staff', async () => {
    const email = address();
    expect(await superUser.post(`${path}managers/`, { email, first_name: 'Ada', role: 'sales_manager' })).toMatchObject({
      status: 400,
      body: { password: ['Set a password: account managers and staff are not invited by email'] },
    });
    const made = await superUser.post(`${path}managers/`, { email, first_name: 'Ada', role: 'sales_manager', password });
    expect(made).toMatchObject({ status: 200, body: { role: 'sales_manager', company_id: staffCompany } });
    const one = `${path}managers/${made.body.id}/`;
    expect((await superUser.get(one)).body).toEqual(made.body);
    expect((await superUser.patch(one, { role: 'manager' })).body).toMatchObject({ role: 'manager' });
    expect(idsOf((await superUser.get(`${path}managers/?search=${email}`)).body)).toEqual([made.body.id]);
    expect((await admin.get(`${path}managers/`)).status).toBe(403);
    const sales = await here.signIn(await here.addUser(staffCompany, 'sales_manager'));
    const boss = await here.addUser(staffCompany, 'super_user');
    expect((await sales.post(`${path}managers/`, { email: address(), role: 'super_user' })).status).toBe(403);
    expect((await sales.patch(`${path}managers/${boss.id}/`, { password: 'Another-Horse-9' })).status).toBe(403);
    expect((await sales.delete(`${path}managers/${boss.id}/`)).status).toBe(403);
    expect((await sales.patch(one, { role: 'super_user' })).status).toBe(403);
    expect((await sales.delete(one)).status).toBe(200);
  });

  it('[EMP-032] [EMP-062] [EMP-063] [EMP-064] [EMP-065] of groups and departments return fifty of the company, sorted by name', async () => {
    for (const folder of ['user_groups', 'departments']) {
      const id = await here.addCompany();
      const caller = await here.signIn(await here.addUser(id, 'admin'));
      for (let number = 0; number < 52; number += 1)
        await caller.post(`/api/internal/${folder}/`, { name: `Part ${String(number).padStart(2, '0')}` });
      const { body } = await caller.get(`/api/internal/${folder}/`);
      expect(body.count).toBe(52);
      expect(body.results).toHaveLength(50);
      expect(body.results[0]).toEqual({ id: expect.any(Number), name: 'Part 00' });
      expect(
        (await caller.get(`/api/internal/${folder}/?limit=10&offset=50`)).body.results.map(({ name }: { name: string }) => name),
      ).toEqual(['Part 50', 'Part 51']);
      const found = await caller.get(`/api/internal/${folder}/?search=pART%205&limit=1`);
      expect(found.body).toEqual({ count: 2, results: [{ id: expect.any(Number), name: 'Part 50' }] });
      expect((await caller.get(`/api/internal/${folder}/?search=%25`)).body.count).toBe(0);
      expect((await caller.post(`/api/internal/${folder}/`, { name: '\u202Etrap' })).status).toBe(400);
      expect(await caller.post(`/api/internal/${folder}/`, { name: 'PART 00' })).toMatchObject({
        status: 400,
        body: { name: [expect.any(String)] },
      });
      expect((await admin.get(`/api/internal/${folder}/?company_id=${id}`)).status).toBe(404);
    }
  });

  it('[ROLE-005] [ROLE-020] [ROLE-029] refer users to an administrator', async () => {
    const ask = { status: 403, body: { detail: 'Only administrators can do this. Ask your administrator' } };
    const user = await here.addUser(company, 'worker');
    for (const role of ['worker', 'service_admin', 'hm'] as const) {
      const caller = await here.signIn(await here.addUser(company, role));
      expect(await caller.post(`${path}workers/`, { email: address() })).toMatchObject(ask);
      expect(await caller.patch(`${path}workers/${user.id}/switch/`)).toMatchObject(ask);
      expect(await caller.post(`${path}workers/${user.id}/move/`, { company_id: 1 })).toMatchObject(ask);
      expect((await caller.get(`${path}employees/`)).status).toBe(role === 'service_admin' ? 200 : 403);
    }
    const quiet = await here.signIn(await here.addUser(company, 'admin_without_search'));
    expect((await quiet.post(`${path}workers/`, { email: address() })).status).toBe(200);
  });
});
