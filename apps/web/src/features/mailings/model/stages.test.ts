import { describe, expect, it } from 'vitest';
import { funnelOf } from './stages.ts';

const totals = {
  draft: 0,
  sending: 0,
  not_sent: 0,
  sent: 0,
  viewed: 0,
  replied: 0,
  queued: 0,
  failed: 0,
  bounced: 0,
  unsubscribed: 0,
  suppressed: 0,
};
const of = (change: Partial<typeof totals>, all: number) =>
  Object.fromEntries(
    funnelOf({ totals: { ...totals, ...change }, recipients_count: all }).map(({ stage, count, share }) => [
      stage,
      share === undefined ? [count] : [count, Math.round(share * 100)],
    ]),
  );

describe('the funnel of a mailing', () => {
  it('[MAIL-020] [SEND-006] shows the sent share of all recipients, and the share of replies', () => {
    const running = {
      sending: 280,
      queued: 20,
      sent: 280,
      viewed: 140,
      replied: 14,
      bounced: 20,
      not_sent: 20,
      failed: 0,
      unsubscribed: 3,
    };
    expect(of(running, 320)).toEqual({
      queued: [20, 6],
      sent: [280, 88],
      opened: [140, 50],
      replied: [14, 5],
      bounced: [20, 7],
      unsubscribed: [3, 1],
    });
  });

  it('[MAIL-020] excludes recipients who wait for a follow-up from the queue', () => {
    expect(of({ sending: 305, sent: 305 }, 305)).toMatchObject({ queued: [0, 0], sent: [305, 100] });
  });

  it('[MAIL-020] has no shares without recipients', () => {
    expect(of({}, 0)).toEqual({ queued: [0], sent: [0], opened: [0], replied: [0], bounced: [0], unsubscribed: [0] });
  });
});
