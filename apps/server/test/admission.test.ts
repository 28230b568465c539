import { beforeAll, describe, expect, it } from 'vitest';
import { leastProcessorMs } from '@headwater/domain/testing/processor-time';
import { type Caller, useInstallation } from './installation.ts';
import { addProfiles } from './vacancy-fixtures.ts';

const here = useInstallation({ HEADWATER_URL: '' });
let company: number;
let caller: Caller;

beforeAll(async () => {
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'admin'));
});

describe('a company without an active license', () => {
  const past = new Date('2020-01-01');

  it.each([
    ['an expired company', { paidTill: past }],
    ['a company before its start', { paidFrom: new Date('2100-01-01') }],
  ])('[ACC-023] [ACC-024] %s can only call routes about its status', async (_name, dates) => {
    const unlicensed = await here.addCompany(dates);
    // Staff stay admitted, because they renew the license.
    const staff = await here.signIn(await here.addUser(unlicensed, 'super_user'));
    expect((await staff.get(`/api/v6/companies/${unlicensed}/`)).status).toBe(200);
    for (const role of ['admin', 'worker', 'hm'] as const) {
      const person = await here.signIn(await here.addUser(unlicensed, role));
      const calls = [person.get('/api/v6/users/'), person.get('/api/v6/profiles/'), person.post('/api/v6/folders/', { name: 'Smith' })];
      for (const { status, body } of await Promise.all(calls))
        expect([status, body]).toEqual([403, { detail: 'Your company has no active license', code: 'license_inactive' }]);
      expect((await person.get('/api/internal/users/me/')).status).toBe(200);
      expect((await person.get('/api/v6/user-status/')).body.status).toMatch(/^license_/);
      // The person can still choose the language of that page.
      expect((await person.patch('/api/v6/user/settings/', { language: 'ru' })).status).toBe(200);
      expect((await person.post('/api/v6/logout/')).status).toBe(200);
      expect((await person.get('/api/internal/users/me/')).status).toBe(401);
    }
  });

  it("[ACC-023] is refused from then on, in the person's language; extension companies need no license", async () => {
    const ending = await here.addCompany();
    const person = await here.signIn(await here.addUser(ending, 'admin', { language: 'ru' }));
    expect((await person.get('/api/v6/users/')).status).toBe(200);
    await here.sql('update companies set is_active = false where id = $1', [ending]);
    expect((await person.get('/api/v6/users/')).body.detail).toBe('У вашей компании нет действующей лицензии');
    await here.sql('update companies set is_ext_company = true where id = $1', [ending]);
    expect((await person.get('/api/v6/user/settings/')).status).toBe(404);
    expect((await person.patch('/api/v6/user/settings/', { range_measure: 'mi' })).status).toBe(200);
  });
});

describe('contacts', () => {
  it('[REQ-002] are not opened by a link on another site', async () => {
    const [profile] = await addProfiles(here, 1, { input: { contacts: [{ type: 'email', value: 'maria@example.test' }] } });
    const opening = { method: 'GET', url: `/api/v6/profiles/${profile}/get-contacts/` } as const;
    expect((await caller.send({ ...opening, headers: { 'x-csrftoken': '' } })).status).toBe(403);
    expect(await here.sql('select 1 from contact_openings')).toEqual([]);
    expect((await caller.send(opening)).status).toBe(200);
    expect(await here.sql('select 1 from contact_openings')).toHaveLength(1);
  });
});

describe('a sign-in of a visitor', () => {
  it.each([
    ['a list of half a million numbers', `{"email":[${'0,'.repeat(500_000)}0],"password":"x"}`, 400],
    ['29 MB', `{"email":[${'0,'.repeat(14_500_000)}0],"password":"x"}`, 413],
  ])('[REQ-042] of %s is rejected cheaply', async (_name, payload, status) => {
    const sent = { method: 'POST' as const, url: '/api/v6/login/', payload, headers: { 'content-type': 'application/json' } };
    const reject = async () => expect((await here.visitor().send(sent)).status).toBe(status);
    expect(await leastProcessorMs(reject, 500)).toBeLessThan(500);
  });
});

const get = (url: string, headers = {}) => here.app.inject({ url, headers });

describe('monitoring', () => {
  it('[REQ-045] learns which part is unavailable, without the reason', async () => {
    expect([(await get('/readyz')).statusCode, (await get('/readyz')).json()]).toEqual([
      200,
      { status: 'ready', database: 'ok', disk: 'ok' },
    ]);
    const { pool } = here.application.database;
    const query = pool.query.bind(pool);
    pool.query = (() => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:38859'))) as typeof pool.query;
    const unavailable = await get('/readyz');
    pool.query = query;
    expect([unavailable.statusCode, unavailable.json()]).toEqual([503, { status: 'not ready', database: 'away', disk: 'ok' }]);
  });

  it('gets no metrics through a proxy, and may use any host name', async () => {
    expect((await get('/metrics')).body).toContain('headwater_http_seconds');
    for (const headers of [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { via: '1.1 proxy' },
      { host: 'people.example.com' },
    ])
      expect((await get('/metrics', headers)).statusCode).toBe(404);
    expect((await here.app.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })).statusCode).toBe(404);
    expect((await get('/healthz', { host: 'pod-7.cluster.test' })).statusCode).toBe(200);
  });
});

describe('an unknown host', () => {
  it('[REQ-042] is rejected on pages and in the API', async () => {
    const headers = { host: 'evil.test:3210', origin: 'http://evil.test:3210' };
    const wrongHost = { detail: expect.stringMatching(/^This service does not open at this address/), code: 'wrong_host' };
    expect(await caller.send({ method: 'GET', url: '/api/internal/users/me/', headers })).toMatchObject({ status: 421, body: wrongHost });
    expect((await here.app.inject({ url: '/logout/', headers })).statusCode).toBe(421);
  });

  it.each([
    ['evil.test', ['<html lang="en">', '<h1>This page cannot be opened</h1>', 'This service does not open at this address']],
    ['evil.ru', ['<html lang="ru">', '<h1>Страница не открывается</h1>', 'Сервис не открывается по этому адресу']],
  ])('[REQ-042] [I18N-007] gets a page in a browser and JSON elsewhere: %s', async (host, parts) => {
    const navigation = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const answerTo = (url: string, accept: string) => here.app.inject({ url, headers: { host, accept } });
    const page = await answerTo('/login', navigation);
    expect(page).toMatchObject({ statusCode: 421, headers: { 'content-type': 'text/html; charset=utf-8' } });
    for (const part of parts) expect(page.body).toContain(part);
    for (const [url, accept] of [
      ['/login', 'application/json'],
      ['/login', '*/*'],
      ['/api/internal/users/me/', navigation],
    ] as const) {
      const answer = await answerTo(url, accept);
      expect([answer.statusCode, answer.json().code]).toEqual([421, 'wrong_host']);
    }
  });
});
