import { describe, expect, it } from 'vitest';
import { nextOf, type PlannedStep, type StepMessage } from './next-step.ts';
import type { StepSchedule } from './schedule.ts';

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

describe('next step of a recipient', () => {
  it('[MAIL-008] is the first message immediately, and each later one after its delay', () => {
    expect(next([])).toEqual({ kind: 'send', step: 0, at: launchedAt });
    expect(next([sent(0)])).toEqual({ kind: 'send', step: 1, at: new Date(launchedAt.getTime() + 3 * day * 1000) });
    expect(next([sent(0), sent(1), sent(2)])).toEqual({ kind: 'end', why: 'finished' });
    expect(next([sent(0), sent(1, { state: 'handed_over' })])).toEqual({ kind: 'wait' });
  });

  it('[MAIL-054] ends at a reply, a bounce and an unsubscription', () => {
    expect(next([sent(0, { replied_at: launchedAt })])).toEqual({ kind: 'end', why: 'replied' });
    expect(next([sent(0, { state: 'error', error_reason: 'bounce' })])).toEqual({ kind: 'end', why: 'bounced' });
    expect(next([sent(0, { state: 'error', error_reason: 'unsunscribed' })])).toEqual({ kind: 'end', why: 'unsubscribed' });
  });

  it('[MAIL-050] [SEND-027] waits after a failed message until it is resent, and never follows one of unknown outcome', () => {
    const failed = sent(0, { state: 'error', sent_at: null, error_reason: 'max_retries' });
    expect(next([failed])).toEqual({ kind: 'failed', reason: 'max_retries' });
    expect(next([failed], { retry: true })).toMatchObject({ kind: 'send', step: 0 });
    expect(next([sent(0, { state: 'unknown', error_reason: 'unknown_outcome' })], { retry: true })).toEqual({
      kind: 'failed',
      reason: 'unknown_outcome',
    });
  });

  it('skips steps inserted before the furthest one, and continues after a deleted one', () => {
    const inserted = [step(3, { position: 0 }), step(0, { position: 1 }), step(1, { position: 2 })];
    expect(next([sent(0)], { steps: inserted })).toMatchObject({ step: 1 });
    expect(next([sent(0)], { steps: [step(1, { position: 0 }), step(2, { position: 1 })] })).toMatchObject({ step: 1 });
  });
});
