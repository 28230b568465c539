import { expect, it } from 'vitest';
import { nextSend } from './next-send.ts';

const now = new Date('2026-03-02T10:00:00Z');
const later = '2026-03-02T10:00:01.000Z';

it('[SEQ-009] the next message goes at its moment, immediately once that has come, and never behind an end or in a list at rest', () => {
  const running = { status: 'sending', now } as const;
  expect(nextSend({ next_send_at: later, ended: null }, running)).toEqual({ at: later });
  expect(nextSend({ next_send_at: later, ended: null }, { status: 'pending', now })).toEqual({ at: later });
  expect(nextSend({ next_send_at: now.toISOString(), ended: null }, running)).toBe('immediately');
  expect(nextSend({ next_send_at: null, ended: null }, running)).toBeUndefined();
  expect(nextSend({ next_send_at: later, ended: 'replied' }, running)).toBeUndefined();
  for (const status of ['draft', 'stopped', 'finished'] as const)
    expect(nextSend({ next_send_at: later, ended: null }, { status, now })).toBeUndefined();
});
