import { expect, it } from 'vitest';
import { expiredBackups, isBackupName, nameOf } from './retention.ts';

const dayMs = 86_400_000;
/** A backup of each day, the last one on Monday, 30 November 2026. */
const last = new Date('2026-11-30T02:00:00.123Z');
const daily = (count: number, hour = 0) =>
  Array.from({ length: count }, (_, back) => nameOf(new Date(last.getTime() - back * dayMs + hour)));
const keptOf = (names: string[], keep: { days: number; weeks: number }) => {
  const expired = new Set(expiredBackups(names, keep));
  return names.filter((name) => !expired.has(name)).map((name) => name.slice(10, 20));
};

it('names backups by their time, in order', () => {
  expect(nameOf(last)).toBe('headwater-2026-11-30T020000Z');
  expect(isBackupName('headwater-2026-11-30T020000Z')).toBe(true);
});

it('[OPS-001] keeps the newest backups of days, and the newest of weeks', () => {
  expect(keptOf(daily(40), { days: 3, weeks: 4 })).toEqual([
    '2026-11-30',
    '2026-11-29',
    '2026-11-28',
    // Sundays, the last backups of their weeks; the first two weeks are those of Monday and of the 29th.
    '2026-11-22',
    '2026-11-15',
  ]);
  expect(keptOf(daily(40), { days: 7, weeks: 0 })).toHaveLength(7);
});

it('keeps one backup of a day', () => {
  expect(keptOf([...daily(2, 3_600_000), ...daily(2)], { days: 2, weeks: 0 })).toHaveLength(2);
});

it('deletes nothing because time passed, and never the newest', () => {
  const old = [nameOf(new Date('2020-01-01T02:00:00Z')), nameOf(new Date('2019-01-01T02:00:00Z'))];
  expect(expiredBackups(old, { days: 2, weeks: 0 })).toEqual([]);
  expect(keptOf(old, { days: 0, weeks: 0 })).toEqual(['2020-01-01']);
});

it('leaves everything else in the folder alone', () => {
  const others = [
    '2026-11-29',
    'headwater-2026-11-01',
    '.headwater-2026-11-01T020000Z.part',
    'lost+found',
    'headwater-2026-11-01T020000Z.tar',
  ];
  expect(expiredBackups([...others, ...daily(3)], { days: 1, weeks: 0 })).toHaveLength(2);
});
