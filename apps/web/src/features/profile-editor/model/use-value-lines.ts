import type { ProfileFormValues } from '@headwater/contract/profile-fragments';
import { formatDate, formatMonthAfter, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { placeLine } from '#lib/place-line.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { MergeRow } from './merge-rows.ts';

type Values = ProfileFormValues;
type Entry<Field extends keyof Values> = Extract<Values[Field], unknown[]>[number];

const joined = (parts: readonly (string | number | null | undefined | false)[], by = ', ') => parts.filter(Boolean).join(by);
type Moment = string | number | null | undefined;
const period = (start: Moment, end: Moment) => (start || end ? `${start || '…'} – ${end || '…'}` : '');
const month = (date: string | null | undefined) => date && formatMonthAfter(date, currentLanguage());
const inOneLine = new Set<MergeRow['field']>(['skills', 'interests', 'languages']);

function useEntries() {
  const { t } = useTranslation('profile-editor');
  const languages = new Intl.DisplayNames(currentLanguage(), { type: 'language' });
  const ofField: Partial<Record<MergeRow['field'], (entry: never) => string>> = {
    positions: ({ title, company, start, end, is_current: isCurrent }: Entry<'positions'>) =>
      joined([joined([title, company]), period(month(start), isCurrent && !end ? t('merge.now') : month(end))], ' · '),
    educations: ({ institution, start_year: start, end_year: end }: Entry<'educations'>) =>
      joined([institution, period(start, end)], ' · '),
    locations: (place: Entry<'locations'>) => placeLine(place),
    languages: ({ code, level }: Entry<'languages'>) => joined([languages.of(code) ?? code, level && t(`spoken.${level}`)], ' – '),
    courses_and_certificates: ({ name, year }: Entry<'courses_and_certificates'>) => joined([name, year]),
    links: ({ url }: Entry<'links'>) => url.replace(/^https?:\/\/(www\.)?/, ''),
    skills: ({ name }: Entry<'skills'>) => name,
  };
  return (field: MergeRow['field'], entry: unknown): string =>
    typeof entry === 'string' ? entry : (ofField[field]?.(entry as never) ?? '');
}

export function useValueLines() {
  const { t } = useTranslation('profile-editor');
  const entryOf = useEntries();
  const language = currentLanguage();
  return (field: MergeRow['field'], value: unknown): string[] => {
    if (value === null || value === undefined || value === '') return [];
    if (Array.isArray(value)) {
      const lines = value.map((entry) => entryOf(field, entry)).filter((line) => line !== '');
      return inOneLine.has(field) && lines.length > 0 ? [lines.join(', ')] : lines;
    }
    if (typeof value === 'boolean') return [t(value ? 'merge.yes' : 'merge.no')];
    if (typeof value !== 'string') {
      const { amount, currency } = value as NonNullable<Values['salary']>;
      return [`${formatNumber(amount, language)} ${currency}`];
    }
    if (field === 'birthdate_exact') return [formatDate(value, language)];
    if (field === 'gender') return [t(`merge.gender.${value as 'male' | 'female'}`)];
    return value.split(/\n+/);
  };
}
