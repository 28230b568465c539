import { describe, expect, it } from 'vitest';
import { knownCharset } from './charset-labels.ts';
import { parseMail } from './parse.ts';

const cyrillic = 'Здравствуйте! Вакансия интересна, перезвоните.';
const windows1251 = (text: string) =>
  Buffer.from(
    Array.from(text, (sign) => {
      const code = sign.codePointAt(0) ?? 0;
      if (code < 128) return code;
      return sign === 'ё' ? 0xb8 : code - 0x410 + 0xc0;
    }),
  );
const message = (type: string, bytes: Buffer, subject = 'Re: Offer') =>
  Buffer.concat([
    Buffer.from(`From: a@b.test\r\nSubject: ${subject}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n`),
    Buffer.from(bytes.toString('base64')),
  ]);
const word = (label: string, bytes: Buffer) => `=?${label}?B?${bytes.toString('base64')}?=`;
const textOf = async (raw: Buffer) => (await parseMail(raw)).text.trim();

describe('the label of an encoding', () => {
  it.each([
    ['utf8mb4', 'utf-8'],
    ['utf-8; format=flowed', 'utf-8'],
    ['UTF_8', 'utf-8'],
    ['uft-8', 'utf-8'],
    ['charset=utf-8', 'utf-8'],
    ["'utf-8'", 'utf-8'],
    ['utf-8,windows-1251', 'utf-8'],
    ['utf-8-sig', 'utf-8'],
    ['win-1251', 'windows-1251'],
    ['cp-1251', 'windows-1251'],
    ['windows1251', 'windows-1251'],
    ['1251', 'windows-1251'],
    ['KOI-8-R', 'koi8-r'],
    ['koi8r', 'koi8-r'],
    ['iso_8859-5', 'iso_8859-5'],
    ['8859_1', 'iso-8859-1'],
    ['latin-1', 'latin1'],
    ['dos-866', 'ibm866'],
    ['x-sjis', 'x-sjis'],
    ['shift-jis', 'shift-jis'],
    ['cp932', 'shift_jis'],
    ['GB-2312', 'gb18030'],
  ])('is recognized if misspelled: %s', (label, name) => {
    expect(knownCharset(label)).toBe(name);
  });

  it.each(['', 'unknown-8bit', 'x-unknown', 'default', 'us-ascii', 'none', 'utf-7', 'klingon'])('is unknown: %j', (label) => {
    expect(knownCharset(label)).toBeUndefined();
  });
});

describe('the text of a message', () => {
  const labels = [
    'utf8mb4',
    '"utf-8; format=flowed"',
    '"utf-8',
    'UTF8MB3',
    'unknown-8bit',
    'x-unknown',
    'default_charset',
    'us-ascii',
    'klingon',
  ];

  it.each(labels)('[SEND-009] is read as UTF-8 if the bytes are valid, labelled charset=%s', async (label) => {
    expect(await textOf(message(`text/plain; charset=${label}`, Buffer.from(cyrillic)))).toBe(cyrillic);
  });

  it.each(['unknown-8bit', 'x-unknown', 'us-ascii', 'klingon', 'win-1251', 'cp-1251'])(
    '[SEND-009] is read as windows-1251 if the bytes are not UTF-8, labelled charset=%s',
    async (label) => {
      expect(await textOf(message(`text/plain; charset=${label}`, windows1251(cyrillic)))).toBe(cyrillic);
    },
  );

  it('[SEND-009] is read without a label', async () => {
    expect(await textOf(message('text/plain', windows1251(cyrillic)))).toBe(cyrillic);
    expect(await textOf(message('text/plain;\r\n format=flowed', Buffer.from(cyrillic)))).toBe(cyrillic);
  });

  it('[SEND-009] keeps the encoding of a known label, with replacement characters', async () => {
    const western = Buffer.from([0x43, 0x61, 0x66, 0xe9]);
    expect(await textOf(message('text/plain; charset=iso-8859-1', western))).toBe('Café');
    expect(await textOf(message('text/plain; charset=unknown', Buffer.from('Что\ufffd')))).toBe('Что\ufffd');
  });

  it('[SEND-009] uses the same encoding for subject and sender', async () => {
    const utf8 = await parseMail(message('text/plain', Buffer.from('a'), word('utf8mb4', Buffer.from('Привет'))));
    const other = await parseMail(message('text/plain', Buffer.from('a'), word('unknown-8bit', windows1251('Привет'))));
    expect([utf8.subject, other.subject]).toEqual(['Привет', 'Привет']);
  });

  it('[SEND-009] ignores a field longer than a line may be', async () => {
    const boundary = 'b'.repeat(60);
    const type = `multipart/mixed; ${'a=b; '.repeat(250)} boundary=${boundary}`;
    const raw = `From: a@b.test\r\nContent-Type: ${type}\r\n\r\n--${boundary}\r\nContent-Type: text/plain\r\n\r\nGladly\r\n--${boundary}--`;
    expect(await textOf(Buffer.from(raw))).toBe('Gladly');
  });
});
