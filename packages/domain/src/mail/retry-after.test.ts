import { expect, it } from 'vitest';
import { retryAfterOf } from './retry-after.ts';

it('reads the delay that a server requests', () => {
  expect(retryAfterOf('421 4.7.0 Too many messages, try again in 5 minutes')).toBe(300);
  expect(retryAfterOf('450 Retry-After: 30')).toBe(30);
  expect(retryAfterOf('451 please retry after 2 hours')).toBe(7200);
  expect(retryAfterOf('550 no such user 12')).toBeUndefined();
});
