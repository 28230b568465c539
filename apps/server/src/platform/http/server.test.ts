import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { implement } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '@headwater/contract/route';
import { id } from '@headwater/contract/validation';
import { createLog } from '#platform/log.ts';
import { readEnv } from '../../env.ts';
import { createHttpServer, type HttpOptions } from './server.ts';
import { visitorAddress } from './visitor-address.ts';
import { mountWebApp } from './web-app.ts';

const ping = route({ method: 'GET', path: '/api/v6/ping/', summary: 'Answers', access: 'public' });

describe('rate limit', () => {
  it('applies to the API, not to the files of the web app', async () => {
    const app = await createHttpServer({
      log: createLog('silent'),
      router: { ping: implement(ping).handler(() => undefined) },
      resolveVisitor: async () => undefined,
      languageOf: () => 'en',
      behindProxy: false,
      requestsPerMinute: 3,
      mount(server) {
        server.get('/assets/base.js', () => 'code');
      },
    });
    const statuses = async (url: string) => {
      const answers = [];
      for (let count = 0; count < 5; count += 1) answers.push((await app.inject({ url })).statusCode);
      return answers;
    };
    expect(await statuses('/assets/base.js')).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses('/api/v6/ping/')).toEqual([200, 200, 200, 429, 429]);
    await app.close();
  });
});

const log = createLog('silent');
const small = (more: Partial<HttpOptions>) =>
  createHttpServer({
    log,
    router: { ping: implement(ping).handler(() => undefined) },
    resolveVisitor: async () => undefined,
    languageOf: () => 'en',
    behindProxy: false,
    ...more,
  });

it('does not log a defect when a visitor disconnects early', async () => {
  const errors: unknown[] = [];
  const watching = { ...log, error: (what: unknown) => void errors.push(what) } as unknown as HttpOptions['log'];
  const app = await small({ log: watching });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  // Buffered requests are read after the connection has closed.
  const request = 'GET /api/v6/ping/ HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const disconnect = () =>
    new Promise<void>((resolve) => {
      const line = connect(port, '127.0.0.1', () => line.write(request.repeat(20), () => line.resetAndDestroy()));
      line.on('error', () => undefined);
      line.on('close', () => resolve());
    });
  for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 10 }, disconnect));
  expect((await app.inject({ url: '/api/v6/ping/' })).statusCode).toBe(200);
  await app.close();
  expect(errors).toEqual([]);
});

const ipBehind = async (behindProxy: boolean, forwarded: string) => {
  const app = await small({ behindProxy, mount: (server) => void server.get('/ip', (request) => visitorAddress(request)) });
  const { body } = await app.inject({ url: '/ip', headers: { 'x-forwarded-for': forwarded } });
  await app.close();
  return body;
};

describe('the address of a visitor', () => {
  it('comes from the only proxy, not from client headers', async () => {
    expect(await ipBehind(true, '203.0.113.7')).toBe('203.0.113.7');
    // A proxy that appends: only its own entry, the last one, counts.
    expect(await ipBehind(true, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
    expect(await ipBehind(false, '203.0.113.7')).toBe('127.0.0.1');
  });

  it('has no port, and falls back to the connection if the proxy names none', async () => {
    for (const forwarded of ['1.2.3.4:55', '[1.2.3.4]:55', '1.2.3.4']) expect(await ipBehind(true, forwarded)).toBe('1.2.3.4');
    for (const forwarded of ['[2001:db8::1]:443', '[2001:db8::1]', '2001:db8::1'])
      expect(await ipBehind(true, forwarded)).toBe('2001:db8::1');
    // The zone of a link-local address has no meaning elsewhere, and PostgreSQL rejects it.
    expect(await ipBehind(true, 'fe80::1%eth0')).toBe('fe80::1');
    for (const forwarded of ['unknown', '_hidden', '1.2.3.4:x', '1.2.3:55', '[x]:1', '"1.2.3.4"', ' '])
      expect(await ipBehind(true, forwarded)).toBe('127.0.0.1');
  });

  it('counts as one with any port', async () => {
    const app = await small({ behindProxy: true, requestsPerMinute: 3 });
    const from = async (forwarded: string) =>
      (await app.inject({ url: '/api/v6/ping/', headers: { 'x-forwarded-for': forwarded } })).statusCode;
    const statuses = [];
    for (const port of [1, 2, 3, 4]) statuses.push(await from(`1.2.3.4:${port}`));
    for (const port of [1, 2, 3, 4]) statuses.push(await from(`[2001:db8::${port}]:${port}`));
    expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
    await app.close();
  });
});

const { brandings } = readEnv({});
const [first] = brandings;

const asked = (policy: string) => policy.split(';').filter((line) => /^(connect|frame|form)-(src|action)/.test(line));

describe('the web app', () => {
  it('reports a missing build and leaves the API unchanged', async () => {
    const app = await small({ mount: (server) => mountWebApp(server, join(tmpdir(), 'headwater-no-such-folder'), { log, brandings }) });
    const page = await app.inject({ url: '/folders/7' });
    expect([page.statusCode, page.body]).toEqual([503, 'The web app is not built: run npm run build and start again.']);
    expect((await app.inject({ url: '/api/v6/ping/' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/api/v6/nothing/' })).statusCode).toBe(404);
    await app.close();
  });

  it('serves its page at every address if it is built', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headwater-web-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Headwater</title>');
    const app = await small({ mount: (server) => mountWebApp(server, folder, { log, brandings }) });
    expect((await app.inject({ url: '/folders/7' })).body).toContain('Headwater');
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('[ACC-033] tells the page that there is no session', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headwater-web-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Headwater</title>');
    const options = { log, brandings, sessionCookie: 'session' };
    const app = await small({ mount: (server) => mountWebApp(server, folder, options) });
    const pageWith = async (cookie: string) => (await app.inject({ url: '/login', headers: { cookie } })).body;
    expect(await pageWith('')).toContain('headwater-visitor');
    expect(await pageWith('csrftoken=a; not_session=b')).toContain('headwater-visitor');
    expect(await pageWith('csrftoken=a; session=b')).not.toContain('headwater-visitor');
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('[I18N-002] [I18N-007] has the name and logos of the branding of its host', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headwater-web-'));
    const [logo, festiveLogo] = [join(folder, 'mark.svg'), join(folder, 'festive.PNG')];
    const page = '<!doctype html><html lang="en"><title>Headwater</title><link rel="icon" href="/icon.svg" />';
    writeFileSync(join(folder, 'index.html'), page);
    writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(festiveLogo, 'png');
    const second = { ...first, hosts: ['*.ru'], name: 'Исток & "Ко" <b>', logo, festiveLogo, requestDemo: 'https://demo.test/' };
    const app = await small({ mount: (server) => mountWebApp(server, folder, { log, brandings: [first, second] }) });
    const pageAt = async (host: string) => (await app.inject({ url: '/login', headers: { host } })).body;
    const here = await pageAt('localhost:3000');
    expect(here).toContain('<title>Headwater</title>');
    expect(here).toContain('content="{&quot;name&quot;:&quot;Headwater&quot;,&quot;logo&quot;:null,&quot;festiveLogo&quot;:null}"');
    expect(here).toContain('href="/icon.svg"');
    expect(here).toContain('<html lang="en">');
    const russian = await pageAt('hr.company.ru:8443');
    expect(russian).toContain('<title>Исток &amp; &quot;Ко&quot; &lt;b&gt;</title>');
    expect(russian).toContain('href="/brand/1/logo"');
    expect(russian).toContain('&quot;requestDemo&quot;:&quot;https://demo.test/&quot;}');
    expect(russian).toContain('<html lang="ru">');
    const picture = await app.inject({ url: '/brand/1/logo' });
    expect([picture.statusCode, picture.headers['content-type'], picture.body]).toEqual([200, 'image/svg+xml', readFileSync(logo, 'utf8')]);
    expect((await app.inject({ url: '/brand/1/festive' })).headers['content-type']).toBe('image/png');
    await app.close();
    const mounted = (file: string) =>
      small({ mount: (server) => mountWebApp(server, folder, { log, brandings: [{ ...first, logo: file }] }) });
    await expect(mounted(join(folder, 'none.svg'))).rejects.toThrow('is not there');
    await expect(mounted(join(folder, 'index.html'))).rejects.toThrow('must be an SVG, PNG or WebP');
    rmSync(folder, { recursive: true });
  });

  it('[SHELL-032] [SHELL-035] allows connections to configured services only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headwater-web-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Headwater</title>');
    const errorReports = 'https://errors.test/in?a=1&b="2"';
    const opened = async (outside: HttpOptions['outside']) => {
      const app = await small({ outside: outside ?? {}, mount: (server) => mountWebApp(server, folder, { log, brandings, ...outside }) });
      const { body, headers } = await app.inject({ url: '/' });
      await app.close();
      return { body, policy: String(headers['content-security-policy']) };
    };
    const unset = await opened(undefined);
    expect(unset.body).not.toContain('error-reports');
    expect(asked(unset.policy)).toEqual(["form-action 'self'", "connect-src 'self'", "frame-src 'self'"]);
    const set = await opened({ errorReports, survey: 'http://survey.test:81/ask' });
    expect(set.body).toContain('<meta name="headwater-error-reports" content="https://errors.test/in?a=1&amp;b=%222%22" />');
    expect(asked(set.policy)).toEqual([
      "form-action 'self' http://survey.test:81",
      "connect-src 'self' https://errors.test",
      "frame-src 'self' http://survey.test:81",
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe('a request', () => {
  it('[REQ-049] of more than 30 MB is rejected unread', async () => {
    const app = await small({});
    const send = (length: number) =>
      app.inject({
        method: 'GET',
        url: '/api/v6/ping/',
        headers: { 'content-length': String(length), 'content-type': 'application/json' },
      });
    expect((await send(30 * 1024 * 1024 + 1)).statusCode).toBe(413);
    await app.close();
  });
});

describe('an invalid number', () => {
  it('[ACC-060] [REQ-032] is reported as missing or malformed', async () => {
    const keep = route({ method: 'POST', path: '/api/v6/keep/', summary: 'Takes a number', access: 'public' }).input(
      z.object({ status: id, inner: z.object({ order: id }).optional() }),
    );
    const app = await small({ router: { keep: implement(keep).handler(() => undefined) } });
    const refused = async (payload: object) => {
      const headers = { 'x-csrftoken': 'a', accept: 'application/json' };
      return (await app.inject({ method: 'POST', url: '/api/v6/keep/', headers, cookies: { csrftoken: 'a' }, payload })).json() as object;
    };
    for (const payload of [{}, { status: null }, { status: '' }])
      expect(await refused(payload)).toEqual({ status: ['This field cannot be empty'] });
    expect(await refused({ status: 'x' })).toEqual({ status: ['Enter a number'] });
    expect(await refused({ status: 0 })).toEqual({ status: ['Enter a number not less than 1'] });
    expect(await refused({ status: 1, inner: {} })).toEqual({ 'inner.order': ['This field cannot be empty'] });
    await app.close();
  });
});
