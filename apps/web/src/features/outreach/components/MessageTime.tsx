import type { SentMessage } from '@headwater/contract/outreach';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { isQueued } from '../model/waiting.ts';

export function MessageTime({ message }: { message: Pick<SentMessage, 'status' | 'sent_at' | 'send_at'> }) {
  const { t } = useTranslation('outreach');
  if (isQueued(message)) return t('inQueue');
  return <RelativeTime value={message.sent_at ?? message.send_at} />;
}
