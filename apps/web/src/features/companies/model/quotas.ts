import type { Language } from '@headwater/contract/errors';
import type { QuotaView } from '@headwater/contract/quotas';
import { formatDate } from '#lib/format.ts';

/** '1 Jan – 31 Mar 2027'; no line ends within a day. */
export function quotaDays({ from, till }: Pick<QuotaView, 'from' | 'till'>, language: Language): string {
  const day = (date: string) => formatDate(date, language, 'date').replaceAll(' ', '\u00a0');
  return `${day(from)} – ${day(till)}`;
}

/** Whether contacts may be opened from it, now or later. */
export const isOpen = ({ state }: Pick<QuotaView, 'state'>): boolean => state === 'current' || state === 'coming';
