import { describe, expect, it } from 'vitest';
import { wallClock } from '../time/zone.ts';
import { addDays, comparedDays, dayStart, instantsOf, isZone, splitDays, usualInterval } from './periods.ts';
import { wilsonInterval } from './intervals.ts';

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Beirut',
];

describe('periods of statistics', () => {
  it.each(zones)('[STB-005] begins each day of %s at its first instant, also where the clock changes at midnight', (zone) => {
    for (let day = '2017-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const start = dayStart(day, zone);
      const before = wallClock(new Date(start.getTime() - 60_000), zone).slice(0, 10);
      expect([day, wallClock(start, zone).slice(0, 10), before]).toEqual([day, day, addDays(day, -1)]);
      expect(start.getTime() % 900_000).toBe(0);
    }
  });

  it.each([
    ['2026-03-28', '2026-03-27T23:00', '2026-03-28T23:00', 24],
    ['2026-03-29', '2026-03-28T23:00', '2026-03-29T22:00', 23],
    ['2026-03-30', '2026-03-29T22:00', '2026-03-30T22:00', 24],
    ['2026-10-24', '2026-10-23T22:00', '2026-10-24T22:00', 24],
    ['2026-10-25', '2026-10-24T22:00', '2026-10-25T23:00', 25],
    ['2026-10-26', '2026-10-25T23:00', '2026-10-26T23:00', 24],
  ])('[STB-005] bounds %s in Berlin by %sZ and %sZ, %i hours', (day, ...[from, to, hours]) => {
    const bounds = instantsOf({ from: day, to: day }, 'Europe/Berlin');
    expect([bounds.from.toISOString(), bounds.to.toISOString()]).toEqual([`${from}:00.000Z`, `${to}:00.000Z`]);
    expect((bounds.to.getTime() - bounds.from.getTime()) / 3_600_000).toBe(hours);
  });

  it('[STB-005] joins the days of a period without gaps', () => {
    for (const zone of zones) {
      const parts = splitDays({ from: '2024-01-03', to: '2026-12-17' }, 'day').map((days) => instantsOf(days, zone));
      expect(parts.every(({ to }, index) => index === parts.length - 1 || to.getTime() === parts[index + 1]?.from.getTime())).toBe(true);
    }
  });

  it('[STB-002] compares with as many days before, or the same days a year ago', () => {
    const days = { from: '2024-02-20', to: '2024-02-29' };
    expect(comparedDays(days, 'previous')).toEqual({ from: '2024-02-10', to: '2024-02-19' });
    expect(comparedDays(days, 'year')).toEqual({ from: '2023-02-20', to: '2023-02-28' });
    expect(comparedDays(days, 'none')).toBeUndefined();
  });

  it('splits at Mondays and first days of the month', () => {
    expect(splitDays({ from: '2026-11-25', to: '2026-12-02' }, 'week')).toEqual([
      { from: '2026-11-25', to: '2026-11-29' },
      { from: '2026-11-30', to: '2026-12-02' },
    ]);
    expect(splitDays({ from: '2026-11-25', to: '2026-12-02' }, 'month')).toEqual([
      { from: '2026-11-25', to: '2026-11-30' },
      { from: '2026-12-01', to: '2026-12-02' },
    ]);
    expect(usualInterval({ from: '2026-01-01', to: '2026-06-01' })).toBe('week');
    expect(['Asia/Kolkata', 'Mars/Base', '+05:30', ''].map(isZone)).toEqual([true, false, false, false]);
  });

  it('gives small numbers an interval within 0 and 1', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
    expect(wilsonInterval(0, 5)).toEqual([0, expect.closeTo(0.434, 3)]);
    expect(wilsonInterval(5, 5)).toEqual([expect.closeTo(0.566, 3), 1]);
    expect(wilsonInterval(50, 100)).toEqual([expect.closeTo(0.404, 3), expect.closeTo(0.596, 3)]);
  });
});
