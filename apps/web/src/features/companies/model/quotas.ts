import type { Language } from '@headwater/contract/errors';
import type { QuotaView } from '@headwater/contract/quotas';
import { formatDate } from '#lib/format.ts';

/** Such as '1 Jan – 31 Mar 2027', without line breaks in a day. */
export function quotaDays({ from, till }: Pick<QuotaView, 'from' | 'till'>, language: Language): string {
  const day = (date: string) => formatDate(date, language, 'date').replaceAll(' ', '\u00a0');
  return `${day(from)} – ${day(till)}`;
}

export const isOpen = ({ state }: Pick<QuotaView, 'state'>): boolean => state === 'current' || state === 'coming';
