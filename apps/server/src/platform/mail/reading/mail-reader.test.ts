import { afterAll, expect, it } from 'vitest';
import { createMailReader } from './mail-reader.ts';

const reader = createMailReader();
afterAll(() => reader.close());

const mailOf = (subject: string) => ({
  raw: Buffer.from(`From: <a@mail.example.test>\r\nSubject: ${subject}\r\n\r\nHello`),
  receivedAt: '2026-11-29T09:00:00.000Z',
});

it('alternates between companies and between their mailboxes', { timeout: 120_000 }, async () => {
  const order: string[] = [];
  const read = async (name: string, companyId: number, memberId: number) => {
    const outcome = await reader.read({ companyId, memberId }, mailOf(name));
    order.push('mail' in outcome ? outcome.mail.subject : outcome.unreadable);
  };
  await Promise.all([
    ...['a1', 'a2', 'a3'].map((name) => read(name, 1, 10)),
    read('b1', 1, 11),
    ...['c1', 'c2'].map((name) => read(name, 2, 20)),
  ]);
  expect(order).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'a3']);
});
