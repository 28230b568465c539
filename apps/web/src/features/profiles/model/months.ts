import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';

/** 'YYYY-MM' as a month, 'YYYY' as it is. */
export const monthOrYear = (date: string): string => (date.length > 4 ? formatDate(date, currentLanguage(), 'month') : date);
