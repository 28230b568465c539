import { expect, it } from 'vitest';
import { readAddresses } from './addresses.ts';

it('[EMP-081] reads each address once, with any separator', () => {
  expect(readAddresses('ada@acme.test, grace@acme.test;ADA@acme.test\nalan@acme.test')).toEqual([
    'ada@acme.test',
    'grace@acme.test',
    'alan@acme.test',
  ]);
  expect(readAddresses(' \n ')).toEqual([]);
});

it('[EMP-081] drops only the names that mail programs add to addresses', () => {
  expect(readAddresses('Ada Lovelace <ada@acme.test>, "Hopper, Grace" <grace@acme.test>')).toEqual(['ada@acme.test', 'grace@acme.test']);
  expect(readAddresses('ada@acme.test grace')).toEqual(['ada@acme.test', 'grace']);
  expect(readAddresses('(ada@acme.test).')).toEqual(['ada@acme.test']);
});
