import { chosenDay as taken } from '@headwater/contract/validation';
import { describe, expect, it } from 'vitest';
import { chosenDay } from './chosen-day.ts';

describe('filter dates', () => {
  it.each(['0002-11-28', '0020-11-28', '0202-11-28', '1969-12-31', '3000-01-01', '20260-11-28', '2026-11', ''])(
    '[DEC-14] ignores %j, which the server rejects',
    (text) => {
      expect(taken.safeParse(text).success).toBe(false);
      expect(chosenDay(text)).toBeUndefined();
    },
  );

  it.each(['1970-01-01', '1999-12-31', '2026-11-28', '2999-12-31'])('[DEC-14] sends %j, which the server accepts', (text) => {
    expect(taken.safeParse(text).success).toBe(true);
    expect(chosenDay(text)).toBe(text);
  });
});
