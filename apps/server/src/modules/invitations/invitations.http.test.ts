import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '@headwater/domain/time/durations';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';

// No mail server: emails stay in the queue and are read there.
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const path = '/api/v6/invitations/';

let company: number;
let adminUser: TestUser;
let admin: Caller;
let staff: Caller;
beforeAll(async () => {
  company = await here.addCompany({ name: 'Ромашка & Co' });
  adminUser = await here.addUser(company, 'admin');
  admin = await here.signIn(adminUser);
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});

let counter = 0;
const fresh = (domain = 'invited.test') => `person${(counter += 1)}@${domain}`;
const person = { first_name: 'Grace', last_name: 'Hopper', password: 'Correct-Horse-8', language: 'en' };

/** Invitation keys sent to the address, oldest first. */
async function keysOf(email: string): Promise<string[]> {
  const mails = await here.systemEmailsTo(email);
  return mails.map(({ text }) => /accept-invite\/([\w-]+)/.exec(text)?.[1] ?? '');
}
const invite = (email: string, more: object = {}, who = admin) => who.post(path, { email, role: 'worker', ...more });
async function invited(more: object = {}, who = admin) {
  const email = fresh();
  const { status, body } = await invite(email, more, who);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const [key = ''] = await keysOf(email);
  return { email, key, id: body.id as number, userId: body.user_id as number };
}
const accept = (key: string, more: object = {}, who = here.visitor()) => who.put(`${path}${key}/accept/`, { ...person, ...more });
const answersTo = async (key: string) =>
  [await here.visitor().get(`${path}${key}`), await accept(key)].map(({ status, body }) => ({ status, body }));
const findFault = async (email: string) => (await invite(email)).body.email?.[0];
const userOf = async (email: string) => (await here.sql<Record<string, unknown>>('select * from users where email = $1', [email]))[0];

describe('an invitation', () => {
  it('[EMP-081] [EMP-078] [EMP-030] creates an account without sign-in and sends one email with a link', async () => {
    const email = fresh();
    const { status, body } = await invite(email, { role: 'hm' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email, role: 'hm', is_accepted: false, can_search: false, invited_by: { id: adminUser.id } });
    expect(Date.parse(body.expires_at) - Date.parse(body.sent_at)).toBe(14 * dayMs);
    expect(await userOf(email)).toMatchObject({ first_name: '', last_name: '', password_hash: null, is_activated: false });
    const mails = await here.systemEmailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Invitation to Ромашка & Co on Headwater');
    expect(mails[0]?.text).toContain('invites you to join Ромашка & Co on Headwater as a hiring manager.');
    expect(mails[0]?.text).toContain('http://headwater.test/invitations/accept-invite/');
    expect(mails[0]?.html).toContain('Ромашка &amp; Co');
    for (const tried of ['', ' ', password])
      expect((await here.visitor().post('/api/v6/login/', { email, password: tried })).status).toBe(400);
    const [row] = await here.sql<object>('select * from invitations where id = $1', [body.id]);
    expect(JSON.stringify(row)).not.toContain((await keysOf(email))[0]);
  });

  it('[EMP-081] is in the language of the invited user', async () => {
    const email = fresh();
    await invite(email, { language: 'ru', role: 'admin' });
    const [mail] = await here.systemEmailsTo(email);
    expect(mail?.subject).toBe('Приглашение в компанию Ромашка & Co — Headwater');
    expect(mail?.text).toContain('Ваша роль — администратор.');
    expect(await userOf(email)).toMatchObject({ language: 'ru' });
  });

  it('[EMP-082] [EMP-085] returns its details for a valid key', async () => {
    const { email, key } = await invited({ language: 'ru' });
    const { status, body } = await here.visitor().get(`${path}${key}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      email,
      role: 'worker',
      language: 'ru',
      company_name: 'Ромашка & Co',
      invited_by: expect.stringContaining('Ada'),
      must_use_sso: false,
      address_taken: false,
    });
  });

  it('[EMP-083] [EMP-078] [ACC-028] is accepted with a name and a password, and opens a session', async () => {
    const { email, key, userId } = await invited();
    const visitor = here.visitor();
    expect(await accept(key, { password_repeat: person.password, language: 'ru' }, visitor)).toMatchObject({
      status: 200,
      body: { next: '/' },
    });
    const { body: me } = await visitor.get('/api/internal/users/me/');
    expect(me).toMatchObject({ id: userId, email, name: 'Grace Hopper', role: 'worker', can_search: true, settings: { language: 'ru' } });
    // Shown in the list of sessions.
    expect(await here.sql('select agent from sessions where user_id = $1', [userId])).toEqual([{ agent: expect.any(String) }]);
    const again = here.visitor();
    expect((await again.post('/api/v6/login/', { email, password: person.password })).status).toBe(200);
    expect((await admin.get(`${path}?per_page=100`)).body.invitations.map((each: { email: string }) => each.email)).not.toContain(email);
  });

  it.each([
    ['admin', '/'],
    ['admin_without_search', '/company/employees/'],
    ['hm', '/folders/'],
  ] as const)('[EMP-083] [ACC-016] redirects role %s to %s', async (role, next) => {
    const { key } = await invited({ role });
    expect((await accept(key)).body).toEqual({ next });
  });

  it('[EMP-083] replaces the session of the browser', async () => {
    const { key, userId } = await invited();
    const user = await here.addUser(company, 'worker');
    const browser = await here.signIn(user);
    await accept(key, {}, browser);
    expect((await browser.get('/api/internal/users/me/')).body.id).toBe(userId);
    expect(await here.sql('select 1 from sessions where user_id = $1', [user.id])).toEqual([]);
  });

  it('[ACC-056] [ACC-057] [ACC-058] [ACC-059] validates each field', async () => {
    const { key, email } = await invited();
    const wrong: [object, string, string][] = [
      [{ password: 'Short-1' }, 'password', 'A password must have at least 12 characters'],
      [
        { password: 'alllowercaseletters' },
        'password',
        'A password must have a lowercase letter, an uppercase letter, a digit and a special character',
      ],
      [{ password: '' }, 'password', 'This field cannot be empty'],
      [{ password_repeat: 'Correct-Horse-9' }, 'password_repeat', 'value differs from password'],
      [{ first_name: ' ' }, 'first_name', 'This field cannot be empty'],
      [{ last_name: '\u200b' }, 'last_name', 'This field cannot be empty'],
    ];
    for (const [change, field, message] of wrong)
      expect(await accept(key, change)).toMatchObject({ status: 400, body: { [field]: [message] } });
    expect(await userOf(email)).toMatchObject({ is_activated: false, password_hash: null });
  });
});

describe('an invitation key', () => {
  const closed = { status: 404, body: { detail: expect.stringContaining('This invitation does not work') } };
  it('[EMP-085] [EMP-083] gets the same response if unknown, expired, used, replaced or for a closed account or company', async () => {
    const unknown = await answersTo('A'.repeat(43));
    expect(unknown).toMatchObject([closed, closed]);
    const used = await invited();
    expect((await accept(used.key)).status).toBe(200);
    expect(await answersTo(used.key)).toEqual(unknown);
    const expired = await invited();
    await here.sql('update invitations set expires_at = $2 where id = $1', [expired.id, here.clock.now()]);
    expect(await answersTo(expired.key)).toEqual(unknown);
    const replaced = await invited();
    await here.sql(`update invitations set sent_at = sent_at - interval '1 hour' where id = $1`, [replaced.id]);
    expect((await admin.post(`${path}${replaced.id}/resend/`)).status).toBe(200);
    expect(await answersTo(replaced.key)).toEqual(unknown);
    const off = await invited();
    await here.sql('update users set is_active = false where id = $1', [off.userId]);
    expect(await answersTo(off.key)).toEqual(unknown);
    const moved = await invited();
    await here.sql('update users set email = $2 where id = $1', [moved.userId, fresh()]);
    expect(await answersTo(moved.key)).toEqual(unknown);
    const gone = await here.addCompany();
    const ofGone = await invited({ company_id: gone }, staff);
    await here.sql('update companies set deleted_at = now(), is_active = false where id = $1', [gone]);
    expect(await answersTo(ofGone.key)).toEqual(unknown);
    expect(await answersTo(String(used.id))).toEqual(unknown);
    expect(await answersTo('%00')).toMatchObject([{ status: expect.any(Number) }, { status: expect.any(Number) }]);
  });

  it('[EMP-083] opens the account once for concurrent requests', async () => {
    const { key, email } = await invited();
    const tries = await Promise.all(Array.from({ length: 6 }, (_, index) => accept(key, { first_name: `Person ${index}` })));
    const winner = tries.findIndex(({ status }) => status === 200);
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await userOf(email)).toMatchObject({ first_name: `Person ${winner}` });
    expect(await here.sql('select 1 from sessions s join users u on u.id = s.user_id where u.email = $1', [email])).toHaveLength(1);
  });

  it('[REQ-006] cannot be used from another site', async () => {
    const { key } = await invited();
    const answer = await here.app.inject({ method: 'PUT', url: `${path}${key}/accept/`, payload: person });
    expect(answer.statusCode).toBe(403);
    expect((await accept(key)).status).toBe(200);
  });
});

describe('a resent invitation', () => {
  it('[EMP-079] [EMP-084] [ROLE-023] has a new key that is valid for 14 days', async () => {
    const { email, key, id } = await invited();
    const soon = await admin.post(`${path}${id}/resend/`);
    expect(soon).toMatchObject({ status: 429, body: { detail: expect.stringContaining('try again in') } });
    expect(await keysOf(email)).toEqual([key]);
    await here.sql(
      `update invitations set sent_at = sent_at - interval '20 days', expires_at = expires_at - interval '20 days' where id = $1`,
      [id],
    );
    const { status, body } = await admin.post(`${path}${id}/resend/`);
    expect(status).toBe(200);
    expect(Date.parse(body.expires_at) - Date.parse(body.sent_at)).toBe(14 * dayMs);
    const keys = await keysOf(email);
    expect(keys).toHaveLength(2);
    expect((await accept(keys[0] ?? '')).status).toBe(404);
    expect((await accept(keys[1] ?? '')).status).toBe(200);
    expect((await admin.post(`${path}${id}/resend/`)).status).toBe(409);
  });

  it('[EMP-084] is sent once for concurrent requests', async () => {
    const { email, id } = await invited();
    await here.sql('update invitations set sent_at = $2 where id = $1', [id, new Date(here.clock.now().getTime() - 2 * minuteMs)]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => admin.post(`${path}${id}/resend/`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429]);
    expect(await keysOf(email)).toHaveLength(2);
  });

  it('[EMP-084] goes to the current address of the account', async () => {
    const { id, userId } = await invited();
    const other = fresh();
    await here.sql('update users set email = $2 where id = $1', [userId, other]);
    await here.sql(`update invitations set sent_at = sent_at - interval '1 hour' where id = $1`, [id]);
    expect((await admin.post(`${path}${id}/resend/`)).body.email).toBe(other);
    const [key = ''] = await keysOf(other);
    expect((await accept(key)).status).toBe(200);
  });
});

describe('permission to invite', () => {
  it('[ROLE-020] [ROLE-021] is limited to administrators and staff', async () => {
    const { id } = await invited();
    for (const role of ['worker', 'hm', 'service_admin', 'manager'] as const) {
      const who = await here.signIn(await here.addUser(company, role));
      expect((await invite(fresh(), {}, who)).status).toBe(403);
      expect((await who.post(`${path}${id}/resend/`)).status).toBe(403);
      expect((await who.get(path)).status).toBe(403);
    }
    for (const role of ['admin', 'admin_without_search'] as const)
      expect((await invite(fresh(), {}, await here.signIn(await here.addUser(company, role)))).status).toBe(200);
    expect((await invite(fresh(), {}, here.visitor())).status).toBe(401);
    const external = await here.signIn(await here.addUser(await here.addCompany({ isExtCompany: true }), 'admin'));
    expect((await invite(fresh(), {}, external)).status).toBe(403);
  });

  it('[ROLE-020] covers roles of a company only', async () => {
    for (const role of ['super_user', 'sales_manager', 'manager', 'service_admin', 'owner'])
      expect(await invite(fresh(), { role }, staff)).toMatchObject({ status: 400, body: { role: [expect.any(String)] } });
  });

  it('[ROLE-021] [ROLE-023] covers all companies for staff, and the own company for administrators', async () => {
    const other = await here.addCompany();
    const { email, id, key } = await invited({ company_id: other, role: 'admin' }, staff);
    expect(await userOf(email)).toMatchObject({ company_id: other });
    expect((await staff.get(`${path}?company_id=${other}`)).body).toMatchObject({ count: 1, invitations: [{ email }] });
    expect((await invite(fresh(), { company_id: other })).status).toBe(404);
    expect((await admin.get(`${path}?company_id=${other}`)).status).toBe(404);
    await here.sql(`update invitations set sent_at = sent_at - interval '1 hour' where id = $1`, [id]);
    expect((await admin.post(`${path}${id}/resend/`)).status).toBe(404);
    expect((await accept(key)).status).toBe(200);
    expect((await invite(fresh(), { company_id: 999_999_999 }, staff)).status).toBe(404);
  });
});

describe('an address', () => {
  it('[EMP-081] with an account in the company is rejected', async () => {
    const { email } = await invited();
    expect(await findFault(email.toUpperCase())).toBe('This person is already invited. Resend the invitation instead');
    expect(await findFault(adminUser.email)).toBe('This person already has an account in the company');
    const off = await here.addUser(company, 'worker');
    await here.sql('update users set is_active = false where id = $1', [off.id]);
    expect(await findFault(off.email)).toContain('deactivated');
    expect(await findFault('nobody')).toBe('Enter a valid email address');
  });

  it('[EMP-081] [EMP-030] of an account without password or sign-in opens this account', async () => {
    const employee = await here.addUser(company, 'worker', { canSearch: false });
    const { email } = employee;
    const hasOne = ['This person already has an account in the company'];
    expect((await invite(email)).body.email).toEqual(hasOne);
    // State created by earlier releases.
    await here.sql('update users set password_hash = null, last_seen_at = now() where id = $1', [employee.id]);
    expect((await invite(email)).body.email).toEqual(hasOne);
    await here.sql('update users set last_seen_at = null where id = $1', [employee.id]);
    expect((await invite(email, { role: 'hm' })).body.email).toEqual(hasOne);
    expect((await invite(email)).body).toMatchObject({ user_id: employee.id, can_search: false });
    expect((await invite(email)).body.email).toEqual(['This person is already invited. Resend the invitation instead']);
    const [key = ''] = await keysOf(email);
    expect((await accept(key)).status).toBe(200);
    expect((await admin.get(`/api/v6/workers/${employee.id}/`)).body).toMatchObject({ name: 'Grace Hopper', is_pending: false });
  });

  it('[EMP-081] of a user who works without a password is rejected', async () => {
    const insertOf = {
      token: `insert into api_tokens (company_id, user_id, token_hash, last_four, scopes, created_at)
        values ($1, $2::bigint, sha256($2::text::bytea), 'abcd', '{everything}', now())`,
      passkey: `insert into passkeys (company_id, user_id, credential_id, public_key, user_handle, name, created_at)
        values ($1, $2::bigint, 'invited-' || $2::text, 'x', sha256($2::text::bytea), 'Laptop', now())`,
      social: `insert into social_identities (company_id, user_id, backend, issuer, subject, email, linked_at)
        values ($1, $2::bigint, 'google', 'https://accounts.google.com', 'invited-' || $2::text, '', now())`,
      provider: `with s as (insert into sso_settings (company_id, idp_url, provider, client_id, client_secret, claim_email, claim_first_name,
        claim_last_name, config_update_interval, is_active, is_enforced, created_at, updated_at)
        values ($1, 'https://id.test', 'Id', 'a', 'b', 'c', 'd', 'e', 60, true, false, now(), now()) returning company_id)
        insert into sso_identities (company_id, user_id, issuer, subject, linked_at) select company_id, $2::bigint, 'https://id.test', 'x', now() from s`,
    };
    for (const [way, insert] of Object.entries(insertOf)) {
      const employee = await here.addUser(company, 'worker');
      await here.sql('update users set password_hash = null, last_seen_at = null where id = $1', [employee.id]);
      await here.sql(insert, [company, employee.id]);
      expect([way, await findFault(employee.email)]).toEqual([way, 'This person already has an account in the company']);
      expect([way, (await userOf(employee.email))?.['is_activated']]).toEqual([way, true]);
    }
  });

  it('[EMP-030] [EMP-078] stays pending after an administrator sets a name, until it is accepted', async () => {
    const { email, key, id, userId } = await invited();
    const one = `/api/v6/workers/${userId}/`;
    const { body } = await admin.patch(one, { first_name: 'Grace', last_name: 'Hopper' });
    expect(body).toMatchObject({ name: 'Grace Hopper', is_pending: true, invitation: { id, expires_at: expect.any(String) } });
    expect((await admin.get(`/api/v6/employees/?search=${encodeURIComponent(email)}`)).body.employees).toEqual([body]);
    expect(await findFault(email)).toBe('This person is already invited. Resend the invitation instead');
    expect((await accept(key)).status).toBe(200);
    expect((await admin.get(one)).body).toMatchObject({ is_pending: false, invitation: null });
  });

  it('[EMP-081] [EMP-040] with a pending registration can be invited and added', async () => {
    const stranger = { first_name: 'Not', last_name: 'Grace', password: 'Somebody-Else-1', language: 'en' };
    const [asked, added] = [fresh(), fresh()];
    for (const email of [asked, added]) expect((await here.visitor().post('/api/v6/register/', { ...stranger, email })).status).toBe(200);
    const links = (await here.systemEmailsTo(asked)).map(({ text }) => /activate\/(\S+)/.exec(text)?.[1]);
    const companies = async () => (await here.sql(`select from companies where name = 'Not Grace'`)).length;
    expect(await companies()).toBe(2);
    expect((await invite(asked)).status).toBe(200);
    expect(await admin.post('/api/v6/workers/', { email: added, password })).toMatchObject({ status: 200, body: { company_id: company } });
    expect(await companies()).toBe(0);
    // The registration cannot open the new account.
    expect((await here.visitor().get(`/api/v6/activate/${links[0]}/`)).status).toBe(400);
    const refused = await here.visitor().post('/api/v6/login/', { email: asked, password: stranger.password });
    expect(refused).toMatchObject({ status: 403, body: { code: 'need_activation' } });
    expect((await accept((await keysOf(asked)).at(-1) ?? '')).status).toBe(200);
    // An activated registration stays.
    const theirs = fresh();
    await here.visitor().post('/api/v6/register/', { ...stranger, email: theirs });
    const [letter] = await here.systemEmailsTo(theirs);
    await here.visitor().get(`/api/v6/activate/${/activate\/(\S+)/.exec(letter?.text ?? '')?.[1]}/`);
    expect((await invite(theirs)).status).toBe(200);
    expect((await accept((await keysOf(theirs)).at(-1) ?? '')).status).toBe(409);
  });

  it('[EMP-081] [EMP-083] can be invited by several companies; the owner chooses one', async () => {
    const email = fresh();
    const others = await Promise.all(Array.from({ length: 3 }, async () => here.addCompany()));
    const answers = await Promise.all(others.map((id) => invite(email, { company_id: id }, staff)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const keys = await keysOf(email);
    expect(keys).toHaveLength(3);
    const opened = await Promise.all(keys.map((key) => here.visitor().get(`${path}${key}`)));
    expect(opened.map(({ body }) => body.address_taken)).toEqual([false, false, false]);
    const accepted = await Promise.all(keys.map((key) => accept(key)));
    expect(accepted.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await here.sql('select from users where email = $1 and is_activated', [email])).toHaveLength(1);
  });
});

it('[EMP-037] [EMP-046] [EMP-035] can be revoked for an administrator who never signed in, even without other administrators', async () => {
  const id = await here.addCompany();
  const asAdmin = async () => (await invited({ role: 'admin', company_id: id }, staff)).userId;
  const [mistyped, switched, right] = [await asAdmin(), await asAdmin(), await invited({ role: 'admin', company_id: id }, staff)];
  expect((await staff.delete(`/api/v6/admins/${mistyped}/`)).status).toBe(200);
  expect((await staff.patch(`/api/v6/admins/${switched}/switch/`)).status).toBe(200);
  // Invited administrators do not replace the last active one.
  expect((await accept(right.key)).status).toBe(200);
  await asAdmin();
  expect((await staff.delete(`/api/v6/admins/${right.userId}/`)).status).toBe(409);
});

it('[VAC-044] [EMP-080] shows an invited hiring manager in the list of invitations, and among users on request', async () => {
  const id = await here.addCompany();
  const caller = await here.signIn(await here.addUser(id, 'admin'));
  const email = fresh();
  await invite(email, { role: 'hm' }, caller);
  const users = async (query: string) =>
    (await caller.get(`/api/v6/users/?role=hm${query}`)).body.users.map((each: { email: string }) => each.email);
  expect(await users('')).toEqual([]);
  expect(await users('&include_pending_invites=true')).toEqual([email]);
  expect((await caller.get(path)).body).toMatchObject({ count: 1, invitations: [{ email, is_accepted: false }] });
  expect((await caller.get('/api/v6/company/')).body.statistics.hiring_managers).toMatchObject({ total: 1, active: 0, invited: 1 });
});
