import { describe, expect, it } from 'vitest';
import { statusOf } from './message-status.ts';
import { afterHandOver, nextTry } from './retries.ts';

const now = new Date('2026-06-15T12:00:00Z');
const later = new Date(now.getTime() + 1000);
const message = { state: 'sent' as const, send_at: now, opened_at: null, replied_at: null, error_reason: null, suppression: null };

describe('message status', () => {
  it('[SEND-001] [SEND-002] follows state and time', () => {
    expect(statusOf({ ...message, state: 'planned', send_at: later }, now)).toBe('planned');
    expect(statusOf({ ...message, state: 'planned' }, now)).toBe('pending');
    for (const state of ['claimed', 'handed_over'] as const) expect(statusOf({ ...message, state }, now)).toBe('pending');
    for (const state of ['error', 'unknown'] as const) expect(statusOf({ ...message, state }, now)).toBe('error');
    expect(statusOf(message, now)).toBe('sent');
  });

  it('[SEND-001] distinguishes temporarily refused and suppressed messages from scheduled ones', () => {
    expect(statusOf({ ...message, state: 'planned', send_at: later, error_reason: 'soft_bounce' }, now)).toBe('soft_bounced');
    expect(statusOf({ ...message, state: 'error', error_reason: 'soft_bounce' }, now)).toBe('error');
    expect(statusOf({ ...message, state: 'planned', send_at: later, suppression: 'unsubscribed' }, now)).toBe('suppressed');
    expect(statusOf({ ...message, suppression: 'unsubscribed' }, now)).toBe('sent');
  });

  it('[SEND-004] [SEND-005] counts a reply as opened, and an opening as sent', () => {
    expect(statusOf({ ...message, opened_at: now }, now)).toBe('opened');
    expect(statusOf({ ...message, replied_at: now }, now)).toBe('replied');
    expect(statusOf({ ...message, opened_at: now, replied_at: now }, now)).toBe('replied');
  });
});

describe('failed attempt', () => {
  it('[SEND-032] is retried after 1, 5, 30, 120 and 360 minutes, then given up', () => {
    const minutes = [1, 2, 3, 4, 5].map((attempt) => ((nextTry(attempt, now)?.getTime() ?? 0) - now.getTime()) / 60_000);
    expect(minutes).toEqual([1, 5, 30, 120, 360]);
    expect(nextTry(6, now)).toBeUndefined();
    const refused = { kind: 'refused' as const, permanent: false, reason: 'unexpected' as const };
    expect(afterHandOver(refused, 6, now)).toEqual({ state: 'error', reason: 'max_retries' });
    expect(afterHandOver(refused, 1, now)).toEqual({ state: 'planned', sendAt: new Date(now.getTime() + 60_000) });
  });

  it('[SEND-008] ends as sent only if the provider says so, else as unknown', () => {
    expect(afterHandOver({ kind: 'accepted' }, 1, now)).toEqual({ state: 'sent' });
    expect(afterHandOver({ kind: 'lost' }, 1, now)).toEqual({ state: 'unknown', reason: 'unknown_outcome' });
    expect(afterHandOver({ kind: 'refused', permanent: true, reason: 'bounce' }, 1, now)).toEqual({ state: 'error', reason: 'bounce' });
  });
});
