import { describe, expect, it } from 'vitest';
import { isCheckDue, isReportDue } from './reports.ts';

describe('the weekly e-mail', () => {
  it.each([
    // Sunday, 29 March 2026: the clock of Berlin changes.
    ['2026-03-29T20:00:00Z', '2026-03-16', true],
    ['2026-03-29T20:00:00Z', '2026-03-23', false],
    // Monday, 06:59 and 07:00 in Berlin.
    ['2026-03-30T04:59:00Z', '2026-03-23', false],
    ['2026-03-30T05:00:00Z', '2026-03-23', true],
    ['2026-03-30T05:00:00Z', '2026-03-30', false],
    ['2026-04-02T12:00:00Z', '2026-03-23', true],
    ['2026-04-02T12:00:00Z', null, true],
  ])('[STB-006] at %s after the week %s is due: %s', (now, sent_week, isDue) => {
    expect(isReportDue({ sent_week, time_zone: 'Europe/Berlin' }, new Date(now))).toBe(isDue);
  });
});

describe('the daily check of an alert', () => {
  it.each([
    ['2026-10-25T05:59:00Z', '2026-10-24', false],
    ['2026-10-25T06:00:00Z', '2026-10-24', true],
    ['2026-10-25T22:59:00Z', '2026-10-25', false],
    ['2026-10-25T06:00:00Z', null, true],
  ])('[STB-009] at %s after the day %s is due: %s', (now, checked_on, isDue) => {
    expect(isCheckDue({ checked_on, time_zone: 'Europe/Berlin' }, new Date(now))).toBe(isDue);
  });
});
