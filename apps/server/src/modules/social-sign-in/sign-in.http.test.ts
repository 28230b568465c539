import { beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '@headwater/domain/time/durations';
import { password, useInstallation } from '../../../test/installation.ts';
import { addRequiringCompany, signInAtProvider } from '../../../test/sso-fixtures.ts';
import { useServices } from '../../../test/social-fixtures.ts';
import { begin, end, enter, freshEmail, me, newcomer, pathOf, socialPeople, stepOf } from '../../../test/social-visits.ts';

const services = useServices();
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' }, services.open);
const { register, connectByPassword } = socialPeople(here);

let companyId: number;
beforeAll(async () => {
  companyId = await here.addCompany();
});

describe('social sign-in', () => {
  it('[ACC-006] offers the configured services only', async () => {
    expect((await here.visitor().get('/api/v6/oauth/')).body).toEqual({ backends: ['google', 'microsoft'] });
    for (const [method, path] of [
      ['post', 'begin'],
      ['get', 'step'],
    ] as const)
      expect((await here.visitor()[method](`${pathOf('facebook')}/${path}/`)).status).toBe(404);
  });

  it('[ACC-003] redirects with PKCE, state and nonce, and a callback URL per service', async () => {
    const url = new URL(await begin(here.visitor(), 'microsoft'));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: 'http://headwater.test/oauth/callback/microsoft/',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      prompt: 'select_account',
    });
  });

  it.each(['google', 'microsoft'])(
    '[ACC-003] [ACC-004] offers registration to a new user of %s and creates the account',
    async (backend) => {
      const person = newcomer({ given_name: 'Grace\u202e ' });
      const browser = here.visitor();
      expect(await enter(browser, person, { backend })).toBe(`/oauth/attention_newbie/${backend}`);
      const step = await stepOf(browser, backend);
      expect(step).toMatchObject({ kind: 'newcomer', email: person.email, first_name: 'Grace', last_name: 'Hopper', may_register: true });
      expect((await browser.get('/api/internal/users/me/')).status).toBe(401);
      const body = { step: step.step, first_name: 'Grace', last_name: 'Brewster', language: 'ru' };
      expect((await browser.post(`${pathOf(backend)}/register/`, { ...body, first_name: ' ' })).body).toHaveProperty('first_name');
      const { status, body: answer } = await browser.post(`${pathOf(backend)}/register/`, body);
      expect([status, answer.confirmation]).toEqual([200, null]);
      expect(await me(browser)).toMatchObject({
        email: person.email,
        name: 'Grace Brewster',
        settings: { language: 'ru' },
        company: { access_type: 'extension', is_ext_company: true },
      });
      const again = here.visitor();
      expect(await enter(again, { ...person, given_name: 'Other' }, { backend })).toBe('/extension/');
      expect(await me(again)).toMatchObject({ email: person.email, name: 'Grace Brewster' });
    },
  );

  it('[ACC-003] replaces a registration that was never activated, with its password', async () => {
    const person = newcomer();
    const stranger = { first_name: 'Mallory', last_name: 'Stranger', email: person.email, password: 'Battery-Staple-9', language: 'en' };
    await here.visitor().post('/api/v6/register/', stranger);
    const { browser } = await register(person);
    expect(await me(browser)).toMatchObject({ first_name: 'Grace', email: person.email });
    const answer = await here.visitor().post('/api/v6/login/', { email: person.email, password: stranger.password });
    // Does not reveal that the owner of the address has registered.
    expect(answer).toMatchObject({ status: 403, body: { code: 'need_activation' } });
  });

  it('[ACC-003] [ACC-062] creates no account for a reserved address', async () => {
    const [person, later] = [newcomer(), newcomer()];
    for (const { email } of [person, later]) {
      const { id } = await here.addUser(companyId, 'worker');
      await here.sql(
        `insert into address_restores (token_hash, company_id, user_id, address, requested_at, expires_at)
         values (sha256($3::text::bytea), $1, $2, $3, now(), now() + interval '7 days')`,
        [companyId, id, email],
      );
    }
    expect((await register(person)).answer).toMatchObject({ status: 409, body: { code: 'social_step_over' } });
    await here.sql('delete from address_restores where address = $1', [later.email]);
    expect((await register(later)).answer.status).toBe(200);
  });

  it('[ACC-003] creates one account for concurrent requests', async () => {
    const person = newcomer();
    const browser = here.visitor();
    await enter(browser, person);
    const { step } = await stepOf(browser);
    const body = { step, first_name: 'Grace', last_name: 'Hopper', language: 'en' };
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(`${pathOf('google')}/register/`, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await here.sql('select 1 from users where email = $1', [person.email])).toHaveLength(1);
  });

  it('[ACC-016] follows only internal `next` paths', async () => {
    const user = await here.addUser(companyId, 'worker', { email: freshEmail() });
    await connectByPassword(user.email);
    expect(await enter(here.visitor(), { email: user.email }, { next: '/folders/7?status=1' })).toBe('/folders/7?status=1');
    expect(await enter(here.visitor(), { email: user.email }, { next: '//evil.test' })).toBe('/');
  });
});

describe('an existing account', () => {
  it('[ACC-005] is linked by its password once, then identified by issuer and subject', async () => {
    const user = await here.addUser(companyId, 'admin', { email: freshEmail() });
    const browser = here.visitor();
    expect(await enter(browser, { email: user.email.toUpperCase() })).toBe('/oauth/confirm_password/google');
    expect((await browser.get('/api/internal/users/me/')).status).toBe(401);
    const { step, kind } = await stepOf(browser);
    expect(kind).toBe('password');
    const confirm = (body: object) => browser.post(`${pathOf('google')}/confirm-password/`, { step, password, ...body });
    expect(await confirm({ password: 'Wrong-Horse-7' })).toMatchObject({ status: 400, body: { password: ['Wrong password'] } });
    expect((await confirm({ step: '00000000-0000-4000-8000-000000000000' })).status).toBe(409);
    expect(await confirm({})).toMatchObject({ status: 200, body: { next: '/', confirmation: null } });
    expect(await me(browser)).toMatchObject({ id: user.id });
    expect((await confirm({})).status).toBe(409);
    await here.sql(`update users set email = $2 where id = $1`, [user.id, freshEmail()]);
    const again = here.visitor();
    expect(await enter(again, { email: user.email.toUpperCase() })).toBe('/');
    expect((await me(again)).id).toBe(user.id);
  });

  it('[ACC-005] [DEC-14] notifies the owner, ends other sessions and logs the sign-in method', async () => {
    const user = await here.addUser(companyId, 'worker', { email: freshEmail() });
    const before = await here.signIn(user);
    const browser = await connectByPassword(user.email, 'microsoft');
    expect((await before.get('/api/internal/users/me/')).status).toBe(401);
    expect((await here.systemEmailsTo(user.email)).map(({ text }) => text).join()).toContain('A Microsoft account was connected');
    await browser.post('/api/v6/logout/');
    await enter(here.visitor(), { email: user.email }, { backend: 'microsoft' });
    const entries = await here.sql<{ kind: string; details: object }>(
      `select kind, details from audit_entries where target_id = $1 and target_kind = 'user' order by id`,
      [user.id],
    );
    expect(entries.slice(1)).toMatchObject([
      { kind: 'signed_in', details: { values: { way: [null, 'password'] } } },
      { kind: 'user_changed', details: { values: { sign_in_microsoft: [false, true] } } },
      { kind: 'signed_in', details: { values: { way: [null, 'microsoft'] } } },
      { kind: 'signed_in', details: { values: { way: [null, 'microsoft'] } } },
    ]);
  });

  it('[ACC-020] keeps the known browser of the user', async () => {
    const user = await here.addUser(companyId, 'worker', { email: freshEmail() });
    const browser = await connectByPassword(user.email);
    const devices = () => here.sql('select token_hash from known_devices where user_id = $1', [user.id]);
    const [first] = await devices();
    await enter(browser, { email: user.email });
    expect(await devices()).toEqual([first]);
  });

  it('[ACC-005] is linked once if the response was lost', async () => {
    const user = await here.addUser(companyId, 'worker', { email: freshEmail() });
    const browser = here.visitor();
    await enter(browser, { email: user.email });
    const { step } = await stepOf(browser);
    await here.sql('create table kept_step as select * from social_steps where id = $1', [step]);
    const confirm = () => browser.post(`${pathOf('google')}/confirm-password/`, { step, password });
    expect((await confirm()).status).toBe(200);
    // As if the process crashed before deleting the step.
    await here.sql('insert into social_steps select * from kept_step');
    expect(await confirm()).toMatchObject({ status: 200, body: { next: '/' } });
    expect(await here.sql('select 1 from social_identities where user_id = $1', [user.id])).toHaveLength(1);
    expect((await here.systemEmailsTo(user.email)).filter(({ kind }) => kind === 'guard_changed')).toHaveLength(1);
  });

  it('[DEC-14] logs each rejected sign-in', async () => {
    const user = await here.addUser(companyId, 'worker', { email: freshEmail() });
    await connectByPassword(user.email);
    const failures = () => here.sql(`select 1 from audit_entries where kind = 'sign_in_failed' and target_id = $1`, [user.id]);
    await enter(here.visitor(), { email: user.email, fault: 'subject' });
    expect(await failures()).toHaveLength(1);
    await enter(here.visitor(), newcomer());
    expect(await failures()).toHaveLength(1);
    // Identified by issuer and subject.
    const { email: said } = user;
    await here.sql('update users set email = $2, is_active = false where id = $1', [user.id, freshEmail()]);
    expect(await enter(here.visitor(), { email: said })).toBe('/login?service=google&problem=user_disabled');
    expect(await failures()).toHaveLength(2);
  });

  it('[ACC-005] is never another subject or issuer with the same address', async () => {
    const user = await here.addUser(companyId, 'worker', { email: freshEmail() });
    await connectByPassword(user.email);
    expect(await enter(here.visitor(), { email: user.email, fault: 'subject' })).toBe('/login?service=google&problem=other_person');
    expect(await enter(here.visitor(), { email: user.email }, { backend: 'microsoft' })).toBe('/oauth/confirm_password/microsoft');
  });

  it('[ACC-005] [ACC-017] requires the second factor before linking, and at each sign-in', async () => {
    const company = await here.addCompany({ mfa: true });
    const user = await here.addUser(company, 'worker', { email: freshEmail() });
    const browser = here.visitor();
    await enter(browser, { email: user.email });
    const { step } = await stepOf(browser);
    const { body } = await browser.post(`${pathOf('google')}/confirm-password/`, { step, password });
    expect(body.confirmation).toMatchObject({ app: false, email: true });
    const linked = () => here.sql('select 1 from social_identities where user_id = $1', [user.id]);
    expect(await linked()).toHaveLength(0);
    const code = async () =>
      /\d{6}/.exec((await here.systemEmailsTo(user.email)).filter(({ kind }) => kind === 'signin_code').at(-1)?.text ?? '')?.[0];
    const { status } = await browser.post('/api/v6/login/confirm/', { token: body.confirmation.token, code: await code() });
    expect([status, (await linked()).length]).toEqual([200, 1]);
    const again = here.visitor();
    expect(await enter(again, { email: user.email })).toBe('/oauth/confirm_code/google');
    expect((await again.get('/api/internal/users/me/')).status).toBe(401);
    const { kind, confirmation } = await stepOf(again);
    expect(kind).toBe('code');
    const entered = await again.post('/api/v6/login/confirm/', { token: confirmation.token, code: await code() });
    expect(entered.body.user).toMatchObject({ id: user.id });
  });

  it('[ACC-020] limits password attempts like the sign-in', async () => {
    const user = await here.addUser(companyId, 'worker', { email: freshEmail() });
    const browser = here.visitor();
    await enter(browser, { email: user.email });
    const { step } = await stepOf(browser);
    const confirm = (tried: string) => browser.post(`${pathOf('google')}/confirm-password/`, { step, password: tried });
    for (let tries = 0; tries < 5; tries += 1) expect((await confirm('Wrong-Horse-7')).status).toBe(400);
    const [wrong, right] = [await confirm('Wrong-Horse-7'), await confirm(password)];
    expect([wrong.status, wrong.body]).toEqual([right.status, right.body]);
    expect((await browser.get('/api/internal/users/me/')).status).toBe(401);
    expect(await here.sql('select 1 from social_identities where user_id = $1', [user.id])).toEqual([]);
  });

  it('[ACC-023] has the same restrictions as a password sign-in', async () => {
    const expired = await here.addCompany({ paidTill: new Date('2020-01-01'), paidFrom: new Date('2019-01-01') });
    const user = await here.addUser(expired, 'worker', { email: freshEmail() });
    await connectByPassword(user.email);
    expect(await enter(here.visitor(), { email: user.email })).toBe('/license-expired/');
    await here.sql('update users set is_active = false where id = $1', [user.id]);
    expect(await enter(here.visitor(), { email: user.email })).toBe('/login?service=google&problem=user_disabled');
    await here.sql('update users set deleted_at = now() where id = $1', [user.id]);
    expect(await here.sql('select 1 from social_identities where user_id = $1', [user.id])).toEqual([]);
  });

  it('[EMP-082] needs the invitation if it was never opened', async () => {
    const admin = await here.signIn(await here.addUser(companyId, 'admin'));
    const email = freshEmail();
    await admin.post('/api/v6/invitations/', { email, role: 'admin' });
    expect(await enter(here.visitor(), { email })).toBe('/login?service=google&problem=invited');
  });
});

describe('answers of a service', () => {
  it('[ACC-006] need a verified address', async () => {
    const user = await here.addUser(companyId, 'worker', { email: freshEmail() });
    for (const [backend, fault, problem] of [
      ['google', 'unverified', 'email_unverified'],
      ['microsoft', 'unverified', 'email_unverified'],
      ['google', 'no_email', 'email_missing'],
    ] as const) {
      for (const email of [user.email, freshEmail()])
        expect(await enter(here.visitor(), { email, fault }, { backend })).toBe(`/login?service=${backend}&problem=${problem}`);
    }
  });

  it('[SSO-016] create no account for users of a company that requires SSO', async () => {
    const domain = `required-${crypto.randomUUID()}.test`;
    await addRequiringCompany(here, domain);
    expect(await enter(here.visitor(), { email: `ada@${domain}` })).toBe('/login?service=google&problem=sso_required');
    expect(await enter(here.visitor(), { email: `ada@other.${domain}` })).toBe('/oauth/attention_newbie/google');
  });

  it('[ACC-003] [SSO-016] create no account if SSO became required before the form was sent', async () => {
    const domain = `late-${crypto.randomUUID()}.test`;
    const [browser, person] = [here.visitor(), { email: `ada@${domain}` }];
    expect(await enter(browser, person)).toBe('/oauth/attention_newbie/google');
    const { step } = await stepOf(browser);
    await addRequiringCompany(here, domain);
    const body = { step, first_name: 'Ada', last_name: 'Late', language: 'en' };
    expect(await browser.post(`${pathOf('google')}/register/`, body)).toMatchObject({ status: 403, body: { code: 'sso_required' } });
    expect(await here.sql('select from users where email = $1', [person.email])).toEqual([]);
  });

  it('[ACC-006] are completed from UserInfo', async () => {
    const browser = here.visitor();
    expect(await enter(browser, newcomer({ fault: 'thin' }))).toBe('/oauth/attention_newbie/google');
    expect(await stepOf(browser)).toMatchObject({ first_name: 'Grace' });
  });

  it.each(['audience', 'issuer', 'nonce', 'expired', 'unsigned', 'key'])(
    '[ACC-006] are rejected with an invalid token: %s',
    async (fault) => {
      for (const backend of ['google', 'microsoft'])
        expect(await enter(here.visitor(), newcomer({ fault }), { backend })).toBe(`/login?service=${backend}&problem=token`);
    },
  );

  it('[ACC-006] are rejected with a token of another tenant', async () => {
    const end = await enter(here.visitor(), newcomer({ fault: 'tenant' }), { backend: 'microsoft' });
    expect(end).toBe('/login?service=microsoft&problem=token');
  });

  it('[ACC-006] are valid once, in the same browser, in time and for the same service', async () => {
    const refused = '/login?service=google&problem=state';
    const [browser, person] = [here.visitor(), newcomer()];
    const back = await signInAtProvider(await begin(browser), person);
    expect(await end(here.visitor(), back)).toBe(refused);
    expect(await end(browser, back)).toBe(refused);
    const twice = await signInAtProvider(await begin(browser), person);
    expect(await end(browser, twice)).toBe('/oauth/attention_newbie/google');
    expect(await end(browser, twice)).toBe(refused);
    const mixed = await signInAtProvider(await begin(browser, 'microsoft'), person);
    expect(await end(browser, mixed.replace('/microsoft/', '/google/'))).toBe(refused);
    const late = await signInAtProvider(await begin(browser), person);
    here.clock.advance(11 * minuteMs);
    expect(await end(browser, late)).toBe(refused);
    expect(await end(browser, '/oauth/callback/google/?state=x&code=y')).toBe(refused);
    expect(await enter(browser, { ...person, decision: 'deny' })).toBe('/login?service=google&problem=denied');
  });

  it('[ACC-004] start a step that is valid for ten minutes', async () => {
    const browser = here.visitor();
    const { headers } = await browser.get(await signInAtProvider(await begin(browser), newcomer()));
    expect(String(headers['set-cookie'])).toMatch(/headwater_oauth=[\w-]{43}; Max-Age=600;/);
  });

  it('[ACC-004] start a step that only this browser can see and answer', async () => {
    const browser = here.visitor();
    await enter(browser, newcomer());
    const { step } = await stepOf(browser);
    const body = { step, first_name: 'Grace', last_name: 'Hopper', language: 'en' };
    expect((await here.visitor().get(`${pathOf('google')}/step/`)).status).toBe(409);
    const other = here.visitor();
    await enter(other, newcomer());
    expect((await other.post(`${pathOf('google')}/register/`, body)).status).toBe(409);
    expect((await browser.get(`${pathOf('microsoft')}/step/`)).status).toBe(409);
    here.clock.advance(11 * minuteMs);
    expect(await browser.post(`${pathOf('google')}/register/`, body)).toMatchObject({ status: 409, body: { code: 'social_step_over' } });
  });
});
