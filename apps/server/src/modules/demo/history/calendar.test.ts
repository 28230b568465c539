import { describe, expect, it } from 'vitest';
import { nextWakingTime, calendarOf } from './calendar.ts';

const at = (text: string) => new Date(`${text}:00Z`);
const said = (moment: Date) => moment.toISOString().slice(0, 16);

describe('the calendar of the demo', () => {
  // A Sunday.
  const calendar = calendarOf(at('2026-11-22T16:14'));

  it('skips weekends when counting working days', () => {
    expect(said(calendar.workday(1, '09:35'))).toBe('2026-11-20T09:35');
    expect(said(calendar.workday(5, '09:35'))).toBe('2026-11-16T09:35');
    expect(said(calendar.workday(6, '10:00'))).toBe('2026-11-13T10:00');
    expect(said(calendar.minutesAgo(75))).toBe('2026-11-22T14:59');
  });

  it.each([
    ['2026-11-20T11:30', '2026-11-20T11:30', '2026-11-20T11:30'],
    ['2026-11-20T21:10', '2026-11-21T08:10', '2026-11-23T08:10'],
    ['2026-11-21T12:05', '2026-11-21T12:05', '2026-11-23T08:05'],
    ['2026-11-23T03:20', '2026-11-23T08:20', '2026-11-23T08:20'],
  ])('moves %s to %s in waking hours and to %s in working hours', (moment, day, office) => {
    expect([said(nextWakingTime(at(moment))), said(nextWakingTime(at(moment), { office: true }))]).toEqual([day, office]);
  });
});
