import { expect, it } from 'vitest';
import { startOfNextDay } from './zone.ts';

const next = (moment: string, zone: string) => startOfNextDay(new Date(moment), zone).toISOString();

it('starts the next day at midnight of the zone, also after a day of 23 or 25 hours', () => {
  expect(next('2026-11-20T00:00:00Z', 'UTC')).toBe('2026-11-21T00:00:00.000Z');
  expect(next('2026-11-20T20:59:59Z', 'Europe/Moscow')).toBe('2026-11-20T21:00:00.000Z');
  expect(next('2026-11-20T21:00:00Z', 'Europe/Moscow')).toBe('2026-11-21T21:00:00.000Z');
  expect(next('2026-03-29T00:30:00Z', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
  expect(next('2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z');
});
