import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxDelay } from '@headwater/domain/outreach/schedule';
import { offsetName, scheduleBounds, scheduleOf, stepSchedule, windowProblem, zoneChoices } from './schedule.ts';

const winter = new Date('2026-01-15T12:00:00Z');
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const schedule = fc.record({
  days: fc.integer({ min: 0, max: scheduleBounds.days }),
  kind: fc.constantFrom('calendar' as const, 'business' as const),
  hours: fc.integer({ min: 0, max: scheduleBounds.hours }),
  minutes: fc.integer({ min: 0, max: scheduleBounds.minutes }),
  time: fc.oneof(fc.constant(''), time),
  from: time,
  to: time,
  zone: fc.constantFrom('Europe/Berlin', 'Asia/Kolkata', 'Etc/GMT-14'),
});

describe('the schedule of a message', () => {
  it("[MAIL-008] [MAIL-009] [MAIL-011] [SEND-015] [SEND-019] survives a round trip through the server's format", () => {
    fc.assert(
      fc.property(schedule, (written) => {
        const wire = stepSchedule(written);
        expect(wire.send_delay).toBeLessThanOrEqual(maxDelay);
        expect(wire.send_time_from).toMatch(/^\d\d:\d\d:00$/);
        expect(scheduleOf(wire)).toEqual(written);
      }),
    );
  });

  it('[SEND-017] offers all whole UTC offsets, and city zones with their current offset', () => {
    const { cities, offsets } = zoneChoices(winter, 'Europe/Berlin');
    expect(offsets).toHaveLength(26);
    expect(offsets[0]).toEqual({ value: 'Etc/GMT+11', label: 'UTC-11:00' });
    expect(cities).toContainEqual({ value: 'Europe/Berlin', label: 'Europe/Berlin (UTC+01:00)' });
    expect(offsetName('Asia/Kolkata', winter)).toBe('UTC+05:30');
    expect(offsetName('America/New_York', winter)).toBe('UTC-05:00');
  });

  it('[SEND-019] [MAIL-055] [MAIL-056] reports which end of the hours is invalid', () => {
    expect(windowProblem({ from: '', to: '' })).toBeUndefined();
    expect(windowProblem({ from: '09:00', to: '' })).toBe('to');
    expect(windowProblem({ from: '', to: '18:00' })).toBe('from');
    expect(windowProblem({ from: '18:00', to: '09:00' })).toBe('to');
  });
});
