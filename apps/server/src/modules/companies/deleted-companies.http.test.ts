import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, useInstallation } from '../../../test/installation.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const path = '/api/v6/companies/';

let staff: Caller;
let staffCompany: number;
beforeAll(async () => {
  staffCompany = await here.addCompany({ name: 'Staff' });
  staff = await here.signIn(await here.addUser(staffCompany, 'super_user'));
});

const create = async (more: object = {}): Promise<number> =>
  (await staff.post(`${path}new/`, { company_name: 'Acme', ...more })).body.company_id;

describe('a company', () => {
  it('[COMP-057] [COMP-070] is disabled by deletion: its data is kept, and its users cannot sign in', async () => {
    const id = await create();
    const user = await here.addUser(id, 'admin');
    const caller = await here.signIn(user);
    expect((await staff.delete(`${path}${id}/`)).status).toBe(200);
    expect((await caller.get('/api/internal/users/me/')).status).toBe(401);
    const again = await here.visitor().post('/api/v6/login/', { email: user.email, password: 'Demo-Headwater-1' });
    expect(again.status).toBeGreaterThanOrEqual(400);
    expect((await staff.get(`${path}${id}/`)).status).toBe(404);
    expect(
      (await staff.get(`${path}?search=Acme&per_page=100`)).body.companies.map((one: { company_id: number }) => one.company_id),
    ).not.toContain(id);
    expect(await here.sql('select name, is_active from companies where id = $1', [id])).toEqual([{ name: 'Acme', is_active: false }]);
    expect((await staff.delete(`${path}${id}/`)).status).toBe(404);
    expect(await staff.delete(`${path}${staffCompany}/`)).toMatchObject({ status: 409 });
  });

  it('[COMP-070] [EMP-081] [EMP-082] [EMP-040] releases the addresses of its users for other companies', async () => {
    const id = await create();
    const [invited, added] = [await here.addUser(id, 'admin'), await here.addUser(id, 'worker')];
    const other = await create();
    const admin = await here.signIn(await here.addUser(other, 'admin'));
    const add = () => admin.post('/api/v6/workers/', { email: added.email, password: 'Correct-Horse-8' });
    // A pending address change of a deleted user does not block the address either.
    await here.sql(
      `insert into address_restores (token_hash, company_id, user_id, address, requested_at, expires_at)
       values (sha256('x'), $1, $2, $3, now(), now() + interval '1 day')`,
      [id, invited.id, added.email],
    );
    await here.sql(
      `insert into social_identities (company_id, user_id, backend, issuer, subject, email, linked_at)
       values ($1, $2, 'google', 'https://accounts.google.com', $3, $3, now())`,
      [id, added.id, added.email],
    );
    expect((await add()).status).toBe(400);
    expect((await staff.delete(`${path}${id}/`)).status).toBe(200);
    expect((await add()).body).toMatchObject({ company_id: other, email: added.email });
    expect((await here.visitor().post('/api/v6/login/', { email: added.email, password: 'Correct-Horse-8' })).status).toBe(200);
    expect(await here.sql('select id from social_identities where user_id = $1', [added.id])).toEqual([]);
    expect((await admin.post('/api/v6/invitations/', { email: invited.email, role: 'worker' })).status).toBe(200);
    const [mail] = await here.systemEmailsTo(invited.email);
    const key = /accept-invite\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect((await here.visitor().get(`/api/v6/invitations/${key}`)).body).toMatchObject({ address_taken: false });
    const person = { first_name: 'Grace', last_name: 'Hopper', password: 'Correct-Horse-9', language: 'en' };
    expect((await here.visitor().put(`/api/v6/invitations/${key}/accept/`, person)).status).toBe(200);
    // A restored company reclaims the addresses that no other account has.
    const free = await here.addUser(id, 'worker');
    await here.sql('update users set is_address_released = true where id = $1', [free.id]);
    expect((await staff.post(`${path}${id}/restore/`)).body).toEqual({ without_address: 2 });
    expect((await here.signIn(free)).get).toBeDefined();
    expect((await here.visitor().post('/api/v6/login/', { email: added.email, password })).status).not.toBe(200);
    const another = `${added.id}@again.test`;
    expect((await staff.patch(`/api/v6/workers/${added.id}/`, { email: another })).body).toMatchObject({ email: another });
    expect((await here.signIn({ ...added, email: another })).get).toBeDefined();
    // Its data is kept.
    expect(await here.sql('select email from users where company_id = $1 order by id', [id])).toEqual([
      { email: invited.email },
      { email: another },
      { email: free.email },
    ]);
  });

  it('[COMP-057] [COMP-070] [DEC-13] is listed as deleted, and restored unchanged', async () => {
    const [id, blocked] = [await create({ company_name: 'Umbrella' }), await create({ company_name: 'Umbrella two', is_active: false })];
    const user = await here.addUser(id, 'admin');
    const idsOf = async (query: string, who = staff) =>
      (await who.get(`${path}?search=Umbrella&${query}`)).body.companies.map((one: { company_id: number }) => one.company_id);
    for (const one of [id, blocked]) await staff.delete(`${path}${one}/`);
    expect([await idsOf(''), await idsOf('is_deleted=true')]).toEqual([[], [id, blocked]]);
    const { body } = await staff.get(`${path}?search=Umbrella&is_deleted=true`);
    expect(body.companies[0]).toMatchObject({ company_name: 'Umbrella', deleted_at: expect.any(String) });
    const manager = await here.signIn(await here.addUser(staffCompany, 'manager'));
    expect(await idsOf('is_deleted=true', manager)).toEqual([]);
    expect((await manager.post(`${path}${id}/restore/`)).status).toBe(403);
    for (const one of [id, blocked, id]) expect((await staff.post(`${path}${one}/restore/`)).body).toEqual({ without_address: 0 });
    expect([await idsOf(''), await idsOf('is_deleted=true')]).toEqual([[id, blocked], []]);
    expect(await here.sql('select is_active from companies where id = any($1) order by id', [[id, blocked]])).toEqual([
      { is_active: true },
      { is_active: false },
    ]);
    expect((await here.signIn(user)).get).toBeDefined();
    expect((await staff.post(`${path}987654321/restore/`)).status).toBe(404);
    const log = await staff.get(`/api/v6/audit/?company_id=${id}&kind=company_changed`);
    expect(log.body.entries.map(({ fields }: { fields: string[] }) => fields)).toEqual([
      ['deleted_at', 'is_active'],
      ['deleted_at', 'is_active'],
    ]);
  });
});
