import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { languageName } from '#lib/names.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { monthOrYear } from '../model/months.ts';

type Entry = Readonly<Record<string, unknown>>;

const names = ['title', 'institution', 'name', 'url', 'city', 'country', 'race'] as const;
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

export function useEntryWords(): (value: unknown) => string {
  const { t } = useTranslation('profiles');
  const language = currentLanguage();
  const plain = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    const text = textOf(value);
    if (text === 'male' || text === 'female') return t(`genders.${text}`);
    return isDay(text) ? formatDate(text, language) : text;
  };
  const parts = (entry: Entry): string[] => {
    const { code, level, amount, currency, company, field, start, end } = entry;
    if (typeof amount === 'number') return [`${formatNumber(amount, language)} ${textOf(currency)}`];
    if (typeof code === 'string') return [languageName(code), level ? t(`languageLevel.${level as 'basic'}`) : ''];
    const name = names.find((key) => entry[key]);
    const years = [entry['start_year'] ?? (start && monthOrYear(textOf(start))), entry['end_year'] ?? (end && monthOrYear(textOf(end)))];
    return [
      name ? textOf(entry[name]) : '',
      textOf(company),
      textOf(field),
      plain(entry['gender']),
      years.filter(Boolean).join(' – '),
      textOf(entry['year']),
    ];
  };
  return (value) =>
    typeof value === 'object' && value !== null
      ? parts(value as Entry)
          .filter(Boolean)
          .join(', ')
      : plain(value);
}
