import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDate, formatNumber, formatPercent, formatRelative, formatSize } from './format.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('numbers, dates and sizes', () => {
  it('[I18N-001] writes numbers as each language does', () => {
    expect(formatNumber(12_408, 'en')).toBe('12,408');
    expect(plain(formatNumber(12_408, 'ru'))).toBe('12 408');
  });

  it('[I18N-001] writes shares as each language does, and a few of many not as none', () => {
    expect([formatPercent(0.574, 'en'), formatPercent(0, 'en'), formatPercent(0.004, 'en')]).toEqual(['57%', '0%', '0.4%']);
    expect(plain(formatPercent(0.57, 'ru'))).toBe('57 %');
  });

  it('[I18N-001] writes a plain day as that day, whatever the zone', () => {
    expect(formatDate('2026-03-01', 'en')).toBe('1 Mar 2026');
    expect(plain(formatDate('2026-03-01', 'ru'))).toBe('1 мар. 2026 г.');
  });

  it('[I18N-001] says how long ago in words', () => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    expect(formatRelative('2026-03-10T11:59:40Z', 'en', now)).toBe('now');
    expect(formatRelative('2026-03-09T11:00:00Z', 'en', now)).toBe('yesterday');
    expect(formatRelative('2026-03-05T12:00:00Z', 'ru', now)).toBe('5 дней назад');
    expect(formatRelative('2026-03-10T15:00:00Z', 'en', now)).toBe('in 3 hours');
  });

  it('[I18N-001] [PROF-060] writes sizes from B to TB', () => {
    expect(plain(formatSize(0, 'en'))).toBe('0 B');
    expect(plain(formatSize(1536, 'en'))).toBe('1.5 KB');
    expect(plain(formatSize(1024 ** 2 - 1, 'en'))).toBe('1 MB');
    expect(plain(formatSize(5 * 1024 ** 4, 'ru'))).toBe('5 ТБ');
  });

  it('[I18N-001] never shows 1024 of a unit that has a next one', () => {
    assert(
      property(integer({ min: 0, max: 1024 ** 4 - 1 }), (bytes) => {
        expect(Number(formatSize(bytes, 'en').replaceAll(/[^\d.]/g, ''))).toBeLessThan(1024);
      }),
    );
  });
});
