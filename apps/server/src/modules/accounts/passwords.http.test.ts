import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expectHeld } from '../../../test/clocks.ts';
import { password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { createApplication } from '../../app.ts';
import { readEnv } from '../../env.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';

/** Email is enabled, but not delivered. */
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const bare = useInstallation();

const newPassword = 'Battery-Staple-9';
const newUser = async (more: { language?: 'en' | 'ru' } = {}) => here.addUser(await here.addCompany(), 'worker', more);
let addresses = 0;
const recoverFrom = (remoteAddress: string, email: string, more: object = {}) =>
  here.visitor().send({ method: 'POST', url: '/api/v6/recover-password/', payload: { email, ...more }, remoteAddress });
function recover(email: string, more: object = {}) {
  addresses += 1;
  return recoverFrom(`203.0.113.${addresses}`, email, more);
}
const resetEmailsTo = async ({ email }: TestUser, kind = 'reset') =>
  (await here.systemEmailsTo(email)).filter((letter) => letter.kind === kind);
const tokenOf = (text: string | undefined) => /\/users\/reset\/(\S+)/.exec(text ?? '')?.[1] ?? '';
async function linkFor(user: TestUser): Promise<string> {
  expect((await recover(user.email)).status).toBe(200);
  return `/api/v6/reset-password/${tokenOf((await resetEmailsTo(user)).at(-1)?.text)}/`;
}
const signInWith = (user: TestUser, typed: string) => here.visitor().post('/api/v6/login/', { email: user.email, password: typed });

/** Asserts that the response takes 600 ms. */
async function heldFor600(email: string) {
  const other = await newUser();
  const meanwhile = () => recover(other.email);
  const { status, body } = await expectHeld(here.heldAnswers, { milliseconds: 600, send: () => recover(email), meanwhile });
  return { status, body };
}

describe('password recovery', () => {
  it('[ACC-048] [ACC-049] [ACC-050] sets a new password by an emailed link, once', async () => {
    const user = await newUser();
    const link = await linkFor(user);
    expect(await here.visitor().get(link)).toMatchObject({ status: 200, body: { email: user.email } });
    const set = await here.visitor().post(link, { password: newPassword, password_repeat: newPassword });
    expect(set).toMatchObject({ status: 200, body: {} });
    expect((await signInWith(user, password)).status).toBe(400);
    expect((await signInWith(user, newPassword)).status).toBe(200);
    expect(await resetEmailsTo(user, 'password_changed')).toHaveLength(1);
    const failed = { status: 400, body: { detail: 'Password reset failed' } };
    expect(await here.visitor().post(link, { password: newPassword })).toMatchObject(failed);
    expect(await here.visitor().get(link)).toMatchObject(failed);
  });

  it('[ACC-048] gives the same delayed response for unknown addresses', async () => {
    const user = await newUser();
    expect(await heldFor600(user.email)).toEqual(await heldFor600('nobody@example.test'));
    expect(await here.systemEmailsTo('nobody@example.test')).toEqual([]);
  });

  it('[ACC-048] takes 600 ms with the default clock', async () => {
    const env = readEnv({ HEADWATER_DATA_DIR: dirname(here.filesFolder), HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_DEMO: 'off' });
    const application = createApplication({ env, databaseUrl: here.databaseUrl, clock: systemClock, log: createLog('silent') });
    const app = await application.createHttp();
    const [headers, cookies] = [{ 'x-csrftoken': 't' }, { csrftoken: 't' }];
    const start = performance.now();
    const payload = { email: 'nobody@example.test' };
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/v6/recover-password/', payload, headers, cookies });
    const duration = performance.now() - start;
    await app.close();
    await application.close();
    expect(statusCode).toBe(200);
    // Node.js timers may fire a millisecond early.
    expect(duration).toBeGreaterThan(598);
  });

  it('[ACC-055] [ACC-061] stores a hash of the link for 24 hours; one of two concurrent uses wins', async () => {
    const user = await newUser();
    const link = await linkFor(user);
    const rows = await here.sql<{ row: string }>('select row_to_json(t)::text as row from one_time_tokens t where user_id = $1', [user.id]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(link.split('/').at(-2));
    const both = await Promise.all([1, 2].map((number) => here.visitor().post(link, { password: `${newPassword}${number}` })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const late = await linkFor(user);
    here.clock.advance(24 * 3600_000 - 1000);
    expect((await here.visitor().get(late)).status).toBe(200);
    here.clock.advance(2000);
    expect(await here.visitor().post(late, { password: newPassword })).toMatchObject({
      status: 400,
      body: { detail: 'Password reset failed' },
    });
    expect((await here.visitor().post('/api/v6/reset-password/made-up/', { password: newPassword })).status).toBe(400);
  });

  it('[ACC-050] ends all sessions and links of the user, and no others', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const [first, second, theirs] = [await here.signIn(user), await here.signIn(user), await here.signIn(other)];
    const [spare, link] = [await linkFor(user), await linkFor(user)];
    expect((await here.visitor().post(link, { password: newPassword })).status).toBe(200);
    for (const caller of [first, second]) expect((await caller.get('/api/internal/users/me/')).status).toBe(401);
    expect((await theirs.get('/api/internal/users/me/')).status).toBe(200);
    expect((await here.visitor().get(spare)).status).toBe(400);
  });

  it('[ACC-056] [ACC-057] [ACC-058] validates the password at its field without consuming the link', async () => {
    const link = await linkFor(await newUser());
    const tried = async (body: object) => (await here.visitor().post(link, body)).body;
    expect(await tried({ password: 'Short-1' })).toEqual({ password: ['A password must have at least 12 characters'] });
    expect(await tried({ password: 'only-lowercase-1' })).toEqual({
      password: ['A password must have a lowercase letter, an uppercase letter, a digit and a special character'],
    });
    expect(await tried({ password: newPassword, password_repeat: 'other' })).toEqual({ password_repeat: ['value differs from password'] });
    expect(await tried({ password: '' })).toEqual({ password: ['This field cannot be empty'] });
    expect(await tried({ password: newPassword })).toEqual({});
  });

  it('[ACC-062] [ACC-063] allows five requests an hour for known and unknown addresses', async () => {
    const user = await newUser();
    for (const email of [user.email, 'none@example.test']) {
      for (let count = 0; count < 5; count += 1) expect((await recoverFrom('198.51.100.1', email)).status).toBe(200);
      const sixth = await recoverFrom('198.51.100.1', email.toUpperCase());
      expect(sixth).toMatchObject({ status: 429, body: { detail: 'Too many password change attempts' } });
    }
    // Earlier links stay valid.
    const links = (await resetEmailsTo(user)).map(({ text }) => `/api/v6/reset-password/${tokenOf(text)}/`);
    expect((await here.visitor().post(links[0] ?? '', { password: newPassword })).status).toBe(200);
    here.clock.advance(3600_000 + 1000);
    expect((await recoverFrom('198.51.100.1', user.email)).status).toBe(200);
  });

  it('[ACC-063] accepts requests of the owner after five by another sender', async () => {
    const user = await newUser();
    for (let count = 0; count < 5; count += 1) expect((await recoverFrom('198.51.100.2', user.email)).status).toBe(200);
    expect((await recoverFrom('198.51.100.2', user.email)).status).toBe(429);
    for (let count = 0; count < 5; count += 1) expect((await recoverFrom('198.51.100.3', user.email)).status).toBe(200);
    expect((await recoverFrom('198.51.100.3', user.email)).status).toBe(429);
    expect(await resetEmailsTo(user)).toHaveLength(10);
  });

  it('[ACC-063] sends at most twenty emails an hour to an address, except from known browsers of the owner', async () => {
    const user = await newUser();
    const owner = await here.signIn(user);
    await owner.get('/logout/');
    for (let count = 0; count < 20; count += 1) expect((await recover(user.email)).status).toBe(200);
    expect((await recover(user.email)).status).toBe(429);
    const payload = { email: user.email };
    expect((await owner.post('/api/v6/recover-password/', payload)).status).toBe(200);
    // A browser of another user is not known.
    expect((await (await here.signIn(await newUser())).post('/api/v6/recover-password/', payload)).status).toBe(429);
    expect(await resetEmailsTo(user)).toHaveLength(21);
  });

  it("[ACC-048] sends nothing to inactive users and users without a password, else in the user's language", async () => {
    const [off, invited, russian] = [await newUser(), await newUser(), await newUser({ language: 'ru' })];
    await here.sql('update users set is_active = false where id = $1', [off.id]);
    await here.sql('update users set password_hash = null, is_activated = false where id = $1', [invited.id]);
    for (const user of [off, invited, russian]) expect((await recover(user.email)).status).toBe(200);
    expect([await resetEmailsTo(off), await resetEmailsTo(invited)]).toEqual([[], []]);
    expect((await resetEmailsTo(russian))[0]?.subject).toBe('Новый пароль');
    const late = await newUser();
    const link = await linkFor(late);
    await here.sql('update users set is_active = false where id = $1', [late.id]);
    expect((await here.visitor().post(link, { password: newPassword })).status).toBe(400);
  });

  it('[ACC-048] is rejected without a mail server', async () => {
    expect(await bare.visitor().post('/api/v6/recover-password/', { email: 'a@example.test' })).toMatchObject({ status: 409 });
  });

  it('[ACC-059] rejects an empty or invalid address at its field', async () => {
    expect(await recover(' ')).toMatchObject({ status: 400, body: { email: ['This field cannot be empty'] } });
    expect(await recover('nobody')).toMatchObject({ status: 400, body: { email: ['Enter a valid email address'] } });
  });
});

describe('the own password', () => {
  const change = '/api/v6/user/password/';

  it('[ACC-062] [ACC-063] requires the current password and ends other sessions', async () => {
    const user = await newUser();
    const [caller, other] = [await here.signIn(user), await here.signIn(user)];
    const wrong = await caller.post(change, { current_password: 'nope', password: newPassword });
    expect(wrong).toMatchObject({ status: 400, body: { current_password: ['Wrong password'] } });
    expect((await caller.post(change, { current_password: password, password: newPassword })).status).toBe(200);
    expect((await caller.get('/api/internal/users/me/')).status).toBe(200);
    expect((await other.get('/api/internal/users/me/')).status).toBe(401);
    for (let count = 0; count < 3; count += 1) await caller.post(change, { current_password: 'nope', password: newPassword });
    expect(await caller.post(change, { current_password: newPassword, password })).toMatchObject({
      status: 429,
      body: { detail: 'Too many password change attempts' },
    });
  });
});

describe('concurrent password changes', () => {
  const change = '/api/v6/user/password/';

  it('[ACC-062] accept only the first one', async () => {
    const user = await newUser();
    const callers = [await here.signIn(user), await here.signIn(user)];
    const answers = await Promise.all(
      callers.map((caller, at) => caller.post(change, { current_password: password, password: `${newPassword}${at}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await signInWith(user, `${newPassword}${won}`)).status).toBe(200);
    expect((await signInWith(user, `${newPassword}${1 - won}`)).status).toBe(400);
  });
});

const asked: string[] = [];
const service = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    asked.push(`${request.method} ${request.url} ${body}`);
    response.end(JSON.stringify({ success: new URLSearchParams(body).get('response') === 'human' }));
  });
});
service.listen(0, '127.0.0.1');
await once(service, 'listening');
const captcha = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

describe('a captcha', () => {
  afterAll(() => void service.close());
  const guarded = useInstallation({
    HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9',
    HEADWATER_RECAPTCHA_KEY: 'public-key',
    HEADWATER_RECAPTCHA_SECRET: 'secret-key',
    HEADWATER_RECAPTCHA_URL: `${captcha}/recaptcha`,
  });

  it('[ACC-051] [ACC-052] is required if configured, with a public key', async () => {
    const key = await guarded.visitor().get('/api/v6/recaptcha-key/');
    expect(key.body).toEqual({ key: 'public-key', script: `${captcha}/recaptcha/api.js` });
    expect(String(key.headers['content-security-policy'])).toContain(`script-src 'self' ${captcha}`);
    const recoverWith = (captcha?: string) => guarded.visitor().post('/api/v6/recover-password/', { email: 'a@example.test', captcha });
    const wrong = { status: 400, body: { captcha: ['Confirm that you are not a robot'] } };
    expect(await recoverWith()).toMatchObject(wrong);
    expect(asked).toEqual([]);
    expect(await recoverWith('robot')).toMatchObject(wrong);
    expect((await recoverWith('human')).status).toBe(200);
    expect(asked).toEqual(['robot', 'human'].map((answer) => `POST /recaptcha/api/siteverify secret=secret-key&response=${answer}`));
  });

  it('[ACC-051] [ACC-052] is not required without a key', async () => {
    const key = await here.visitor().get('/api/v6/recaptcha-key/');
    expect(key.body).toEqual({ key: '', script: '' });
    expect(String(key.headers['content-security-policy'])).toContain("script-src 'self';");
  });
});
