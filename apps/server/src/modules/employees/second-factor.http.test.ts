import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { totpCode } from '#platform/crypto/totp.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const path = '/api/v6/';
const app = `${path}user/authenticator/`;
const me = '/api/internal/users/me/';
const reset = { has_second_factor: false };

/** A user with app, recovery codes and a passkey. */
async function addGuarded(companyId: number, role: 'worker' | 'admin' = 'worker'): Promise<{ user: TestUser; caller: Caller }> {
  const user = await here.addUser(companyId, role);
  const caller = await here.signIn(user);
  const { secret } = (await caller.post(app, { password })).body;
  here.clock.advance(30_000);
  await caller.post(`${app}confirm/`, { code: totpCode(secret, Math.floor(here.clock.now().getTime() / 30_000)) });
  await here.sql(
    `insert into passkeys (company_id, user_id, credential_id, public_key, user_handle, name, created_at)
     values ($1, $2, $3, '\\x00', $4, 'Phone', now())`,
    [companyId, user.id, randomBytes(16).toString('hex'), randomBytes(32)],
  );
  return { user, caller };
}
const factorsOf = async ({ id }: TestUser) =>
  here.sql(
    `select 'app' as kind from authenticators where user_id = $1 union all select 'code' from recovery_codes where user_id = $1
     union all select 'passkey' from passkeys where user_id = $1`,
    [id],
  );

it('[DEC-08] resets a lost second factor by an administrator and notifies the user', async () => {
  const company = await here.addCompany();
  const { user, caller } = await addGuarded(company);
  const { user: other } = await addGuarded(company);
  const owner = await here.addUser(company, 'admin');
  const admin = await here.signIn(owner);
  const address = `${path}workers/${user.id}/`;
  expect((await admin.get(address)).body.has_second_factor).toBe(true);
  expect((await here.visitor().post('/api/v6/login/', { email: user.email, password })).body.confirmation).toBeDefined();

  // Like a double click.
  const [one, two] = await Promise.all([admin.patch(address, reset), admin.patch(address, reset)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect((await admin.get(address)).body.has_second_factor).toBe(false);
  expect(await factorsOf(user)).toEqual([]);
  expect(await factorsOf(other)).toHaveLength(12);
  expect((await caller.get(me)).status).toBe(401);
  expect((await (await here.signIn(user)).get(me)).status).toBe(200);
  const letters = (await here.systemEmailsTo(user.email)).filter(({ text }) =>
    text.includes('An administrator turned off two-step verification'),
  );
  expect(letters).toHaveLength(1);

  const { entries } = (await admin.get(`${path}audit/?person=${owner.id}`)).body;
  const changed = JSON.stringify(entries);
  expect(changed).toContain('authenticator');
  expect(changed).toContain('passkeys');
});

it('[DEC-08] rejects a reset of the own factor, by strangers and by account managers', async () => {
  const company = await here.addCompany();
  const staffCompany = await here.addCompany({ name: 'Staff' });
  const { user, caller } = await addGuarded(company);
  const { user: owner, caller: admin } = await addGuarded(company, 'admin');
  const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
  const account = await here.addUser(staffCompany, 'manager');
  await here.sql('update companies set account_manager_id = $2 where id = $1', [company, account.id]);
  const manager = await here.signIn(account);
  const address = `${path}workers/${user.id}/`;
  expect((await stranger.patch(address, reset)).status).toBe(404);
  expect((await caller.patch(address, reset)).status).toBe(403);
  expect((await manager.patch(address, reset)).status).toBe(403);
  expect((await here.visitor().patch(address, reset)).status).toBe(401);
  expect((await admin.patch(`${path}admins/${owner.id}/`, reset)).status).toBe(409);
  // Only the user can set it up.
  expect((await admin.patch(address, { has_second_factor: true })).status).toBe(400);
  expect([await factorsOf(user), await factorsOf(owner)].map((all) => all.length)).toEqual([12, 12]);
  const staff = await here.signIn(await here.addUser(staffCompany, 'super_user'));
  expect((await staff.patch(`${path}admins/${owner.id}/`, reset)).body.has_second_factor).toBe(false);
});
