import { expect, it } from 'vitest';
import { isQueued } from './waiting.ts';

const now = new Date('2026-03-02T10:00:00Z');
const due = '2026-03-02T09:59:00Z';
const later = '2026-03-02T10:01:00Z';

it('finds due unsent messages, but not sent or later ones', () => {
  expect(isQueued({ status: 'pending', send_at: due }, now)).toBe(true);
  expect(isQueued({ status: 'planned', send_at: due }, now)).toBe(true);
  expect(isQueued({ status: 'planned', send_at: later }, now)).toBe(false);
  expect(isQueued({ status: 'sent', send_at: due }, now)).toBe(false);
});
