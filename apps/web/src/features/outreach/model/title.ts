import type { SentMessage } from '@headwater/contract/outreach';
import type { TFunction } from '#lib/translate.ts';

export const titleOf = ({ channel, subject }: Pick<SentMessage, 'channel' | 'subject'>, t: TFunction<'outreach'>): string =>
  subject || t(channel === 'telegram' ? 'byTelegram' : 'noSubject');
