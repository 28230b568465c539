import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInside } from '../time/window.ts';
import { jitteredGap, leaderOf, nextOf, type PlannedStep, rampedLimit, retryAfterOf, type StepMessage } from './planning.ts';
import { conditionOf, dueAfter, reenter, type StepSchedule, windowOf, windowProblem, zoneOfOffset } from './schedule.ts';

const day = 86_400;
const launchedAt = new Date('2026-06-15T12:00:00Z');
const plain: StepSchedule = {
  send_delay: 0,
  delay_kind: 'calendar',
  send_time_from: null,
  send_time_to: null,
  send_time: null,
  send_time_zone: null,
};
const step = (number: number, more: Partial<PlannedStep> = {}): PlannedStep => ({ ...plain, number, position: number, ...more });
const sent = (number: number, more: Partial<StepMessage> = {}): StepMessage => ({
  step: number,
  state: 'sent',
  sent_at: launchedAt,
  replied_at: null,
  error_reason: null,
  ...more,
});
const steps = [step(0), step(1, { send_delay: 3 * day }), step(2, { send_delay: day })];
const next = (messages: readonly StepMessage[], more: object = {}) =>
  nextOf({ steps, messages, launchedAt, retry: false, zone: 'UTC', ...more });

describe('what comes next for a recipient', () => {
  it('[MAIL-008] is the first message at once, and each further one so long after the one before', () => {
    expect(next([])).toEqual({ kind: 'send', step: 0, at: launchedAt });
    expect(next([sent(0)])).toEqual({ kind: 'send', step: 1, at: new Date(launchedAt.getTime() + 3 * day * 1000) });
    expect(next([sent(0), sent(1), sent(2)])).toEqual({ kind: 'end', why: 'finished' });
    expect(next([sent(0), sent(1, { state: 'handed_over' })])).toEqual({ kind: 'wait' });
  });

  it('[MAIL-054] ends at a reply, at a bounce and for who has unsubscribed', () => {
    expect(next([sent(0, { replied_at: launchedAt })])).toEqual({ kind: 'end', why: 'replied' });
    expect(next([sent(0, { state: 'error', error_reason: 'bounce' })])).toEqual({ kind: 'end', why: 'bounced' });
    expect(next([sent(0, { state: 'error', error_reason: 'unsunscribed' })])).toEqual({ kind: 'end', why: 'unsubscribed' });
  });

  it('[MAIL-050] [SEND-027] is nothing behind one that failed, until that is sent once more; never one that may have left', () => {
    const failed = sent(0, { state: 'error', sent_at: null, error_reason: 'max_retries' });
    expect(next([failed])).toEqual({ kind: 'failed', reason: 'max_retries' });
    expect(next([failed], { retry: true })).toMatchObject({ kind: 'send', step: 0 });
    expect(next([sent(0, { state: 'unknown', error_reason: 'unknown_outcome' })], { retry: true })).toEqual({
      kind: 'failed',
      reason: 'unknown_outcome',
    });
  });

  it('passes over what was put before the furthest one, and goes on behind one that was deleted', () => {
    const inserted = [step(3, { position: 0 }), step(0, { position: 1 }), step(1, { position: 2 })];
    expect(next([sent(0)], { steps: inserted })).toMatchObject({ step: 1 });
    expect(next([sent(0)], { steps: [step(1, { position: 0 }), step(2, { position: 1 })] })).toMatchObject({ step: 1 });
  });
});

describe('the schedule of a message', () => {
  it('[MAIL-010] [MAIL-011] [SEND-016] is said in the words of the form', () => {
    const windowed = { ...plain, send_delay: 3 * day, send_time_from: '09:00:00', send_time_to: '12:00:00' };
    expect(conditionOf(windowed, '+03')).toEqual({ days: 3, hours: 10, minutes: 30, plus_minus: 90, utc: '+03' });
    expect(conditionOf({ ...plain, send_delay: day + 7260 }, '+00')).toEqual({ days: 1, hours: 2, minutes: 1, plus_minus: 0, utc: '+00' });
  });

  it('[SEND-018] [SEND-019] takes whole offsets as zones and windows of an hour or more', () => {
    expect([zoneOfOffset('+03'), zoneOfOffset('-11'), zoneOfOffset('+00')]).toEqual(['Etc/GMT-3', 'Etc/GMT+11', 'Etc/UTC']);
    expect(windowProblem('09:00:00', '09:59:59')).toBe('to');
    expect(windowProblem('09:00:00', '10:00:00')).toBeUndefined();
    expect(windowProblem(null, '10:00:00')).toBe('from');
  });

  it('[DEC-03] [SEQ-015] never comes before its delay, and always lies inside its window', () => {
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
        // A day is an hour shorter where the clocks go forward, and wall clocks show whole seconds; an hour of the day may lie before that of the last message.
        const whole = Math.floor(schedule.send_delay / day) - (schedule.send_time === null ? 0 : 1);
        const least = schedule.send_time === null ? schedule.send_delay * 1000 : Math.max(0, whole) * day * 1000;
        expect({ inside, isLate: due.getTime() >= moment + Math.max(0, least - 3601_000) }).toEqual({ inside: true, isLate: true });
        expect(!hours || isInside(reenter(due, hours), hours)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

describe('limits', () => {
  it('[DEC-10] let a new mailbox grow into its limit, and vary the pause from message to message', () => {
    const connectedAt = launchedAt;
    const after = (days: number) => rampedLimit(50, { connectedAt, now: new Date(connectedAt.getTime() + days * day * 1000), ramps: true });
    expect([0, 1, 2, 3, 30].map(after)).toEqual([20, 30, 40, 50, 50]);
    expect(rampedLimit(null, { connectedAt, now: connectedAt, ramps: true })).toBeNull();
    assert(
      property(integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const gap = jitteredGap(120, seed);
        expect(gap).toBeGreaterThanOrEqual(90_000);
        expect(gap).toBeLessThanOrEqual(150_000);
      }),
    );
    expect(new Set(Array.from({ length: 50 }, (_, seed) => jitteredGap(120, seed))).size).toBeGreaterThan(30);
  });

  it('obey what a server asks to wait', () => {
    expect(retryAfterOf('421 4.7.0 Too many messages, try again in 5 minutes')).toBe(300);
    expect(retryAfterOf('450 Retry-After: 30')).toBe(30);
    expect(retryAfterOf('451 please retry after 2 hours')).toBe(7200);
    expect(retryAfterOf('550 no such user 12')).toBeUndefined();
  });

  it('A/B: name a leader only where people tell the forms apart', () => {
    expect(leaderOf({ sent: 100, replied: 20 }, { sent: 100, replied: 5 })).toBe('a');
    expect(leaderOf({ sent: 100, replied: 5 }, { sent: 100, replied: 20 })).toBe('b');
    expect(leaderOf({ sent: 100, replied: 10 }, { sent: 100, replied: 12 })).toBeNull();
    expect(leaderOf({ sent: 4, replied: 4 }, { sent: 4, replied: 0 })).toBeNull();
    assert(
      property(array(integer({ min: 0, max: 500 }), { minLength: 4, maxLength: 4 }), ([a = 0, b = 0, c = 0, d = 0]) => {
        const [one, other] = [
          { sent: a + b, replied: a },
          { sent: c + d, replied: c },
        ];
        const [leader, mirrored] = [leaderOf(one, other), leaderOf(other, one)];
        expect(mirrored).toBe(leader === null ? null : leader === 'a' ? 'b' : 'a');
      }),
    );
  });
});
