import { type AddressInfo, connect } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerFor } from '../src/platform/http/error-response.ts';
import { type Caller, password, type TestUser, useInstallation } from './installation.ts';
import { addProfiles } from './vacancy-fixtures.ts';

const here = useInstallation();
let caller: Caller;
let user: TestUser;

beforeAll(async () => {
  user = await here.addUser(await here.addCompany(), 'admin');
  caller = await here.signIn(user);
});

const settings = '/api/v6/user/settings/';
const form = (parts: string, boundary = 'b7') => ({
  method: 'POST' as const,
  url: '/api/files/v1/',
  payload: parts,
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
});
const part = (name: string, filename: string, body = 'text') =>
  `--b7\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: text/plain\r\n\r\n${body}\r\n`;

const write = (headers: Record<string, string>, cookies?: Record<string, string>) =>
  caller.send({ method: 'PATCH', url: settings, payload: { range_measure: 'mi' }, headers, ...(cookies ? { cookies } : {}) });

const sendRaw = async (text: string): Promise<string> => {
  if (!here.app.server.listening) await here.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = here.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
    setTimeout(() => socket.destroy(), 30_000).unref();
  });
};

describe('malformed input', () => {
  it.each([
    ['truncated JSON', '{"language":', 'application/json'],
    ['no JSON object', '"text"', 'application/json'],
    ['a number', '7', 'application/json'],
    ['a list', '[1,2]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['nothing', '', 'application/json'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'application/json'],
    ['deep nesting', `{"language":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'application/json'],
    ['JSON labelled as a form', '{"language":"en"}', 'application/x-www-form-urlencoded'],
    ['a form without a boundary', 'x', 'multipart/form-data'],
    ['an invalid content type', '{"language":"xx"}', 'no/such; charset=\u0001'],
    ['XML', '<a/>', 'text/xml'],
    ['an unknown encoding', '{"language":"xx"}', 'application/json; charset=utf-99'],
  ])('[REQ-042] answers %s without a defect', async (_name, payload, type) => {
    const answer = await caller.send({ method: 'PATCH', url: settings, payload, headers: { 'content-type': type } });
    expect(answer.status).toBeLessThan(500);
    expect(typeof answer.body).toBe('object');
  });

  it.each([
    ['no file', '--b7\r\nContent-Disposition: form-data; name="profile_id"\r\n\r\n1\r\n--b7--\r\n'],
    ['two files', `${part('file', 'a.txt')}${part('file', 'b.txt')}--b7--\r\n`],
    ['a file in another field', `${part('files', 'a.txt')}--b7--\r\n`],
    ['a truncated form', part('file', 'a.txt').slice(0, 60)],
    ['an empty form', '--b7--\r\n'],
    ['an empty file', `${part('file', 'a.txt', '')}--b7--\r\n`],
    ['a program', `${part('file', 'a.exe')}--b7--\r\n`],
    ['an HTML page', `${part('file', 'a.html', '<script>alert(1)</script>')}--b7--\r\n`],
    ['an SVG named .png', `${part('file', 'a.png', '<svg onload=alert(1)>')}--b7--\r\n`],
  ])('[FILE-006] rejects an upload with %s', async (_name, parts) => {
    const answer = await caller.send(form(parts));
    expect(answer.status).toBe(400);
    expect(typeof answer.body).toBe('object');
  });

  it.each(['../../etc/passwd.txt', String.raw`..\..\boot.txt`, 'a\u202etxt.exe.txt', 'x'.repeat(500) + '.txt', '😀'.repeat(200) + '.txt'])(
    '[FILE-020] does not use the name %s in paths and headers',
    async (filename) => {
      const { status, body } = await caller.send(form(`${part('file', filename)}--b7--\r\n`));
      expect(status).toBe(200);
      expect(body.filename).not.toMatch(/[/\\\p{Cc}\u202e]/u);
      expect(body.filename.length).toBeLessThanOrEqual(255);
      const download = await caller.get(`/api/files/v1/${body.id}/download/`);
      expect(download.status).toBe(200);
      expect(download.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': 'application/octet-stream' });
      expect(download.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w%.~!$&+^`|-]+$/);
    },
  );

  it('[FILE-020] answers 404 for a file with missing content', async () => {
    const { body } = await caller.send(form(`${part('file', 'a.txt')}--b7--\r\n`));
    await here.sql(`update files set store_key = 'zz/00000000-gone' where id = $1`, [body.id]);
    expect((await caller.get(`/api/files/v1/${body.id}/download/`)).status).toBe(404);
  });

  it.each([
    '/api/%ff/',
    '/api/v6/users/%ff',
    '/api/v6/users/?role=%ff',
    '/api/%',
    '/api/v6/users/?%=%',
    '/api//',
    '/api/v6/users',
    `/api/${'x'.repeat(20_000)}`,
    '/api/v6/users/?a[b][c]=1&a[b]=2&__proto__[x]=1',
    '/api/v6/users/?limit=1&limit=2',
  ])('[REQ-008] answers the address %s without a defect', async (url) => {
    expect((await caller.get(url)).status).toBeLessThan(500);
  });

  it('[REQ-008] rejects unknown methods', async () => {
    const headers = { cookie: 'csrftoken=a', 'x-csrftoken': 'a' };
    for (const method of ['PUT', 'HEAD', 'OPTIONS', 'DELETE'] as const)
      expect([404, 405]).toContain((await here.app.inject({ method, url: '/api/internal/users/me/', headers })).statusCode);
  });

  it("[I18N-011] [REQ-042] reports unstorable text at its field, in the person's language", async () => {
    const russian = await here.signIn(await here.addUser(user.companyId, 'admin', { language: 'ru' }));
    for (const name of ['a\u0000b', 'half \ud83d'])
      expect(await russian.post('/api/v6/status_collection/statuses/', { name })).toMatchObject({
        status: 400,
        body: { name: ['Недопустимое значение'] },
      });
  });
});

describe('authentication', () => {
  it('[REQ-002] [REQ-006] answers a forged token or origin with 403, in any form', async () => {
    for (const origin of ['nonsense', 'http://', 'http://evil.test', 'https://localhost.evil.test'])
      expect((await write({ origin })).status).toBe(403);
    // One character that takes two bytes, compared with two single bytes.
    const header = { cookie: 'csrftoken=%C3%A9a', 'x-csrftoken': 'aa' };
    expect((await here.app.inject({ method: 'POST', url: '/api/v6/logout/', headers: header })).statusCode).toBe(403);
  });

  it('[REQ-002] requires the CSRF header also with an Authorization header, which browsers may add', async () => {
    expect((await write({ authorization: 'Basic YTpi', 'x-csrftoken': '' })).status).toBe(403);
  });

  it('[ACC-014] creates a session per sign-in, inaccessible to scripts and other sites', async () => {
    const sent = await here.visitor().send({
      method: 'POST',
      url: '/api/v6/login/',
      payload: { email: user.email, password },
      cookies: { headwater_session: 'chosen-by-somebody', csrftoken: 'test-token' },
    });
    const cookie = String(sent.headers['set-cookie']);
    expect(cookie).toMatch(/headwater_session=(?!chosen)[\w-]{43};/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
  });

  it('[ACC-032] ends sessions of deactivated people, and expired ones', async () => {
    const person = await here.addUser(user.companyId, 'worker');
    const session = await here.signIn(person);
    await here.sql('update users set is_active = false where id = $1', [person.id]);
    expect((await session.get('/api/internal/users/me/')).status).toBe(401);
    await here.sql('update users set is_active = true where id = $1', [person.id]);
    await here.sql(`update sessions set expires_at = now() - interval '1 minute' where user_id = $1`, [person.id]);
    expect((await session.get('/api/internal/users/me/')).status).toBe(401);
  });

  it('[ACC-059] answers 400 for overlong passwords and addresses', async () => {
    const long = await here.visitor().post('/api/v6/login/', { email: 'x'.repeat(400_000), password: 'y'.repeat(400_000) });
    expect(long).toMatchObject({ status: 400, body: { email: expect.any(Array), password: expect.any(Array) } });
  });
});

const limit = async (answer: Promise<{ headers: Record<string, unknown> }>) => Number((await answer).headers['x-ratelimit-limit']);

describe('limits', () => {
  it('grants more requests per minute to addresses with sessions, except for sign-ins', async () => {
    const login = '/api/v6/login/';
    const atTheDoor = {
      method: 'POST' as const,
      url: login,
      payload: { email: 'a@example.test', password: 'b' },
      remoteAddress: '10.9.9.9',
    };
    expect(await limit(caller.get('/api/internal/users/me/'))).toBe(6000);
    expect(await limit(here.visitor().get('/api/internal/users/me/'))).toBe(1200);
    expect(await limit(caller.send(atTheDoor))).toBe(300);
  });
});

describe('a database outage', () => {
  it('[REQ-045] is not reported as a defect, and ends with a reconnect', async () => {
    await Promise.all(Array.from({ length: 5 }, () => caller.get('/api/internal/users/me/')));
    await here.sql('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
    const answers = await Promise.all(Array.from({ length: 20 }, () => caller.get('/api/internal/users/me/')));
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect({ status, body }).toEqual({ status: 503, body: { detail: 'Service unavailable', code: 'unavailable' } });
    expect((await caller.get('/api/internal/users/me/')).status).toBe(200);
  });

  it('[REQ-046] answers 504 if a statement takes too long', async () => {
    const slow = here.application.database.asSystem(async (tx) => {
      await sql`set local statement_timeout = 50`.execute(tx);
      await sql`select pg_sleep(2)`.execute(tx);
    });
    expect(answerFor(await slow.catch((error: unknown) => error), 'en')).toMatchObject({ status: 504, body: { code: 'timeout' } });
  });
});

describe('names of people', () => {
  it('[EDIT-035] cannot inject markup or scripts into a message', async () => {
    const [profile] = await addProfiles(here, 1);
    const named = JSON.stringify({ first_name: 'javascript:alert(1)', last_name: '<img src=x onerror=alert(2)>' });
    await here.sql('update profiles set data = data || $2::jsonb where id = $1', [profile, named]);
    const { status, body } = await caller.post('/api/v6/messaging/preview/', {
      profile_id: profile,
      subject: 'Hi {{LAST_NAME}}',
      body: '<p onclick="x()"><a href="{{FIRST_NAME}}">{{LAST_NAME}}</a><script>1</script><iframe src="//evil.test"></iframe></p>',
    });
    expect(status).toBe(200);
    // A link with an unsafe target becomes text.
    expect(body.html).toContain('<span>&lt;img src=x onerror=alert(2)&gt;</span>');
    expect(body.html).not.toMatch(/<script|<iframe|<img|javascript:/);
  });
});

describe('concurrent windows', () => {
  it('[REQ-042] add an equal contact once', async () => {
    const [profile] = await addProfiles(here, 1);
    const add = () => caller.post(`/api/v6/profiles/${profile}/contacts/`, { type: 'email', value: 'twice@example.test' });
    const answers = await Promise.all([add(), add(), add(), add()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });
});

describe('raw sockets', () => {
  it.each([
    ['no host', 'GET /api/internal/users/me/ HTTP/1.0\r\n\r\n'],
    ['an empty host', 'GET /api/internal/users/me/ HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
    ['an invalid host', 'GET /api/internal/users/me/ HTTP/1.1\r\nHost: [::\r\nConnection: close\r\n\r\n'],
    ['a huge header', `GET /api/internal/users/me/ HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(40_000)}\r\nConnection: close\r\n\r\n`],
    ['an absolute URL', 'GET http://evil.test/api/internal/users/me/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['no protocol', 'hello\r\n\r\n'],
  ])('[REQ-042] answers %s without a defect', async (_name, text) => {
    expect(await sendRaw(text)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});
