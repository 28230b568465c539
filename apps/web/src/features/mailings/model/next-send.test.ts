import { expect, it } from 'vitest';
import { nextSend } from './next-send.ts';

const now = new Date('2026-03-02T10:00:00Z');
const later = '2026-03-02T10:00:01.000Z';

it('[SEQ-009] the next message goes at its time, or immediately if it is due, but never after an end or in an inactive list', () => {
  const running = { status: 'sending', now } as const;
  expect(nextSend({ next_send_at: later, ended: null }, running)).toEqual({ at: later });
  expect(nextSend({ next_send_at: later, ended: null }, { status: 'pending', now })).toEqual({ at: later });
  expect(nextSend({ next_send_at: now.toISOString(), ended: null }, running)).toBe('immediately');
  expect(nextSend({ next_send_at: null, ended: null }, running)).toBeUndefined();
  expect(nextSend({ next_send_at: later, ended: 'replied' }, running)).toBeUndefined();
  for (const status of ['draft', 'stopped', 'finished'] as const)
    expect(nextSend({ next_send_at: later, ended: null }, { status, now })).toBeUndefined();
});

it('[SEQ-009] a due message is queued while a limit or pause blocks the first one', () => {
  const due = { next_send_at: now.toISOString(), ended: null };
  const running = { status: 'sending', now } as const;
  const limited = { reason: 'daily_limit', text: 'The daily limit is used up', expected_at: '2026-03-03T00:00:00.000Z' } as const;
  expect(nextSend(due, { ...running, first: limited })).toEqual({ queued: true, at: limited.expected_at, because: limited.text });
  expect(nextSend(due, { ...running, first: { ...limited, expected_at: null } })).toEqual({
    queued: true,
    at: null,
    because: limited.text,
  });
  expect(nextSend(due, { ...running, first: { ...limited, expected_at: later } })).toBe('immediately');
  expect(nextSend(due, { ...running, first: { ...limited, reason: 'leaving', expected_at: null } })).toBe('immediately');
  expect(nextSend({ next_send_at: later, ended: null }, { ...running, first: limited })).toEqual({ at: later });
});
