import { assert, asyncProperty, constantFrom, array, string, oneof } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine } from '@headwater/domain/mail/address';
import { composeMail } from './compose.ts';
import { parseMail } from './parse.ts';

const outgoing = {
  messageId: '<one@company.test>',
  to: { name: '', address: 'anna@people.test' },
  replyTo: null,
  text: 'Hello',
  html: '<p>Hello</p>',
  date: new Date('2026-11-20T12:00:00Z'),
  inReplyTo: null,
  references: [],
  headers: [],
};

const words = array(
  oneof(
    constantFrom('=?utf-8?B?QmNjOiB4?=', '=?', '?=', '\r\nBcc: x@y.test', '"', '<x@y.test>', ',', ' ', 'é', '日本'),
    string({ maxLength: 12 }),
  ),
  { minLength: 1, maxLength: 12 },
).map((parts) => oneLine(parts.join('')));

describe('composeMail', () => {
  it('[SEND-009] keeps a name and a subject that look like encoded words', async () => {
    await assert(
      asyncProperty(words, words, async (name, subject) => {
        const composed = await composeMail({ ...outgoing, from: { name, address: 'rita@company.test' }, subject });
        if ('problem' in composed) throw new Error(composed.problem);
        const { from, to, subject: read, headers } = await parseMail(composed.raw);
        expect({ name: from?.name, subject: read }).toEqual({ name, subject });
        expect(from?.address).toBe('rita@company.test');
        expect(to).toEqual([{ name: '', address: 'anna@people.test' }]);
        expect(headers.map((header) => header.name)).not.toContain('bcc');
        expect(composed.envelope).toEqual({ from: 'rita@company.test', to: 'anna@people.test' });
      }),
      { numRuns: 100 },
    );
  });

  it('[SEND-009] keeps a header with a long address on one line', async () => {
    const value = `<https://company.test/unsubscribe/${'a1b2'.repeat(60)}>`;
    const headers = [
      { name: 'List-Unsubscribe', value },
      { name: 'X-Note', value: 'Grüße' },
    ];
    const composed = await composeMail({ ...outgoing, from: { name: '', address: 'rita@company.test' }, subject: 'Job', headers });
    if ('problem' in composed) throw new Error(composed.problem);
    expect(composed.raw.toString('latin1')).toContain(`List-Unsubscribe: ${value}\r\n`);
    expect((await parseMail(composed.raw)).headers).toEqual(expect.arrayContaining([{ name: 'x-note', value: 'Grüße' }]));
  });

  it('[SEND-009] writes complete line ends for any text', async () => {
    const text = 'One\rTwo\nThree\r\nFour';
    const composed = await composeMail({
      ...outgoing,
      from: { name: '', address: 'rita@company.test' },
      subject: 'Job',
      text,
      html: `<p>${text}</p>`,
    });
    if ('problem' in composed) throw new Error(composed.problem);
    expect(composed.raw.toString('latin1')).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
    expect((await parseMail(composed.raw)).text.trim()).toBe('One\nTwo\nThree\nFour');
  });
});
