import type { WireRequest } from './wire.ts';

/** Session cookie, or none. */
export interface Sender {
  name: string;
  cookie: string | undefined;
}

/** Random integer in [0, count). */
export type Pick = (count: number) => number;

/** mulberry32 */
export function numbers(seed: number): Pick {
  let state = seed;
  return (count) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count);
  };
}

export const oneOf = <T>(pick: Pick, values: readonly [T, ...T[]]): T => values[pick(values.length)] ?? values[0];
const megabyte = 1024 ** 2;

const writes = [
  'POST /api/v6/login/',
  'POST /api/v6/login/confirm/',
  'PATCH /api/v6/user/settings/',
  'POST /api/v6/folders/',
  'POST /api/v6/messaging/preview/',
  'POST /api/v6/status_collection/statuses/',
  'POST /api/v6/mailing_templates/',
  'POST /api/v6/saved_queries/',
] as const;
const reads = [
  '/api/v6/profiles/',
  '/api/v6/folders/',
  '/api/v6/users/',
  '/api/v6/messages/',
  '/api/internal/users/me/',
  '/api/v6/profiles/1/',
  '/api/schema/',
  '/readyz',
  '/profiles/',
] as const;

const lengths = [1, 100, 10_000, 100_000, 900_000] as const;
const texts = ['x', ' ', '\u0000', '\ud83d', '\u202e', 'я', '👩‍👩‍👧‍👦', '%', '\\', '"', '<', '{{', '(', 'a OR ', '*', ';'] as const;

const values: readonly [(pick: Pick) => string, ...((pick: Pick) => string)[]] = [
  (pick) => JSON.stringify(oneOf(pick, texts).repeat(oneOf(pick, lengths))).slice(0, 950_000),
  (pick) => `[${'0,'.repeat(oneOf(pick, lengths) / 2)}0]`,
  (pick) => `[${'{},'.repeat(oneOf(pick, lengths) / 4)}0]`,
  (pick) => {
    const depth = oneOf(pick, lengths) / 2;
    return '['.repeat(depth) + ']'.repeat(depth);
  },
  (pick) => {
    const depth = oneOf(pick, lengths) / 10;
    return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  },
  (pick) => `{${Array.from({ length: oneOf(pick, lengths) / 20 }, (_, index) => `"k${index}":0`).join(',')}}`,
  (pick) => '9'.repeat(oneOf(pick, lengths)),
  (pick) => oneOf(pick, ['null', 'true', '-1', '1e999', '{"__proto__":{"a":1}}', '[[null]]', '"\\ud800"', '"\\u0000"', '{', '"']),
];

const fields = ['email', 'password', 'name', 'subject', 'body', 'language', 'query', 'profile_id', 'token', 'ids'] as const;
const types = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; charset=x',
  'text/plain',
  'text/event-stream',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/mixed; boundary=b',
  `multipart/form-data; boundary=${'b'.repeat(60)}`,
  'no/such; a="',
  `${'a/'.repeat(500)}`,
] as const;

interface Head {
  line: string;
  sender: Sender;
  headers: Readonly<Record<string, string>>;
}

function headOf({ line, sender, headers }: Head): string {
  const all = {
    host: '127.0.0.1',
    connection: 'close',
    'x-csrftoken': 't',
    cookie: ['csrftoken=t', sender.cookie].filter(Boolean).join('; '),
    ...headers,
  };
  return `${line} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
}

type Kind = (pick: Pick, sender: Sender) => WireRequest;

const withBody = (sender: Sender, line: string, { type, body }: { type: string; body: string | Buffer }): WireRequest => ({
  parts: [headOf({ line, sender, headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) } }), body],
});

const json: Kind = (pick, sender) => {
  const body = `{"${oneOf(pick, fields)}":${oneOf(pick, values)(pick)},"${oneOf(pick, fields)}":${oneOf(pick, values)(pick)}}`;
  return withBody(sender, oneOf(pick, writes), { type: 'application/json', body: body.slice(0, megabyte) });
};

const contentType: Kind = (pick, sender) =>
  withBody(sender, oneOf(pick, writes), { type: oneOf(pick, types), body: oneOf(pick, values)(pick).slice(0, 100_000) });

const bytes: Kind = (pick, sender) =>
  withBody(sender, oneOf(pick, writes), {
    type: 'application/json',
    body: Buffer.from(Array.from({ length: 1 + pick(5000) }, () => pick(256))),
  });

/** Nested forms, thousands of parts, boundaries in names. */
const form: Kind = (pick, sender) => {
  const inner = '--c\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n'.repeat(1 + pick(500));
  const part = `--b\r\nContent-Disposition: form-data; name="${oneOf(pick, ['file', 'a[b][c]', '--b', '__proto__'])}"; filename="${oneOf(pick, texts)}.txt"\r\n`;
  const nested = `${part}Content-Type: multipart/mixed; boundary=c\r\n\r\n${inner}--c--\r\n`;
  const body = `${nested.repeat(1 + pick(oneOf(pick, [1, 10, 200])))}${oneOf(pick, ['--b--\r\n', '', '--b'])}`.slice(0, 3 * megabyte);
  const line = oneOf(pick, ['POST /api/files/v1/', 'POST /api/v6/mailing_attachments/', ...writes]);
  return withBody(sender, line, { type: 'multipart/form-data; boundary=b', body });
};

const chunked: Kind = (pick, sender) => {
  const headers = { 'transfer-encoding': oneOf(pick, ['chunked', 'chunked', 'gzip, chunked']), 'content-type': 'application/json' };
  const size = oneOf(pick, [1, 100, 10_000, 100_000]);
  const chunk = `${size.toString(16)}\r\n${oneOf(pick, ['0', '[', ' ', '"']).repeat(size)}\r\n`;
  const end = oneOf(pick, ['0\r\n\r\n', '0\r\nX: y\r\n\r\n', 'zz\r\n']);
  return { parts: [headOf({ line: oneOf(pick, writes), sender, headers }), ...Array.from({ length: 1 + pick(30) }, () => chunk), end] };
};

const path: Kind = (pick, sender) => {
  const twist = oneOf(pick, [
    '/../',
    '/%2e%2e/',
    '//',
    '/./',
    '/%2E/',
    '\\',
    '/%00/',
    '/%ff/',
    '/;a/',
    `/${'x'.repeat(20_000)}/`,
    '/..%2f',
  ]);
  const [method, rest] = oneOf(pick, writes).split(' ') as [string, string];
  const address = oneOf(pick, [
    `/api/v6/x${twist}..${rest}`,
    rest.replace('/v6/', twist),
    `http://evil.test${rest}`,
    `/api${twist}v6/login/`,
    `*`,
  ]);
  return {
    parts: [headOf({ line: `${oneOf(pick, [method, 'GET', 'HEAD', 'OPTIONS'])} ${address}`, sender, headers: { 'content-length': '0' } })],
  };
};

const query: Kind = (pick, sender) => {
  const size = oneOf(pick, [10, 1000, 30_000, 100_000]);
  const part = oneOf(pick, [
    'q=%5B%22',
    'a=1&',
    'a[0]=1&',
    'a[9999]=1&',
    'a[b][c][d]=1&',
    '[[[',
    '%',
    'q=(((((',
    'page=-1&',
    'q=%22a%22+OR+',
    'a%5B=1&',
  ]);
  return { parts: [headOf({ line: `GET ${oneOf(pick, reads)}?${part.repeat(Math.ceil(size / part.length))}`, sender, headers: {} })] };
};

const header: Kind = (pick, sender) => {
  const long = 'x'.repeat(oneOf(pick, [10, 8000, 60_000, 140_000]));
  const headers = oneOf<Record<string, string>>(pick, [
    { cookie: `csrftoken=t; a=${long}` },
    { cookie: `csrftoken=t; ${'a=b; '.repeat(long.length / 10)}` },
    { cookie: `csrftoken=t; headwater_session=${long}` },
    { 'x-forwarded-for': '1.2.3.4, '.repeat(long.length / 20) },
    { accept: `application/json; version=${'5.'.repeat(long.length / 10)}` },
    { 'accept-language': 'ru,'.repeat(long.length / 10) },
    { host: oneOf(pick, ['evil.test', '[::', '', '127.0.0.1.nip.io', 'a b', '127.0.0.1:99999']) },
    { origin: oneOf(pick, ['null', 'http://evil.test', 'nonsense', `http://${long}`]) },
    { range: `bytes=${'0-1,'.repeat(long.length / 10)}` },
    { 'if-none-match': `"${long}` },
    { 'content-length': oneOf(pick, ['-1', '1e3', '99999999999', '5, 6']) },
    { expect: '100-continue' },
  ]);
  return { parts: [headOf({ line: oneOf(pick, [`GET ${oneOf(pick, reads)}`, oneOf(pick, writes)]), sender, headers })] };
};

const kinds: readonly [Kind, ...Kind[]] = [json, json, json, contentType, bytes, form, chunked, path, query, header];

export const hostileRequest: Kind = (pick, sender) => oneOf(pick, kinds)(pick, sender);

/** One byte every ten seconds. */
export const slowRequest = (sender: Sender): WireRequest => ({
  parts: [
    headOf({ line: 'POST /api/v6/login/', sender, headers: { 'content-type': 'application/json', 'content-length': '5000' } }),
    ...'{"email":"'.split(''),
  ],
  pauseMs: 10_000,
});
