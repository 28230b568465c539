import { expect, it } from 'vitest';
import { readTime } from './time-of-day.ts';

it('[I18N-001] reads a time of 24 hours however it is typed', () => {
  expect(['9', '09', '9:30', '930', '0930', '9.30', ' 18 00 ', '23:59', '0'].map(readTime)).toEqual([
    '09:00',
    '09:00',
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '18:00',
    '23:59',
    '00:00',
  ]);
  for (const none of ['', '24', '12:60', '9:3', 'noon', '9 pm', '12345']) expect([none, readTime(none)]).toEqual([none, undefined]);
});
