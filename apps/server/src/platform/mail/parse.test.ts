import { readFileSync } from 'node:fs';
import { classifyIncoming } from '@headwater/domain/mail/classify-incoming';
import { ownText } from '@headwater/domain/mail/own-text';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMail } from './parse.ts';

type Label = { file: string; kind: string; hard?: boolean[]; reasons?: string[]; mustContain?: string[]; mustNotContain?: string[] };

const folder = new URL('../../../test/emails/', import.meta.url);
const read = (file: string): Buffer => readFileSync(new URL(file, folder));
const labels = JSON.parse(read('labels.json').toString()) as Label[];
const ofKind = (kind: string): Label[] => labels.filter((label) => label.kind === kind);
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describe('mail of real programs', () => {
  it.each(ofKind('bounces'))('[SEND-026] $file: a bounce, hard or soft', async ({ file, hard, reasons }) => {
    const verdict = classifyIncoming(await parseMail(read(file)));
    const isSuccess = reasons?.every((reason) => reason === 'delivered') ?? false;
    const got = verdict.kind === 'bounce' ? verdict.bounces.map(({ permanence }) => permanence === 'hard') : [];
    expect({ kind: verdict.kind, hard: got }).toEqual(isSuccess ? { kind: 'other', hard: [] } : { kind: 'bounce', hard: hard ?? got });
  });

  it.each(ofKind('autoreplies'))('[SEND-009] $file: an auto-reply', async ({ file }) => {
    expect(classifyIncoming(await parseMail(read(file))).kind).toBe('auto_reply');
  });

  it.each(ofKind('complaints'))('[SEND-009] $file: a complaint', async ({ file }) => {
    expect(classifyIncoming(await parseMail(read(file))).kind).toBe('complaint');
  });

  it.each([...ofKind('replies'), ...ofKind('normal')].filter(({ file }) => file.endsWith('.eml')))(
    '[SEND-009] $file: a person',
    async ({ file }) => {
      expect(classifyIncoming(await parseMail(read(file))).kind).toBe('reply');
    },
  );

  it.each(ofKind('replies'))('[SEND-009] $file: the own text only', async ({ file, mustContain = [], mustNotContain = [] }) => {
    const raw = read(file);
    const plain = { text: file.endsWith('.txt') ? raw.toString() : '', html: file.endsWith('.html') ? raw.toString() : '' };
    const own = ownText(file.endsWith('.eml') ? await parseMail(raw) : plain);
    for (const line of mustContain) expect(flat(own)).toContain(flat(line));
    for (const line of mustNotContain) expect(own.split('\n').map(flat)).not.toContain(flat(line));
  });
});

describe('parseMail', () => {
  it('[SEND-009] decodes Cyrillic headers, ids and attachments', async () => {
    const raw = [
      'From: =?utf-8?B?0J/RkdGC0YA=?= <petr@b.test>',
      'Subject: =?koi8-r?B?8NLJ18XU?=',
      'Message-ID: <1@b.test>',
      'In-Reply-To: <ours@a.test>',
      'References: <first@a.test>',
      ' <ours@a.test>',
      'Date: Sat, 21 Nov 2026 12:00:00 +0300',
      'X-Note: =?utf-8?Q?=D0=B0?=',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=windows-1251',
      'Content-Transfer-Encoding: 8bit',
      '',
    ].join('\r\n');
    const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
    const rest =
      '\r\n--b\r\nContent-Type: application/pdf; name="cv.pdf"\r\nContent-Disposition: attachment; filename="cv.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--b--\r\n';
    const mail = await parseMail(Buffer.concat([Buffer.from(`${raw}\r\n`), cyrillic, Buffer.from(rest)]));
    expect(mail).toMatchObject({
      from: { name: 'Пётр', address: 'petr@b.test' },
      subject: 'Привет',
      messageId: '<1@b.test>',
      inReplyTo: ['<ours@a.test>'],
      references: ['<first@a.test>', '<ours@a.test>'],
      date: '2026-11-21T09:00:00.000Z',
      attachments: [{ name: 'cv.pdf', mediaType: 'application/pdf', bytes: 3, inline: false }],
    });
    expect(mail.text.trim()).toBe('Привет');
    expect(mail.headers).toContainEqual({ name: 'x-note', value: 'а' });
  });

  it('[SEND-009] joins flowed lines, but not an answer with the quote above it', async () => {
    const head = 'Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n';
    const mail = await parseMail(Buffer.from(`${head}one \r\nparagraph\r\n> quoted \r\n> on\r\nanswer\r\n-- \r\nPetr\r\n`));
    expect(mail.text.trimEnd().split('\n')).toEqual(['one paragraph', '> quoted on', 'answer', '-- ', 'Petr']);
  });

  it('[SEND-009] returns the readable part of broken mail', async () => {
    const nested = Array.from(
      { length: 400 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
    ).join('');
    expect((await parseMail(Buffer.from(`From: a@b.test\r\nSubject: Deep\r\n${nested}`))).subject).toBe('Deep');
    expect((await parseMail(Buffer.alloc(0))).text).toBe('');
    const piece = fc.constantFrom(
      'From: a@b\r\n',
      'Content-Type: multipart/report; boundary=x\r\n',
      '\r\n',
      '--x\r\n',
      '--x--',
      '=?utf-8?B?',
      '\0',
      'Content-Transfer-Encoding: base64\r\n',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 40 }), async (pieces) => {
        const mail = await parseMail(Buffer.from(pieces.join('')));
        expect(typeof classifyIncoming(mail).kind).toBe('string');
        expect(typeof ownText(mail)).toBe('string');
      }),
      { numRuns: 200 },
    );
  });
});

it('[SEND-009] drops NUL, which the database cannot store', async () => {
  const raw =
    'From: a@b.test\r\nSubject: A\0B\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nYes=00 \\u0000';
  const mail = await parseMail(Buffer.from(raw));
  expect(JSON.stringify(mail)).not.toMatch(/(?<!\\)\\u0000/);
  expect(mail.text.trim()).toBe(String.raw`Yes \u0000`);
});

it('[SEND-009] reads the start of a message with excessive lines', async () => {
  const mail = await parseMail(Buffer.from(`From: a@b.test\r\n\r\nGladly\n${'a\n'.repeat(100_000)}`));
  expect(mail.text.startsWith('Gladly\na\n')).toBe(true);
  expect(mail.text.split('\n').length).toBeLessThanOrEqual(60_000);
});
