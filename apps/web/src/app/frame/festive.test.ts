import { expect, it } from 'vitest';
import { isFestive } from './festive.ts';

const at = (month: number, day: number, hour: number) => isFestive(new Date(2026, month - 1, day, hour, 59, 59));

it("[I18N-006] [I18N-008] is festive from 20 December to 10 January in the visitor's time zone", () => {
  expect([at(12, 19, 23), at(12, 20, 0), at(12, 31, 23), at(1, 1, 0), at(1, 10, 23), at(1, 11, 0), at(6, 25, 12)]).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
