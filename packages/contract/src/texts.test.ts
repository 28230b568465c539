import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { message } from './errors.ts';
import { readTexts, textKeys } from './texts.ts';
import { issueMessage } from './validation.ts';

const en = { found_one: '{{count}} profile', found_other: '{{count}} profiles', too_many: 'Too many', page: { title: 'Hello, {{name}}' } };
const ru = {
  found_one: '{{count}} профиль',
  found_few: '{{count}} профиля',
  found_many: '{{count}} профилей',
  found_other: '{{count}} профиля',
  too_many: 'Слишком много',
  page: { title: 'Здравствуйте, {{name}}' },
};
const read = readTexts({ en, ru });

describe('texts', () => {
  it('[I18N-011] have plural forms in both languages', () => {
    expect([1, 2, 21].map((count) => read('found', 'en', { count }))).toEqual(['1 profile', '2 profiles', '21 profiles']);
    expect([1, 2, 5, 11, 21].map((count) => read('found', 'ru', { count }))).toEqual([
      '1 профиль',
      '2 профиля',
      '5 профилей',
      '11 профилей',
      '21 профиль',
    ]);
    expect(message('field_too_long', 'en', { count: 1 })).toBe('Enter at most 1 character');
    expect(message('credits_too_few', 'ru', { count: 3, left: 2 })).toBe('Для этого нужно 3 кредита. У вашей компании осталось: 2');
  });

  it('[I18N-011] format numbers by language, and years as typed', () => {
    const parts = { hidden: 2241, available: 10_000, total: 20_000 };
    expect(message('export_limit', 'en', parts)).toContain('2,241 would be opened, 10,000 are left');
    expect(message('export_limit', 'ru', parts).replaceAll('\u00a0', ' ')).toContain('нужно открыть 2 241, в этом месяце осталось 10 000');
    const late = z.number().max(2100).safeParse(2101).error?.issues ?? [];
    expect(late.map((issue) => issueMessage(issue, 'en'))).toEqual(['Enter a number not greater than 2100']);
  });

  it('insert parts once and unchanged, so that user input is never interpreted', () => {
    expect(read('page.title', 'en', { name: '{{count}} $& $1' })).toBe('Hello, {{count}} $& $1');
    expect(read('page.title', 'ru')).toBe('Здравствуйте, {{name}}');
  });

  it('are addressed by name without the plural form, which lookalike names keep', () => {
    expect(textKeys(en)).toEqual(['found', 'too_many', 'page.title']);
  });
});
