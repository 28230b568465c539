import { repetitions } from '@headwater/domain/testing/repetitions';
import { oneOf, type Pick } from './generate.ts';

interface Parts {
  headers?: readonly string[];
  body: string | Buffer;
}

type Kind = (pick: Pick, size: number) => Parts;

const megabyte = 1024 ** 2;
/** Limit of the transports. */
const longest = 2 * megabyte;

const repeated = (pick: Pick, size: number): string => repetitions[pick(repetitions.length)]?.of(size) ?? '';
const bytes = (pick: Pick, size: number): Buffer => Buffer.from(Array.from({ length: size }, () => pick(256)));
const times = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length));

const types = [
  'text/plain',
  'text/html',
  'text/plain; format=flowed',
  'text/plain; format=flowed; delsp=yes',
  'text/calendar',
  'x',
] as const;
const encodings = ['7bit', '8bit', 'base64', 'quoted-printable', 'x-uuencode', 'binary', 'nonsense', 'base64; a=b'] as const;
const charsets = [
  'utf-8',
  'utf-7',
  'utf-16',
  'utf-16be',
  'utf-32',
  'koi8-r',
  'windows-1251',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'x-no-such',
  '"',
] as const;

const text: Kind = (pick, size) => ({ headers: [`Content-Type: ${oneOf(pick, types)}`], body: repeated(pick, size) });

const encoded: Kind = (pick, size) => {
  const charset = oneOf(pick, charsets);
  const content = oneOf<() => string | Buffer>(pick, [
    () => bytes(pick, size),
    () => repeated(pick, size),
    () => bytes(pick, size).toString('base64').replaceAll('A', '*'),
    () => `${times('=E9=3', size)}=`,
    () => `${bytes(pick, size).toString('base64')}=`,
  ])();
  return {
    headers: [`Content-Type: ${oneOf(pick, types)}; charset=${charset}`, `Content-Transfer-Encoding: ${oneOf(pick, encodings)}`],
    body: content,
  };
};

/** Nested parts, closed or not. */
const nestedParts: Kind = (pick) => {
  const depth = oneOf(pick, [5, 60, 300, 1_000]);
  const levels = Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`);
  const ends = oneOf(pick, [true, false]) ? Array.from({ length: depth }, (_, at) => `\r\n--b${depth - 1 - at}--`) : [];
  const [head = '', ...inner] = levels.join('').split('\r\n\r\n');
  return { headers: [head], body: `${inner.join('\r\n\r\n')}\r\nDeep${ends.join('')}` };
};

const nestedMessages: Kind = (pick) => {
  const begin = times(`Content-Type: ${oneOf(pick, ['message/rfc822', 'message/global', 'message/partial; id="a"'])}\r\n\r\n`, 50_000);
  return { headers: [begin.slice(0, begin.indexOf('\r\n'))], body: begin.slice(begin.indexOf('\r\n\r\n') + 4, pick(begin.length)) };
};

const boundaries: Kind = (pick, size) => {
  const boundary = oneOf(pick, ['b', '', '-', '--', `${'b'.repeat(60)}`, `${'b'.repeat(5_000)}`, '"', '.*+(']);
  const line = oneOf(pick, [
    `--${boundary}\r\n`,
    `--${boundary}--\r\n`,
    `--${boundary}\r\nContent-Type: text/html\r\n\r\n<p>a\r\n`,
    `--${boundary}`,
  ]);
  const type = oneOf(pick, [
    'multipart/mixed',
    'multipart/alternative',
    'multipart/related',
    'multipart/report',
    'multipart/digest',
    'multipart/',
  ]);
  return { headers: [`Content-Type: ${type}; boundary="${boundary}"`], body: times(line, size) };
};

const headers: Kind = (pick, size) => {
  const name = oneOf(pick, [
    'References',
    'In-Reply-To',
    'Received',
    'Content-Type',
    'Auto-Submitted',
    'X-Failed-Recipients',
    'Return-Path',
    'Date',
  ]);
  const made = oneOf(pick, [
    () => Array.from({ length: Math.ceil(size / 20) }, (_, at) => `X-Header-${at}: a`),
    () => [`${name}: ${times('a\r\n ', size)}`],
    () => [`${name}: ${repeated(pick, size).replaceAll(/[\r\n]+(?![ \t])/g, '\r\n ')}`],
    () => [times('no colon\r\n', size)],
    () => [`${name}: ${times('<a@b> ', size)}`],
    () => [`: a`, `\u0000: b`, ` ${name}`, `${name}:${times(' ', size)}`],
    () => Array.from({ length: Math.ceil(size / 40) }, (_, at) => `${name}: <${at}@${'a'.repeat(at % 50)}.test>`),
  ])();
  return { headers: made, body: 'Hello' };
};

const addresses: Kind = (pick, size) => {
  const list = oneOf(pick, [
    times('"a" <a@b.c>, ', size),
    times('a: b@c, ', size),
    times('(', size),
    times('"\\', size),
    times('<', size),
    times('a@', size),
    `${times('a.', size)}@b.c`,
    times('=?utf-8?q?a?= <a@b.c>, ', size),
    `undisclosed-recipients:${times(';', size)}`,
  ]);
  return { headers: [`${oneOf(pick, ['From', 'To', 'Cc', 'Reply-To', 'Sender'])}: ${list}`], body: 'Hello' };
};

const encodedWords: Kind = (pick, size) => {
  const word = oneOf(pick, [
    '=?utf-8?q?=C3?= ',
    '=?utf-8?b?4p==?= ',
    '=?',
    '=?utf-8?b?',
    '=?x-no?q?a?=',
    '=?utf-16?b?/v8A?=',
    '=?utf-8*en?q?a?= ',
    '=?=?utf-8?q?a?=?= ',
  ]);
  return { headers: [`${oneOf(pick, ['Subject', 'From', 'X-Note', 'To'])}: ${times(word, size)}`], body: 'Hello' };
};

/** TNEF signature, then random bytes. */
const winmail: Kind = (pick, size) => ({
  headers: ['Content-Type: application/ms-tnef; name="winmail.dat"', 'Content-Transfer-Encoding: base64'],
  body: Buffer.concat([Buffer.from([0x78, 0x9f, 0x3e, 0x22]), bytes(pick, size)])
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n'),
});

/** A bounce of messages that were never sent. */
const report: Kind = (pick, size) => {
  const field = oneOf(pick, [
    'Final-Recipient: rfc822; a@b.test\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n',
    'Diagnostic-Code: smtp; 550-5.1.1 a\r\n ',
    'Action: failed\r\n',
    'Final-Recipient: ',
    '\r\n\r\n',
  ]);
  const type = oneOf(pick, ['delivery-status', 'feedback-report', 'disposition-notification']);
  return {
    headers: [`Content-Type: multipart/report; report-type=${type}; boundary=b`],
    body: `--b\r\n\r\nUndeliverable\r\n--b\r\nContent-Type: message/${type}\r\n\r\nReporting-MTA: dns; a\r\n\r\n${times(field, size)}\r\n--b--\r\n`,
  };
};

const attachments: Kind = (pick, size) => {
  const name = oneOf(pick, ['a.pdf', '../../a', '\u202efdp.exe', `${'a'.repeat(5_000)}.txt`, '"', "utf-8''%"]);
  const part = `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename*0*="${name}"; filename*1="${name}"\r\n\r\nx\r\n`;
  return { headers: ['Content-Type: multipart/mixed; boundary=b'], body: `${times(part, size)}--b--\r\n` };
};

const noise: Kind = (pick, size) => ({ headers: [bytes(pick, 200).toString('latin1')], body: bytes(pick, size) });

const kinds: readonly [Kind, ...Kind[]] = [
  text,
  text,
  encoded,
  encoded,
  nestedParts,
  nestedMessages,
  boundaries,
  headers,
  addresses,
  encodedWords,
  winmail,
  report,
  attachments,
  noise,
];

const sizes = [10, 1_000, 5_000, 20_000, 60_000] as const;
/** Every such message has the maximal length. */
const largeEvery = 100;

/** Each index gives one kind; every hundredth repeats one unit for two megabytes. */
export function hostileMessage(pick: Pick, at: number): Buffer {
  const isLarge = at % largeEvery === largeEvery - 1;
  const kind = isLarge ? oneOf(pick, [text, boundaries, headers, addresses, encodedWords, report]) : oneOf(pick, kinds);
  const { headers: own = [], body } = kind(pick, isLarge ? longest : oneOf(pick, sizes));
  const given = own.join('\r\n');
  const standard = [
    `Message-ID: <hostile-${at}@hostile.test>`,
    `From: Mallory <mallory${at}@hostile.test>`,
    'Subject: Hello',
    'MIME-Version: 1.0',
  ];
  const needed = standard.filter((line) => !given.toLowerCase().startsWith(line.slice(0, line.indexOf(':') + 1).toLowerCase()));
  return Buffer.concat([Buffer.from(`${[...needed, given].join('\r\n')}\r\n\r\n`), Buffer.from(body)]).subarray(0, longest);
}
