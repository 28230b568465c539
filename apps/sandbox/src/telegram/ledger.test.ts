import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLedger } from './ledger.ts';

it('keeps the newest value of every name across starts, and drops outdated ones', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'ledger-'));
  const path = join(directory, 'telegram.jsonl');
  const first = await openLedger(directory);
  for (let count = 1; count <= 1500; count += 1) first.put('message:1', { count });
  first.put('message:2', { count: 2 });
  first.put('person:1', { name: 'Anna' });
  await first.close();
  // A line torn by a crash.
  await appendFile(path, '["message:1",{"cou');
  const second = await openLedger(directory);
  expect([...second.all('message:')]).toEqual([
    ['1', { count: 1500 }],
    ['2', { count: 2 }],
  ]);
  expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(3);
  second.release();
  second.put('message:1', { count: 1501 });
  await second.close();
  const third = await openLedger(directory);
  expect(third.all('message:').get('1')).toEqual({ count: 1501 });
  expect(third.all('person:').get('1')).toEqual({ name: 'Anna' });
  await third.close();
  await rm(directory, { recursive: true });
});
