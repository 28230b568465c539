import { describe, expect, it } from 'vitest';
import { password, useInstallation } from '../../../test/installation.ts';

/** Email is enabled, but not delivered. */
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });

describe('sign-in', () => {
  it('[ACC-014] ends the previous session of the browser', async () => {
    const [before, after] = [await here.addUser(await here.addCompany(), 'worker'), await here.addUser(await here.addCompany(), 'worker')];
    const browser = await here.signIn(before);
    const elsewhere = await here.signIn(before);
    expect((await browser.post('/api/v6/login/', { email: after.email, password })).status).toBe(200);
    expect((await browser.get('/api/internal/users/me/')).body.id).toBe(after.id);
    expect(await here.sql('select user_id from sessions where user_id = any($1) order by 1', [[before.id, after.id]])).toEqual([
      { user_id: before.id },
      { user_id: after.id },
    ]);
    expect((await elsewhere.get('/api/internal/users/me/')).status).toBe(200);
  });

  it('[ACC-014] [ACC-025] starts a session and returns the landing route', async () => {
    const user = await here.addUser(await here.addCompany(), 'admin');
    const caller = here.visitor();
    const answer = await caller.post('/api/v6/login/', { email: user.email.toUpperCase(), password });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ next: '/', user: { email: user.email, role: 'admin' } });
    expect((await caller.get('/api/internal/users/me/')).body.email).toBe(user.email);
  });

  it('[ACC-014] responds alike to a wrong password and an unknown address', async () => {
    const user = await here.addUser(await here.addCompany(), 'worker');
    const wrong = await here.visitor().post('/api/v6/login/', { email: user.email, password: 'nope' });
    const unknown = await here.visitor().post('/api/v6/login/', { email: 'nobody@example.test', password: 'nope' });
    expect(wrong).toMatchObject({ status: 400, body: { non_field_errors: ['Wrong email or password'] } });
    expect(unknown.body).toEqual(wrong.body);
  });

  it('[ACC-059] [ACC-060] rejects empty fields', async () => {
    const answer = await here.visitor().post('/api/v6/login/', { email: ' ', password: '' });
    expect(answer).toMatchObject({
      status: 400,
      body: { email: ['This field cannot be empty'], password: ['This field cannot be empty'] },
    });
  });

  it('[ACC-016] follows only internal `next` paths', async () => {
    const user = await here.addUser(await here.addCompany(), 'worker');
    const to = async (next: string) => (await here.visitor().post('/api/v6/login/', { email: user.email, password, next })).body.next;
    expect(await to('/folders/?page=2')).toBe('/folders/?page=2');
    const long = `/profiles/?q=${encodeURIComponent(JSON.stringify(Array.from({ length: 100 }, (_, number) => `skill:Разработчик ${number}`)))}`;
    expect(await to(long)).toBe(long);
    const outside = ['https://evil.test/', '//evil.test/', '/..//evil.test', '/\\evil.test', 'javascript:alert(1)'];
    for (const bad of [...outside, '/login', '/login?next=/x', '/%6cogin', '/logout/', '/x/../logout']) expect(await to(bad)).toBe('/');
  });

  it('[ACC-018] [ACC-019] [ACC-020] emails a one-time link after five failures', async () => {
    const user = await here.addUser(await here.addCompany(), 'worker');
    for (let tries = 0; tries < 5; tries += 1) await here.visitor().post('/api/v6/login/', { email: user.email, password: 'nope' });
    const answer = await here.visitor().post('/api/v6/login/', { email: user.email, password });
    expect(answer.status).toBe(403);
    const [letter] = await here.systemEmailsTo(user.email);
    const token = /token=(\S+)/.exec(letter?.text ?? '')?.[1];
    // Neither database nor backups contain the link in plain text.
    const queued = await here.sql<{ words: string }>('select payload::text as words from graphile_worker._private_jobs');
    expect(queued.some(({ words }) => words.includes(token ?? 'token=') || words.includes(user.email))).toBe(false);
    const confirm = () => here.visitor().post('/api/v6/login/confirm/', { token });
    expect((await confirm()).status).toBe(200);
    expect((await confirm()).status).toBe(400);
  });

  it('[ACC-016] [ACC-023] [DEC-08] follows `next` in an extension company with an expired license', async () => {
    const over = { paidTill: new Date('2020-01-01') };
    const to = async (company: object, next: string) => {
      const user = await here.addUser(await here.addCompany(company), 'worker');
      return (await here.visitor().post('/api/v6/login/', { email: user.email, password, next })).body.next;
    };
    expect(await to({ ...over, isExtCompany: true }, '/settings')).toBe('/settings');
    expect(await to(over, '/settings')).toBe('/license-expired/');
    // The required second factor comes first.
    const user = await here.addUser(await here.addCompany({ ...over, isExtCompany: true, mfa: true }), 'worker');
    const { token } = (await here.visitor().post('/api/v6/login/', { email: user.email, password })).body.confirmation;
    const code = /\d{6}/.exec((await here.systemEmailsTo(user.email))[0]?.text ?? '')?.[0];
    const { body } = await here.visitor().post('/api/v6/login/confirm/', { token, code, next: '/settings' });
    expect(body.next).toBe('/two-step?next=%2Fsettings');
  });

  it('[ACC-017] requires the emailed code if the company enabled it, and limits attempts', async () => {
    const user = await here.addUser(await here.addCompany({ mfa: true }), 'worker');
    const { body } = await here.visitor().post('/api/v6/login/', { email: user.email, password });
    expect(body).toMatchObject({ user: null, confirmation: { token: expect.any(String) } });
    const [letter] = await here.systemEmailsTo(user.email);
    const code = /\d{6}/.exec(letter?.text ?? '')?.[0];
    const confirm = (typed: string | undefined) =>
      here.visitor().post('/api/v6/login/confirm/', { token: body.confirmation.token, code: typed });
    expect((await confirm('000000x')).body).toMatchObject({ code: ['Wrong code'] });
    expect((await confirm(code)).status).toBe(200);
  });
});

describe('session', () => {
  it('[ACC-032] [REQ-040] returns 401 without a session, also for unknown paths', async () => {
    expect(await here.visitor().get('/api/internal/users/me/')).toMatchObject({ status: 401, body: { detail: 'Unauthorized' } });
  });

  it('[ACC-015] ends on sign-out', async () => {
    const caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect((await caller.post('/api/v6/logout/')).status).toBe(200);
    expect((await caller.get('/api/internal/users/me/')).status).toBe(401);
  });

  it('[REQ-002] [REQ-006] rejects writes without the CSRF header or from another origin', async () => {
    const caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const write = (headers: Record<string, string>) =>
      caller.send({ method: 'PATCH', url: '/api/v6/user/settings/', payload: { range_measure: 'mi' }, headers });
    expect((await write({ 'x-csrftoken': '' })).status).toBe(403);
    expect((await write({ origin: 'http://evil.test' })).status).toBe(403);
    expect((await write({})).status).toBe(200);
  });

  it('[REQ-007] rejects other API versions', async () => {
    const caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const statusOf = async (accept: string) =>
      (await caller.send({ method: 'GET', url: '/api/internal/users/me/', headers: { accept } })).status;
    const others = ['version=4.0', 'version="6.0"', 'version=v6', 'Version=6', 'version = 6', 'version=5.1; version=6', 'version='];
    for (const other of others) expect([other, await statusOf(`application/json; ${other}`)]).toEqual([other, 406]);
    for (const ours of ['version=5.1', 'version="5.1"', 'VERSION=5.1, */*', 'q=0.9'])
      expect([ours, await statusOf(`application/json; ${ours}`)]).toEqual([ours, 200]);
  });

  it('[ACC-034] [ACC-037] [ACC-044] [ACC-045] saves settings and returns the current user in the chosen language', async () => {
    const caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const saved = await caller.patch('/api/v6/user/settings/', { language: 'ru', range_measure: 'mi' });
    expect(saved.body.settings).toEqual({ language: 'ru', range_measure: 'mi' });
    const bad = await caller.patch('/api/v6/user/settings/', { language: 'fr' });
    expect(bad.body.language).toEqual(['Выберите одно из значений: en, ru']);
  });

  it('[ACC-043] returns the account status', async () => {
    const expired = await here.addCompany({ paidTill: new Date('2020-01-01') });
    const caller = await here.signIn(await here.addUser(expired, 'worker'));
    expect((await caller.get('/api/v6/user-status/')).body).toEqual({ status: 'license_expired' });
  });

  it('[VAC-038] [VAC-040] [VAC-041] lists users of the own company only', async () => {
    const company = await here.addCompany();
    const me = await here.addUser(company, 'admin');
    const colleague = await here.addUser(company, 'worker');
    await here.addUser(await here.addCompany(), 'worker');
    const caller = await here.signIn(me);
    const ids = async (query: string) => (await caller.get(`/api/v6/users/?${query}`)).body.users.map((user: { id: number }) => user.id);
    expect((await ids('')).toSorted()).toEqual([me.id, colleague.id].toSorted());
    expect(await ids('exclude_self=true')).toEqual([colleague.id]);
    expect(await ids('role=admin')).toEqual([me.id]);
  });

  it('[VAC-043] lists users with visible templates', async () => {
    const company = await here.addCompany({ features: { has_messaging: true } });
    const [me, open, closed] = [
      await here.addUser(company, 'admin'),
      await here.addUser(company, 'worker'),
      await here.addUser(company, 'worker'),
    ];
    const add = async (user: typeof me, access: 'public' | 'private') => {
      const body = { name: 'Hello', subject: 'Hello', body: '<p>Hello</p>', access_type: access };
      expect((await (await here.signIn(user)).post('/api/v6/mailing_templates/', body)).status).toBe(200);
    };
    await add(open, 'public');
    await add(closed, 'private');
    const caller = await here.signIn(me);
    const { body } = await caller.get('/api/v6/users/?has_templates=true');
    expect(body.users.map((user: { id: number }) => user.id)).toEqual([open.id]);
  });

  it('[VAC-039] [VAC-042] [VAC-044] lists assignable users, invited ones on request, and at most a thousand', async () => {
    const company = await here.addCompany();
    const [me, worker, manager, invited] = [
      await here.addUser(company, 'admin'),
      await here.addUser(company, 'worker'),
      await here.addUser(company, 'hm'),
      await here.addUser(company, 'worker'),
    ];
    await here.sql('update users set is_activated = false where id = $1', [invited.id]);
    const caller = await here.signIn(me);
    const ids = async (query: string) =>
      (await caller.get(`/api/v6/users/?${query}`)).body.users.map((user: { id: number }) => user.id).toSorted();
    expect(await ids('')).toEqual([me.id, worker.id, manager.id].toSorted());
    expect(await ids('is_assignee=true')).toEqual([me.id, worker.id].toSorted());
    expect(await ids('is_assignee=true&include_pending_invites=true')).toEqual([me.id, worker.id, invited.id].toSorted());
    await here.sql(
      `insert into users (company_id, email, first_name, last_name, role)
       select $1, 'many' || n || '@example.test', 'Many', n::text, 'worker' from generate_series(1, 1100) as n`,
      [company],
    );
    expect(await ids('limit=1000')).toHaveLength(1000);
    expect((await caller.get('/api/v6/users/?limit=1001')).status).toBe(400);
  });

  it('[REQ-042] [REQ-008] returns 400 for invalid JSON and 404 for unknown paths', async () => {
    const broken = await here
      .visitor()
      .send({ method: 'POST', url: '/api/v6/login/', payload: '{"a":', headers: { 'content-type': 'application/json' } });
    expect(broken.status).toBe(400);
    expect(await here.visitor().get('/api/v6/nothing/')).toMatchObject({ status: 404, body: { detail: 'Not found' } });
  });
});
