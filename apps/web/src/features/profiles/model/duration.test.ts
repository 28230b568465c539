import { experienceMonths } from '@headwater/domain/profiles/careers';
import { expect, it } from 'vitest';
import { heldMonths, yearsAndMonths } from './duration.ts';

const today = new Date(2026, 10, 22);

it('[PROF-013] counts the months of a job, including the first and last', () => {
  expect(heldMonths({ start: '2026-04', end: '2026-10' }, today)).toBe(7);
  expect(heldMonths({ start: '2025-11' }, today)).toBe(13);
  // Equals the total experience of a person with only this job.
  const [job, now] = [{ start: '2024-02', is_current: true }, new Date('2026-11-15T00:00:00Z')];
  expect(heldMonths(job, now)).toBe(experienceMonths([job], now));
  // Future months do not count.
  expect(heldMonths({ start: '2026-09', end: '2027-03' }, today)).toBe(3);
  expect(heldMonths({ start: '2018', end: '2021' }, today)).toBe(36);
  expect(heldMonths({ start: '2018', end: '2018' }, today)).toBeUndefined();
  expect(heldMonths({ end: '2018-03' }, today)).toBeUndefined();
  expect(heldMonths({ start: '2030-01' }, today)).toBeUndefined();
});

it('splits months into years and remaining months', () => {
  expect([yearsAndMonths(7), yearsAndMonths(12), yearsAndMonths(29)]).toEqual([
    [0, 7],
    [1, 0],
    [2, 5],
  ]);
});
