import type { Language } from '@headwater/contract/errors';

type Moment = string | number | Date;
const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

/** Intl formatters are costly to make and cheap to keep. */
function kept<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(key: string, make: () => T): T {
  const known = cache.get(key) as T | undefined;
  if (known) return known;
  const made = make();
  cache.set(key, made);
  return made;
}

/** 12408 -> '12,408' (en), '12 408' (ru, non-breaking). */
export const formatNumber = (value: number, language: Language): string =>
  kept(`n${language}`, () => new Intl.NumberFormat(language)).format(value);

/** 0.57 -> '57%', '57 %' in Russian; below one in a hundred with a decimal, so that a few are not nobody. */
export const formatPercent = (share: number, language: Language): string => {
  const digits = share > 0 && share < 0.01 ? 1 : 0;
  return kept(`p${language}${digits}`, () => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits })).format(
    share,
  );
};

const styles = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit' },
  month: { month: 'short', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** '2026-03-01' -> '1 Mar 2026', '1 мар. 2026 г.'. A day without a time is that day in every zone. */
export function formatDate(moment: Moment, language: Language, style: keyof typeof styles = 'date'): string {
  const plainDay = typeof moment === 'string' && /^\d{4}-\d{2}(?:-\d{2})?$/.test(moment);
  const locale = language === 'en' ? 'en-GB' : 'ru-RU';
  const options: Intl.DateTimeFormatOptions = plainDay ? { ...styles[style], timeZone: 'UTC' } : styles[style];
  return kept(`d${locale}${style}${plainDay}`, () => new Intl.DateTimeFormat(locale, options)).format(new Date(moment));
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** '2 days ago', 'yesterday', 'in 3 hours'; within a minute 'now'. `now` in milliseconds. */
export function formatRelative(moment: Moment, language: Language, now: number): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  const format = kept(`r${language}`, () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', Infinity] as const);
  return format.format(Math.trunc(seconds / length), unit);
}

const sizeUnits = { en: ['B', 'KB', 'MB', 'GB', 'TB'], ru: ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'] } as const;

/** 1536 -> '1.5 KB'. Powers of 1024, at most one decimal, B to TB. */
export function formatSize(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
  const value = Math.round((bytes / 1024 ** power) * 10) / 10;
  // 1023.96 KB rounds up to a whole unit of the next size.
  const [shown, unit] = value >= 1024 && power < 4 ? [1, power + 1] : [value, power];
  return `${formatNumber(shown, language)}\u00a0${sizeUnits[language][unit]}`;
}
