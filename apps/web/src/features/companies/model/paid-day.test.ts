import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatPaidDay } from './paid-day.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('the day up to which a company has paid', () => {
  it.each(['Asia/Vladivostok', 'Europe/Moscow', 'America/Los_Angeles'])('[COMP-019] is the same in %s as in the form', (zone) => {
    vi.stubEnv('TZ', zone);
    expect(new Date('2031-12-31T23:59:59.000Z').getTimezoneOffset()).not.toBe(0);
    expect(formatPaidDay('2031-12-31T23:59:59.000Z', 'en')).toBe('31 Dec 2031');
    expect(formatPaidDay('2031-12-31T23:59:59.000Z', 'ru').replaceAll('\u00a0', ' ')).toBe('31 дек. 2031 г.');
  });
});
