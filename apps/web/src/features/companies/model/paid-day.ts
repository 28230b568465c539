import type { Language } from '@headwater/contract/errors';
import { formatDate } from '#lib/format.ts';

/** COMP-019: formats the UTC day. The local day of its last second differs in the east. */
export const formatPaidDay = (paidTill: string, language: Language): string => formatDate(paidTill.slice(0, 10), language, 'date');
