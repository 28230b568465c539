import { type AddressInfo, connect } from 'node:net';
import { implement } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { leastProcessorMs } from '@headwater/domain/testing/processor-time';
import { z } from 'zod';
import { route } from '@headwater/contract/route';
import type { Actor } from '@headwater/domain/roles';
import { createLog } from '#platform/log.ts';
import { allowedHosts } from './hosts.ts';
import { createHttpServer, type HttpOptions } from './server.ts';

const megabyte = 1024 ** 2;
const answer = z.object({ size: z.number() });
const contract = {
  open: route({ method: 'POST', path: '/api/v6/open/', summary: 'For everybody', access: 'public' })
    .input(z.object({ text: z.string().optional(), list: z.array(z.number()).max(1000).optional() }))
    .output(answer),
  own: route({ method: 'POST', path: '/api/v6/own/', summary: 'For people', access: 'signed_in' })
    .input(z.object({ text: z.string() }))
    .output(answer),
  long: route({ method: 'POST', path: '/api/v6/long/', summary: 'Takes long texts', access: 'signed_in', json: 2 * megabyte })
    .input(z.object({ text: z.string() }))
    .output(answer),
  upload: route({ method: 'POST', path: '/api/v6/upload/', summary: 'Takes a file', access: 'signed_in', upload: 4 * megabyte })
    .input(z.object({ file: z.file() }))
    .output(answer),
  spend: route({ method: 'GET', path: '/api/v6/spend/', summary: 'Spends something', access: 'signed_in', csrf: true }).output(answer),
  enter: route({ method: 'POST', path: '/api/v6/enter/', summary: 'Signs in', access: 'public', limit: 'sign_in' })
    .input(z.object({}))
    .output(answer),
  me: route({ method: 'GET', path: '/api/v6/me/', summary: 'Who is there', access: 'signed_in', unlicensed: true }).output(answer),
};
const router = {
  open: implement(contract.open).handler(({ input }) => ({ size: input.text?.length ?? 0 })),
  own: implement(contract.own).handler(({ input }) => ({ size: input.text.length })),
  long: implement(contract.long).handler(({ input }) => ({ size: input.text.length })),
  upload: implement(contract.upload).handler(({ input }) => ({ size: input.file.size })),
  spend: implement(contract.spend).handler(() => ({ size: 0 })),
  enter: implement(contract.enter).handler(() => ({ size: 0 })),
  me: implement(contract.me).handler(() => ({ size: 0 })),
};

const actor = { userId: 1, role: 'worker', language: 'en', company: { id: 1, isExtCompany: false } } as Actor;
const opened: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

async function open(more: Partial<HttpOptions> = {}): Promise<FastifyInstance> {
  const app = await createHttpServer({
    log: createLog('silent'),
    router,
    sessionOf: ({ cookies }) => cookies['session'],
    resolveVisitor: async ({ cookies }) =>
      cookies['session']?.startsWith('good')
        ? { actor, isLicensed: cookies['session'] !== 'good-unlicensed', lacksFactor: cookies['session'] === 'good-unguarded' }
        : undefined,
    languageOf: () => 'en',
    behindProxy: false,
    ...more,
  });
  opened.push(app);
  return app;
}

const token = { cookie: 'csrftoken=a', 'x-csrftoken': 'a' };
const session = { cookie: 'csrftoken=a; session=good', 'x-csrftoken': 'a' };
type Sent = { method?: 'GET' | 'POST' | 'PATCH'; headers?: Record<string, string>; payload?: string | Buffer | object };
const call = async (app: FastifyInstance, url: string, { method = 'POST', headers = token, payload }: Sent = {}) => {
  const { statusCode, body, headers: answered } = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return {
    status: statusCode,
    body: body.startsWith('{') ? (JSON.parse(body) as { code?: string; detail?: string }) : body,
    headers: answered,
  };
};

/**
 * Writes parts to a socket one after another. Returns the response when the server closes, or at
 * the timeout.
 */
async function sendRaw(app: FastifyInstance, parts: readonly (string | Buffer)[], { everyMs = 0, forMs = 30_000 } = {}): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve) => {
    let received = '';
    const line = connect(port, '127.0.0.1');
    const stop = setTimeout(() => line.destroy(), forMs);
    line.on('data', (chunk) => (received += String(chunk)));
    line.on('error', () => undefined);
    line.on('close', () => {
      clearTimeout(stop);
      resolve(received);
    });
    const write = (at: number) => {
      const part = parts[at];
      if (part === undefined || line.destroyed) return;
      line.write(part, () => setTimeout(() => write(at + 1), everyMs));
    };
    line.on('connect', () => write(0));
  });
}

const head = (line: string, headers: Record<string, string> = {}) =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${Object.entries({ ...token, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;

describe('an address of the API', () => {
  it.each([
    '/api/v6/x/../open/',
    '/api/v6/x/%2e%2e/open/',
    '/api/v6/./open/',
    '/api/v6/%2E/open/',
    '/api//v6/open/',
    String.raw`/api/v6\open/`,
    'http://localhost/api/v6/open/',
    'http://evil.test/api/v6/x/../open/',
  ])('[REQ-042] is rejected in the form %s', async (url) => {
    const app = await open();
    for (const method of ['POST', 'GET'])
      expect(await sendRaw(app, [head(`${method} ${url}`, { 'content-length': '0' })])).toMatch(/^HTTP\/1\.1 400 .*"code":"bad_request"/s);
  });

  it('is checked by its route, with any prefix', async () => {
    const app = await open();
    expect((await call(app, '/api/v6/open/', { headers: {}, payload: {} })).status).toBe(403);
    expect((await call(app, '/api/v6/open/', { payload: {} })).status).toBe(200);
    expect((await call(app, '/api/v6/open', { payload: {} })).status).toBe(404);
    expect((await call(app, '/api/v6/nothing/', { headers: {}, payload: {} })).status).toBe(404);
  });
});

describe('the CSRF token', () => {
  it('[REQ-002] is required for GET routes that change something', async () => {
    const app = await open();
    expect((await call(app, '/api/v6/spend/', { method: 'GET', headers: { cookie: session.cookie } })).status).toBe(403);
    expect((await call(app, '/api/v6/spend/', { method: 'GET', headers: session })).status).toBe(200);
    const foreign = { ...session, origin: 'https://evil.test' };
    expect((await call(app, '/api/v6/spend/', { method: 'GET', headers: foreign })).status).toBe(403);
  });
});

describe('access', () => {
  it('[REQ-040] is checked before a byte of the body is read', async () => {
    const app = await open();
    // The body never arrives, so a server that waits for it would not respond.
    const promised = { 'content-length': String(megabyte), 'content-type': 'application/json' };
    expect(await sendRaw(app, [head('POST /api/v6/own/', promised)])).toMatch(/^HTTP\/1\.1 401 /);
    const form = { 'content-length': String(4 * megabyte), 'content-type': 'multipart/form-data; boundary=b' };
    expect(await sendRaw(app, [head('POST /api/v6/upload/', form)])).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('[ACC-023] ends with the license of the company, except on routes that explain it', async () => {
    const app = await open();
    const unlicensed = { ...session, cookie: 'csrftoken=a; session=good-unlicensed' };
    expect(await call(app, '/api/v6/own/', { headers: unlicensed, payload: { text: 'a' } })).toMatchObject({
      status: 403,
      body: { code: 'license_inactive', detail: 'Your company has no active license' },
    });
    expect((await call(app, '/api/v6/me/', { method: 'GET', headers: unlicensed })).status).toBe(200);
    expect((await call(app, '/api/v6/open/', { headers: unlicensed, payload: {} })).status).toBe(200);
  });

  it('[DEC-08] is limited to setting up a second factor if the company requires one', async () => {
    const app = await open();
    const unguarded = { ...session, cookie: 'csrftoken=a; session=good-unguarded' };
    expect(await call(app, '/api/v6/own/', { headers: unguarded, payload: { text: 'a' } })).toMatchObject({
      status: 403,
      body: { code: 'second_factor_missing', detail: 'Your company requires two-step verification. Set it up first' },
    });
    expect((await call(app, '/api/v6/me/', { method: 'GET', headers: unguarded })).status).toBe(200);
    expect((await call(app, '/api/v6/open/', { headers: unguarded, payload: {} })).status).toBe(200);
  });
});

const json = (size: number) => ({
  payload: JSON.stringify({ text: 'x'.repeat(size) }),
  headers: { ...token, 'content-type': 'application/json' },
});

const form = (size: number) => ({
  payload: `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(size)}\r\n--b--\r\n`,
  headers: { ...session, 'content-type': 'multipart/form-data; boundary=b' },
});

describe('a body', () => {
  it('[REQ-049] has up to 1 MB, or what its route declares', async () => {
    const app = await open();
    expect((await call(app, '/api/v6/open/', json(megabyte - 100))).status).toBe(200);
    expect(await call(app, '/api/v6/open/', json(megabyte))).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    const long = (size: number) => ({ ...json(size), headers: { ...json(size).headers, ...session } });
    expect((await call(app, '/api/v6/long/', long(2 * megabyte - 100))).status).toBe(200);
    expect((await call(app, '/api/v6/long/', long(2 * megabyte))).status).toBe(413);
    expect(await call(app, '/api/v6/upload/', form(2 * megabyte))).toMatchObject({ status: 200, body: { size: 2 * megabyte } });
    expect((await call(app, '/api/v6/upload/', form(5 * megabyte))).status).toBe(413);
    expect((await call(app, '/api/v6/own/', form(10))).status).toBe(415);
  });

  it('[REQ-049] is limited by received bytes, with any headers', async () => {
    const app = await open();
    const chunked = head('POST /api/v6/open/', { 'transfer-encoding': 'chunked', 'content-type': 'application/json' });
    expect(await sendRaw(app, [chunked, '8\r\n{"text":\r\n', '3\r\n"a"\r\n', '1\r\n}\r\n', '0\r\n\r\n'])).toMatch(
      /^HTTP\/1\.1 200 .*"size":1/s,
    );
    const endless = Array.from({ length: 40 }, () => chunk(megabyte / 8));
    expect(await sendRaw(app, [chunked, ...endless])).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is aborted if it arrives too slowly', async () => {
    const app = await open({ slowBodyMs: 200 });
    const headers = { 'content-length': '5000', 'content-type': 'application/json' };
    const received = await sendRaw(app, [head('POST /api/v6/open/', headers), ...'{"text":"aaaaaaaaa'.split('')], { everyMs: 50 });
    expect(received).toMatch(/^HTTP\/1\.1 408 .*"code":"body_too_slow"/s);
  });

  it.each([
    { name: 'truncated JSON', payload: '{"text":', type: 'application/json', status: 400, code: 'not_json' },
    {
      name: 'bytes that are not UTF-8',
      payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
      type: 'application/json',
      status: 400,
      code: 'not_json',
    },
    {
      name: 'a long list of an unknown field',
      payload: `{"text":[${'0,'.repeat(400_000)}0]}`,
      type: 'application/json',
      status: 400,
      code: 'too_many_values',
    },
    { name: 'a long list', payload: `{"list":[${'0,'.repeat(400_000)}0]}`, type: 'application/json', status: 400, code: 'too_many_values' },
    {
      name: 'deep nesting',
      payload: `{"text":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
      type: 'application/json',
      status: 400,
      code: 'too_many_values',
    },
    { name: 'XML', payload: '<a/>', type: 'text/xml', status: 415, code: 'media_type' },
    { name: 'a form', payload: 'text=a', type: 'application/x-www-form-urlencoded', status: 415, code: 'media_type' },
    { name: 'another encoding', payload: '{}', type: 'application/json; charset=utf-16', status: 415, code: 'media_type' },
  ])('[REQ-042] of $name is rejected immediately', async ({ payload, type, status, code }) => {
    const app = await open();
    const reject = async () =>
      expect(await call(app, '/api/v6/open/', { payload, headers: { ...token, 'content-type': type } })).toMatchObject({
        status,
        body: { code },
      });
    expect(await leastProcessorMs(reject, 200)).toBeLessThan(200);
  });

  it('[REQ-042] of a form has a limited number of parts', async () => {
    const app = await open();
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
    const sent = { payload: `${part.repeat(50_000)}--b--\r\n`, headers: { ...session, 'content-type': 'multipart/form-data; boundary=b' } };
    expect(await call(app, '/api/v6/upload/', sent)).toMatchObject({ status: 400, body: { code: 'too_many_values' } });
  });

  it('[REQ-042] [I18N-011] with unstorable text is rejected at its field', async () => {
    const app = await open();
    const sent = { payload: String.raw`{"text":"a\u0000b"}`, headers: { ...token, 'content-type': 'application/json' } };
    expect(await call(app, '/api/v6/open/', sent)).toMatchObject({ status: 400, body: { text: ['This value is not valid'] } });
    // The check ignores fields that the schema drops.
    const passed = { payload: String.raw`{"text":"ab","other":"\u0000"}`, headers: { ...token, 'content-type': 'application/json' } };
    expect((await call(app, '/api/v6/open/', passed)).status).toBe(200);
  });
});

const many = async (count: number, ask: () => Promise<{ status: number }>) => {
  const statuses = [];
  for (let at = 0; at < count; at += 1) statuses.push((await ask()).status);
  return statuses.filter((status) => status === 429).length;
};

const madeUp = (name: string) => ({ ...token, cookie: `csrftoken=a; session=made-up-${name}` });
const bearing = (name: string) => ({ ...token, cookie: `csrftoken=a; session=good-${name}` });

describe('rate limits', () => {
  it('are separate for sessions, visitors and sign-ins of one address', async () => {
    const app = await open({ requestsPerMinute: 8 });
    const own = () => call(app, '/api/v6/me/', { method: 'GET', headers: session });
    const visit = () => call(app, '/api/v6/open/', { payload: {} });
    const enter = () => call(app, '/api/v6/enter/', { payload: {} });
    expect(await many(40, own)).toBe(0);
    expect(await many(1, own)).toBe(1);
    expect(await many(8, visit)).toBe(0);
    expect(await many(1, visit)).toBe(1);
    // A quarter of the limit for visitors.
    expect([await many(2, enter), await many(1, enter)]).toEqual([0, 1]);
  });

  it('are separate for each session of an address', async () => {
    const app = await open({ requestsPerMinute: 2 });
    const ask = (name: string) => call(app, '/api/v6/me/', { method: 'GET', headers: bearing(name) });
    expect([await many(10, () => ask('anna')), await many(1, () => ask('anna'))]).toEqual([0, 1]);
    expect(await many(10, () => ask('boris'))).toBe(0);
  });

  it('treat unknown session cookies as one visitor, and limit their lookups', async () => {
    let lookUps = 0;
    const resolveVisitor: HttpOptions['resolveVisitor'] = async ({ cookies }) => {
      lookUps += 1;
      return cookies['session']?.startsWith('good') ? { actor, isLicensed: true, lacksFactor: false } : undefined;
    };
    const app = await open({ requestsPerMinute: 4, resolveVisitor, mount: (server) => void server.get('/page', () => 'page') });
    const page = async (headers: Record<string, string>) => (await app.inject({ url: '/page', headers })).statusCode;
    const ask = (name: string) => call(app, '/api/v6/me/', { method: 'GET', headers: bearing(name) });
    expect((await ask('anna')).status).toBe(200);
    let name = 0;
    const visit = () => call(app, '/api/v6/open/', { payload: {}, headers: madeUp(String(name++)) });
    expect([await many(4, visit), await many(100, visit)]).toEqual([0, 100]);
    expect(lookUps).toBe(5);
    expect(await page(madeUp('page'))).toBe(429);
    expect(await page(token)).toBe(429);
    // Sessions at the same address are not affected, on pages either.
    expect([(await ask('anna')).status, await page(bearing('anna'))]).toEqual([200, 200]);
    expect((await call(app, '/api/v6/enter/', { payload: {} })).status).toBe(200);
  });

  it('stop recognizing an ended session', async () => {
    let isLive = true;
    const app = await open({
      requestsPerMinute: 3,
      resolveVisitor: async () => (isLive ? { actor, isLicensed: true, lacksFactor: false } : undefined),
    });
    const ask = async () => (await call(app, '/api/v6/me/', { method: 'GET', headers: bearing('anna') })).status;
    expect(await ask()).toBe(200);
    isLive = false;
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([401, 401, 401, 429]);
  });

  it('[REQ-042] count rejected addresses', async () => {
    const app = await open({ requestsPerMinute: 2 });
    const twisted = () => call(app, '/api/v6/x//open/', { payload: {} });
    expect([(await twisted()).status, (await twisted()).status, (await twisted()).status]).toEqual([400, 400, 429]);
  });
});

const statusAt = async (app: FastifyInstance, host: string, more: Record<string, string> = {}) =>
  (await call(app, '/api/v6/open/', { payload: {}, headers: { ...token, host, ...more } })).status;

describe('host header', () => {
  const local = ['localhost', 'localhost:3000', '127.0.0.1:3000', '127.9.9.9', '[::1]:3000', 'LOCALHOST.'];
  const foreign = ['evil.test', 'evil.test:3000', '127.0.0.1.nip.io', 'localhost.evil.test', '10.0.0.1', '[::2]', '@', 'a b'];

  it('allows only this machine while the server listens on loopback', async () => {
    const app = await open({ hosts: allowedHosts({ loopback: true, url: undefined, brandingHosts: ['*.ru', 'people.example.ru'] }) });
    for (const host of local) expect([host, await statusAt(app, host)]).toEqual([host, 200]);
    for (const host of [...foreign, 'people.example.ru']) expect([host, await statusAt(app, host)]).toEqual([host, 421]);
  });

  it('allows the public address, brandings, and loopback for monitoring', async () => {
    const hosts = allowedHosts({ loopback: false, url: 'https://people.example.com/', brandingHosts: ['*.ru', 'люди.рф'] });
    const app = await open({ hosts, behindProxy: true });
    for (const host of [...local, 'people.example.com', 'PEOPLE.example.com:443', 'xn--d1aih0f.xn--p1ai'])
      expect([host, await statusAt(app, host)]).toEqual([host, 200]);
    for (const host of [...foreign, 'other.ru']) expect([host, await statusAt(app, host)]).toEqual([host, 421]);
    expect(await statusAt(app, '127.0.0.1', { 'x-forwarded-host': 'people.example.com', 'x-forwarded-for': '203.0.113.7' })).toBe(200);
    expect(await statusAt(app, '127.0.0.1', { 'x-forwarded-host': 'evil.test', 'x-forwarded-for': '203.0.113.7' })).toBe(421);
    expect(await statusAt(app, 'evil.test', { 'x-forwarded-host': 'people.example.com', 'x-forwarded-for': '203.0.113.7' })).toBe(421);
  });

  it('allows any name for links in messages, which may be older than the public address', async () => {
    const hosts = allowedHosts({ loopback: false, url: 'https://people.example.com/', brandingHosts: [] });
    const app = await open({ hosts, mount: (server) => void server.get('/of-message', { config: { fromMessages: true } }, () => 'ok') });
    expect((await app.inject({ url: '/of-message', headers: { host: 'before.example.com' } })).statusCode).toBe(200);
    expect(await statusAt(app, 'before.example.com')).toBe(421);
  });

  it('allows any name without a configured address', async () => {
    const app = await open({ hosts: allowedHosts({ loopback: false, url: undefined, brandingHosts: [] }) });
    for (const host of ['evil.test', '10.0.0.1:3000']) expect(await statusAt(app, host)).toBe(200);
  });
});
