import { describe, expect, it } from 'vitest';
import { expectHeld } from '../../../test/clocks.ts';
import { password, useInstallation } from '../../../test/installation.ts';
import { addRequiringCompany } from '../../../test/sso-fixtures.ts';
import { deletePendingRegistration } from './users/register.ts';
import { deleteUnactivated } from './sessions/delete-expired.ts';
import { deleteExpired } from './store/sessions.ts';

/** Email is enabled, but not delivered. */
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const closed = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REGISTRATION: 'off' });
const bare = useInstallation();

const newPassword = 'Battery-Staple-9';
let count = 0;
const newEmail = () => {
  count += 1;
  return `stranger${count}@example.test`;
};
const person = (email: string) => ({ first_name: 'Grace', last_name: 'Hopper', email, password: newPassword, language: 'ru' });
const register = (email: string, more: object = {}) =>
  here.visitor().send({
    method: 'POST',
    url: '/api/v6/register/',
    payload: { ...person(email), ...more },
    remoteAddress: `203.0.113.${(count += 1) % 250}`,
  });
/** Asserts that the response takes 600 ms. */
const heldFor600 = (email: string) =>
  expectHeld(here.heldAnswers, { milliseconds: 600, send: () => register(email), meanwhile: () => register(newEmail()) });
const letters = async (email: string, kind: string) => (await here.systemEmailsTo(email)).filter((letter) => letter.kind === kind);
const linkOf = (text: string | undefined) => `/api/v6/activate/${/\/users\/activate\/(\S+)/.exec(text ?? '')?.[1] ?? ''}/`;
const activation = async (email: string, kind = 'activate') => linkOf((await letters(email, kind)).at(-1)?.text);
const signIn = (email: string, typed = newPassword) => here.visitor().post('/api/v6/login/', { email, password: typed });
const resend = (kind: 'activation' | 'verification', email: string) =>
  here.visitor().get(`/api/resend_${kind}_email/?email=${encodeURIComponent(email)}`);

const usersWith = (email: string) => here.sql('select from users where lower(email) = lower($1)', [email]);

describe('registration', () => {
  it('[ACC-046] [ACC-047] [ACC-055] creates an account in its own extension company, which the link activates once', async () => {
    const email = newEmail();
    expect(await register(email)).toMatchObject({ status: 200, body: {} });
    expect(await signIn(email)).toMatchObject({ status: 403, body: { code: 'need_activation' } });
    const [letter] = await letters(email, 'activate');
    expect(letter?.subject).toBe('Активация учётной записи');
    const link = await activation(email);
    expect(await here.visitor().get(link)).toMatchObject({ status: 200, body: { email } });
    expect(await here.visitor().get(link)).toMatchObject({ status: 400, body: { code: 'activation_failed' } });
    const { body } = await signIn(email);
    expect(body).toMatchObject({
      next: '/extension/',
      user: {
        role: 'worker',
        can_search: false,
        settings: { language: 'ru' },
        company: { company_name: 'Grace Hopper', is_ext_company: true, access_type: 'extension' },
      },
    });
    const rows = await here.sql('select from users where company_id = $1', [body.user.company.company_id]);
    expect(rows).toHaveLength(1);
  });

  it('[ACC-055] stores a hash of the link for seven days', async () => {
    const [email, late] = [newEmail(), newEmail()];
    for (const each of [email, late]) await register(each);
    const [link, lateLink] = [await activation(email), await activation(late)];
    const rows = await here.sql<{ row: string }>(`select row_to_json(t)::text as row from one_time_tokens t where purpose = 'activate'`);
    expect(rows.filter(({ row }) => row.includes(link.split('/').at(-2) ?? ''))).toEqual([]);
    here.clock.advance(7 * 86_400_000 - 60_000);
    expect((await here.visitor().get(link)).status).toBe(200);
    here.clock.advance(61_000);
    expect((await here.visitor().get(lateLink)).status).toBe(400);
    expect((await signIn(late)).body.code).toBe('need_activation');
  });

  it('[ACC-046] gives the same delayed response for an existing account, and emails its owner', async () => {
    const user = await here.addUser(await here.addCompany(), 'worker');
    const [known, unknown] = [await heldFor600(user.email.toUpperCase()), await heldFor600(newEmail())];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(await letters(user.email, 'account_exists')).toHaveLength(1);
    expect((await signIn(user.email, password)).status).toBe(200);
  });

  it('[ACC-046] [ACC-055] gives the same sign-in responses for an existing account and a free address', async () => {
    const user = await here.addUser(await here.addCompany(), 'worker');
    const free = newEmail();
    for (const email of [user.email.toUpperCase(), free]) expect((await register(email)).status).toBe(200);
    const answers = async (typed: string) =>
      [await signIn(user.email, typed), await signIn(free, typed)].map(({ status, body }) => [status, body]);
    for (const typed of [newPassword, 'Another-Stranger-1']) {
      const [taken, open] = await answers(typed);
      expect(taken).toEqual(open);
    }
    expect((await signIn(user.email)).body.code).toBe('need_activation');
    // The owner's password stays valid, and the other one never works.
    expect((await signIn(user.email, password)).status).toBe(200);
    await register(user.email, { password });
    expect((await signIn(user.email, password)).status).toBe(200);
    // The latest registration counts, as long as its link would be valid.
    for (const email of [user.email, free]) await register(email, { password: 'Another-Stranger-1' });
    here.clock.advance(6 * 86_400_000);
    for (const email of [user.email, free]) await resend('activation', email);
    here.clock.advance(2 * 86_400_000);
    const tidy = () =>
      here.application.database.asSystem(async (tx) => {
        await deleteExpired(tx, here.clock.now());
        await deleteUnactivated(tx, here.clock.now());
      });
    await tidy();
    for (const typed of [newPassword, 'Another-Stranger-1']) {
      const [taken, open] = await answers(typed);
      expect(taken).toEqual(open);
    }
    here.clock.advance(6 * 86_400_000);
    await tidy();
    expect((await signIn(user.email, 'Another-Stranger-1')).body).toEqual((await signIn(free, 'Another-Stranger-1')).body);
    expect((await signIn(free, 'Another-Stranger-1')).status).toBe(400);
  });

  it('[ACC-046] [ACC-055] does not reveal that an account has changed its address', async () => {
    const user = await here.addUser(await here.addCompany(), 'worker');
    const free = newEmail();
    for (const email of [user.email, free]) await register(email);
    await here.sql('update users set email = $2 where id = $1', [user.id, newEmail()]);
    const [left, open] = [await signIn(user.email), await signIn(free)].map(({ status, body }) => [status, body]);
    expect(left).toEqual(open);
  });

  it('[ACC-055] [EMP-083] does not reveal that an invitation has replaced a registration', async () => {
    const email = newEmail();
    await register(email, { password: 'Somebody-Else-1' });
    await here.application.database.asSystem((tx) => deletePendingRegistration(tx, email));
    expect(await here.sql('select from users where email = $1', [email])).toEqual([]);
    // As if the process crashed before it created the invitation.
    expect((await signIn(email, 'Somebody-Else-1')).status).toBe(400);
    const { id } = await here.addUser(await here.addCompany(), 'worker');
    await here.sql('update users set email = $2 where id = $1', [id, email]);
    expect((await signIn(email, 'Somebody-Else-1')).body.code).toBe('need_activation');
    expect((await signIn(email)).status).toBe(400);
  });

  it('[ACC-055] accepts another registration of a pending address and invalidates the first', async () => {
    const email = newEmail();
    await register(email, { password: 'Somebody-Else-1' });
    const first = await activation(email);
    await register(email);
    expect((await here.visitor().get(first)).status).toBe(400);
    expect((await here.visitor().get(await activation(email))).status).toBe(200);
    expect((await signIn(email, 'Somebody-Else-1')).status).toBe(400);
    expect((await signIn(email)).status).toBe(200);
  });

  it('[ACC-046] creates one account for concurrent registrations', async () => {
    const email = newEmail();
    const both = await Promise.all([register(email), register(email)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await here.sql('select from users where email = $1', [email])).toHaveLength(1);
  });

  it('[ACC-046] [ACC-056] [ACC-058] [ACC-059] validates its fields', async () => {
    const wrong = await register(' ', { first_name: '', password: 'short', password_repeat: 'other' });
    expect(wrong.body).toMatchObject({
      first_name: ['This field cannot be empty'],
      email: ['This field cannot be empty'],
      password: ['A password must have at least 12 characters'],
    });
    expect((await register(newEmail(), { password_repeat: 'other' })).body).toEqual({ password_repeat: ['value differs from password'] });
  });

  it('[ACC-046] is closed by the setting and without a mail server', async () => {
    for (const installation of [closed, bare]) {
      const visitor = installation.visitor();
      expect((await visitor.get('/api/v6/register/')).body).toEqual({ is_open: false });
      expect(await visitor.post('/api/v6/register/', person(newEmail()))).toMatchObject({
        status: 403,
        body: { code: 'registration_closed' },
      });
      expect(await installation.sql('select from users')).toEqual([]);
    }
    expect((await here.visitor().get('/api/v6/register/')).body).toEqual({ is_open: true });
  });

  it('deletes registrations that were never activated', async () => {
    const [pending, active] = [newEmail(), newEmail()];
    for (const email of [pending, active]) await register(email);
    await here.visitor().get(await activation(active));
    const companies = async () => (await here.sql(`select from companies where name = 'Grace Hopper'`)).length;
    const before = await companies();
    here.clock.advance(7 * 86_400_000 + 3600_000);
    await here.application.database.asSystem((tx) => deleteUnactivated(tx, here.clock.now()));
    const left = await here.sql<{ email: string }>('select email from users where email = any($1)', [[pending, active]]);
    expect(left).toEqual([{ email: active }]);
    expect(await companies()).toBeLessThan(before);
  });
});

describe('registration with an address of a company that requires SSO', () => {
  it('[ACC-046] [ACC-055] [SSO-016] creates no account, responds as usual and emails the SSO link to the owner', async () => {
    const id = await addRequiringCompany(here, 'keeping.test');
    const email = 'ada@keeping.test';
    const refused = await heldFor600(email.toUpperCase());
    const free = newEmail();
    const kept = await register(free);
    expect([refused.status, refused.body]).toEqual([kept.status, kept.body]);
    for (const typed of [newPassword, 'Another-Stranger-1']) {
      const [one, other] = [await signIn(email, typed), await signIn(free, typed)];
      expect([one.status, one.body]).toEqual([other.status, other.body]);
    }
    expect(await usersWith(email)).toEqual([]);
    const [letter, ...more] = await here.systemEmailsTo(email.toUpperCase());
    expect([letter?.kind, letter?.subject, more]).toEqual(['sso_required', 'Вход через вашу компанию', []]);
    expect(letter?.text).toContain('http://headwater.test/login/sso?email=ADA%40KEEPING.TEST');
    // The company can still add the user.
    const admin = await here.signIn(await here.addUser(id, 'admin'));
    const worker = { email, first_name: 'Ada', last_name: 'Kept' };
    expect((await admin.post('/api/v6/workers/', worker)).status).toBe(200);
  });

  it('[ACC-046] [SSO-016] emails the SSO link to its users, and the sign-in link to users with a password', async () => {
    const id = await addRequiringCompany(here, 'people.test');
    const worker = await here.addUser(id, 'worker', { email: 'worker@people.test' });
    const admin = await here.addUser(id, 'admin', { email: 'admin@people.test' });
    const elsewhere = await here.addUser(await here.addCompany(), 'worker', { email: 'elsewhere@people.test' });
    for (const { email } of [worker, admin, elsewhere]) await register(email);
    const kinds = async ({ email }: { email: string }) => (await here.systemEmailsTo(email)).map(({ kind }) => kind);
    expect([await kinds(worker), await kinds(admin), await kinds(elsewhere)]).toEqual([
      ['sso_required'],
      ['account_exists'],
      ['account_exists'],
    ]);
  });

  it('[ACC-009] [ACC-047] [SSO-016] is not activated if SSO became required later', async () => {
    const email = 'grace@meanwhile.test';
    await register(email);
    const link = await activation(email);
    await addRequiringCompany(here, 'meanwhile.test');
    expect(await here.visitor().get(link)).toMatchObject({ status: 403, body: { code: 'sso_required' } });
    expect((await signIn(email)).body.code).toBe('need_activation');
    // Resending sends the SSO link.
    const sent = (await letters(email, 'activate')).length;
    expect(await resend('activation', email)).toMatchObject({ status: 200, body: {} });
    expect((await letters(email, 'activate')).length).toBe(sent);
    expect((await letters(email, 'sso_required'))[0]?.text).toContain('http://headwater.test/login/sso?email=grace%40meanwhile.test');
    await register(email, { password: 'Another-Stranger-1' });
    expect(await usersWith(email)).toEqual([]);
    expect((await here.visitor().get(link)).status).toBe(400);
    expect((await signIn(email)).status).toBe(400);
  });

  it('[ACC-048] [ACC-050] [SSO-016] is not activated by a password reset if SSO became required later', async () => {
    const [early, late, free] = ['early@begun.test', 'late@begun.test', newEmail()];
    for (const email of [early, late]) await register(email);
    const recover = (email: string) => here.visitor().post('/api/v6/recover-password/', { email });
    await recover(early);
    const link = /\/users\/reset\/(\S+)/.exec((await letters(early, 'reset')).at(-1)?.text ?? '')?.[1] ?? '';
    const id = await addRequiringCompany(here, 'begun.test');
    const reset = await here.visitor().post(`/api/v6/reset-password/${link}/`, { password: newPassword });
    expect(reset).toMatchObject({ status: 403, body: { code: 'sso_required' } });
    const [kept, unknown] = [await recover(late), await recover(free)];
    expect([kept.status, kept.body]).toEqual([unknown.status, unknown.body]);
    expect(await letters(late, 'reset')).toEqual([]);
    expect((await letters(late, 'sso_required'))[0]?.text).toContain('http://headwater.test/login/sso?email=late%40begun.test');
    for (const email of [early, late]) expect((await signIn(email)).body.code).toBe('need_activation');
    // The company can still add the user.
    const admin = await here.signIn(await here.addUser(id, 'admin'));
    expect((await admin.post('/api/v6/workers/', { email: late, first_name: 'Ada', last_name: 'Begun' })).status).toBe(200);
  });
});

describe('resending emails', () => {
  it('[ACC-053] [ACC-064] works five times an hour for accounts that are not activated', async () => {
    const email = newEmail();
    await register(email);
    for (let tries = 0; tries < 5; tries += 1) expect(await resend('activation', email)).toMatchObject({ status: 200, body: {} });
    expect(await letters(email, 'activate')).toHaveLength(6);
    expect((await here.visitor().get(await activation(email))).status).toBe(200);
    const sixth = await resend('activation', email);
    expect(sixth).toMatchObject({ status: 429, body: { detail: 'Resend of activation email failed' } });
  });

  it('[ACC-053] works for the owner after five requests by another sender', async () => {
    const email = newEmail();
    await register(email);
    const url = `/api/resend_activation_email/?email=${encodeURIComponent(email)}`;
    const from = async (remoteAddress: string) => (await here.visitor().send({ method: 'GET', url, remoteAddress })).status;
    for (let tries = 0; tries < 5; tries += 1) expect(await from('198.51.100.9')).toBe(200);
    expect([await from('198.51.100.9'), await from('198.51.100.10')]).toEqual([429, 200]);
    expect(await letters(email, 'activate')).toHaveLength(7);
  });

  it('[ACC-054] [ACC-065] works for accounts that are not verified', async () => {
    const user = await here.addUser(await here.addCompany(), 'worker');
    await here.sql('update users set is_verified = false where id = $1', [user.id]);
    expect((await signIn(user.email, password)).body.code).toBe('need_verification');
    for (let tries = 0; tries < 5; tries += 1) expect((await resend('verification', user.email)).status).toBe(200);
    const sixth = await resend('verification', user.email);
    expect(sixth).toMatchObject({ status: 429, body: { detail: 'Resend of verification email failed' } });
    expect((await here.visitor().get(await activation(user.email, 'verify'))).status).toBe(200);
    expect((await signIn(user.email, password)).status).toBe(200);
  });

  it('[ACC-053] [ACC-054] responds alike if nothing is sent', async () => {
    const user = await here.addUser(await here.addCompany(), 'worker');
    for (const email of [user.email, 'nobody@example.test'])
      for (const kind of ['activation', 'verification'] as const)
        expect(await resend(kind, email)).toMatchObject({ status: 200, body: {} });
    expect(await here.systemEmailsTo(user.email)).toEqual([]);
    expect(await bare.visitor().get('/api/resend_activation_email/?email=a@example.test')).toMatchObject({
      body: { detail: 'Resend of activation email failed' },
    });
  });

  it('[ACC-053] requires a CSRF token', async () => {
    const answer = await here
      .visitor()
      .send({ method: 'GET', url: '/api/resend_activation_email/?email=a@example.test', headers: { 'x-csrftoken': '' } });
    expect(answer.status).toBe(403);
  });
});
