import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '@headwater/domain/time/durations';
import { type Caller, dnsRecords, password, useInstallation } from '../../../test/installation.ts';
import { providersHere, settingsPath, signInThrough, useIdentityProvider, withProviderHere } from '../../../test/sso-fixtures.ts';
import { systemMailQueue } from '#platform/system-mail.ts';
import { openSecretBox } from '../../wiring/adapters.ts';
import { readEnv } from '../../env.ts';
import { checkDomains } from './check-domains.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const here = useInstallation({
  ...providersHere,
  HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9',
  HEADWATER_REQUESTS_PER_MINUTE: '1000000',
  HEADWATER_SECRET_KEY: key,
});
const provider = useIdentityProvider();
const other = useIdentityProvider();

let staff: Caller;
let counter = 0;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});

/** A company with SSO. `proved`: an administrator has signed in with it. */
async function company({ proved = true }: { proved?: boolean } = {}) {
  const id = await here.addCompany();
  const domain = `required${(counter += 1)}.test`;
  const made = await staff.post(settingsPath, provider.settings({ company_id: id, domains: domain }));
  expect(made.status).toBe(200);
  const email = (name: string) => `${name}@${domain}`;
  const admin = await here.addUser(id, 'admin', { email: email('admin') });
  const change = (changes: object) => staff.patch(settingsPath, { company_id: id, ...changes });
  if (proved) await signInThrough(here.visitor(), { email: admin.email });
  return { id, domain, email, admin, change };
}
const meOf = (caller: Caller) => caller.get('/api/internal/users/me/').then(({ status }) => status);
const signIn = (email: string) => here.visitor().post('/api/v6/login/', { email, password });

describe('required SSO', () => {
  it('[SSO-010] is not proved by a sign-in with previous settings', async () => {
    const { id, change, admin } = await company({ proved: false });
    const { database } = here.application;
    let entering: ReturnType<typeof signInThrough> | undefined;
    await database.asSystem(async (tx) => {
      await sql`select from companies where id = ${id} for no key update`.execute(tx);
      entering = signInThrough(here.visitor(), { email: admin.email });
      const waiting = () =>
        here.sql(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"companies"%' and datname = current_database()`,
        );
      await expect.poll(waiting).toHaveLength(1);
      expect((await change({ client_id: 'another-application' })).status).toBe(200);
    });
    expect(await entering).toEqual({ status: 303, location: '/login/sso?problem=off' });
    expect(await here.sql('select proved_at from sso_settings where company_id = $1', [id])).toEqual([{ proved_at: null }]);
  });

  it('[SSO-010] needs a sign-in of an administrator and a verified domain', async () => {
    const { id, change, admin, email } = await company({ proved: false });
    const refused = { status: 400, body: { enforced: [expect.stringContaining('as an administrator first')] } };
    expect(
      (await staff.post(settingsPath, provider.settings({ company_id: await here.addCompany(), domains: 'x.test', enforced: true })))
        .status,
    ).toBe(400);
    expect(await change({ enforced: true })).toMatchObject(refused);
    await here.addUser(id, 'worker', { email: email('worker') });
    await signInThrough(here.visitor(), { email: email('worker') });
    expect(await change({ enforced: true })).toMatchObject(refused);
    // Another company uses the same provider.
    const others = await company({ proved: false });
    await signInThrough(here.visitor(), { email: admin.email });
    expect(await others.change({ enforced: true })).toMatchObject(refused);
    await here.sql('update sso_domains set verified_at = null where company_id = $1', [id]);
    expect(await change({ enforced: true })).toMatchObject(refused);
    await here.sql('update sso_domains set verified_at = now() where company_id = $1', [id]);
    expect(await change({ enforced: true, active: false })).toMatchObject(refused);
    // An administrator with a password is required.
    const [kept] = await here.sql<{ password_hash: string }>('select password_hash from users where id = $1', [admin.id]);
    await here.sql('update users set password_hash = null where id = $1', [admin.id]);
    expect(await change({ enforced: true })).toMatchObject({
      status: 400,
      body: { enforced: [expect.stringContaining('has a password')] },
    });
    await here.sql('update users set password_hash = $2 where id = $1', [admin.id, kept?.password_hash]);
    const { status, body } = await change({ enforced: true });
    expect([status, body.settings]).toMatchObject([200, { enforced: true, proved_at: expect.any(String) }]);
  });

  it('[SSO-016] rejects passwords of its users, except administrators, other domains and other companies', async () => {
    const { id, change, admin, email } = await company();
    const [worker, hm] = [await here.addUser(id, 'worker', { email: email('w') }), await here.addUser(id, 'hm', { email: email('h') })];
    const contractor = await here.addUser(id, 'worker', { email: `contractor${id}@elsewhere.test` });
    const foreign = await here.addUser(await here.addCompany(), 'worker', { email: email('foreign') });
    for (const one of [worker, hm]) expect((await signIn(one.email)).status).toBe(200);
    const byPassword = [];
    for (const one of [worker, hm, contractor, admin, foreign]) byPassword.push(await here.signIn(one));
    const bySso = here.visitor();
    await signInThrough(bySso, { email: worker.email });
    await change({ enforced: true });
    // Password sessions end.
    expect(await Promise.all(byPassword.map(meOf))).toEqual([401, 401, 200, 200, 200]);
    expect(await meOf(bySso)).toBe(200);
    for (const one of [worker, hm])
      expect(await signIn(one.email)).toMatchObject({
        status: 403,
        body: { code: 'sso_required', detail: expect.stringContaining('requires single sign-on') },
      });
    // Only the correct password reveals the requirement.
    expect((await here.visitor().post('/api/v6/login/', { email: worker.email, password: 'Wrong-Horse-7' })).status).toBe(400);
    for (const one of [admin, contractor, foreign]) expect((await signIn(one.email)).status).toBe(200);
    const browser = here.visitor();
    expect((await signInThrough(browser, { email: worker.email })).location).toBe('/');
    await change({ active: false });
    expect((await signIn(worker.email)).status).toBe(200);
  });

  it('[SSO-010] [SSO-016] also ends sessions that are opened concurrently', async () => {
    const { id, change, email } = await company();
    const worker = await here.addUser(id, 'worker', { email: email('w') });
    const waiting = () => here.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
    const browser = here.visitor();
    const begun: ReturnType<typeof signIn>[] = [];
    await here.application.database.asSystem(async (tx) => {
      await sql`lock table known_devices in share mode`.execute(tx);
      begun.push(browser.post('/api/v6/login/', { email: worker.email, password }));
      await expect.poll(waiting).toHaveLength(1);
      const requiring = change({ enforced: true });
      begun.push(requiring);
      let isSaved = false;
      void requiring.then(() => (isSaved = true));
      await expect.poll(async () => isSaved || (await waiting()).length > 1).toBe(true);
    });
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await meOf(browser)).toBe(401);
    // In the other order the sign-in is rejected.
    await change({ enforced: false });
    let entering: ReturnType<typeof signIn> | undefined;
    await here.application.database.asSystem(async (tx) => {
      await sql`update sso_settings set is_enforced = true where company_id = ${id}`.execute(tx);
      entering = browser.post('/api/v6/login/', { email: worker.email, password });
      await expect.poll(waiting).toHaveLength(1);
    });
    expect(await entering).toMatchObject({ status: 403, body: { code: 'sso_required' } });
  });

  it('[SSO-010] [SSO-016] ends password sessions when the provider is enabled again', async () => {
    const { id, domain, change, email } = await company();
    const worker = await here.addUser(id, 'worker', { email: email('w') });
    await change({ enforced: true });
    await change({ active: false });
    const [byPassword, other] = [await here.signIn(worker), await here.signIn(await here.addUser(id, 'worker'))];
    await change({ active: true });
    expect([await meOf(byPassword), await meOf(other)]).toEqual([401, 200]);
    expect((await signIn(worker.email)).body.code).toBe('sso_required');
    // While the provider is disabled, nothing ends.
    await change({ active: false });
    const again = await here.signIn(worker);
    await change({ domains: `${domain}, more.${domain}` });
    expect(await meOf(again)).toBe(200);
  });

  it('[SSO-007] [SSO-014] [SSO-016] ends password sessions when a domain is verified', async () => {
    const { id, domain, change, admin } = await company();
    const later = `later.${domain}`;
    const [worker, other] = [await here.addUser(id, 'worker', { email: `w@${later}` }), await here.addUser(id, 'worker')];
    await change({ enforced: true });
    const caller = await here.signIn(admin);
    const { body } = await caller.patch(settingsPath, { domains: `${domain}, ${later}` });
    const { record, is_verified: isVerified } = body.domain_states.find((one: { domain: string }) => one.domain === later);
    expect(isVerified).toBe(false);
    const byPassword = [await here.signIn(worker), await here.signIn(other)];
    const check = async () => (await caller.post(`${settingsPath}domains/`, {})).status;
    expect([await check(), ...(await Promise.all(byPassword.map(meOf)))]).toEqual([200, 200, 200]);
    dnsRecords.set(record.name, [record.value]);
    expect([await check(), ...(await Promise.all(byPassword.map(meOf)))]).toEqual([200, 401, 200]);
    expect((await signIn(worker.email)).body.code).toBe('sso_required');
  });

  it('[SSO-016] [ACC-020] does not count correct passwords as failures', async () => {
    const { id, change, email } = await company();
    const worker = await here.addUser(id, 'worker', { email: email('w') });
    await change({ enforced: true });
    for (let tries = 0; tries < 7; tries += 1) expect((await signIn(worker.email)).body.code).toBe('sso_required');
    expect(await here.systemEmailsTo(worker.email)).toEqual([]);
  });

  it('[SSO-016] rejects emailed codes, links and invitations that are still pending', async () => {
    const { id, change, email, admin } = await company();
    await here.sql('update companies set mfa = true where id = $1', [id]);
    const worker = await here.addUser(id, 'worker', { email: email('w') });
    const { body } = await signIn(worker.email);
    const code = /\d{6}/.exec((await here.systemEmailsTo(worker.email)).at(-1)?.text ?? '')?.[0];
    await here.sql('update companies set mfa = false where id = $1', [id]);
    const caller = await here.signIn(admin);
    await caller.post('/api/v6/invitations/', { email: email('new'), role: 'worker' });
    const link = /accept-invite\/([\w-]+)/.exec((await here.systemEmailsTo(email('new'))).at(-1)?.text ?? '')?.[1];
    const opened = async () => (await here.visitor().get(`/api/v6/invitations/${link}`)).body.must_use_sso;
    expect(await opened()).toBe(false);
    await change({ enforced: true });
    expect(await opened()).toBe(true);
    expect(await here.visitor().post('/api/v6/login/confirm/', { token: body.confirmation.token, code })).toMatchObject({
      status: 403,
      body: { code: 'sso_required' },
    });
    const person = { first_name: 'Ada', last_name: 'New', password, language: 'en' };
    expect(await here.visitor().put(`/api/v6/invitations/${link}/accept/`, person)).toMatchObject({
      status: 403,
      body: { code: 'sso_required' },
    });
    const browser = here.visitor();
    expect((await signInThrough(browser, { email: email('new') })).location).toBe('/');
    expect((await browser.get('/api/internal/users/me/')).body).toMatchObject({ email: email('new'), role: 'worker' });
  });

  it('[SSO-014] ends when the provider changes', async () => {
    const { change } = await company();
    await change({ enforced: true });
    const { body } = await change({ idp_url: other.url(), client_secret: 'sandbox-secret' });
    expect(body.settings).toMatchObject({ enforced: false, proved_at: null });
  });
});

describe('provider responses', () => {
  it('[SSO-016] must come from the issuer that they name (RFC 9207)', async () => {
    const { email } = await company();
    expect((await signInThrough(here.visitor(), { email: email('a'), fault: 'mix_up' })).location).toMatch(/problem=(?:issuer|provider)$/);
  });

  it('[SSO-016] are rejected if UserInfo reports an unverified address', async () => {
    const { email } = await company();
    expect((await signInThrough(here.visitor(), { email: email('a'), fault: 'userinfo' })).location).toBe(
      '/login/sso?problem=email_unverified',
    );
  });

  it('[DEC-14] are logged as link and sign-in', async () => {
    const { id, email } = await company();
    await signInThrough(here.visitor(), { email: email('a') });
    const rows = await here.sql<{ kind: string; details: object }>(
      `select e.kind, e.details from audit_entries e join users u on u.id = e.target_id where e.company_id = $1 and e.target_kind = 'user'
       and u.email = $2 and e.kind in ('signed_in', 'user_changed') order by e.id`,
      [id, email('a')],
    );
    expect(rows).toMatchObject([
      { kind: 'user_changed', details: { values: { sign_in_sso: [false, true] } } },
      { kind: 'signed_in', details: { values: { way: [null, 'sso'] } } },
    ]);
  });
});

/** Another company, with an administrator and this domain. */
async function companyWith(domain: string) {
  const id = await here.addCompany();
  const admin = await here.signIn(await here.addUser(id, 'admin'));
  await withProviderHere(here, { id, admin }).post(settingsPath, provider.settings({ domains: domain }));
  return { id, admin };
}

/** Sets the record as missing for some days. */
const loseFor = ({ id, domain }: { id: number; domain: string }, days: number) =>
  here.sql(
    `insert into sso_domain_records (company_id, domain, seen_at, missing_since) values ($1, $2, $3, $3)
     on conflict (company_id, domain) do update set missing_since = excluded.missing_since`,
    [id, domain, new Date(here.clock.now().getTime() - days * dayMs)],
  );

describe('domain records', () => {
  const env = readEnv({ HEADWATER_SECRET_KEY: key, HEADWATER_DEMO: 'off' });
  const checkAll = () =>
    checkDomains({
      database: here.application.database,
      clock: here.clock,
      records: { txt: async (name: string) => (dnsRecords.has(name) ? (dnsRecords.get(name) ?? null) : []) },
      queueSystemEmail: systemMailQueue(openSecretBox(env)),
    });

  it('[SSO-007] are checked daily: administrators are notified, and after a week no new user is accepted', async () => {
    const { id, domain, email, admin, change } = await company();
    const stateOf = async () => (await staff.get(`${settingsPath}?company_id=${id}`)).body.domain_states[0];
    const { record } = await stateOf();
    const nextDay = async () => {
      here.clock.advance(dayMs + 1);
      await checkAll();
      return stateOf();
    };
    // A confirmed domain without a record is not missing.
    expect(await nextDay()).toMatchObject({ is_verified: true, missing_since: null });
    dnsRecords.set(record.name, [record.value]);
    expect(await nextDay()).toMatchObject({ is_verified: true, missing_since: null });
    dnsRecords.set(record.name, null);
    expect((await nextDay()).missing_since).toBeNull();
    dnsRecords.delete(record.name);
    await change({ enforced: true });
    expect((await nextDay()).missing_since).not.toBeNull();
    expect(await checkAll()).toBe(0);
    await nextDay();
    const letters = (await here.systemEmailsTo(admin.email)).filter(({ kind }) => kind === 'sso_record_missing');
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain(`_headwater.${domain} TXT ${record.value}`);
    const known = { email: email('known') };
    expect((await signInThrough(here.visitor(), known)).location).toBe('/');
    here.clock.advance(7 * dayMs);
    expect((await signInThrough(here.visitor(), { email: email('new') })).location).toBe('/login/sso?problem=email_domain');
    expect((await signInThrough(here.visitor(), known)).location).toBe('/');
    // Users of a lost domain are not bound to the provider.
    const worker = await here.addUser(id, 'worker', { email: email('worker') });
    expect((await signIn(worker.email)).status).toBe(200);
    dnsRecords.set(record.name, [record.value]);
    expect((await nextDay()).missing_since).toBeNull();
    expect((await signInThrough(here.visitor(), { email: email('new') })).location).toBe('/');
  });

  it('[SSO-007] [SSO-016] end password sessions when they appear again', async () => {
    const lost = await company();
    const { id, email, change } = lost;
    const [worker, other] = [await here.addUser(id, 'worker', { email: email('w') }), await here.addUser(id, 'worker')];
    await change({ enforced: true });
    await loseFor(lost, 8);
    const byPassword = [await here.signIn(worker), await here.signIn(other)];
    const { record } = (await staff.get(`${settingsPath}?company_id=${id}`)).body.domain_states[0];
    await checkAll();
    expect(await Promise.all(byPassword.map(meOf))).toEqual([200, 200]);
    dnsRecords.set(record.name, [record.value]);
    here.clock.advance(dayMs + 1);
    await checkAll();
    expect(await Promise.all(byPassword.map(meOf))).toEqual([401, 200]);
    expect((await signIn(worker.email)).body.code).toBe('sso_required');
  });

  it('[SSO-007] allow another company to confirm a domain that was lost for a week', async () => {
    const lost = await company();
    const { domain } = lost;
    const [{ id, admin }, late] = [await companyWith(`fresh.${domain}`), await companyWith(`late.${domain}`)];
    const claim = () => admin.patch(settingsPath, { domains: domain });
    expect((await claim()).status).toBe(400);
    await loseFor(lost, 6);
    expect((await claim()).status).toBe(400);
    await loseFor(lost, 8);
    const { body } = await claim();
    expect(body.domain_states).toMatchObject([{ domain, is_verified: false }]);
    const stateOf = async () => (await staff.get(`${settingsPath}?company_id=${lost.id}`)).body.domain_states[0].is_verified;
    const show = async () => (await admin.post(`${settingsPath}domains/`, {})).body.domain_states;
    expect([await show(), await stateOf()]).toMatchObject([[{ is_verified: false }], true]);
    // Another company adds it as well and has a record.
    const named = await late.admin.patch(settingsPath, { domains: domain });
    const { name, value } = body.domain_states[0].record;
    dnsRecords.set(name, [value, named.body.domain_states[0].record.value]);
    expect([await show(), await stateOf()]).toMatchObject([[{ is_verified: true }], false]);
    // The second company has confirmed it, so it is not free.
    const refused = { status: 400, body: { domains: [`Another company signs in with ${domain}`] } };
    expect(await late.admin.post(`${settingsPath}domains/`, {})).toMatchObject(refused);
    await signInThrough(here.visitor(), { email: lost.email('new') });
    expect(await here.sql('select company_id from users where email = $1', [lost.email('new')])).toEqual([{ company_id: id }]);
  });
});
