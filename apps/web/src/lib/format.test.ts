import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDate, formatMonthAfter, formatNumber, formatPercent, formatRelative, formatSize, groupSeparator } from './format.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('formatting numbers, dates and sizes', () => {
  it('[I18N-001] writes numbers as each language does', () => {
    expect(formatNumber(12_408, 'en')).toBe('12,408');
    expect(plain(formatNumber(12_408, 'ru'))).toBe('12 408');
  });

  it('[I18N-001] returns the group separator of numbers', () => {
    expect([groupSeparator('en'), plain(groupSeparator('ru'))]).toEqual([',', ' ']);
  });

  it('[I18N-001] formats percentages by language and never rounds a small share to zero', () => {
    expect([formatPercent(0.574, 'en'), formatPercent(0, 'en'), formatPercent(0.004, 'en')]).toEqual(['57%', '0%', '0.4%']);
    expect(plain(formatPercent(0.57, 'ru'))).toBe('57 %');
  });

  it('[I18N-001] formats a date without time independently of the time zone', () => {
    const now = new Date(2025, 5, 1);
    expect(formatDate('2026-03-01', 'en', { now })).toBe('1 Mar 2026');
    expect(plain(formatDate('2026-03-01', 'ru', { now }))).toBe('1 мар. 2026 г.');
  });

  it('[I18N-001] omits the current year in dates but not in months', () => {
    const now = new Date(2026, 11, 31, 23, 59);
    expect(formatDate('2026-03-01', 'en', { now })).toBe('1 Mar');
    expect(plain(formatDate('2026-03-01', 'ru', { now }))).toBe('1 мар.');
    const evening = new Date(2026, 10, 25, 14, 5);
    expect(formatDate(evening, 'en', { style: 'dateTime', now })).toBe('25 Nov, 14:05');
    expect(plain(formatDate(evening, 'ru', { style: 'dateTime', now }))).toBe('25 нояб., 14:05');
    expect(formatDate(new Date(2027, 0, 1, 0, 1), 'en', { style: 'dateTime', now })).toBe('1 Jan 2027, 00:01');
    expect(formatDate('2026-03', 'en', { style: 'month', now })).toBe('Mar 2026');
  });

  it('[I18N-001] uses the form of the month that follows a preposition', () => {
    expect([formatMonthAfter('2026-07', 'en'), formatMonthAfter('2026-05-31', 'ru'), formatMonthAfter('2019', 'ru')]).toEqual([
      'Jul 2026',
      'мая 2026',
      '2019',
    ]);
  });

  it('[I18N-001] formats relative times in words', () => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    expect(formatRelative('2026-03-10T11:59:40Z', 'en', now)).toBe('now');
    expect(formatRelative('2026-03-09T11:00:00Z', 'en', now)).toBe('yesterday');
    expect(formatRelative('2026-03-05T12:00:00Z', 'ru', now)).toBe('5 дней назад');
    expect(formatRelative('2026-03-10T15:00:00Z', 'en', now)).toBe('in 3 hours');
  });

  it('[I18N-001] [PROF-060] formats sizes from B to TB', () => {
    expect(plain(formatSize(0, 'en'))).toBe('0 B');
    expect(plain(formatSize(1536, 'en'))).toBe('1.5 KB');
    expect(plain(formatSize(1024 ** 2 - 1, 'en'))).toBe('1 MB');
    expect(plain(formatSize(5 * 1024 ** 4, 'ru'))).toBe('5 ТБ');
  });

  it('[I18N-001] never shows 1024 of a unit if a larger one exists', () => {
    assert(
      property(integer({ min: 0, max: 1024 ** 4 - 1 }), (bytes) => {
        expect(Number(formatSize(bytes, 'en').replaceAll(/[^\d.]/g, ''))).toBeLessThan(1024);
      }),
    );
  });
});
