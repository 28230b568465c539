import type { VacancyView } from '@headwater/contract/vacancies';
import type { Language } from '@headwater/contract/errors';
import { formatDate, formatNumber, today } from '#lib/format.ts';
import type { TFunction } from '#lib/translate.ts';

type Words = TFunction<'vacancies'>;
type Salary = Pick<VacancyView, 'salary_from' | 'salary_to' | 'salary_currency'>;

export function salaryText({ salary_from: from, salary_to: to, salary_currency: currency }: Salary, t: Words, language: Language): string {
  const number = (value: number) => formatNumber(value, language);
  const sign = currency ?? '';
  if (from !== null && to !== null) return from === to ? `${number(from)} ${sign}` : `${number(from)}–${number(to)} ${sign}`;
  if (from !== null) return t('salaryAtLeast', { amount: `${number(from)} ${sign}` });
  return to === null ? '' : t('salaryAtMost', { amount: `${number(to)} ${sign}` });
}

function deadlineText(deadline: string | null, t: Words, language: Language): string {
  if (deadline === null) return '';
  return t(deadline < today() ? 'overdue' : 'until', { day: formatDate(deadline, language) });
}

/** Location, salary, headcount and deadline, without those that are not stated. */
export function termsOf(vacancy: VacancyView, t: Words, language: Language): string[] {
  return [
    vacancy.location,
    salaryText(vacancy, t, language),
    vacancy.headcount === null ? '' : t('openings', { count: vacancy.headcount }),
    deadlineText(vacancy.deadline, t, language),
  ].filter((term) => term !== '');
}
