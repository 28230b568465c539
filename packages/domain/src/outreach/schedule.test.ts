import { assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInside } from '../time/send-window.ts';
import { conditionOf, dueAfter, moveIntoWindow, windowOf, windowProblem, zoneOfOffset, type StepSchedule } from './schedule.ts';

const day = 86_400;

const plain: StepSchedule = {
  send_delay: 0,
  delay_kind: 'calendar',
  send_time_from: null,
  send_time_to: null,
  send_time: null,
  send_time_zone: null,
};

describe('message schedule', () => {
  it('[MAIL-010] [MAIL-011] [SEND-016] converts to the fields of the form', () => {
    const windowed = { ...plain, send_delay: 3 * day, send_time_from: '09:00:00', send_time_to: '12:00:00' };
    expect(conditionOf(windowed, '+03')).toEqual({ days: 3, hours: 10, minutes: 30, plus_minus: 90, utc: '+03' });
    expect(conditionOf({ ...plain, send_delay: day + 7260 }, '+00')).toEqual({ days: 1, hours: 2, minutes: 1, plus_minus: 0, utc: '+00' });
  });

  it('[SEND-018] [SEND-019] accepts whole offsets as zones and windows of at least an hour', () => {
    expect([zoneOfOffset('+03'), zoneOfOffset('-11'), zoneOfOffset('+00')]).toEqual(['Etc/GMT-3', 'Etc/GMT+11', 'Etc/UTC']);
    expect(windowProblem('09:00:00', '09:59:59')).toBe('to');
    expect(windowProblem('09:00:00', '10:00:00')).toBeUndefined();
    expect(windowProblem(null, '10:00:00')).toBe('from');
  });

  it('[DEC-03] [SEQ-015] is never before its delay and always inside its window', () => {
    const schedules = record({
      send_delay: integer({ min: 0, max: 20 * day }),
      delay_kind: constantFrom<'calendar' | 'business'>('calendar', 'business'),
      window: constantFrom(null, ['09:00:00', '18:00:00'], ['02:00:00', '03:00:00'], ['00:00:00', '24:00:00']),
      send_time: constantFrom(null, '10:00:00', '02:30:00'),
      send_time_zone: constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'),
    });
    const moments = integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
    assert(
      property(moments, schedules, (moment, { window, ...rest }) => {
        const schedule = { ...rest, send_time_from: window?.[0] ?? null, send_time_to: window?.[1] ?? null };
        const before = new Date(moment);
        const due = dueAfter(before, schedule, 'UTC');
        const hours = windowOf(schedule, 'UTC');
        const inside = !hours || isInside(due, hours);
        // Clock changes shorten a day by an hour, and wall clocks show whole seconds.
        const whole = Math.floor(schedule.send_delay / day) - (schedule.send_time === null ? 0 : 1);
        const least = schedule.send_time === null ? schedule.send_delay * 1000 : Math.max(0, whole) * day * 1000;
        expect({ inside, isLate: due.getTime() >= moment + Math.max(0, least - 3601_000) }).toEqual({ inside: true, isLate: true });
        expect(!hours || isInside(moveIntoWindow(due, hours), hours)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
