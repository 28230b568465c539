import { expect, it } from 'vitest';
import { isQueued } from './waiting.ts';

const now = new Date('2026-03-02T10:00:00Z');
const due = '2026-03-02T09:59:00Z';
const later = '2026-03-02T10:01:00Z';

it('tells what is due and has not left from what has left or leaves later', () => {
  expect(isQueued({ status: 'pending', send_at: due }, now)).toBe(true);
  expect(isQueued({ status: 'planned', send_at: due }, now)).toBe(true);
  expect(isQueued({ status: 'planned', send_at: later }, now)).toBe(false);
  expect(isQueued({ status: 'sent', send_at: due }, now)).toBe(false);
});
