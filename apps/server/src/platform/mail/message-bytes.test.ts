import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, it } from 'vitest';
import { messageBytes } from './message-bytes.ts';

const pieces = oneof(
  constantFrom('\n', '\n.\n', '=', '=20', ' ', '\t', 'é', '日本語', '🙂', 'Здравствуйте, Анна! ', 'x'.repeat(80), '--', 'word '.repeat(20)),
  string({ maxLength: 20, unit: 'binary' }),
);
// The streams encode trailing white space in another, equivalent way.
const texts = array(pieces, { maxLength: 30 }).map((parts) => `${parts.join('').replaceAll('\r', '')}.`);

const compile = (text: string, more: object = {}) =>
  new MailComposer({
    messageId: '<one@company.test>',
    date: new Date('2026-11-20T12:00:00Z'),
    from: { name: 'Рита', address: 'rita@company.test' },
    to: 'anna@people.test',
    subject: text.slice(0, 60),
    text,
    newline: '\r\n',
    ...more,
  }).compile();

describe('messageBytes', () => {
  it("[SEND-009] equals the output of the composer's streams byte by byte", async () => {
    await assert(
      asyncProperty(texts, texts, constantFrom(true, false), async (text, html, hasHtml) => {
        const node = compile(text, hasHtml ? { html: `<p>${html}</p>` } : {});
        expect(messageBytes(node)?.toString('latin1')).toBe((await node.build()).toString('latin1'));
      }),
      { numRuns: 500 },
    );
  });

  it('[SEND-009] leaves files and long texts to the streams', () => {
    const content = Buffer.from('a file');
    expect(messageBytes(compile('Hello', { attachments: [{ filename: 'a.txt', contentType: 'text/plain', content }] }))).toBeUndefined();
    expect(messageBytes(compile('x'.repeat(70_000)))).toBeUndefined();
    expect(messageBytes(compile('Hello', { html: '<p>Hello</p>' }))).toBeInstanceOf(Buffer);
  });
});
