import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';

/** 'YYYY-MM' as a month, 'YYYY' as it is. */
export const monthOrYear = (date: string): string => (date.length > 4 ? formatDate(date, currentLanguage(), 'month') : date);

/** '2026-07' -> 'Jul 2026', 'июл. 2026': the form of the month that stands behind a preposition. '2026' stays. */
export function monthAfter(date: string): string {
  if (date.length === 4) return date;
  const [, month = '', year = ''] = /^\d+\s+(\S+)\s+(\d{4})/.exec(formatDate(`${date}-01`, currentLanguage())) ?? [];
  return `${month} ${year}`;
}
