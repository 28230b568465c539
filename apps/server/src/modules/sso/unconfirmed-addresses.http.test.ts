import { beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '@headwater/domain/time/durations';
import { type Caller, password, useInstallation } from '../../../test/installation.ts';
import { totpCode } from '#platform/crypto/totp.ts';
import { providersHere, settingsPath, signInThrough, useIdentityProvider } from '../../../test/sso-fixtures.ts';

const settings = { ...providersHere, HEADWATER_REQUESTS_PER_MINUTE: '1000000' };
const here = useInstallation({ ...settings, HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
/** Without a mail server. */
const mute = useInstallation(settings);
const provider = useIdentityProvider();

const staff = new Map<typeof here, Caller>();
beforeAll(async () => {
  for (const one of [here, mute]) staff.set(one, await one.signIn(await one.addUser(await one.addCompany(), 'super_user')));
});

const asked = '/login/sso?problem=confirm_sent';
const often = '/login/sso?problem=confirm_often';
const notHere = 'sso_link_over';
let counter = 0;
/** A company with a provider that does not verify addresses. */
async function company(at = here, more: object = {}) {
  const id = await at.addCompany();
  const domain = `unconfirmed${(counter += 1)}.test`;
  const change = async (changes: object) => staff.get(at)?.patch(settingsPath, { company_id: id, ...changes });
  const made = await staff.get(at)?.post(settingsPath, provider.settings({ company_id: id, domains: domain, ...more }));
  expect(made?.status).toBe(200);
  return { id, change, email: (name: string) => `${name}@${domain}` };
}
const come = async (email: string, { browser = here.visitor(), next, ...more }: { browser?: Caller; next?: string; fault?: string } = {}) =>
  (await signInThrough(browser, { email, fault: 'silent', ...more }, next)).location;
const me = async (browser: Caller) => (await browser.get('/api/internal/users/me/')).body.id as number | undefined;
const identitiesOf = (id: number) => here.sql('select 1 from sso_identities where user_id = $1', [id]);

const emailsTo = async (email: string) => (await here.systemEmailsTo(email)).filter(({ kind }) => kind === 'sso_confirmation');
/** Token of the latest confirmation link. */
async function linkTo(email: string): Promise<string> {
  const text = (await emailsTo(email)).at(-1)?.text ?? '';
  const url = new URL(/http\S+/.exec(text)?.[0] ?? '');
  expect([url.origin, url.pathname]).toEqual(['http://headwater.test', '/login/sso/confirm']);
  return url.searchParams.get('token') ?? '';
}
const linkPath = (token: string) => `/sso/auth/confirm/${token}/`;
/** Confirms the link. Returns the redirect, or the error code. */
const open = async (browser: Caller, token: string) => {
  const { status, body } = await browser.post(linkPath(token));
  return status === 200 ? (body.next as string) : (body.code as string);
};

describe('an address that the provider does not verify', () => {
  it('[SSO-016] opens an administrator account only after an emailed confirmation in the same browser', async () => {
    const { id, email } = await company();
    const admin = await here.addUser(id, 'admin', { email: email('boss') });
    const [browser, reader] = [here.visitor(), here.visitor()];
    expect(await come(admin.email, { browser, next: '/folders/7' })).toBe(asked);
    expect([await me(browser), await identitiesOf(admin.id)]).toEqual([undefined, []]);
    const link = await linkTo(admin.email);
    // Opening the page does not consume the link.
    for (let count = 0; count < 2; count += 1)
      expect(await browser.get(linkPath(link))).toMatchObject({ status: 200, body: { email: admin.email, provider: 'Sandbox' } });
    expect(await reader.get(linkPath(link))).toMatchObject({ status: 404, body: { code: notHere } });
    expect([await me(browser), await identitiesOf(admin.id)]).toEqual([undefined, []]);
    // Another browser cannot use or consume the link.
    expect(await open(reader, link)).toBe(notHere);
    await come(email('colleague'), { browser: reader });
    expect(await open(reader, link)).toBe(notHere);
    expect(await open(browser, `${link}x`)).toBe(notHere);
    expect(await open(browser, link)).toBe('/folders/7');
    expect([await me(browser), await identitiesOf(admin.id)]).toEqual([admin.id, [expect.anything()]]);
    expect(await open(browser, link)).toBe(notHere);
    // Now linked by issuer and subject.
    const again = here.visitor();
    expect([await come(admin.email, { browser: again }), await me(again)]).toEqual(['/', admin.id]);
    expect(await come(admin.email, { fault: 'subject' })).toBe('/login/sso?problem=other_person');
    expect(await emailsTo(admin.email)).toHaveLength(1);
  });

  it('[SSO-016] needs confirmation for accounts with password, passkey or linked account', async () => {
    const { id, email } = await company();
    for (const way of ['password', 'passkey', 'service'] as const) {
      const user = await here.addUser(id, 'worker', { email: email(way) });
      if (way !== 'password') await here.sql('update users set password_hash = null where id = $1', [user.id]);
      if (way === 'passkey')
        await here.sql(
          `insert into passkeys (company_id, user_id, credential_id, public_key, user_handle, name, created_at)
           values ($1, $2, 'one', decode('00', 'hex'), decode(repeat('00', 32), 'hex'), 'Phone', now())`,
          [id, user.id],
        );
      if (way === 'service')
        await here.sql(
          `insert into social_identities (company_id, user_id, backend, issuer, subject, email, linked_at)
           values ($1, $2, 'google', 'https://accounts.google.com', 'one', '', now())`,
          [id, user.id],
        );
      expect([way, await come(user.email)]).toEqual([way, asked]);
      expect([way, await identitiesOf(user.id)]).toEqual([way, []]);
    }
  });

  it('[SSO-008] opens new, provisioned and invited accounts', async () => {
    const { id, email } = await company();
    const fresh = here.visitor();
    expect(await come(email('fresh'), { browser: fresh })).toBe('/');
    const added = await here.addUser(id, 'worker', { email: email('added') });
    await here.sql('update users set password_hash = null where id = $1', [added.id]);
    const browser = here.visitor();
    expect([await come(added.email, { browser }), await me(browser)]).toEqual(['/', added.id]);
    const admin = await here.signIn(await here.addUser(id, 'admin'));
    const invited = await admin.post('/api/v6/invitations/', { email: email('invited'), role: 'worker' });
    const other = here.visitor();
    expect([await come(email('invited'), { browser: other }), await me(other)]).toEqual(['/', invited.body.user_id]);
    // Invited administrators need the invitation or the emailed link.
    const boss = await admin.post('/api/v6/invitations/', { email: email('boss'), role: 'admin' });
    const third = here.visitor();
    expect(await come(email('boss'), { browser: third })).toBe(asked);
    expect(await open(third, await linkTo(email('boss')))).toBe('/');
    expect(await me(third)).toBe(boss.body.user_id);
  });

  it('[SSO-016] is verified by email_verified and by xms_edov, for the same claim only', async () => {
    const { id, email } = await company();
    for (const fault of ['none', 'edov']) {
      const user = await here.addUser(id, 'admin', { email: email(fault) });
      expect([fault, await come(user.email, { fault })]).toEqual([fault, '/']);
    }
    expect(await come(email('denied'), { fault: 'unverified' })).toBe('/login/sso?problem=email_unverified');
    // Does not apply to other claims, which users may edit.
    const other = await company(here, { claim_email: 'given_name' });
    const victim = await here.addUser(other.id, 'admin', { email: other.email('victim') });
    const person = { email: other.email('mallory'), given_name: victim.email };
    expect((await signInThrough(here.visitor(), person)).location).toBe(asked);
  });

  it('[SSO-016] is confirmed by a password sign-in just before in the same browser', async () => {
    const { id, email } = await company();
    const worker = await here.addUser(id, 'worker', { email: email('worker') });
    const colleague = await here.addUser(id, 'worker', { email: email('colleague') });
    expect(await come(worker.email, { browser: await here.signIn(colleague) })).toBe(asked);
    const helper = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    await helper.post(`/api/internal/users/${worker.id}/login_as/`);
    expect([await me(helper), await come(worker.email, { browser: helper })]).toEqual([worker.id, asked]);
    const late = await here.signIn(worker);
    here.clock.advance(10 * minuteMs);
    expect(await come(worker.email, { browser: late })).toBe(asked);
    const browser = await here.signIn(worker);
    expect([await come(worker.email, { browser }), await me(browser)]).toEqual(['/', worker.id]);
    expect((await identitiesOf(worker.id)).length).toBe(1);
  });

  it('[SSO-010] can be confirmed by users who must use SSO', async () => {
    const { id, email, change } = await company();
    const admin = await here.addUser(id, 'admin', { email: email('admin') });
    expect(await come(admin.email, { fault: 'none' })).toBe('/');
    const worker = await here.addUser(id, 'worker', { email: email('worker') });
    expect((await change({ enforced: true }))?.status).toBe(200);
    expect((await here.visitor().post('/api/v6/login/', { email: worker.email, password })).status).toBe(403);
    const browser = here.visitor();
    expect(await come(worker.email, { browser })).toBe(asked);
    expect([await open(browser, await linkTo(worker.email)), await me(browser)]).toEqual(['/', worker.id]);
  });

  it('[SSO-016] is emailed at most five times an hour per subject, without affecting the owner', async () => {
    const { id, email } = await company(here, { claim_email: 'given_name' });
    const user = await here.addUser(id, 'worker', { email: email('owner') });
    const other = await here.addUser(id, 'worker', { email: email('another') });
    const [stranger, owner] = [here.visitor(), here.visitor()];
    // A colleague with these addresses in the profile at the provider.
    const bother = async (address: string) => (await signInThrough(stranger, { email: email('mallory'), given_name: address })).location;
    const ends = [];
    for (let count = 0; count < 6; count += 1) ends.push(await bother(count % 2 === 0 ? user.email : other.email));
    expect(ends).toEqual([...Array.from({ length: 5 }, () => asked), often]);
    here.clock.advance(30 * minuteMs);
    expect(await bother(user.email)).toBe(often);
    expect((await signInThrough(owner, { email: user.email, given_name: user.email, fault: 'silent' })).location).toBe(asked);
    expect([await open(owner, await linkTo(user.email)), await me(owner)]).toEqual(['/', user.id]);
    here.clock.advance(30 * minuteMs);
    expect(await bother(other.email)).toBe(asked);
  });

  it('[SSO-016] has a link that expires after ten minutes, or when provider, account or address change', async () => {
    const { id, email, change } = await company();
    const user = await here.addUser(id, 'worker', { email: email('worker') });
    const browser = here.visitor();
    expect(await come(user.email, { browser })).toBe(asked);
    const late = await linkTo(user.email);
    here.clock.advance(10 * minuteMs);
    expect(await open(browser, late)).toBe(notHere);
    const after = async (what: () => Promise<unknown>) => {
      expect(await come(user.email, { browser })).toBe(asked);
      const link = await linkTo(user.email);
      await what();
      return open(browser, link);
    };
    const set = (columns: string) => here.sql(`update users set ${columns} where id = $1`, [user.id]);
    expect(await after(() => set('is_active = false').then(() => set('is_active = true')))).toBe(notHere);
    expect(await after(() => set(`email = 'other${user.id}@elsewhere.test'`))).toBe('/login/sso?problem=state');
    await here.sql('update users set email = $2 where id = $1', [user.id, user.email]);
    expect(await after(() => change({ active: false }))).toBe('/login/sso?problem=off');
    await change({ active: true });
    expect(await after(() => change({ client_id: 'another' }))).toBe('/login/sso?problem=off');
    expect([await me(browser), await identitiesOf(user.id)]).toEqual([undefined, []]);
  });

  it('[SSO-016] asks for the password without a mail server', async () => {
    const { id, email } = await company(mute);
    const admin = await mute.addUser(id, 'admin', { email: email('admin') });
    const browser = mute.visitor();
    expect(await come(admin.email, { browser })).toBe('/login/sso?problem=confirm_by_own_way');
    expect((await browser.post('/api/v6/login/', { email: admin.email, password })).status).toBe(200);
    expect([await come(admin.email, { browser }), await me(browser)]).toEqual(['/', admin.id]);
  });

  it('[SSO-016] refers to an administrator without a mail server and another sign-in method', async () => {
    const { id, email, change } = await company(mute);
    const admin = await mute.addUser(id, 'admin', { email: email('admin') });
    const bare = await mute.addUser(id, 'admin', { email: email('bare') });
    await mute.sql('update users set password_hash = null where id = $1', [bare.id]);
    const helpless = '/login/sso?problem=confirm_by_admin';
    expect(await come(bare.email, { browser: mute.visitor() })).toBe(helpless);
    expect(await come(admin.email, { browser: mute.visitor(), fault: 'none' })).toBe('/');
    const worker = await mute.addUser(id, 'worker', { email: email('worker') });
    expect(await come(worker.email, { browser: mute.visitor() })).toBe('/login/sso?problem=confirm_by_own_way');
    expect((await change({ enforced: true }))?.status).toBe(200);
    expect(await come(worker.email, { browser: mute.visitor() })).toBe(helpless);
  });
});

/** A user who was linked without verification. */
async function linkedUnproved(fault = 'silent') {
  const { id, email } = await company();
  const address = email('rising');
  const browser = here.visitor();
  expect(await come(address, { browser, fault })).toBe('/');
  const userId = (await me(browser)) ?? 0;
  const admin = await here.signIn(await here.addUser(id, 'admin'));
  return { id, address, browser, userId, admin };
}
/** Ends the user's sessions. */
const promote = async ({ admin, userId }: { admin: Caller; userId: number }) => {
  const moved = await admin.patch(`/api/v6/workers/${userId}/switch/`, {});
  expect([moved.status, moved.body]).toEqual([200, expect.anything()]);
};
const proofOf = async (userId: number) =>
  (await here.sql('select proof, proved_at is not null as is_proved from sso_identities where user_id = $1', [userId]))[0];

describe('an unverified link', () => {
  it('[SSO-016] needs confirmation for administrators only', async () => {
    const one = await linkedUnproved();
    // Same provider in another company.
    const others = await linkedUnproved();
    await here.sql(
      `update sso_identities as others set subject = own.subject from sso_identities as own where own.user_id = $1 and others.user_id = $2`,
      [one.userId, others.userId],
    );
    for (const { userId } of [one, others]) expect(await proofOf(userId)).toEqual({ proof: null, is_proved: false });
    // Sufficient for a worker.
    expect(await come(one.address, { browser: here.visitor() })).toBe('/');
    await promote(one);
    const browser = here.visitor();
    expect([await come(one.address, { browser }), await me(browser)]).toEqual([asked, undefined]);
    expect([await open(browser, await linkTo(one.address)), await me(browser)]).toEqual(['/', one.userId]);
    expect(await proofOf(one.userId)).toEqual({ proof: 'link', is_proved: true });
    expect(await proofOf(others.userId)).toEqual({ proof: null, is_proved: false });
    expect(await come(one.address, { browser: here.visitor() })).toBe('/');
  });

  it('[SSO-016] is verified by the provider or by a sign-in just before', async () => {
    const one = await linkedUnproved();
    await promote(one);
    expect(await come(one.address, { fault: 'none' })).toBe('/');
    expect(await proofOf(one.userId)).toEqual({ proof: 'provider', is_proved: true });
    const other = await linkedUnproved();
    await promote(other);
    await here.sql(
      'update users set password_hash = (select password_hash from users where password_hash is not null limit 1) where id = $1',
      [other.userId],
    );
    const browser = here.visitor();
    expect((await browser.post('/api/v6/login/', { email: other.address, password })).status).toBe(200);
    expect(await come(other.address, { browser })).toBe('/');
    expect(await proofOf(other.userId)).toEqual({ proof: 'sign_in', is_proved: true });
    const answered = await linkedUnproved('none');
    expect(await proofOf(answered.userId)).toEqual({ proof: 'provider', is_proved: true });
  });
});

const security = '/api/v6/user/security/';
const removal = (linkId: number) => `/api/v6/user/identity-providers/${linkId}/remove/`;
const told = async (email: string) =>
  (await here.systemEmailsTo(email)).filter(({ kind }) => kind === 'guard_changed').map(({ text }) => text);
async function linked(more: { enforced?: boolean } = {}) {
  const { id, email, change } = await company();
  const boss = await here.addUser(id, 'admin', { email: email('boss') });
  expect(await come(boss.email, { fault: 'none' })).toBe('/');
  await change({ enforced: more.enforced ?? false });
  const worker = await here.addUser(id, 'worker', { email: email('worker') });
  const browser = here.visitor();
  expect(await come(worker.email, { browser, fault: 'none' })).toBe('/');
  const { body } = await browser.get(security);
  return { worker, browser, boss, view: body, linkId: body.identity_providers[0].id as number };
}

describe('a linked provider', () => {
  it('[SSO-016] is reported to the user once, with a contact if SSO is required', async () => {
    const { worker, boss } = await linked();
    expect(await told(worker.email)).toEqual([expect.stringMatching(/Sandbox signs you in to your account.*\/users\/recover/s)]);
    expect(await come(worker.email, { fault: 'none' })).toBe('/');
    expect(await told(worker.email)).toHaveLength(1);
    expect(await told(boss.email)).toHaveLength(1);
    const kept = await linked({ enforced: true });
    expect(await told(kept.worker.email)).toEqual([expect.stringMatching(/tell your administrator/)]);
  });

  it('[SSO-016] [ACC-050] stays after a password reset; the email lists it while it is active', async () => {
    const { worker } = await linked();
    const lettersOf = async (kind: string) => (await here.systemEmailsTo(worker.email)).filter((letter) => letter.kind === kind);
    const recover = async (to: string) => {
      await here.visitor().post('/api/v6/recover-password/', { email: worker.email });
      const token = /\/users\/reset\/(\S+)/.exec((await lettersOf('reset')).at(-1)?.text ?? '')?.[1];
      expect((await here.visitor().post(`/api/v6/reset-password/${token}/`, { password: to })).status).toBe(200);
      return (await lettersOf('password_changed')).at(-1)?.text;
    };
    expect(await recover('Battery-Staple-9')).toContain('\n\nSandbox\n\n');
    expect(await come(worker.email, { fault: 'none' })).toBe('/');
    await here.sql('update sso_settings set is_active = false where company_id = $1', [worker.companyId]);
    expect(await recover('Battery-Staple-8')).not.toContain('Sandbox');
  });

  it('[SSO-016] is listed in the settings and can be removed with proof by the user only', async () => {
    const { worker, browser, boss, view, linkId } = await linked();
    expect(view).toMatchObject({
      identity_providers: [{ id: linkId, provider: 'Sandbox', linked_at: expect.any(String) }],
      is_provider_required: false,
    });
    const elsewhere = await here.signIn(worker);
    expect((await browser.post(removal(linkId), { password: 'wrong' })).status).toBe(400);
    const colleague = await here.signIn(boss);
    for (const one of [linkId, 999_999_999]) expect((await colleague.post(removal(one), { password })).status).toBe(404);
    expect(await identitiesOf(worker.id)).toHaveLength(1);
    expect((await browser.post(removal(linkId), { password })).status).toBe(200);
    expect([await identitiesOf(worker.id), await me(elsewhere), await me(browser)]).toEqual([[], undefined, worker.id]);
    expect((await told(worker.email)).at(-1)).toMatch(/Sandbox no longer signs you in/);
    expect((await browser.get(security)).body.identity_providers).toEqual([]);
    expect((await browser.post(removal(linkId), { password })).status).toBe(404);
  });

  it('[SSO-016] cannot be removed if it is the only sign-in method', async () => {
    const { worker, browser, linkId } = await linked();
    const { secret } = (await browser.post('/api/v6/user/authenticator/', { password })).body;
    const code = totpCode(secret, Math.floor(here.clock.now().getTime() / 30_000));
    const { recovery_codes: codes } = (await browser.post('/api/v6/user/authenticator/confirm/', { code })).body;
    await here.sql('update users set password_hash = null where id = $1', [worker.id]);
    expect(await browser.post(removal(linkId), { code: codes[0] })).toMatchObject({ status: 409, body: { code: 'social_last_way' } });
    const kept = await linked({ enforced: true });
    expect(kept.view.is_provider_required).toBe(true);
    expect(await kept.browser.post(removal(kept.linkId), { password })).toMatchObject({ status: 409, body: { code: 'provider_kept' } });
    expect([await identitiesOf(worker.id), await identitiesOf(kept.worker.id)]).toEqual([[expect.anything()], [expect.anything()]]);
  });
});
