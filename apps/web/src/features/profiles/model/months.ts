import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';

/** Formats 'YYYY-MM' as a month; 'YYYY' stays unchanged. */
export const monthOrYear = (date: string): string => (date.length > 4 ? formatDate(date, currentLanguage(), 'month') : date);
