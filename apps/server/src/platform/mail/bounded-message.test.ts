import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '@headwater/domain/testing/processor-time';
import { boundedMessage, mostBoundaries, mostLines } from './bounded-message.ts';
import { parseMail } from './parse.ts';

const bounded = (text: string) => Buffer.from(boundedMessage(Buffer.from(text))).toString();
const cost = (text: string, enough: number) => leastProcessorMs(() => parseMail(Buffer.from(text)), enough);

describe('an incoming message', () => {
  it('[SEND-009] is read up to a limit of lines and boundaries, which normal mail does not reach', () => {
    const head = 'From: a@b.test\r\nTo: c@d.test\r\n\r\n';
    expect(bounded(head + 'a\n'.repeat(100_000)).split('\n')).toHaveLength(mostLines + 1);
    expect(bounded(head + `${'A'.repeat(59)}\n`.repeat(100_000)).split('\n')).toHaveLength(mostLines + 1);
    expect(bounded(head + '--x\na\n'.repeat(10_000)).split('\n--').length).toBeLessThanOrEqual(mostBoundaries);
    const attachment = `${'A'.repeat(76)}\r\n`.repeat(80_000);
    const lists = Array.from({ length: 500 }, (_, at) => `"Reader ${at}" <reader${at}@b.test>`)
      .join(',\r\n ')
      .slice(0, 16_000);
    for (const text of [head + attachment, `To: ${lists}\r\nFrom: a@b.test\r\n\r\nHello`]) expect(bounded(text)).toBe(text);
  });

  it.each([['To: #'], ['to : #'], ['TO\r\n : #'], ['\r\n To: #'.slice(2)], ['Reply-To:\r\n #'], ['X: y\r\nCc: #'], ['From:\t#']])(
    '[SEND-009] has long address lists truncated in any notation: %j',
    async (field) => {
      const nested = 'a:'.repeat(500_000);
      const text = `${field.replace('#', nested)}\r\nSubject: Kept\r\n\r\nHello`;
      expect(bounded(text).length).toBeLessThan(17_000);
      const mail = await parseMail(Buffer.from(text));
      expect([mail.subject, mail.text.trim()]).toEqual(['Kept', 'Hello']);
      // The whole field took seconds. Other tests run on the same cores.
      expect(await cost(text, 1000)).toBeLessThan(1000);
    },
  );

  it('[SEND-009] has a limit for all lists together, and keeps a sender that comes first', async () => {
    const text = `From: Anna <a@b.test>\r\n${`Cc: ${'a:'.repeat(5000)}\r\n`.repeat(150)}Subject: Kept\r\n\r\nHello`;
    expect(bounded(text).length).toBeLessThan(80_000);
    expect(await parseMail(Buffer.from(text))).toMatchObject({ from: { name: 'Anna', address: 'a@b.test' }, subject: 'Kept' });
  });

  it('[SEND-009] keeps other fields and similar lines of the text', () => {
    const long = 'a:'.repeat(50_000);
    for (const text of [`Subject: ${long}\r\n\r\nHello`, `From: a@b.test\r\n\r\nTo: ${long}`, `X-To: ${long}\r\nTo: c@d.test\r\n\r\n`])
      expect(bounded(text)).toBe(text);
  });
});
