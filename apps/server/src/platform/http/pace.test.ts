import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

const megabyte = 1024 ** 2;

it('lets each sender read 16 MB a second after a burst of 4 MB, over all connections', () => {
  const clock = { now: 10_000 };
  const pace = createPace(() => clock.now);
  expect(pace('one', 4 * megabyte)).toBe(0);
  expect(Math.round(pace('one', 8 * megabyte))).toBe(500);
  expect(Math.round(pace('one', 8 * megabyte))).toBe(1000);
  expect(pace('other', 4 * megabyte)).toBe(0);
  clock.now += 1250;
  expect(pace('one', 4 * megabyte)).toBe(0);
  expect(Math.round(pace('one', megabyte))).toBe(63);
});
