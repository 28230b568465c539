import { expect, it } from 'vitest';
import { readTime, stepTime } from './time-of-day.ts';

it('[I18N-001] parses a 24-hour time in any notation', () => {
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
  expect(['9 pm', '9:30 PM', '12 am', '12pm', '1130 a.m.'].map(readTime)).toEqual(['21:00', '21:30', '00:00', '12:00', '11:30']);
  for (const none of ['', '24', '12:60', '9:3', 'noon', '13 pm', '0 am', '12345'])
    expect([none, readTime(none)]).toEqual([none, undefined]);
});

it('[I18N-001] steps a time across midnight and starts from the default without one', () => {
  expect(stepTime('09:00', 30, '18:00')).toBe('09:30');
  expect(stepTime('23:45', 30, '18:00')).toBe('00:15');
  expect(stepTime('0', -30, '18:00')).toBe('23:30');
  expect(stepTime('', 30, '18:00')).toBe('18:00');
});
