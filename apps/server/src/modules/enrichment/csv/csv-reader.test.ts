import { afterAll, expect, it } from 'vitest';
import { createCsvReader } from './csv-reader.ts';

const reader = createCsvReader();
afterAll(() => reader.close());

const bytes = Buffer.from('a@x.test;Anna\n');

it(
  'reads four files of a person at a time, of companies in turn, and drops files of clients that have gone',
  { timeout: 120_000 },
  async () => {
    const order: string[] = [];
    const read = (name: string, requester: Parameters<typeof reader.read>[0]) =>
      reader.read(requester, { bytes, makesParts: false }).then(
        ({ rows }) => void order.push(`${name}: ${rows}`),
        (error: Error) => void order.push(`${name}: ${error.message}`),
      );
    const client = new AbortController();
    const ofAnna = { companyId: 1, memberId: 1 };
    const requests = [
      read('a1', ofAnna),
      read('a2', { ...ofAnna, signal: client.signal }),
      read('a3', ofAnna),
      read('a4', ofAnna),
      read('a5', ofAnna),
      read('z1', { companyId: 2, memberId: 2 }),
    ];
    client.abort(new Error('gone'));
    await Promise.all(requests);
    expect(order).toEqual(['a5: reading_busy', 'a2: gone', 'a1: 1', 'z1: 1', 'a3: 1', 'a4: 1']);
  },
);

it('ends the process of a disconnected client, and reads the next file', { timeout: 120_000 }, async () => {
  const client = new AbortController();
  const long = Buffer.from('"a";b;c;d;e\n'.repeat(400_000));
  const abandoned = reader.read({ companyId: 1, memberId: 1, signal: client.signal }, { bytes: long, makesParts: true });
  const next = reader.read({ companyId: 2, memberId: 2 }, { bytes, makesParts: false });
  await new Promise((resolve) => setImmediate(resolve));
  client.abort(new Error('gone'));
  await expect(abandoned).rejects.toThrow('gone');
  expect((await next).rows).toBe(1);
});
