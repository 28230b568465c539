import { describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { totpCode } from '#platform/crypto/totp.ts';
import { type Flaws, makeDevice } from '../../../test/passkey-device.ts';

const origin = 'https://headwater.example';
const here = useInstallation({ HEADWATER_URL: origin, HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const bare = useInstallation({ HEADWATER_URL: 'http://192.0.2.1' });

const passkeys = '/api/v6/user/passkeys/';
const security = '/api/v6/user/security/';
const newUser = async (company: object = {}) => here.addUser(await here.addCompany(company), 'worker');
const begin = async (caller: Caller, proof: object = { password }) => (await caller.post(`${passkeys}begin/`, proof)).body;

async function addDevice(caller: Caller, name = 'Laptop') {
  const device = makeDevice(origin);
  const { status } = await caller.post(passkeys, { name, passkey: device.create(await begin(caller)) });
  expect(status).toBe(200);
  return device;
}
type Device = Awaited<ReturnType<typeof addDevice>>;

const challenge = async () => (await here.visitor().post('/api/v6/login/passkey/begin/')).body;
const present = (passkey: object, caller = here.visitor()) => caller.post('/api/v6/login/passkey/', { passkey });
const enter = async (device: Device, flaws: Flaws = {}) => present(device.use(await challenge(), flaws));
const withDevice = async (user: TestUser) => {
  const caller = await here.signIn(user);
  return { user, caller, device: await addDevice(caller) };
};

describe('a passkey', () => {
  it('[DEC-08] is added with the password, renamed and removed, and signs in alone', async () => {
    const user = await newUser();
    const caller = await here.signIn(user);
    expect((await caller.post(`${passkeys}begin/`, { password: 'nope' })).body).toEqual({ password: ['Wrong password'] });
    const options = await begin(caller);
    expect(options).toMatchObject({
      rp: { id: 'headwater.example', name: 'Headwater' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    // The handle contains no personal data.
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    const device = makeDevice(origin);
    expect((await caller.post(passkeys, { name: 'Laptop', passkey: device.create(options) })).status).toBe(200);
    const visitor = here.visitor();
    expect((await present(device.use(await challenge()), visitor)).body).toMatchObject({ next: '/', user: { email: user.email } });
    expect((await visitor.get('/api/internal/users/me/')).body.email).toBe(user.email);
    const { body } = await caller.get(security);
    expect(body.passkeys).toMatchObject([{ name: 'Laptop', used_at: expect.any(String) }]);
    expect(body.passkey_origin).toBe(origin);
    const [{ id }] = body.passkeys;
    expect((await caller.patch(`${passkeys}${id}/`, { name: 'Work laptop' })).status).toBe(200);
    expect((await begin(caller)).excludeCredentials).toMatchObject([{ id: device.credentialId }]);
    expect((await caller.post(`${passkeys}${id}/remove/`, { password })).status).toBe(200);
    expect((await enter(device)).body.code).toBe('passkey_failed');
    expect((await here.systemEmailsTo(user.email)).map(({ kind }) => kind)).toEqual(['guard_changed', 'guard_changed']);
  });

  it('[DEC-08] replaces password and code, also if the company requires a second factor', async () => {
    const { user, caller, device } = await withDevice(await newUser());
    await here.sql('update companies set mfa = true where id = $1', [user.companyId]);
    expect((await enter(device)).body).toMatchObject({ next: '/', confirmation: null });
    const [{ id }] = (await caller.get(security)).body.passkeys;
    expect((await caller.post(`${passkeys}${id}/remove/`, { password })).body.code).toBe('second_factor_required');
    expect((await enter(device)).status).toBe(200);
  });

  it('[DEC-08] [ACC-050] stays after a password reset; the email lists it with linked accounts', async () => {
    const { user, caller, device } = await withDevice(await newUser());
    const identity = [user.companyId, user.id, user.email];
    await here.sql(
      `insert into social_identities (company_id, user_id, backend, issuer, subject, email, linked_at)
       values ($1, $2, 'google', 'https://accounts.google.com', $3, $3, now())`,
      identity,
    );
    const lettersOf = async (kind: string) => (await here.systemEmailsTo(user.email)).filter((letter) => letter.kind === kind);
    const change = { current_password: password, password: 'Battery-Staple-8' };
    expect((await caller.post('/api/v6/user/password/', change)).status).toBe(200);
    await here.visitor().post('/api/v6/recover-password/', { email: user.email });
    const token = /\/users\/reset\/(\S+)/.exec((await lettersOf('reset')).at(-1)?.text ?? '')?.[1];
    expect((await here.visitor().post(`/api/v6/reset-password/${token}/`, { password: 'Battery-Staple-9' })).status).toBe(200);
    expect((await enter(device)).status).toBe(200);
    const [changed, recovered] = (await lettersOf('password_changed')).map(({ text }) => text);
    expect(changed).not.toContain('Laptop');
    expect(recovered).toContain(`Passkey “Laptop”\n\nGoogle: ${user.email}\n\n`);
    expect(recovered).toContain(`${origin}/settings#security`);
    const again = await caller.post('/api/v6/login/', { email: user.email, password: 'Battery-Staple-9' });
    expect(again.status).toBe(200);
    const [{ id }] = (await caller.get(security)).body.passkeys;
    expect((await caller.post(`${passkeys}${id}/remove/`, { password: 'Battery-Staple-9' })).status).toBe(200);
  });

  it("[DEC-08] is rejected for another origin or host, without verification, and with another user's handle", async () => {
    const { device } = await withDevice(await newUser());
    const other = await newUser();
    const { device: foreign } = await withDevice(other);
    const [row] = await here.sql<{ user_handle: Buffer }>('select user_handle from passkeys where user_id = $1', [other.id]);
    const flaws: Flaws[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://headwater.example' },
      { host: 'evil.example' },
      { isUnverified: true },
      { userHandle: row?.user_handle.toString('base64url') ?? '' },
      { userHandle: 'AAAA' },
    ];
    for (const flaw of flaws) expect((await enter(device, flaw)).body.code).toBe('passkey_failed');
    const stolen = { ...foreign.use(await challenge()), id: device.credentialId, rawId: device.credentialId };
    expect((await present(stolen)).body.code).toBe('passkey_failed');
    expect((await enter(device)).status).toBe(200);
  });

  it('[DEC-08] proves the user for changes of sign-in settings, with a challenge of the same user only', async () => {
    const { caller, device } = await withDevice(await newUser());
    const { caller: other, device: foreign } = await withDevice(await newUser());
    const ask = async (who: Caller) => (await who.post(`${passkeys}challenge/`)).body;
    const prove = (passkey: object) => caller.post('/api/v6/user/authenticator/', { passkey });
    const options = await ask(caller);
    expect(options.allowCredentials).toMatchObject([{ id: device.credentialId }]);
    const wrong = [
      device.use(options, { isUnverified: true }),
      device.use(await challenge()),
      device.use(await begin(caller)),
      device.use(await ask(other)),
    ];
    for (const use of wrong) expect((await prove(use)).body.code).toBe('passkey_failed');
    here.clock.advance(61 * 60_000);
    expect((await prove(foreign.use(await ask(caller)))).body.code).toBe('passkey_failed');
    // Such a challenge cannot sign in.
    expect((await present(device.use(await ask(caller)))).body.code).toBe('passkey_failed');
    const right = device.use(await ask(caller));
    expect((await prove(right)).status).toBe(200);
    expect((await prove(right)).body.code).toBe('passkey_failed');
    const without = await here.signIn(await newUser());
    expect((await without.post(`${passkeys}challenge/`)).body.code).toBe('passkey_none');
    expect((await caller.get(security)).body.authenticator_since).toBeNull();
  });

  it('[DEC-08] answers a challenge once, within five minutes', async () => {
    const { caller, device } = await withDevice(await newUser());
    const use = device.use(await challenge());
    const both = await Promise.all([present(use), present(use)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await present(use)).body.code).toBe('passkey_failed');
    const late = device.use(await challenge());
    here.clock.advance(5 * 60_000 + 1000);
    expect((await present(late)).body.code).toBe('passkey_failed');
    expect((await present(device.use({ challenge: 'AAAA' }))).body.code).toBe('passkey_failed');
    // A challenge to add a passkey cannot sign in, and vice versa.
    expect((await present(device.use(await begin(caller)))).body.code).toBe('passkey_failed');
    const made = makeDevice(origin).create({ ...(await challenge()), user: { id: 'AAAA' } });
    expect((await caller.post(passkeys, { name: 'Laptop', passkey: made })).body.code).toBe('passkey_failed');
  });

  it('[DEC-08] is rejected if its counter does not grow', async () => {
    const { device } = await withDevice(await newUser());
    expect((await enter(device, { counter: 5 })).status).toBe(200);
    expect((await enter(device, { counter: 5 })).body.code).toBe('passkey_failed');
    expect((await enter(device, { counter: 4 })).body.code).toBe('passkey_failed');
    expect((await enter(device, { counter: 6 })).status).toBe(200);
  });

  it('[DEC-08] is added by the same user only, from this origin, verified and without certificates', async () => {
    const [caller, other] = [await here.signIn(await newUser()), await here.signIn(await newUser())];
    const add = (passkey: object, by = caller) => by.post(passkeys, { name: 'Laptop', passkey });
    const flaws: Flaws[] = [{ origin: 'https://evil.example' }, { host: 'evil.example' }, { isUnverified: true }, { isAttested: true }];
    for (const flaw of flaws) expect((await add(makeDevice(origin).create(await begin(caller), flaw))).body.code).toBe('passkey_failed');
    expect((await add(makeDevice(origin).create(await begin(caller)), other)).body.code).toBe('passkey_failed');
    const device = await addDevice(caller);
    expect((await add(device.create(await begin(caller)))).body.code).toBe('passkey_there');
    expect((await add(device.create(await begin(other)), other)).body.code).toBe('passkey_there');
    expect((await add({ id: 'AAAA' })).status).toBe(400);
  });

  it('[DEC-08] is rejected for inactive users and deleted companies', async () => {
    const { user, device } = await withDevice(await newUser());
    await here.sql('update users set is_active = false where id = $1', [user.id]);
    expect((await enter(device)).body.code).toBe('user_disabled');
    const gone = await withDevice(await newUser());
    await here.sql('update companies set deleted_at = now() where id = $1', [gone.user.companyId]);
    expect((await enter(gone.device)).body.code).toBe('user_disabled');
  });

  it('[ROLE-033] [DEC-14] is logged, and out of reach during impersonation and for colleagues', async () => {
    const { user, caller } = await withDevice(await newUser());
    const admin = await here.signIn(await here.addUser(user.companyId, 'admin'));
    const [{ id }] = (await caller.get(security)).body.passkeys;
    expect((await admin.patch(`${passkeys}${id}/`, { name: 'Mine' })).status).toBe(404);
    expect((await admin.post(`${passkeys}${id}/remove/`, { password })).status).toBe(404);
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    await staff.post(`/api/internal/users/${user.id}/login_as/`);
    expect((await staff.post(`${passkeys}begin/`, { password })).body.code).toBe('not_while_acting');
    expect((await staff.post(`${passkeys}${id}/remove/`, { password })).body.code).toBe('not_while_acting');
    const { body } = await admin.get(`/api/v6/audit/?kind=user_changed&target_id=${user.id}`);
    expect(body.entries.map((entry: { values: object }) => entry.values)).toEqual([{ passkeys: [0, 1] }]);
  });

  it('[DEC-08] moves with the user to another company', async () => {
    const { user, device } = await withDevice(await newUser());
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    const target = await here.addCompany();
    expect((await staff.post(`/api/v6/workers/${user.id}/move/`, { company_id: target })).status).toBe(200);
    expect((await enter(device)).body.user.company.company_id).toBe(target);
  });

  it('[DEC-08] [EMP-041] is removed if an administrator changes the address', async () => {
    const { user, device } = await withDevice(await newUser());
    const admin = await here.signIn(await here.addUser(user.companyId, 'admin'));
    const rename = (email: string) => admin.patch(`/api/v6/workers/${user.id}/`, { email });
    expect((await rename(user.email.toUpperCase())).status).toBe(200);
    expect((await enter(device)).status).toBe(200);
    expect((await rename(`successor-${user.email}`)).status).toBe(200);
    expect((await enter(device)).body.code).toBe('passkey_failed');
  });

  it('[DEC-08] stays if the company requires a second factor and the app is removed concurrently', async () => {
    for (let tries = 0; tries < 6; tries += 1) {
      const { user, caller } = await withDevice(await newUser());
      const { secret } = (await caller.post('/api/v6/user/authenticator/', { password })).body;
      const code = totpCode(secret, Math.floor(here.clock.now().getTime() / 30_000));
      const recovery = (await caller.post('/api/v6/user/authenticator/confirm/', { code })).body.recovery_codes;
      await here.sql('update companies set mfa = true where id = $1', [user.companyId]);
      const [{ id }] = (await caller.get(security)).body.passkeys;
      expect((await caller.post(`${passkeys}begin/`, { password })).body).toEqual({ code: [expect.any(String)] });
      const paths = ['/api/v6/user/authenticator/remove/', `${passkeys}${id}/remove/`];
      const both = await Promise.all(paths.map((path, index) => caller.post(path, { code: recovery[index] })));
      // Recovery codes are invalid without the app.
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([400, 409])]);
      const left = (await caller.get(security)).body;
      expect([left.authenticator_since === null, left.passkeys.length]).toEqual(
        expect.toBeOneOf([
          [true, 1],
          [false, 0],
        ]),
      );
    }
  });

  it('is unavailable for a host without a name', async () => {
    const caller = await bare.signIn(await bare.addUser(await bare.addCompany(), 'worker'));
    expect((await caller.get(security)).body.passkey_origin).toBeNull();
    expect((await caller.post(`${passkeys}begin/`, { password })).body.code).toBe('passkeys_off');
    expect((await bare.visitor().post('/api/v6/login/passkey/begin/')).body.code).toBe('passkeys_off');
  });
});
