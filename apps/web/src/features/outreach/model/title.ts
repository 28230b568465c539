import { isMessenger } from '@headwater/domain/outreach/channels';
import type { SentMessage } from '@headwater/contract/outreach';
import type { TFunction } from '#lib/translate.ts';

export const titleOf = ({ channel, subject }: Pick<SentMessage, 'channel' | 'subject'>, t: TFunction<'outreach'>): string =>
  subject || t(isMessenger(channel) ? 'byTelegram' : 'noSubject');
