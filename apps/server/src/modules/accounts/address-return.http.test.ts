import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dayMs } from '@headwater/domain/time/durations';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });

let counter = 0;
const newAddress = () => `taken${(counter += 1)}@new.test`;
const newPassword = 'Battery-Staple-9';
const over = { status: 404, body: { code: 'address_return_over' } };
const newUser = async (role: 'worker' | 'admin' = 'admin') => here.addUser(await here.addCompany({ features: { has_api: true } }), role);
const companyOf = async ({ id }: TestUser) =>
  (await here.sql<{ id: number }>('select company_id as id from users where id = $1', [id]))[0]?.id ?? 0;
const textsTo = async (email: string) => (await here.systemEmailsTo(email)).map(({ text }) => text);
const signInAs = async (email: string, typed: string) => (await here.visitor().post('/api/v6/login/', { email, password: typed })).status;
const tokenIn = async (email: string, path: string) => new RegExp(`${path}(\\S+)`).exec((await textsTo(email)).at(-1) ?? '')?.[1] ?? 'none';

/**
 * Changes the address as the holder of the password. Returns the restore link that the previous
 * address received.
 */
async function move(caller: Caller, from: string, typed = password) {
  const to = newAddress();
  expect((await caller.post('/api/v6/user/email/', { email: to, password: typed })).status).toBe(200);
  const link = await tokenIn(to, '/users/email/');
  expect((await caller.post(`/api/v6/change-email/${link}/`, {})).status).toBe(200);
  return { email: to, back: `/api/v6/address-back/${await tokenIn(from, '/users/address-back/')}/` };
}
async function robbed(role: 'worker' | 'admin' = 'admin') {
  const user = await newUser(role);
  const thief = await here.signIn(user);
  return { user, thief, ...(await move(thief, user.email)) };
}
const takeBack = (path: string, typed = newPassword) => here.visitor().post(path, { password: typed });

const addPasskey = (user: TestUser, companyId: number, name: string) =>
  here.sql(
    `insert into passkeys (company_id, user_id, credential_id, public_key, user_handle, name, created_at)
     values ($1, $2, $3, '', sha256('handle'), $4, $5)`,
    [companyId, user.id, `${name} ${user.id}`, name, here.clock.now()],
  );
const addIdentity = (user: TestUser, companyId: number, issuer: string) =>
  here.sql('insert into sso_identities (company_id, user_id, issuer, subject, linked_at) values ($1, $2, $3, $4, $5)', [
    companyId,
    user.id,
    issuer,
    `s${user.id}`,
    here.clock.now(),
  ]);

describe('restoring a previous address', () => {
  it('[ACC-062] restores it once by the emailed link with a new password, and removes all access of the attacker', async () => {
    const user = await newUser();
    const companyId = await companyOf(user);
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    await addPasskey(user, companyId, 'Owner');
    await addIdentity(user, companyId, 'https://before.test');
    here.clock.advance(8 * dayMs);
    const thief = await here.signIn(user);
    // Includes sign-in methods that the attacker added before the change.
    await addPasskey(user, companyId, 'Thief before');
    here.clock.advance(60_000);
    const { email, back } = await move(thief, user.email);
    await addPasskey(user, companyId, 'Thief');
    await addIdentity(user, companyId, 'https://after.test');
    const { access_token: token } = (await thief.post('/api/access_token/', { password })).body;
    // Opening the link changes nothing.
    for (let count = 0; count < 2; count += 1)
      expect(await here.visitor().get(back)).toMatchObject({ status: 200, body: { email: user.email, now: email } });
    expect((await thief.get('/api/internal/users/me/')).body.email).toBe(email);
    const [{ seen } = { seen: 0 }] = await here.sql<{ seen: number }>('select max(id) as seen from audit_entries');
    // An invalid password does not consume the link.
    expect((await takeBack(back, 'short')).status).toBe(400);
    expect(await takeBack(back)).toMatchObject({ status: 200, body: {} });
    expect((await thief.get('/api/internal/users/me/')).status).toBe(401);
    const called = await here
      .visitor()
      .send({ method: 'GET', url: '/api/internal/users/me/', headers: { authorization: `Token ${token}` } });
    expect(called.status).toBe(401);
    expect(await Promise.all([signInAs(user.email, password), signInAs(email, newPassword), signInAs(email, password)])).toEqual([
      400, 400, 400,
    ]);
    expect(await here.sql('select name from passkeys where user_id = $1', [user.id])).toEqual([{ name: 'Owner' }]);
    expect(await here.sql('select issuer from sso_identities where user_id = $1', [user.id])).toEqual([{ issuer: 'https://before.test' }]);
    const owner = here.visitor();
    expect((await owner.post('/api/v6/login/', { email: user.email, password: newPassword })).status).toBe(200);
    expect((await textsTo(user.email)).some((text) => text.includes('Everyone was signed out'))).toBe(true);
    expect((await textsTo(email)).at(-1)).toContain(`given back to ${user.email}`);
    for (const path of [back, '/api/v6/address-back/nothing/'])
      expect([await here.visitor().get(path), await takeBack(path)]).toMatchObject([over, over]);
    // No user: the link opens no session.
    const entries = await here.sql<{ kind: string; fields: string[] | null }>(
      `select kind, details->'fields' as fields from audit_entries where target_kind = 'user' and target_id = $1 and user_id is null and id > $2`,
      [user.id, seen],
    );
    expect(entries).toEqual(
      expect.arrayContaining([
        { kind: 'user_changed', fields: ['email'] },
        { kind: 'user_changed', fields: ['password_hash'] },
        expect.objectContaining({ kind: 'token_revoked' }),
      ]),
    );
  });

  it("[ACC-062] restores the owner's address after several changes, and never gives it to the attacker", async () => {
    const { user, thief, email, back } = await robbed();
    const further = await move(thief, email);
    // An address in between is restored to its holder, without affecting the owner.
    expect((await takeBack(further.back, 'Between-Horse-1')).status).toBe(200);
    expect(await signInAs(email, 'Between-Horse-1')).toBe(200);
    const again = here.visitor();
    await again.post('/api/v6/login/', { email, password: 'Between-Horse-1' });
    const last = await move(again, email, 'Between-Horse-1');
    expect((await takeBack(back)).status).toBe(200);
    expect(await signInAs(user.email, newPassword)).toBe(200);
    expect([await takeBack(last.back), await here.visitor().get(last.back)]).toMatchObject([over, over]);
    expect((await again.get('/api/internal/users/me/')).status).toBe(401);
  });

  it('[ACC-062] [EMP-041] rejects the link after a change by an administrator, after seven days, and for an inactive account', async () => {
    const { user, back } = await robbed('worker');
    const admin = await here.signIn(await here.addUser(await companyOf(user), 'admin'));
    const email = newAddress();
    expect((await admin.patch(`/api/v6/workers/${user.id}/`, { email })).status).toBe(200);
    expect([await here.visitor().get(back), await takeBack(back)]).toMatchObject([over, over]);
    // The notice for a change by an administrator has no link.
    const told = (await textsTo((await robbed()).email)).join('\n');
    expect(told).not.toContain('address-back');
    const off = await robbed();
    await here.sql('update users set is_active = false where id = $1', [off.user.id]);
    expect(await takeBack(off.back)).toMatchObject(over);
    const late = await robbed();
    here.clock.advance(7 * dayMs);
    expect([await here.visitor().get(late.back), await takeBack(late.back)]).toMatchObject([over, over]);
  });

  it('[ACC-062] is rejected while the company manages the account or another account has the address', async () => {
    const { user, back } = await robbed('worker');
    await here.sql(
      'insert into scim_users (user_id, company_id, managed_at, changed_at) values ($1, $2, now(), now()) on conflict (user_id) do update set managed_at = now()',
      [user.id, await companyOf(user)],
    );
    expect(await takeBack(back)).toMatchObject({ status: 409, body: { code: 'address_by_company' } });
    const other = await robbed();
    const holder = await here.addUser(await here.addCompany(), 'worker', { email: other.user.email });
    expect(await takeBack(other.back)).toMatchObject({ status: 409, body: { code: 'address_taken' } });
    // The rejected attempt has changed nothing.
    expect((await other.thief.get('/api/internal/users/me/')).body.email).toBe(other.email);
    await here.sql('update users set email = $2 where id = $1', [holder.id, newAddress()]);
    expect((await takeBack(other.back)).status).toBe(200);
    expect(await signInAs(other.user.email, newPassword)).toBe(200);
  });
});

describe('a reserved address', () => {
  it('[ACC-062] is not available to other users, by administrator, invitation or change', async () => {
    const { user, back } = await robbed();
    const companyId = await here.addCompany();
    const admin = await here.signIn(await here.addUser(companyId, 'admin'));
    const taken = { status: 400, body: { email: [expect.any(String)] } };
    expect(await admin.post('/api/v6/workers/', { email: user.email, first_name: 'Mallory' })).toMatchObject(taken);
    const colleague = await here.addUser(companyId, 'worker');
    expect(await admin.patch(`/api/v6/workers/${colleague.id}/`, { email: user.email.toUpperCase() })).toMatchObject(taken);
    expect((await admin.post('/api/v6/invitations/', { email: user.email, role: 'worker' })).status).toBe(200);
    const key = await tokenIn(user.email, '/accept-invite/');
    const person = { first_name: 'Mallory', last_name: 'Mills', password: newPassword, language: 'en' };
    expect(await here.visitor().put(`/api/v6/invitations/${key}/accept/`, person)).toMatchObject({
      body: { code: 'invitation_address_taken' },
    });
    const own = await here.signIn(colleague);
    expect((await own.post('/api/v6/user/email/', { email: user.email, password })).status).toBe(200);
    const link = await tokenIn(user.email, '/users/email/');
    expect(await own.post(`/api/v6/change-email/${link}/`, {})).toMatchObject({ status: 409, body: { code: 'address_taken' } });
    expect((await takeBack(back)).status).toBe(200);
    expect(await signInAs(user.email, newPassword)).toBe(200);
  });

  it.each([
    ['its link', async (email: string) => here.visitor().get(`/api/v6/activate/${await tokenIn(email, '/users/activate/')}/`)],
    [
      'a new password',
      async (email: string) => {
        await here.visitor().post('/api/v6/recover-password/', { email });
        return here.visitor().post(`/api/v6/reset-password/${await tokenIn(email, '/users/reset/')}/`, { password: 'Stranger-Horse-2' });
      },
    ],
  ] as const)('[ACC-062] [ACC-047] rejects a pending registration that is opened by %s', async (_way, open) => {
    const { user, back } = await robbed();
    const stranger = { first_name: 'Mallory', last_name: 'Mills', email: user.email, password: 'Stranger-Horse-1', language: 'en' };
    expect((await here.visitor().post('/api/v6/register/', stranger)).status).toBe(200);
    expect((await open(user.email)).status).toBeGreaterThanOrEqual(400);
    expect(await signInAs(user.email, stranger.password)).toBe(403);
    expect((await takeBack(back)).status).toBe(200);
    expect(await signInAs(user.email, newPassword)).toBe(200);
  });

  it('[ACC-062] [EMP-036] is restored after the user has moved to another company', async () => {
    const { user, back } = await robbed('worker');
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    const moved = await staff.post(`/api/v6/workers/${user.id}/move/`, { company_id: await here.addCompany() });
    expect(moved.status).toBe(200);
    expect((await takeBack(back)).status).toBe(200);
    expect(await signInAs(user.email, newPassword)).toBe(200);
    expect((await staff.get(`/api/v6/workers/${moved.body.id}/`)).body).toMatchObject({ email: user.email });
  });
});

const waiting = () => here.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

describe('a password change during another action', () => {
  it.each([
    ['a sign-in', async ({ email }: TestUser) => here.visitor().post('/api/v6/login/', { email, password }), 400],
    ['an API token', async (_user: TestUser, caller: Caller) => caller.post('/api/access_token/', { password }), 401],
  ] as const)('[ACC-062] invalidates the action: %s', async (_what, act, status) => {
    const user = await newUser();
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    const caller = await here.signIn(user);
    const acting = await here.application.database.asSystem(async (tx) => {
      await sql`update users set password_hash = 'replaced' where id = ${user.id}`.execute(tx);
      const answer = act(user, caller);
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
      return { answer };
    });
    expect((await acting.answer).status).toBe(status);
    expect(await here.sql('select from sessions where user_id = $1', [user.id])).toHaveLength(1);
    expect(await here.sql('select from api_tokens where user_id = $1', [user.id])).toEqual([]);
  });
});
