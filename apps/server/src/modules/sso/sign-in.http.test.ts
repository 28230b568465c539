import { beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '@headwater/domain/time/durations';
import { type Caller, password, useInstallation } from '../../../test/installation.ts';
import { providersHere, settingsPath, signInAtProvider, signInThrough, useIdentityProvider } from '../../../test/sso-fixtures.ts';
import { createIdentityProvider } from '#integrations/openid/identity-provider.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';
import { createLog } from '#platform/log.ts';
import { isLoopbackAddress } from '#platform/loopback.ts';
import { refreshConfigurations } from './refresh.ts';

const here = useInstallation({ ...providersHere, HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const provider = useIdentityProvider();
const other = useIdentityProvider();

let staff: Caller;
let staffId: number;
beforeAll(async () => {
  const user = await here.addUser(await here.addCompany(), 'super_user');
  staffId = user.companyId;
  staff = await here.signIn(user);
});

let counter = 0;
/** A company with SSO. */
async function company(more: object = {}) {
  const id = await here.addCompany({ name: `Company ${(counter += 1)}` });
  const domain = `domain${counter}.test`;
  const { status, body } = await staff.post(settingsPath, provider.settings({ company_id: id, domains: domain, ...more }));
  if (status !== 200) throw new Error(JSON.stringify(body));
  const email = (name: string) => `${name}@${domain}`;
  return { id, domain, email, change: (changes: object) => staff.patch(settingsPath, { company_id: id, ...changes }) };
}
const me = async (browser: Caller) => (await browser.get('/api/internal/users/me/')).body;
const begin = async (browser: Caller, email: string, next?: string) =>
  (await browser.get(`/sso/auth/sso_url/?${new URLSearchParams({ email, ...(next === undefined ? {} : { next }) })}`)).body.url as string;
const end = async (who: Caller, path: string) => (await who.get(path)).headers['location'];
const usersOf = (email: string) => here.sql<Record<string, unknown>>('select * from users where lower(email) = lower($1)', [email]);

/** Redirect of a rejected sign-in. */
async function problemOf(person: Parameters<typeof signInThrough>[1], browser = here.visitor()): Promise<string> {
  const { status, location } = await signInThrough(browser, person);
  expect(status).toBe(303);
  expect((await browser.get('/api/internal/users/me/')).status).toBe(401);
  return location;
}

describe('SSO sign-in', () => {
  it('[SSO-011] [SSO-016] redirects to the provider with PKCE, state and nonce, and opens a session', async () => {
    const { id, email } = await company({ trust_id: 'urn:headwater' });
    const user = await here.addUser(id, 'admin', { email: email('ada') });
    const browser = here.visitor();
    const url = new URL(await begin(browser, email('ada').toUpperCase()));
    expect(url.origin + url.pathname).toBe(`${provider.url()}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'headwater-sandbox',
      response_type: 'code',
      redirect_uri: 'http://headwater.test/sso/auth/callback/',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      resource: 'urn:headwater',
    });
    const { status, headers } = await browser.get(await signInAtProvider(url.href, { email: email('ada') }));
    expect([status, headers['location'], headers['cache-control']]).toEqual([303, '/', 'no-store']);
    expect(await me(browser)).toMatchObject({ id: user.id, email: user.email, role: 'admin' });
    const kinds = await here.sql<{ kind: string; user_id: number }>(
      `select kind, user_id from audit_entries where company_id = $1 and kind = 'signed_in'`,
      [id],
    );
    expect(kinds).toEqual([{ kind: 'signed_in', user_id: user.id }]);
    // Shown in the list of sessions.
    expect(await here.sql('select address, agent from sessions where user_id = $1', [user.id])).toEqual([
      { address: expect.any(String), agent: expect.any(String) },
    ]);
  });

  it('[ACC-020] keeps the known browser of the user', async () => {
    const { id, email } = await company();
    const user = await here.addUser(id, 'worker', { email: email('ada') });
    const browser = await here.signIn(user);
    const devices = () => here.sql('select token_hash from known_devices where user_id = $1', [user.id]);
    const known = await devices();
    expect((await signInThrough(browser, { email: user.email })).status).toBe(303);
    expect([known.length, await devices()]).toEqual([1, known]);
  });

  it('[SSO-017] rejects an address without an SSO company', async () => {
    const { change, email, domain } = await company();
    const answer = await here.visitor().get('/sso/auth/sso_url/?email=somebody@nobody.test');
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Single sign-on is not set up for this email' } });
    await here.sql('update sso_domains set verified_at = null where domain = $1', [domain]);
    expect((await here.visitor().get(`/sso/auth/sso_url/?email=${email('a')}`)).status).toBe(404);
    await here.sql('update sso_domains set verified_at = now() where domain = $1', [domain]);
    expect((await here.visitor().get(`/sso/auth/sso_url/?email=${email('a')}`)).status).toBe(200);
    await change({ active: false });
    expect((await here.visitor().get(`/sso/auth/sso_url/?email=${email('a')}`)).status).toBe(404);
    expect(await here.visitor().get('/sso/auth/sso_url/?email=')).toMatchObject({ status: 400, body: { email: ['Field is required'] } });
    expect((await here.visitor().get('/sso/auth/sso_url/?email=a')).status).toBe(400);
    const foreign = await here.app.inject({ method: 'GET', url: `/sso/auth/sso_url/?email=${email('a')}` });
    expect(foreign.statusCode).toBe(403);
  });

  it('[SSO-008] creates an employee with the names of the claims', async () => {
    const { id, email, change } = await company();
    await change({ claim_first_name: 'family_name', claim_last_name: 'given_name' });
    const browser = here.visitor();
    const grace = { email: email('grace'), given_name: 'Grace\u202e ', family_name: ' Hopper\nII' };
    expect(await signInThrough(browser, grace)).toEqual({ status: 303, location: '/' });
    expect(await me(browser)).toMatchObject({
      email: grace.email,
      first_name: 'Hopper II',
      last_name: 'Grace',
      role: 'worker',
      can_search: true,
      company: { company_id: id },
    });
    expect(await usersOf(grace.email)).toMatchObject([{ password_hash: null, is_activated: true, is_verified: true }]);
    await signInThrough(here.visitor(), grace);
    expect(await usersOf(grace.email)).toHaveLength(1);
  });

  it('[SSO-008] reads missing claims from UserInfo', async () => {
    const { email } = await company();
    const browser = here.visitor();
    const grace = { email: email('grace'), given_name: 'Grace', family_name: 'Hopper', fault: 'thin' };
    expect((await signInThrough(browser, grace)).location).toBe('/');
    expect(await me(browser)).toMatchObject({ email: grace.email, name: 'Grace Hopper' });
  });

  it('[SSO-016] follows only internal `next` paths', async () => {
    const { email } = await company();
    const person = { email: email('ada') };
    expect((await signInThrough(here.visitor(), person, '/folders/7?status=1')).location).toBe('/folders/7?status=1');
    for (const next of ['https://evil.test/', '//evil.test', '/\\evil.test', '/login', 'javascript:alert(1)', '/%2f/evil.test'])
      expect([next, (await signInThrough(here.visitor(), person, next)).location]).toEqual([next, '/']);
  });

  it('[ACC-017] requires no code, because the provider has checked the second factor', async () => {
    const { id, email } = await company();
    await here.sql('update companies set mfa = true where id = $1', [id]);
    const user = await here.addUser(id, 'worker', { email: email('ada') });
    const browser = here.visitor();
    await signInThrough(browser, { email: user.email });
    expect(await me(browser)).toMatchObject({ id: user.id });
  });

  it('replaces the session of the browser', async () => {
    const { id, email } = await company();
    const before = await here.addUser(id, 'worker');
    const browser = await here.signIn(before);
    await signInThrough(browser, { email: email('ada') });
    expect(await me(browser)).toMatchObject({ email: email('ada') });
    expect(await here.sql('select 1 from sessions where user_id = $1', [before.id])).toEqual([]);
  });

  it('[COMP-070] [SSO-016] opens the account of an invited user after the other company was deleted', async () => {
    const { id, email } = await company();
    const gone = await here.addCompany();
    await here.addUser(gone, 'worker', { email: email('moved') });
    const admin = await here.signIn(await here.addUser(id, 'admin'));
    const { body } = await admin.post('/api/v6/invitations/', { email: email('moved'), role: 'worker' });
    expect((await staff.delete(`/api/v6/companies/${gone}/`)).status).toBe(200);
    const browser = here.visitor();
    await signInThrough(browser, { email: email('moved') });
    expect(await me(browser)).toMatchObject({ id: body.user_id });
    expect(await here.sql('select from users where company_id = $1 and email = $2', [id, email('moved')])).toHaveLength(1);
  });

  it('opens the account of an invited user and ends the invitation', async () => {
    const { id, email } = await company();
    const admin = await here.signIn(await here.addUser(id, 'admin'));
    const invited = await admin.post('/api/v6/invitations/', { email: email('grace'), role: 'admin' });
    const browser = here.visitor();
    await signInThrough(browser, { email: email('grace'), given_name: 'Grace', family_name: 'Hopper' });
    expect(await me(browser)).toMatchObject({ id: invited.body.user_id, role: 'admin', name: 'Grace Hopper' });
    expect((await admin.get('/api/v6/invitations/')).body.count).toBe(0);
  });
});

describe('identity of an SSO user', () => {
  it('[SSO-016] is issuer and subject, independent of the address', async () => {
    const { email } = await company();
    const browser = here.visitor();
    await signInThrough(browser, { email: email('ada') });
    const { id } = await me(browser);
    await here.sql(`update users set email = 'renamed${id}@elsewhere.test' where id = $1`, [id]);
    const again = here.visitor();
    await signInThrough(again, { email: email('ada') });
    expect(await me(again)).toMatchObject({ id, email: `renamed${id}@elsewhere.test` });
  });

  it('[SSO-016] is never another subject with the same address, until the account is deactivated and activated', async () => {
    const { email } = await company();
    const [browser, person] = [here.visitor(), { email: email('ada') }];
    await signInThrough(browser, person);
    const { id } = await me(browser);
    expect(await problemOf({ ...person, fault: 'subject' })).toBe('/login/sso?problem=other_person');
    await here.sql('update users set is_active = false where id = $1', [id]);
    expect(await problemOf(person)).toBe('/login/sso?problem=user_disabled');
    await here.sql('update users set is_active = true where id = $1', [id]);
    await signInThrough(here.visitor(), { ...person, fault: 'subject' });
    expect(await problemOf(person)).toBe('/login/sso?problem=other_person');
  });

  it('[SSO-016] differs for another issuer with the same subject', async () => {
    const { email, change } = await company();
    const [browser, person] = [here.visitor(), { email: email('ada') }];
    await signInThrough(browser, person);
    const { id } = await me(browser);
    await here.sql(`update users set email = 'before${id}@elsewhere.test' where id = $1`, [id]);
    expect((await change({ idp_url: other.url(), client_secret: 'sandbox-secret' })).status).toBe(200);
    const again = here.visitor();
    expect((await signInThrough(again, person)).location).toBe('/');
    expect((await me(again)).id).not.toBe(id);
    const subjects = await here.sql<{ subject: string }>('select subject from sso_identities where user_id = any($1)', [
      [id, (await me(again)).id],
    ]);
    expect(subjects).toHaveLength(2);
    expect(subjects[0]).toEqual(subjects[1]);
  });

  it('[SSO-016] is limited to the company of the provider', async () => {
    const [one, theirs] = [await company(), await company()];
    const victim = await here.addUser(theirs.id, 'admin', { email: theirs.email('victim') });
    // A provider can claim any address, also of another company.
    const browser = here.visitor();
    const url = await begin(browser, one.email('mallory'));
    const { headers } = await browser.get(await signInAtProvider(url, { email: victim.email }));
    expect(headers['location']).toBe('/login/sso?problem=email_domain');
    const stranger = await here.addUser(theirs.id, 'worker', { email: one.email('stranger') });
    expect(await problemOf({ email: stranger.email })).toBe('/login/sso?problem=other_company');
    // Same issuer and subject in another company.
    await signInThrough(here.visitor(), { email: theirs.email('ada') });
    const third = here.visitor();
    const back = await third.get(await signInAtProvider(await begin(third, one.email('ada')), { email: theirs.email('ada') }));
    expect(back.headers['location']).toBe('/login/sso?problem=email_domain');
  });

  it('[ROLE-036] is never a staff account, because administrators control the provider', async () => {
    const domain = `operator${(counter += 1)}.test`;
    await staff.post(settingsPath, provider.settings({ company_id: staffId, domains: domain }));
    for (const role of ['super_user', 'sales_manager', 'service_admin', 'manager'] as const) {
      const user = await here.addUser(staffId, role, { email: `${role}@${domain}` });
      expect(await problemOf({ email: user.email })).toBe('/login/sso?problem=staff');
    }
  });

  it('[SSO-016] needs a verified address and consent', async () => {
    const { email } = await company();
    expect(await problemOf({ email: email('a'), fault: 'no_email' })).toBe('/login/sso?problem=email_missing');
    expect(await problemOf({ email: email('a'), fault: 'unverified' })).toBe('/login/sso?problem=email_unverified');
    expect(await problemOf({ email: email('a'), decision: 'deny' })).toBe('/login/sso?problem=denied');
    expect(await usersOf(email('a'))).toEqual([]);
  });

  it('[ROLE-018] needs a free seat, also for concurrent sign-ins', async () => {
    const { id, email } = await company();
    await here.sql('update companies set max_workers_with_search = 2 where id = $1', [id]);
    const ends = await Promise.all([1, 2, 3, 4, 5].map((one) => signInThrough(here.visitor(), { email: email(`p${one}`) })));
    expect(ends.map(({ location }) => location).toSorted()).toEqual([
      '/',
      '/',
      ...Array.from({ length: 3 }, () => '/login/sso?problem=no_seat'),
    ]);
    expect(await here.sql('select 1 from users where company_id = $1', [id])).toHaveLength(2);
  });

  it('is created once for concurrent sign-ins', async () => {
    const { email } = await company();
    const person = { email: email('ada') };
    const ends = await Promise.all(Array.from({ length: 5 }, () => signInThrough(here.visitor(), person)));
    expect(ends.map(({ location }) => location)).toEqual(['/', '/', '/', '/', '/']);
    expect(await usersOf(person.email)).toHaveLength(1);
  });
});

describe('an invalid token', () => {
  it.each(['audience', 'issuer', 'nonce', 'expired'])('[SSO-016] is rejected for its %s', async (fault) => {
    const { id, email } = await company();
    const user = await here.addUser(id, 'worker', { email: email('ada') });
    expect(await problemOf({ email: user.email, fault })).toBe(`/login/sso?problem=${fault}`);
    expect(await here.sql('select 1 from sso_identities where user_id = $1', [user.id])).toEqual([]);
  });

  it.each(['unsigned', 'key'])('[SSO-016] is rejected without a valid signature: %s', async (fault) => {
    const { id, email } = await company();
    const user = await here.addUser(id, 'worker', { email: email('ada') });
    expect(await problemOf({ email: user.email, fault })).toBe('/login/sso?problem=signature');
  });

  it('[SSO-006] is rejected without the configured audience', async () => {
    const { email, change } = await company();
    await change({ audience: 'headwater-api' });
    expect(await problemOf({ email: email('ada') })).toBe('/login/sso?problem=audience');
    await change({ audience: 'headwater-sandbox' });
    expect((await signInThrough(here.visitor(), { email: email('ada') })).location).toBe('/');
  });
});

describe('a pending sign-in', () => {
  it('[SSO-016] is valid once, in its browser, for ten minutes', async () => {
    const { email } = await company();
    const person = { email: email('ada') };
    const problem = '/login/sso?problem=state';
    const [browser, thief] = [here.visitor(), here.visitor()];
    const back = await signInAtProvider(await begin(browser, person.email), person);
    expect(await end(browser, back)).toBe('/');
    expect(await end(browser, back)).toBe(problem);
    const stolen = await signInAtProvider(await begin(browser, person.email), person);
    await begin(thief, person.email);
    expect(await end(thief, stolen)).toBe(problem);
    expect(await end(browser, stolen)).toBe(problem);
    const late = await signInAtProvider(await begin(browser, person.email), person);
    here.clock.advance(10 * minuteMs);
    expect(await end(browser, late)).toBe(problem);
    for (const path of ['', '?state=x&code=y', '?error=access_denied', `?state=${'x'.repeat(5000)}`, '?state=%00', '?state=a&state=b'])
      expect(await end(browser, `/sso/auth/callback/${path}`)).toBe(problem);
  });

  it('is independent of another one in the same browser', async () => {
    const { email } = await company();
    const browser = here.visitor();
    const urls = [await begin(browser, email('ada')), await begin(browser, email('ada'))];
    for (const url of urls) expect((await browser.get(await signInAtProvider(url, { email: email('ada') }))).headers['location']).toBe('/');
  });

  it('[SSO-010] fails if the company disables SSO', async () => {
    const { email, change } = await company();
    const browser = here.visitor();
    const back = await signInAtProvider(await begin(browser, email('ada')), { email: email('ada') });
    await change({ active: false });
    expect((await browser.get(back)).headers['location']).toBe('/login/sso?problem=off');
  });

  it('[ACC-023] ends at the license page without a license, and fails for a deleted company', async () => {
    const { id, email } = await company();
    await here.sql(`update companies set paid_till = now() - interval '1 day' where id = $1`, [id]);
    expect((await signInThrough(here.visitor(), { email: email('ada') }, '/folders')).location).toBe('/license-expired/');
    await here.sql('update companies set is_active = false, deleted_at = now() where id = $1', [id]);
    expect((await here.visitor().get(`/sso/auth/sso_url/?email=${email('ada')}`)).status).toBe(404);
  });

  it('keeps passwords valid', async () => {
    const { id, email } = await company();
    const user = await here.addUser(id, 'worker', { email: email('ada') });
    await signInThrough(here.visitor(), { email: user.email });
    expect((await here.visitor().post('/api/v6/login/', { email: user.email, password })).status).toBe(200);
  });
});

describe('provider configuration', () => {
  it('[SSO-009] is refreshed at the configured interval, and kept on failure', async () => {
    const { id, email } = await company({ config_update_interval: 600 });
    const caller = createCaller({ timeoutMs: 2000, allows: isLoopbackAddress });
    const services = {
      database: here.application.database,
      clock: here.clock,
      log: createLog('fatal'),
      provider: createIdentityProvider(() => caller),
    };
    const shown = async () => (await staff.get(`${settingsPath}?company_id=${id}`)).body.configuration;
    const refreshAfter = async (ms: number, more: object = {}) => {
      here.clock.advance(ms);
      await refreshConfigurations({ ...services, ...more });
      return shown();
    };
    const first = await shown();
    expect(await refreshAfter(9 * minuteMs)).toEqual(first);
    const second = await refreshAfter(minuteMs);
    expect(Date.parse(second.read_at) - Date.parse(first.read_at)).toBe(10 * minuteMs);
    const away = { provider: createIdentityProvider(() => undefined) };
    expect(await refreshAfter(10 * minuteMs, away)).toEqual({ ...second, failure: 'address' });
    expect((await signInThrough(here.visitor(), { email: email('ada') })).location).toBe('/');
    expect(await refreshAfter(10 * minuteMs)).toMatchObject({ failure: null });
    await here.sql('update companies set deleted_at = now() where id = $1', [id]);
    const read = async () => (await here.sql('select attempted_at from sso_configurations where company_id = $1', [id]))[0];
    const before = await read();
    await refreshAfter(10 * minuteMs);
    expect(await read()).toEqual(before);
    await caller.close();
  });
});
