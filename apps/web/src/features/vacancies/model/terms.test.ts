import { vacancy } from '@headwater/contract/vacancies';
import { describe, expect, it } from 'vitest';
import { emptiestOf } from '#testing/emptiest.ts';
import { salaryText, termsOf } from './terms.ts';

const t = ((key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')) as Parameters<
  typeof termsOf
>[1];
const plain = emptiestOf(vacancy);

const salary = (from: number | null, to: number | null) =>
  salaryText({ salary_from: from, salary_to: to, salary_currency: 'RUB' }, t, 'en');

describe('terms of a vacancy', () => {
  it('show what is stated, in the numbers of the language', () => {
    const stated = { ...plain, location: 'Berlin', salary_from: 70_000, salary_to: 90_000, salary_currency: 'EUR' as const, headcount: 2 };
    expect(termsOf({ ...stated, deadline: '2099-01-31' }, t, 'en')).toEqual([
      'Berlin',
      '70,000–90,000 EUR',
      'openings 2',
      'until 31 Jan 2099',
    ]);
    expect(termsOf(stated, t, 'ru')[1]).toBe('70\u00a0000–90\u00a0000 EUR');
    expect(termsOf({ ...plain, location: '', salary_from: null, salary_to: null, headcount: null, deadline: null }, t, 'en')).toEqual([]);
  });

  it('show a salary with one end, or one amount', () => {
    expect([salary(1000, null), salary(null, 2000), salary(5, 5)]).toEqual(['salaryAtLeast 1,000 RUB', 'salaryAtMost 2,000 RUB', '5 RUB']);
  });
});
