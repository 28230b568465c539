import type { SentMessage } from '@headwater/contract/outreach';
import type { TFunction } from '#lib/translate.ts';
import { messengerName } from '#ui/channels.ts';

export function titleOf({ channel, subject }: Pick<SentMessage, 'channel' | 'subject'>, t: TFunction<'outreach'>): string {
  const messenger = messengerName(channel);
  return subject || (messenger ? t('byMessenger', { messenger }) : t('noSubject'));
}
