import { describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { totpCode } from '#platform/crypto/totp.ts';

const me = '/api/internal/users/me/';
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const bare = useInstallation();

let addresses = 0;
const enter = (installation: typeof here, user: TestUser, caller: Caller = installation.visitor()) => {
  addresses += 1;
  const payload = { email: user.email, password };
  return caller.send({ method: 'POST', url: '/api/v6/login/', payload, remoteAddress: `203.0.113.${addresses}` });
};
const codeAt = (secret: string, now: Date, away = 0) => totpCode(secret, Math.floor(now.getTime() / 30_000) + away);
const newUser = async (installation: typeof here, more: object = {}) => installation.addUser(await installation.addCompany(more), 'worker');

/** Adds an app and uses its current code. */
async function addApp(installation: typeof here, user: TestUser) {
  const caller = await installation.signIn(user);
  const { secret } = (await caller.post('/api/v6/user/authenticator/', { password })).body;
  const code = codeAt(secret, installation.clock.now());
  const { body } = await caller.post('/api/v6/user/authenticator/confirm/', { code });
  return { caller, secret: secret as string, recovery: body.recovery_codes as string[] };
}
const confirm = (caller: Caller, token: string, code: string) => caller.post('/api/v6/login/confirm/', { token, code });

const reset = async (user: TestUser) => {
  expect((await here.visitor().post('/api/v6/recover-password/', { email: user.email })).status).toBe(200);
  const key = /\/users\/reset\/(\S+)/.exec((await here.systemEmailsTo(user.email)).at(-1)?.text ?? '')?.[1];
  expect((await here.visitor().post(`/api/v6/reset-password/${key}/`, { password })).status).toBe(200);
};

const emailCode = async (user: TestUser) => {
  const { token } = (await enter(here, user)).body.confirmation;
  return here.visitor().post('/api/v6/login/code/', { token });
};

describe('an authenticator app', () => {
  it('[DEC-08] [ACC-017] is added with password and code, and required at the next sign-in', async () => {
    const user = await newUser(here);
    const caller = await here.signIn(user);
    expect(await caller.post('/api/v6/user/authenticator/', { password: 'nope' })).toMatchObject({
      status: 400,
      body: { password: ['Wrong password'] },
    });
    const { body } = await caller.post('/api/v6/user/authenticator/', { password });
    expect(body.uri).toContain(`otpauth://totp/Headwater%3A${encodeURIComponent(user.email)}?secret=${body.secret}&issuer=Headwater`);
    // A pending app is not used.
    expect((await enter(here, user)).body.confirmation).toBeNull();
    expect(await caller.post('/api/v6/user/authenticator/confirm/', { code: '000000' })).toMatchObject({ body: { code: ['Wrong code'] } });
    const confirmed = await caller.post('/api/v6/user/authenticator/confirm/', { code: codeAt(body.secret, here.clock.now()) });
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    const { confirmation } = (await enter(here, user)).body;
    expect(confirmation).toMatchObject({ app: true, email: true });
    // The owner is notified, but gets no code by email.
    expect((await here.systemEmailsTo(user.email)).map(({ kind }) => kind)).toEqual(['guard_changed']);
    here.clock.advance(30_000);
    const signedIn = await confirm(here.visitor(), confirmation.token, codeAt(body.secret, here.clock.now()));
    expect(signedIn).toMatchObject({ status: 200, body: { next: '/', user: { email: user.email } } });
    const stored = await here.sql<{ sealed_secret: string }>('select sealed_secret from authenticators where user_id = $1', [user.id]);
    expect(stored[0]?.sealed_secret).not.toContain(body.secret);
  });

  it('[DEC-08] accepts each code once, also concurrently', async () => {
    const user = await newUser(here);
    const { secret } = await addApp(here, user);
    const spent = codeAt(secret, here.clock.now());
    here.clock.advance(30_000);
    const tokens = await Promise.all([1, 2, 3].map(async () => (await enter(here, user)).body.confirmation.token as string));
    expect((await confirm(here.visitor(), tokens[0] ?? '', spent)).body).toEqual({ code: ['Wrong code'] });
    const code = codeAt(secret, here.clock.now());
    const both = await Promise.all(tokens.slice(0, 2).map((token) => confirm(here.visitor(), token, code)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await confirm(here.visitor(), tokens[2] ?? '', code)).body).toEqual({ code: ['Wrong code'] });
  });

  it('[DEC-08] has recovery codes, stored as hashes, each valid once', async () => {
    const user = await newUser(here);
    const { caller, recovery } = await addApp(here, user);
    const rows = await here.sql<{ row: string }>('select row_to_json(r)::text as row from recovery_codes r where user_id = $1', [user.id]);
    expect(rows).toHaveLength(10);
    expect(rows.some(({ row }) => row.includes(recovery[0] ?? '-'))).toBe(false);
    const first = (await enter(here, user)).body.confirmation.token;
    expect((await confirm(here.visitor(), first, (recovery[0] ?? '').toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    const second = (await enter(here, user)).body.confirmation.token;
    expect((await confirm(here.visitor(), second, recovery[0] ?? '')).body).toEqual({ code: ['Wrong code'] });
    expect((await caller.get('/api/v6/user/security/')).body).toMatchObject({ recovery_codes_left: 9, is_required: false });
    const renewed = (await caller.post('/api/v6/user/recovery-codes/', { code: recovery[2] })).body.recovery_codes;
    const third = (await enter(here, user)).body.confirmation.token;
    expect((await confirm(here.visitor(), third, recovery[1] ?? '')).status).toBe(400);
    expect((await confirm(here.visitor(), third, renewed[1])).status).toBe(200);
  });

  it('[ACC-017] [DEC-08] can be replaced by an emailed code', async () => {
    const user = await newUser(here);
    await addApp(here, user);
    const { token } = (await enter(here, user)).body.confirmation;
    expect((await here.visitor().post('/api/v6/login/code/', { token })).status).toBe(200);
    const code = /\d{6}/.exec((await here.systemEmailsTo(user.email)).at(-1)?.text ?? '')?.[0] ?? '';
    expect((await confirm(here.visitor(), token, code)).status).toBe(200);
    expect((await here.visitor().post('/api/v6/login/code/', { token })).body.code).toBe('signin_expired');
    for (let count = 0; count < 4; count += 1) {
      const again = (await enter(here, user)).body.confirmation.token;
      expect((await here.visitor().post('/api/v6/login/code/', { token: again })).status).toBe(200);
    }
    const last = (await enter(here, user)).body.confirmation.token;
    expect((await here.visitor().post('/api/v6/login/code/', { token: last })).status).toBe(429);
  });

  describe('after a password was reset by email', () => {
    const paused = { status: 403, body: { code: 'signin_code_paused', detail: expect.stringContaining('reset by email') } };

    it('[ACC-017] [DEC-08] cannot be replaced by an emailed code for a day', async () => {
      const user = await newUser(here);
      const { secret, recovery } = await addApp(here, user);
      await reset(user);
      expect(await emailCode(user)).toMatchObject({ ...paused, body: { ...paused.body, detail: expect.stringContaining('24 h') } });
      here.clock.advance(23 * 3_600_000);
      expect(await emailCode(user)).toMatchObject({ ...paused, body: { ...paused.body, detail: expect.stringContaining('1 h') } });
      const confirmed = async (code: string) =>
        (await confirm(here.visitor(), (await enter(here, user)).body.confirmation.token, code)).status;
      expect(await confirmed(recovery[0] ?? '')).toBe(200);
      expect(await confirmed(codeAt(secret, here.clock.now()))).toBe(200);
      here.clock.advance(3_600_000);
      expect((await emailCode(user)).status).toBe(200);
    });

    it('[ACC-017] cannot be replaced by an emailed code where the company requires a second factor', async () => {
      const user = await newUser(here, { mfa: true });
      await reset(user);
      expect(await enter(here, user)).toMatchObject(paused);
      here.clock.advance(24 * 3_600_000);
      expect((await enter(here, user)).body.confirmation).toMatchObject({ app: false, email: true });
    });

    it('[ACC-018] is required after an emailed link as well', async () => {
      const user = await newUser(here);
      const { recovery } = await addApp(here, user);
      await reset(user);
      const attack = (payload: object, from: number) =>
        here
          .visitor()
          .send({ method: 'POST', url: '/api/v6/login/', payload: { email: user.email, ...payload }, remoteAddress: `198.51.100.${from}` });
      for (let attempt = 0; attempt < 12; attempt += 1) await attack({ password: 'Wrong-Horse-9' }, attempt);
      expect((await attack({ password }, 31)).body.code).toBe('signin_link_sent');
      const link = /login\?token=([\w-]+)/.exec((await here.systemEmailsTo(user.email)).at(-1)?.text ?? '')?.[1] ?? '';
      const { status, body } = await here.visitor().post('/api/v6/login/confirm/', { token: link });
      expect([status, body]).toMatchObject([200, { user: null, confirmation: { app: true } }]);
      expect((await here.visitor().post('/api/v6/login/code/', { token: body.confirmation.token })).body.code).toBe('signin_code_paused');
      const entered = await confirm(here.visitor(), body.confirmation.token, recovery[0] ?? '');
      expect([entered.status, entered.body.user?.email]).toEqual([200, user.email]);
    });

    it('[DEC-08] can be replaced again after the user has changed the password', async () => {
      const user = await newUser(here);
      const { recovery } = await addApp(here, user);
      await reset(user);
      const caller = here.visitor();
      await confirm(caller, (await enter(here, user)).body.confirmation.token, recovery[0] ?? '');
      const changed = await caller.post('/api/v6/user/password/', { current_password: password, password: 'Another-Horse-8' });
      expect(changed.status).toBe(200);
      const next = await here.visitor().post('/api/v6/login/', { email: user.email, password: 'Another-Horse-8' });
      expect((await here.visitor().post('/api/v6/login/code/', { token: next.body.confirmation.token })).status).toBe(200);
    });
  });

  it('[DEC-08] can be required by the company: it cannot be removed, and users without one must add it', async () => {
    const company = await here.addCompany({ mfa: true });
    const user = await here.addUser(company, 'worker');
    const { token } = (await enter(here, user)).body.confirmation;
    const code = /\d{6}/.exec((await here.systemEmailsTo(user.email)).at(-1)?.text ?? '')?.[0] ?? '';
    const caller = here.visitor();
    const entered = (await confirm(caller, token, code)).body;
    expect(entered).toMatchObject({ next: '/two-step?next=%2F', user: { must_add_factor: true } });
    expect((await caller.get('/api/v6/user/security/')).body.is_required).toBe(true);
    const { secret } = (await caller.post('/api/v6/user/authenticator/', { password })).body;
    await caller.post('/api/v6/user/authenticator/confirm/', { code: codeAt(secret, here.clock.now()) });
    expect((await caller.get(me)).body.must_add_factor).toBe(false);
    const fresh = () => {
      here.clock.advance(30_000);
      return { code: codeAt(secret, here.clock.now()) };
    };
    expect(await caller.post('/api/v6/user/authenticator/remove/', fresh())).toMatchObject({
      status: 409,
      body: { code: 'second_factor_required' },
    });
    await here.sql('update companies set mfa = false where id = $1', [company]);
    expect((await caller.post('/api/v6/user/authenticator/remove/', fresh())).status).toBe(200);
    expect((await enter(here, user)).body.confirmation).toBeNull();
  });

  it('[DEC-08] [API-010] restricts users and API tokens without a required factor', async () => {
    const company = await here.addCompany({ features: { has_api: true } });
    const user = await here.addUser(company, 'worker');
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    const caller = await here.signIn(user);
    const program = here.program((await caller.post('/api/access_token/', { scopes: ['everything'], password })).body.access_token);
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    const folders = '/api/v6/folders/';
    const statuses = async () => [(await caller.get(folders)).status, (await program.get(folders)).status];
    expect(await statuses()).toEqual([200, 200]);
    await here.sql('update companies set mfa = true where id = $1', [company]);
    expect(await statuses()).toEqual([403, 403]);
    expect(await caller.post(folders, { name: 'x' })).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } });
    expect((await caller.get(me)).body.must_add_factor).toBe(true);
    expect((await program.get(me)).status).toBe(403);
    // For staff the setting of their own company counts.
    expect((await staff.post(`/api/internal/users/${user.id}/login_as/`)).status).toBe(200);
    expect((await staff.get(folders)).status).toBe(200);
    const { secret } = (await caller.post('/api/v6/user/authenticator/', { password })).body;
    expect(await statuses()).toEqual([403, 403]);
    expect((await caller.post('/api/v6/user/authenticator/confirm/', { code: codeAt(secret, here.clock.now()) })).status).toBe(200);
    expect(await statuses()).toEqual([200, 200]);
  });

  it('[DEC-08] restricts impersonating staff if their own company requires a factor', async () => {
    const own = await here.addCompany();
    const staff = await here.signIn(await here.addUser(own, 'super_user'));
    const target = await here.addUser(await here.addCompany(), 'worker');
    expect((await staff.post(`/api/internal/users/${target.id}/login_as/`)).status).toBe(200);
    await here.sql('update companies set mfa = true where id = $1', [own]);
    expect((await staff.get('/api/v6/folders/')).body.code).toBe('second_factor_missing');
    expect((await staff.post('/api/internal/users/return/')).status).toBe(200);
    expect((await staff.get('/api/v6/companies/')).body.code).toBe('second_factor_missing');
  });

  it('[DEC-08] [ACC-020] limits guesses without locking out the owner in a known browser', async () => {
    for (const installation of [here, bare]) {
      const user = await newUser(installation);
      const browser = installation.visitor();
      const { secret, recovery } = await addApp(installation, user);
      installation.clock.advance(30_000);
      const first = (await enter(installation, user, browser)).body.confirmation.token;
      expect((await confirm(browser, first, codeAt(secret, installation.clock.now()))).status).toBe(200);
      const tokens: string[] = [];
      for (let count = 0; count < 3; count += 1) tokens.push((await enter(installation, user)).body.confirmation.token);
      const guesses = await Promise.all(
        tokens.slice(0, 2).flatMap((token) => [1, 2, 3, 4].map(() => confirm(installation.visitor(), token, '000000'))),
      );
      expect(guesses.filter(({ body }) => body.code?.[0] === 'Wrong code').length).toBeLessThanOrEqual(5);
      installation.clock.advance(30_000);
      const right = codeAt(secret, installation.clock.now());
      expect((await confirm(installation.visitor(), tokens[2] ?? '', right)).body.code).toBe('signin_expired');
      const known = (await enter(installation, user, browser)).body.confirmation.token;
      expect((await confirm(browser, known, right)).status).toBe(200);
      expect(recovery).toHaveLength(10);
    }
  });

  it('[DEC-08] [ACC-020] accepts the owner during password guesses', async () => {
    const user = await newUser(bare);
    const { secret } = await addApp(bare, user);
    for (let tries = 0; tries < 6; tries += 1) {
      const payload = { email: user.email, password: 'Wrong-Horse-7' };
      await bare.visitor().send({ method: 'POST', url: '/api/v6/login/', payload, remoteAddress: `198.51.100.${tries}` });
    }
    bare.clock.advance(30_000);
    const { token } = (await enter(bare, user)).body.confirmation;
    expect((await confirm(bare.visitor(), token, codeAt(secret, bare.clock.now()))).status).toBe(200);
  });

  it('[DEC-08] is unusable if no key opens its secret, and attempts are still counted', async () => {
    const [user, other] = [await newUser(here), await newUser(here)];
    const { recovery } = await addApp(here, user);
    await addApp(here, other);
    await here.sql(
      'update authenticators set sealed_secret = (select sealed_secret from authenticators where user_id = $2) where user_id = $1',
      [user.id, other.id],
    );
    const { token } = (await enter(here, user)).body.confirmation;
    const last = (await enter(here, user)).body.confirmation.token;
    const guesses = [];
    for (let tries = 0; tries < 6; tries += 1) guesses.push((await confirm(here.visitor(), token, '000000')).body.code);
    expect(guesses).toEqual([...Array.from({ length: 5 }, () => ['Wrong code']), 'signin_expired']);
    expect((await confirm(here.visitor(), last, recovery[0] ?? '')).status).toBe(200);
  });

  it('[DEC-08] accepts a recovery code during guesses', async () => {
    const user = await newUser(here);
    const { recovery } = await addApp(here, user);
    const tokens: string[] = [];
    for (let count = 0; count < 2; count += 1) tokens.push((await enter(here, user)).body.confirmation.token);
    for (let tries = 0; tries < 5; tries += 1) await confirm(here.visitor(), tokens[0] ?? '', '000000');
    expect((await confirm(here.visitor(), tokens[1] ?? '', recovery[0] ?? '')).status).toBe(200);
  });

  it('[ACC-062] limits password guesses when changing settings', async () => {
    const caller = await here.signIn(await newUser(here));
    for (let tries = 0; tries < 5; tries += 1) await caller.post('/api/v6/user/authenticator/', { password: 'nope' });
    expect((await caller.post('/api/v6/user/authenticator/', { password })).status).toBe(429);
  });
});

describe('sessions', () => {
  it('are listed with address and browser, and end individually or together', async () => {
    const user = await newUser(here);
    const [caller, second, third] = [await here.signIn(user), await here.signIn(user), await here.signIn(user)];
    const stranger = await here.signIn(await newUser(here));
    const { sessions } = (await caller.get('/api/v6/user/security/')).body;
    expect(sessions).toHaveLength(3);
    expect(sessions.filter((each: { is_current: boolean }) => each.is_current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', agent: expect.any(String) });
    const own = (await second.get('/api/v6/user/security/')).body.sessions.find((each: { is_current: boolean }) => each.is_current);
    expect((await stranger.delete(`/api/v6/user/sessions/${own.id}/`)).status).toBe(404);
    expect((await caller.delete(`/api/v6/user/sessions/${own.id}/`)).status).toBe(200);
    expect((await second.get('/api/internal/users/me/')).status).toBe(401);
    expect((await caller.post('/api/v6/user/sessions/end-others/')).status).toBe(200);
    expect((await third.get('/api/internal/users/me/')).status).toBe(401);
    expect((await caller.get('/api/internal/users/me/')).status).toBe(200);
    expect((await stranger.get('/api/internal/users/me/')).status).toBe(200);
  });
});
