import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { createToken, scimClient } from '../../../test/scim-fixtures.ts';
import { providersHere, settingsPath, signInThrough, useIdentityProvider } from '../../../test/sso-fixtures.ts';

const here = useInstallation({ ...providersHere, HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const provider = useIdentityProvider();
const me = '/api/internal/users/me/';
const companies = '/api/v6/companies/';

let acme: number;
let holder: TestUser;
let holding: Caller;
let colleague: TestUser;
let admin: Caller;

async function addHolder(companyId: number, email?: string): Promise<TestUser> {
  const user = await here.addUser(companyId, 'admin', email === undefined ? {} : { email });
  await here.sql('update users set holds_staff_rights = true where id = $1', [user.id]);
  return user;
}
const rightsOf = async ({ id }: TestUser) =>
  (await here.sql<{ holds_staff_rights: boolean }>('select holds_staff_rights from users where id = $1', [id]))[0]?.holds_staff_rights;

beforeAll(async () => {
  acme = await here.addCompany({ features: { has_api: true } });
  holder = await addHolder(acme, 'holder@acme.test');
  holding = await here.signIn(holder);
  colleague = await here.addUser(acme, 'admin');
  admin = await here.signIn(colleague);
});

describe('an administrator with staff rights', () => {
  it.each<[string, (who: Caller, id: number) => ReturnType<Caller['get']>]>([
    ['sets a password', (who, id) => who.patch(`/api/v6/admins/${id}/`, { password: 'Correct-Horse-8' })],
    ['changes the address', (who, id) => who.patch(`/api/v6/admins/${id}/`, { email: 'mine@acme.test' })],
    ['turns the second factor off', (who, id) => who.patch(`/api/v6/admins/${id}/`, { has_second_factor: false })],
    ['changes the role', (who, id) => who.patch(`/api/v6/admins/${id}/`, { role: 'admin_without_search' })],
    ['makes a recruiter of them', (who, id) => who.patch(`/api/v6/admins/${id}/switch/`)],
    ['deactivates them', (who, id) => who.patch(`/api/v6/admins/${id}/`, { is_active: false })],
    ['deletes them', (who, id) => who.delete(`/api/v6/admins/${id}/`)],
    ['takes the rights', (who, id) => who.patch(`/api/v6/admins/${id}/`, { holds_staff_rights: false })],
    ['makes an API token for them', (who, id) => who.post(`/api/v6/admins/${id}/generate-api-token/`, { password })],
  ])('[ROLE-031] is protected from a colleague or sales manager who %s', async (_what, attack) => {
    const seller = await here.signIn(await here.addUser(acme, 'sales_manager'));
    for (const who of [admin, seller]) expect((await attack(who, holder.id)).status).toBe(403);
    expect((await holding.get(me)).body).toMatchObject({ id: holder.id, holds_staff_rights: true });
    expect((await seller.post(`/api/internal/users/${holder.id}/login_as/`)).status).toBe(403);
  });

  it('is appointed by super users only', async () => {
    for (const id of [colleague.id, holder.id])
      expect((await admin.patch(`/api/v6/admins/${id}/`, { holds_staff_rights: true })).status).toBeGreaterThanOrEqual(403);
    const added = { email: 'new@acme.test', password: 'Correct-Horse-8', holds_staff_rights: true };
    await admin.post('/api/v6/admins/', added);
    expect(await here.sql(`select email from users where company_id = $1 and holds_staff_rights`, [acme])).toEqual([
      { email: holder.email },
    ]);
  });

  it('appoints active administrators of the own company only', async () => {
    const elsewhere = await here.addUser(await here.addCompany(), 'admin');
    const give = ({ id }: TestUser) => holding.patch(`/api/v6/admins/${id}/`, { holds_staff_rights: true });
    expect(await give(elsewhere)).toMatchObject({
      status: 400,
      body: { holds_staff_rights: ['Only for administrators of your own company'] },
    });
    const worker = await here.addUser(acme, 'worker');
    await holding.patch(`/api/v6/workers/${worker.id}/`, { holds_staff_rights: true });
    expect(await rightsOf(worker)).toBe(false);
    const inactive = await here.addUser(acme, 'admin');
    await holding.patch(`/api/v6/admins/${inactive.id}/`, { is_active: false });
    expect((await give(inactive)).status).toBe(400);
    expect(await rightsOf(elsewhere)).toBe(false);
  });

  it('loses earlier sessions and tokens when appointed', async () => {
    const next = await here.addUser(acme, 'admin');
    const before = await here.signIn(next);
    await here.sql('update users set api_manager = true where id = $1', [holder.id]);
    expect((await holding.post(`/api/v6/admins/${next.id}/generate-api-token/`, { password })).status).toBe(200);
    const tokens = () => here.sql('select from api_tokens where user_id = $1', [next.id]);
    expect((await holding.patch(`/api/v6/admins/${next.id}/`, { holds_staff_rights: true })).status).toBe(200);
    expect((await before.get(me)).status).toBe(401);
    expect(await tokens()).toEqual([]);
  });

  it('cannot be appointed with an API token or during impersonation', async () => {
    await here.sql('update users set api_manager = true where id = $1', [holder.id]);
    const { body } = await holding.post('/api/access_token/', { password });
    const program = here.program(body.access_token);
    const path = `/api/v6/admins/${colleague.id}/`;
    expect(await program.patch(path, { holds_staff_rights: true })).toMatchObject({ status: 403, body: { code: 'not_with_token' } });
    const superUser = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect((await superUser.post(`/api/internal/users/${holder.id}/login_as/`)).status).toBe(200);
    expect(await superUser.patch(path, { holds_staff_rights: true })).toMatchObject({ status: 403, body: { code: 'not_while_acting' } });
  });

  it.each<[string, (id: number, to: number) => Promise<unknown>]>([
    ['becomes a recruiter', (id) => holding.patch(`/api/v6/admins/${id}/switch/`)],
    ['is deactivated', (id) => holding.patch(`/api/v6/admins/${id}/`, { is_active: false })],
    ['is deleted', (id) => holding.delete(`/api/v6/admins/${id}/`)],
    ['moves to another company', (id, to) => holding.post(`/api/v6/admins/${id}/move/`, { company_id: to })],
  ])('loses the rights after the user %s', async (_what, end) => {
    const user = await addHolder(acme);
    await end(user.id, await here.addCompany());
    expect(await here.sql('select id from users where email = $1 and holds_staff_rights', [user.email])).toEqual([]);
  });

  it('has no staff rights in SSO sessions', async () => {
    const settings = provider.settings({ company_id: acme, domains: 'acme.test' });
    expect((await holding.post(settingsPath, settings)).status).toBe(200);
    const through = here.visitor();
    expect(await signInThrough(through, { email: holder.email })).toMatchObject({ status: 303 });
    expect((await through.get(me)).body).toMatchObject({ id: holder.id, role: 'admin', holds_staff_rights: false });
    expect((await through.get(companies)).status).toBe(403);
    expect((await through.post(`/api/internal/users/${colleague.id}/login_as/`)).status).toBe(403);
    const hash = '(select token_hash from sessions where user_id = $1 and way = $2 order by id desc limit 1)';
    await here.sql(`update sessions set acting_user_id = $3 where token_hash = ${hash}`, [holder.id, 'sso', colleague.id]);
    expect((await through.get(me)).status).toBe(401);
    expect((await holding.get(companies)).status).toBe(200);
  });

  it('keeps the address against SCIM changes', async () => {
    const { body } = await createToken(admin);
    const client = scimClient(here, body.access_token);
    const renamed = [{ op: 'replace', path: 'userName', value: 'taken-over@acme.test' }];
    expect((await client.patch(`/Users/${holder.id}`, renamed)).status).toBe(400);
    expect((await here.sql('select email from users where id = $1', [holder.id]))[0]).toEqual({ email: holder.email });
  });
});
