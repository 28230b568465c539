import { expect, it } from 'vitest';
import { snoozeTimes } from './snooze-times.ts';

const shown = (now: string) => snoozeTimes(new Date(now)).map(({ key, at }) => `${key} ${at.getDate()} ${at.getHours()}:00`);

it('[SENT-001] offers times after now, each day once', () => {
  expect(shown('2026-11-25T10:00')).toEqual(['today 25 18:00', 'tomorrow 26 9:00', 'monday 30 9:00', 'week 2 9:00']);
  expect(shown('2026-11-25T17:30')).toEqual(['tomorrow 26 9:00', 'monday 30 9:00', 'week 2 9:00']);
  // Sunday: Monday is tomorrow. Monday: the next one is in a week.
  expect(shown('2026-11-29T10:00')).toEqual(['today 29 18:00', 'tomorrow 30 9:00', 'week 6 9:00']);
  expect(shown('2026-11-30T10:00')).toEqual(['today 30 18:00', 'tomorrow 1 9:00', 'monday 7 9:00']);
});
