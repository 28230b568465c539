import { describe, expect, it } from 'vitest';
import { expectHeld } from '../../../test/clocks.ts';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';

/** Email is enabled, but not delivered. */
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const bare = useInstallation();

const path = '/api/v6/user/email/';
let counter = 0;
const newAddress = () => `moved${(counter += 1)}@new.test`;
const newUser = async (more: { language?: 'en' | 'ru'; role?: 'worker' | 'admin' | 'hm' } = {}) =>
  here.addUser(await here.addCompany({ features: { has_api: true } }), more.role ?? 'admin', more);
const emailsTo = async (email: string) => (await here.systemEmailsTo(email)).map(({ kind, subject, text }) => ({ kind, subject, text }));
const ask = (caller: Caller, email: string, proof: object = { password }) => caller.post(path, { email, ...proof });
const linkTo = async (email: string) =>
  `/api/v6/change-email/${/\/users\/email\/(\S+)/.exec((await emailsTo(email)).at(-1)?.text ?? '')?.[1] ?? 'none'}/`;
const signInAs = (email: string, typed = password) => here.visitor().post('/api/v6/login/', { email, password: typed });
const me = async (caller: Caller) => (await caller.get('/api/internal/users/me/')).body.email;
const shown = async (caller: Caller) => (await caller.get('/api/v6/user/security/')).body.address_change;
const over = { status: 404, body: { code: 'address_link_over' } };

const activateProvider = (companyId: number) =>
  here.sql(
    `insert into sso_settings (company_id, idp_url, provider, client_id, client_secret, claim_email, claim_first_name, claim_last_name,
      config_update_interval, is_active, created_at, updated_at)
     values ($1, 'https://idp.test', 'Test', 'client', 'sealed', 'email', 'given_name', 'family_name', 3600, true, now(), now())`,
    [companyId],
  );

/** Requests the change with a valid proof. */
async function asked(user: TestUser, email = newAddress()) {
  const caller = await here.signIn(user);
  expect(await ask(caller, email)).toMatchObject({ status: 200, body: {} });
  return { caller, email, link: await linkTo(email) };
}

describe('changing the own address', () => {
  it('[ACC-062] requires a link to the new address, notifies the old one twice and ends other sessions', async () => {
    const user = await newUser();
    const other = await here.signIn(user);
    const { caller, email, link } = await asked(user);
    expect(await me(caller)).toBe(user.email);
    expect(await emailsTo(user.email)).toMatchObject([{ kind: 'address_changed', text: expect.stringContaining(email) }]);
    expect(await caller.get(link)).toMatchObject({ status: 200, body: { email, before: user.email } });
    expect(await caller.post(link, {})).toMatchObject({ status: 200, body: {} });
    expect(await me(caller)).toBe(email);
    expect((await other.get('/api/internal/users/me/')).status).toBe(401);
    expect([(await signInAs(user.email)).status, (await signInAs(email)).status]).toEqual([400, 200]);
    expect(await emailsTo(user.email)).toHaveLength(2);
    expect((await emailsTo(user.email))[1]).toMatchObject({ subject: 'The address of your account was changed' });
    expect([await caller.post(link, {}), await caller.get(link)]).toMatchObject([over, over]);
  });

  it('[ACC-062] keeps token, app and passkeys, and requires a session of the user', async () => {
    const user = await newUser();
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    const { caller, email, link } = await asked(user);
    const { body } = await caller.post('/api/access_token/', { password });
    // Without a session the link is rejected.
    for (const method of ['get', 'post'] as const) expect((await here.visitor()[method](link)).status).toBe(401);
    const other = await here.signIn(await newUser());
    expect([await other.get(link), await other.post(link, {})]).toMatchObject([over, over]);
    expect(JSON.stringify((await other.get(link)).body)).not.toContain(user.email);
    const again = await here.signIn(user);
    expect((await again.post(link, {})).status).toBe(200);
    expect((await caller.get('/api/internal/users/me/')).status).toBe(401);
    expect(await me(again)).toBe(email);
    const called = await here.visitor().send({
      method: 'GET',
      url: '/api/internal/users/me/',
      headers: { authorization: `Token ${body.access_token}` },
    });
    expect(called.body).toMatchObject({ email });
  });

  it('[ACC-062] requires a proof, validates fields and allows five requests an hour', async () => {
    const user = await newUser();
    const caller = await here.signIn(user);
    expect(await ask(caller, newAddress(), { password: 'wrong' })).toMatchObject({ status: 400, body: { password: ['Wrong password'] } });
    expect(await ask(caller, newAddress(), {})).toMatchObject({ status: 400, body: { password: [expect.any(String)] } });
    expect(await ask(caller, 'nobody')).toMatchObject({ status: 400, body: { email: ['Enter a valid email address'] } });
    expect(await ask(caller, ` ${user.email.toUpperCase()} `)).toMatchObject({
      status: 400,
      body: { email: ['This is your address already'] },
    });
    expect((await ask(here.visitor(), newAddress())).status).toBe(401);
    const addresses = Array.from({ length: 6 }, newAddress);
    const statuses: number[] = [];
    for (const email of addresses) statuses.push((await ask(caller, email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    // Only the latest link is valid.
    const links = await Promise.all(addresses.slice(0, 5).map(linkTo));
    expect((await caller.post(links[3] ?? '', {})).status).toBe(404);
    expect((await caller.post(links[4] ?? '', {})).status).toBe(200);
  });

  it('[ACC-062] expires after 24 hours, a new password, or the end of another session', async () => {
    const late = await asked(await newUser());
    here.clock.advance(24 * 3600_000 + 1000);
    expect(await late.caller.post(late.link, {})).toMatchObject(over);
    const changed = await asked(await newUser());
    const words = { current_password: password, password: 'Battery-Staple-9' };
    expect((await changed.caller.post('/api/v6/user/password/', words)).status).toBe(200);
    expect(await changed.caller.post(changed.link, {})).toMatchObject(over);
    const user = await newUser();
    const own = await here.signIn(user);
    const intruder = await asked(user);
    const { sessions } = (await own.get('/api/v6/user/security/')).body as { sessions: { id: number; is_current: boolean }[] };
    const theirs = sessions.find(({ is_current: isCurrent }) => !isCurrent);
    expect((await own.delete(`/api/v6/user/sessions/${theirs?.id ?? 0}/`)).status).toBe(200);
    expect(await own.post(intruder.link, {})).toMatchObject(over);
    expect(await own.post('/api/v6/change-email/made-up/', {})).toMatchObject(over);
  });

  it('[ACC-048] does not reveal whether the address has an account, except to its owner', async () => {
    const [user, holder] = [await newUser(), await newUser()];
    const caller = await here.signIn(user);
    const other = await here.signIn(await newUser());
    const meanwhile = () => ask(other, newAddress());
    const heldFor600 = async (email: string) => {
      const { status, body } = await expectHeld(here.heldAnswers, { milliseconds: 600, send: () => ask(caller, email), meanwhile });
      return { status, body };
    };
    expect(await heldFor600(holder.email)).toEqual(await heldFor600(newAddress()));
    const letters = await emailsTo(holder.email);
    expect(letters).toMatchObject([{ kind: 'account_exists', subject: 'This address has an account already' }]);
    expect(letters[0]?.text).not.toContain('/users/email/');
  });

  it('[ACC-062] [COMP-070] gives a working address to an account without one', async () => {
    const user = await newUser();
    const { caller, link, email } = await asked(user);
    await here.sql('update users set is_address_released = true where id = $1', [user.id]);
    expect((await signInAs(user.email)).status).toBe(400);
    expect((await caller.post(link, {})).status).toBe(200);
    expect((await signInAs(email)).status).toBe(200);
  });

  it('[ACC-062] rejects an address that was taken in the meantime; one of two concurrent links wins', async () => {
    const user = await newUser();
    const { caller, link, email } = await asked(user);
    const holder = await here.addUser(await here.addCompany(), 'worker', { email });
    const refused = { status: 409, body: { detail: 'This address has an account by now' } };
    expect(await caller.post(link, {})).toMatchObject(refused);
    expect((await signInAs(user.email)).status).toBe(200);
    await here.sql('update users set email = $2 where id = $1', [holder.id, newAddress()]);
    expect((await caller.post(link, {})).status).toBe(200);
    const wanted = newAddress();
    const both = [await asked(await newUser(), wanted), await asked(await newUser(), wanted)];
    const answers = await Promise.all(both.map((one) => one.caller.post(one.link, {})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const twice = await asked(await newUser());
    const clicks = await Promise.all([1, 2].map(() => twice.caller.post(twice.link, {})));
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('[ACC-055] replaces registrations and invitations that were never opened', async () => {
    const email = newAddress();
    const stranger = { first_name: 'Eve', last_name: 'Stranger', email, password: 'Battery-Staple-9', language: 'en' };
    expect((await here.visitor().post('/api/v6/register/', stranger)).status).toBe(200);
    const first = await asked(await newUser(), email);
    expect((await first.caller.post(first.link, {})).status).toBe(200);
    expect((await signInAs(email)).status).toBe(200);
    const invited = newAddress();
    const admin = await here.signIn(await newUser());
    const { body } = await admin.post('/api/v6/workers/', { email: invited });
    await here.sql('update users set is_activated = false where id = $1', [body.id]);
    const second = await asked(await newUser(), invited);
    expect((await second.caller.post(second.link, {})).status).toBe(200);
    expect((await admin.get(`/api/v6/workers/${body.id}/`)).body.email).toBe(invited);
  });

  it('[EMP-086] keeps hiring managers in the domains of the company', async () => {
    const user = await newUser({ role: 'hm' });
    await here.sql(`update companies set hm_invite_domains = '{acme.test}' where id = (select company_id from users where id = $1)`, [
      user.id,
    ]);
    const caller = await here.signIn(user);
    expect(await ask(caller, newAddress())).toMatchObject({ status: 400, body: { email: [expect.stringContaining('acme.test')] } });
    const { email, link } = await asked(user, `moved${(counter += 1)}@acme.test`);
    // Checked again at confirmation.
    await here.sql(`update companies set hm_invite_domains = '{other.test}' where id = (select company_id from users where id = $1)`, [
      user.id,
    ]);
    expect(await caller.post(link, {})).toMatchObject({ status: 400, body: { email: [expect.stringContaining('other.test')] } });
    await here.sql(`update companies set hm_invite_domains = '{acme.test}' where id = (select company_id from users where id = $1)`, [
      user.id,
    ]);
    expect((await caller.post(link, {})).status).toBe(200);
    expect(await me(caller)).toBe(email);
  });

  it("[SSO-001] is rejected if the company's provider knows, manages or exclusively signs in the user", async () => {
    const refused = { status: 409, body: { code: 'address_by_company' } };
    const idOf = async (user: TestUser) =>
      (await here.sql<{ id: number }>('select company_id as id from users where id = $1', [user.id]))[0]?.id ?? 0;
    const known = await newUser({ role: 'worker' });
    const { caller, link } = await asked(known);
    expect(await shown(caller)).toBe('allowed');
    await here.sql(
      `insert into sso_identities (company_id, user_id, issuer, subject, linked_at) values ($1, $2, 'https://idp.test', $3, now())`,
      [await idOf(known), known.id, `k${known.id}`],
    );
    // Links to an inactive provider do not count.
    expect(await shown(caller)).toBe('allowed');
    await activateProvider(await idOf(known));
    expect(await shown(caller)).toBe('by_company');
    expect(await ask(caller, newAddress())).toMatchObject(refused);
    expect(await caller.post(link, {})).toMatchObject(refused);
    // Administrators are not bound to the provider.
    await here.sql(`update users set role = 'admin' where id = $1`, [known.id]);
    const again = await here.signIn(known);
    expect(await shown(again)).toBe('allowed');
    const managed = await newUser({ role: 'worker' });
    await here.sql(`insert into scim_users (user_id, company_id, managed_at, changed_at) values ($1, $2, now(), now())`, [
      managed.id,
      await idOf(managed),
    ]);
    expect(await ask(await here.signIn(managed), newAddress())).toMatchObject(refused);
  });

  it('[ACC-063] emails one address at most five times an hour, for any number of users', async () => {
    const email = newAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await ask(await here.signIn(await newUser()), email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('[ROLE-033] is forbidden during impersonation and for API tokens', async () => {
    const user = await newUser();
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    const { body } = await (await here.signIn(user)).post('/api/access_token/', { password });
    const payload = { email: newAddress(), password };
    const headers = { authorization: `Token ${body.access_token}` };
    expect((await here.visitor().send({ method: 'POST', url: path, headers, payload })).status).toBe(403);
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect((await staff.post(`/api/internal/users/${user.id}/login_as/`)).status).toBe(200);
    expect(await ask(staff, newAddress())).toMatchObject({ status: 403, body: { detail: 'Return to your own account first' } });
  });

  it('[I18N-001] sends emails in the language of the company if the user has none', async () => {
    const user = await newUser();
    await here.sql('update users set language = null where id = $1', [user.id]);
    await here.sql(`update companies set region = 'russia' where id = (select company_id from users where id = $1)`, [user.id]);
    const { email } = await asked(user);
    expect((await emailsTo(email)).at(-1)?.subject).toMatch(/^[А-Я]/);
    expect((await emailsTo(user.email)).at(-1)?.subject).toMatch(/^[А-Я]/);
  });

  it('[ACC-048] is rejected without a mail server, and emails in the language of the user', async () => {
    const caller = await bare.signIn(await bare.addUser(await bare.addCompany(), 'admin'));
    expect(await ask(caller, newAddress())).toMatchObject({ status: 409, body: { detail: expect.stringContaining('not set up here') } });
    const russian = await newUser({ language: 'ru' });
    const { email } = await asked(russian);
    expect(await emailsTo(email)).toMatchObject([{ subject: 'Подтвердите новый адрес' }]);
    // The owner of the address gets the email in the owner's language.
    await ask(await here.signIn(await newUser()), russian.email);
    expect((await emailsTo(russian.email)).at(-1)).toMatchObject({ subject: 'С этим адресом уже есть учётная запись' });
  });
});

describe('changes by an administrator', () => {
  it('[EMP-041] notify the user at the old address, and about a new password', async () => {
    const user = await newUser({ role: 'worker' });
    const companyId = (await here.sql<{ id: number }>('select company_id as id from users where id = $1', [user.id]))[0]?.id ?? 0;
    const admin = await here.signIn(await here.addUser(companyId, 'admin'));
    const one = `/api/v6/workers/${user.id}/`;
    expect((await admin.patch(one, { first_name: 'Ann' })).status).toBe(200);
    expect(await emailsTo(user.email)).toEqual([]);
    expect((await admin.patch(one, { password: 'Battery-Staple-9' })).status).toBe(200);
    expect(await emailsTo(user.email)).toMatchObject([
      { kind: 'password_changed', text: expect.stringContaining('An administrator set a new password') },
    ]);
    const email = newAddress();
    expect((await admin.patch(one, { email })).status).toBe(200);
    expect((await emailsTo(user.email)).at(-1)).toMatchObject({ kind: 'address_changed', text: expect.stringContaining(email) });
    expect(await emailsTo(email)).toEqual([]);
    const third = newAddress();
    expect((await admin.patch(one, { email: third, password: 'Battery-Staple-10' })).status).toBe(200);
    expect([(await emailsTo(email)).at(-1)?.kind, (await emailsTo(third)).at(-1)?.kind]).toEqual(['address_changed', 'password_changed']);
    // Invited accounts that were never opened get no notice.
    const { body } = await admin.post('/api/v6/workers/', { email: newAddress(), password: 'Battery-Staple-9' });
    await here.sql('update users set is_activated = false where id = $1', [body.id]);
    expect((await admin.patch(`/api/v6/workers/${body.id}/`, { email: newAddress() })).status).toBe(200);
    expect(await emailsTo(body.email)).toEqual([]);
  });

  it('[API-006] [SSO-001] revoke the token and the link to the provider if the address changes', async () => {
    const user = await newUser({ role: 'worker' });
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    const [row] = await here.sql<{ id: number }>('select company_id as id from users where id = $1', [user.id]);
    const admin = await here.signIn(await here.addUser(row?.id ?? 0, 'admin'));
    const { body } = await (await here.signIn(user)).post('/api/access_token/', { password });
    expect((await emailsTo(user.email)).at(-1)).toMatchObject({ kind: 'guard_changed', subject: 'An API token was created' });
    const headers = { authorization: `Token ${body.access_token}` };
    const called = async () => (await here.visitor().send({ method: 'GET', url: '/api/internal/users/me/', headers })).status;
    await here.sql(
      `insert into sso_identities (company_id, user_id, issuer, subject, linked_at) values ($1, $2, 'https://idp.test', $3, now())`,
      [row?.id, user.id, `s${user.id}`],
    );
    const one = `/api/v6/workers/${user.id}/`;
    // Another capitalisation is not a change.
    expect((await admin.patch(one, { email: user.email.toUpperCase() })).status).toBe(200);
    expect(await called()).toBe(200);
    expect((await admin.patch(one, { email: newAddress() })).status).toBe(200);
    expect(await called()).toBe(401);
    expect(await here.sql('select from sso_identities where user_id = $1', [user.id])).toEqual([]);
    const made = await admin.post(`/api/v6/workers/${user.id}/generate-api-token/`, { password });
    expect(made.status).toBe(200);
    const { body: shown } = await admin.get(one);
    expect((await emailsTo(shown.email)).at(-1)).toMatchObject({ text: expect.stringContaining('An administrator created an API token') });
  });

  it('[ROLE-033] [API-010] are forbidden during impersonation and for API tokens', async () => {
    const user = await newUser();
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    const [row] = await here.sql<{ id: number }>('select company_id as id from users where id = $1', [user.id]);
    const worker = await here.addUser(row?.id ?? 0, 'worker');
    const { body } = await (await here.signIn(user)).post('/api/access_token/', { password });
    const headers = { authorization: `Token ${body.access_token}` };
    const url = `/api/v6/workers/${worker.id}/`;
    const byProgram = (payload: object) => here.visitor().send({ method: 'PATCH', url, headers, payload });
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect((await staff.post(`/api/internal/users/${user.id}/login_as/`)).status).toBe(200);
    // Creating another administrator is forbidden as well.
    const maker = { email: newAddress(), password, role: 'admin' };
    for (const path of ['/api/v6/admins/', '/api/v6/invitations/'])
      expect(await here.visitor().send({ method: 'POST', url: path, headers, payload: maker })).toMatchObject({ status: 403 });
    expect((await here.visitor().send({ method: 'PATCH', url: `${url}switch/`, headers })).status).toBe(403);
    expect((await staff.patch(`${url}switch/`)).status).toBe(403);
    expect((await staff.post('/api/v6/invitations/', { ...maker, email: newAddress() })).body).toMatchObject({ code: 'not_while_acting' });
    // So is restoring or moving one.
    const former = await here.addUser(row?.id ?? 0, 'admin');
    await here.sql('update users set is_active = false, deleted_at = now() where id = $1', [former.id]);
    const back = { method: 'PATCH', url: `/api/v6/admins/${former.id}/`, headers, payload: { is_active: true } } as const;
    expect(await here.visitor().send(back)).toMatchObject({ status: 403, body: { code: 'not_with_token' } });
    expect((await staff.patch(back.url, back.payload)).body).toMatchObject({ code: 'not_while_acting' });
    expect((await staff.post(`/api/v6/admins/${former.id}/move/`, { company_id: row?.id })).body).toMatchObject({
      code: 'not_while_acting',
    });
    for (const change of [{ email: newAddress() }, { password: 'Battery-Staple-9' }, { has_second_factor: false }]) {
      expect(await byProgram(change)).toMatchObject({ status: 403, body: { detail: 'This cannot be done with an API token' } });
      expect(await staff.patch(url, change)).toMatchObject({ status: 403, body: { detail: 'Return to your own account first' } });
    }
    // Other changes are allowed.
    expect((await byProgram({ first_name: 'Ann', email: worker.email })).body.first_name).toBe('Ann');
    expect((await staff.patch(url, { first_name: 'Eva' })).body.first_name).toBe('Eva');
    expect((await signInAs(worker.email)).status).toBe(200);
  });

  it('[API-006] list a valid API token in the email after a password reset', async () => {
    const user = await newUser();
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    const { body } = await (await here.signIn(user)).post('/api/access_token/', { password });
    await here.visitor().post('/api/v6/recover-password/', { email: user.email });
    const token = /\/users\/reset\/(\S+)/.exec((await emailsTo(user.email)).at(-1)?.text ?? '')?.[1] ?? '';
    expect((await here.visitor().post(`/api/v6/reset-password/${token}/`, { password: 'Battery-Staple-9' })).status).toBe(200);
    expect((await emailsTo(user.email)).at(-1)?.text).toContain(`API token ending in ${body.access_token.slice(-4)}`);
  });
});
