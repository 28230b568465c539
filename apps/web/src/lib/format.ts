import type { Language } from '@headwater/contract/errors';

type Moment = string | number | Date;
const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

/** Intl formatters are expensive to create. */
function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(key: string, make: () => T): T {
  const known = cache.get(key) as T | undefined;
  if (known) return known;
  const made = make();
  cache.set(key, made);
  return made;
}

/** 12408 -> '12,408' (en), '12 408' (ru, non-breaking). */
export const formatNumber = (value: number, language: Language): string =>
  cached(`n${language}`, () => new Intl.NumberFormat(language)).format(value);

export const groupSeparator = (language: Language): string =>
  new Intl.NumberFormat(language).formatToParts(10_000).find(({ type }) => type === 'group')?.value ?? '';

/** 0.57 -> '57%' (en), '57 %' (ru). Below 1 % with a decimal, so that it is never zero. */
export const formatPercent = (share: number, language: Language): string => {
  const digits = share > 0 && share < 0.01 ? 1 : 0;
  return cached(`p${language}${digits}`, () => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits })).format(
    share,
  );
};

const dayMonth = { day: 'numeric', month: 'short' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;
const styles = {
  date: { ...dayMonth, year: 'numeric' },
  dateTime: { ...dayMonth, year: 'numeric', ...time },
  time,
  month: { month: 'short', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;
const withinYear: Partial<Record<keyof typeof styles, Intl.DateTimeFormatOptions>> = { date: dayMonth, dateTime: { ...dayMonth, ...time } };

const localeOf = (language: Language) => (language === 'en' ? 'en-GB' : 'ru-RU');

interface DateOptions {
  style?: keyof typeof styles;
  now?: Date;
}

/**
 * '2026-03-01' -> '1 Mar' within 2026, else '1 Mar 2026'. A date without time is the same day in
 * every zone.
 */
export function formatDate(moment: Moment, language: Language, options: keyof typeof styles | DateOptions = {}): string {
  const { style = 'date', now = new Date() } = typeof options === 'string' ? { style: options } : options;
  const plainDay = typeof moment === 'string' && /^\d{4}-\d{2}(?:-\d{2})?$/.test(moment);
  const date = new Date(moment);
  const isThisYear = (plainDay ? date.getUTCFullYear() : date.getFullYear()) === now.getFullYear();
  const shown = (isThisYear && withinYear[style]) || styles[style];
  const zone = plainDay ? { timeZone: 'UTC' } : {};
  const key = `d${language}${style}${plainDay}${isThisYear}`;
  return cached(key, () => new Intl.DateTimeFormat(localeOf(language), { ...shown, ...zone })).format(date);
}

/** '2026-07' -> 'Jul 2026', 'июл. 2026': the form after a preposition. '2026' stays unchanged. */
export function formatMonthAfter(date: string, language: Language): string {
  if (!/^\d{4}-\d{2}/.test(date)) return date;
  const format = cached(
    `a${language}`,
    () => new Intl.DateTimeFormat(localeOf(language), { ...dayMonth, timeZone: 'UTC' }),
  ) as Intl.DateTimeFormat;
  const month = format.formatToParts(new Date(`${date.slice(0, 7)}-01`)).find(({ type }) => type === 'month')?.value ?? '';
  return `${month} ${date.slice(0, 4)}`;
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** '2 days ago', 'yesterday', 'in 3 hours'; 'now' within a minute. `now` in milliseconds. */
export function formatRelative(moment: Moment, language: Language, now: number): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  const format = cached(`r${language}`, () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', Infinity] as const);
  return format.format(Math.trunc(seconds / length), unit);
}

const sizeUnits = { en: ['B', 'KB', 'MB', 'GB', 'TB'], ru: ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'] } as const;

/** 1536 -> '1.5 KB'. Powers of 1024, at most one decimal, B to TB. */
export function formatSize(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
  const value = Math.round((bytes / 1024 ** power) * 10) / 10;
  // 1023.96 KB rounds up to 1 MB.
  const [shown, unit] = value >= 1024 && power < 4 ? [1, power + 1] : [value, power];
  return `${formatNumber(shown, language)}\u00a0${sizeUnits[language][unit]}`;
}

/** '2026-11-29' in the time zone of the browser. Swedish dates have the ISO form. */
export const today = (): string => new Intl.DateTimeFormat('sv-SE').format(new Date());
