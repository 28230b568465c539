import type { Language } from '@headwater/contract/errors';
import type { QuotaView } from '@headwater/contract/quotas';
import { formatDate } from '#lib/format.ts';

/** '1 Jan – 31 Mar 2027'. */
export const quotaDays = ({ from, till }: Pick<QuotaView, 'from' | 'till'>, language: Language): string =>
  `${formatDate(from, language, 'date')} – ${formatDate(till, language, 'date')}`;

/** Whether contacts may be opened from it, now or later. */
export const isOpen = ({ state }: Pick<QuotaView, 'state'>): boolean => state === 'current' || state === 'coming';
