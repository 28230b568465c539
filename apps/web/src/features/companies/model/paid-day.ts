import type { Language } from '@headwater/contract/errors';
import { formatDate } from '#lib/format.ts';

/** COMP-019: the day up to which a company has paid, as the form has it. It ends with its last second by UTC, which is the next day in the east. */
export const formatPaidDay = (paidTill: string, language: Language): string => formatDate(paidTill.slice(0, 10), language, 'date');
