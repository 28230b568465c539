import type { SentMessage } from '@headwater/contract/outreach';
import type { TFunction } from '#lib/translate.ts';

/** What a message is called where it stands: its subject, or what it is. */
export const titleOf = ({ channel, subject }: Pick<SentMessage, 'channel' | 'subject'>, t: TFunction<'outreach'>): string =>
  subject || t(channel === 'telegram' ? 'byTelegram' : 'noSubject');
