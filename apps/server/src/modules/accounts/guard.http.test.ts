import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { createSecretBox } from '#platform/crypto/secrets.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import { totpCode } from '#platform/crypto/totp.ts';
import { resealAuthenticators, secretContext } from './sign-in/factors.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const app = '/api/v6/user/authenticator/';
const security = '/api/v6/user/security/';
const me = '/api/internal/users/me/';

const codeOf = (secret: string) => totpCode(secret, Math.floor(here.clock.now().getTime() / 30_000));
const newUser = async () => here.addUser(await here.addCompany({ features: { has_api: true } }), 'worker');

async function addApp(caller: Caller, proof: object = { password }) {
  const { secret } = (await caller.post(app, proof)).body;
  here.clock.advance(30_000);
  const { status, body } = await caller.post(`${app}confirm/`, { code: codeOf(secret) });
  return { status, secret: secret as string, recovery: body.recovery_codes as string[] };
}
/** Advances the clock to an unused code. */
function nextCode(secret: string): { code: string } {
  here.clock.advance(30_000);
  return { code: codeOf(secret) };
}
async function confirmed(user: TestUser, code: string): Promise<number> {
  const { token } = (await here.visitor().post('/api/v6/login/', { email: user.email, password })).body.confirmation;
  return (await here.visitor().post('/api/v6/login/confirm/', { token, code })).status;
}

describe('changes of sign-in settings', () => {
  it('[DEC-08] end the other sessions of the user only', async () => {
    const user = await newUser();
    let secret = '';
    const steps: ((caller: Caller) => Promise<unknown>)[] = [
      async (caller) => ({ secret } = await addApp(caller)),
      (caller) => caller.post('/api/v6/user/recovery-codes/', nextCode(secret)),
      (caller) => caller.post(`${app}remove/`, nextCode(secret)),
    ];
    const caller = await here.signIn(user);
    const stranger = await here.signIn(await here.addUser(user.companyId, 'worker'));
    for (const step of steps) {
      const [other] = await here.sql<{ token_hash: Buffer }>(
        `insert into sessions (token_hash, company_id, user_id, expires_at) values (sha256($2), $1, $3, now() + interval '1 day') returning token_hash`,
        [user.companyId, randomBytes(8), user.id],
      );
      await step(caller);
      expect(await here.sql('select 1 from sessions where token_hash = $1', [other?.token_hash])).toEqual([]);
      expect((await caller.get(me)).status).toBe(200);
    }
    expect((await stranger.get(me)).status).toBe(200);
    expect((await here.systemEmailsTo(user.email)).map(({ subject }) => subject)).toEqual(
      Array.from({ length: 3 }, () => 'Your sign-in settings were changed'),
    );
  });

  it('[DEC-08] require the password without an app, else a code or recovery code, each accepted once', async () => {
    const user = await newUser();
    const caller = await here.signIn(user);
    expect((await caller.post(app, {})).status).toBe(400);
    expect((await caller.post(app, { code: '000000' })).body).toEqual({ code: ['Wrong code'] });
    const { secret, recovery } = await addApp(caller);
    const codes = '/api/v6/user/recovery-codes/';
    // The password alone is not sufficient with an app.
    for (const path of [app, `${app}remove/`, codes])
      expect([path, (await caller.post(path, { password })).body]).toEqual([
        path,
        { code: ['Enter a code from your authenticator app or a recovery code'] },
      ]);
    expect((await caller.get(security)).body).toMatchObject({ recovery_codes_left: 10 });
    // The code of the setup is used.
    expect((await caller.post(codes, { code: codeOf(secret) })).status).toBe(400);
    expect((await caller.post(codes, { code: recovery[0] })).status).toBe(200);
    expect((await caller.post(codes, { code: recovery[1] })).status).toBe(400);
    here.clock.advance(30_000);
    const code = codeOf(secret);
    expect((await caller.post(`${app}remove/`, { code })).status).toBe(200);
    expect((await caller.post(`${app}remove/`, { password })).body.code).toBe('authenticator_missing');
    expect((await caller.get(security)).body).toMatchObject({ authenticator_since: null, recovery_codes_left: 0 });
  });

  it('[DEC-08] rejects codes and recovery codes of another user', async () => {
    const [user, other] = [await newUser(), await newUser()];
    await addApp(await here.signIn(user));
    const foreign = await addApp(await here.signIn(other));
    here.clock.advance(30_000);
    expect(await confirmed(user, codeOf(foreign.secret))).toBe(400);
    expect(await confirmed(user, foreign.recovery[0] ?? '')).toBe(400);
    expect(await confirmed(other, foreign.recovery[0] ?? '')).toBe(200);
  });

  it('[DEC-08] replaces the app after the first code of the new one, also if the company requires one', async () => {
    const user = await newUser();
    const caller = await here.signIn(user);
    const before = await addApp(caller);
    await here.sql('update companies set mfa = true where id = $1', [user.companyId]);
    // Two pending apps: the later one counts.
    const first = (await caller.post(app, nextCode(before.secret))).body.secret;
    const second = (await caller.post(app, nextCode(before.secret))).body.secret;
    here.clock.advance(30_000);
    expect(await confirmed(user, codeOf(before.secret))).toBe(200);
    expect((await caller.post(`${app}confirm/`, { code: codeOf(first) })).body).toEqual({ code: ['Wrong code'] });
    const both = await Promise.all([1, 2].map(() => caller.post(`${app}confirm/`, { code: codeOf(second) })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, expect.toSatisfy((status: number) => status >= 400)]);
    here.clock.advance(30_000);
    expect(await confirmed(user, codeOf(before.secret))).toBe(400);
    expect(await confirmed(user, codeOf(second))).toBe(200);
  });

  it('[DEC-08] expires a pending app after an hour', async () => {
    const caller = await here.signIn(await newUser());
    const { secret } = (await caller.post(app, { password })).body;
    here.clock.advance(61 * 60_000);
    expect((await caller.post(`${app}confirm/`, { code: codeOf(secret) })).body.code).toBe('authenticator_missing');
  });

  it('[DEC-08] rejects the code of a user who was deactivated after the password', async () => {
    const user = await newUser();
    const { recovery } = await addApp(await here.signIn(user));
    const { token } = (await here.visitor().post('/api/v6/login/', { email: user.email, password })).body.confirmation;
    await here.sql('update users set is_active = false where id = $1', [user.id]);
    expect((await here.visitor().post('/api/v6/login/confirm/', { token, code: recovery[0] })).body.code).toBe('signin_expired');
    expect((await here.visitor().post('/api/v6/login/code/', { token })).body.code).toBe('signin_expired');
  });

  it('[ROLE-033] [API-010] are forbidden during impersonation and for API tokens', async () => {
    const user = await newUser();
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect((await staff.post(`/api/internal/users/${user.id}/login_as/`)).status).toBe(200);
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    const token = (await (await here.signIn(user)).post('/api/access_token/', { scopes: ['everything'], password })).body.access_token;
    const headers = { authorization: `Token ${token}` };
    for (const [method, url, payload] of [
      ['GET', security, undefined],
      ['POST', app, { password }],
      ['POST', `${app}confirm/`, { code: '000000' }],
      ['POST', `${app}remove/`, { password }],
      ['POST', '/api/v6/user/recovery-codes/', { password }],
      ['DELETE', '/api/v6/user/sessions/1/', undefined],
      ['POST', '/api/v6/user/sessions/end-others/', undefined],
      ['POST', '/api/v6/user/password/', { current_password: password, password: 'Another-Horse-8' }],
    ] as const) {
      expect((await staff.send({ method, url, ...(payload && { payload }) })).body.code).toBe('not_while_acting');
      expect((await here.app.inject({ method, url, headers, ...(payload && { payload }) })).json().code).toBe('not_with_token');
    }
  });

  it('[DEC-14] are logged, including used recovery codes', async () => {
    const company = await here.addCompany();
    const user = await here.addUser(company, 'worker');
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    const caller = await here.signIn(user);
    const { secret, recovery } = await addApp(caller);
    expect(await confirmed(user, recovery[0] ?? '')).toBe(200);
    await here.sql(`delete from recovery_codes where user_id = $1 and code_hash <> $2`, [
      user.id,
      hashToken(`recovery ${(recovery[1] ?? '').replaceAll('-', '')}`),
    ]);
    expect(await confirmed(user, recovery[1] ?? '')).toBe(200);
    await caller.post(`${app}remove/`, nextCode(secret));
    const { body } = await admin.get(`/api/v6/audit/?kind=user_changed&target_id=${user.id}`);
    expect(body.entries.map((entry: { values: object }) => entry.values)).toEqual([
      { authenticator: [true, false] },
      { recovery_codes: [1, 0] },
      { recovery_codes: [10, 9] },
      { recovery_codes: [null, 10] },
      { authenticator: [false, true] },
    ]);
    expect(body.entries.every((entry: { user: { id: number } }) => entry.user.id === user.id)).toBe(true);
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  it('[DEC-08] move with the user to another company', async () => {
    const user = await newUser();
    const { secret } = await addApp(await here.signIn(user));
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    const target = await here.addCompany();
    expect((await staff.post(`/api/v6/workers/${user.id}/move/`, { company_id: target })).status).toBe(200);
    here.clock.advance(30_000);
    expect(await confirmed(user, codeOf(secret))).toBe(200);
  });
});

it('reseals app secrets with a new key and counts those without a known key', async () => {
  const { database } = here.application;
  await here.sql('delete from authenticators');
  const [older, newer, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const people: TestUser[] = [];
  for (const key of [older, newer, foreign]) {
    const user = await newUser();
    people.push(user);
    await here.sql(
      `insert into authenticators (user_id, company_id, sealed_secret, confirmed_at, pending_secret, pending_at, sealed_for)
       values ($1, $2, $3, now(), $3, now(), $1)`,
      [user.id, user.companyId, createSecretBox([key]).seal('ABC', secretContext(user.id))],
    );
  }
  expect(await resealAuthenticators(database, createSecretBox([newer, older]))).toEqual({ resealed: 1, lost: 1 });
  const box = createSecretBox([newer]);
  for (const { id } of people.slice(0, 2)) {
    const [row] = await here.sql<{ sealed_secret: string; pending_secret: string }>('select * from authenticators where user_id = $1', [
      id,
    ]);
    expect([row?.sealed_secret, row?.pending_secret].map((sealed) => box.open(sealed ?? '', secretContext(id)))).toEqual(['ABC', 'ABC']);
  }
  expect(await resealAuthenticators(database, box)).toEqual({ resealed: 0, lost: 1 });
});
