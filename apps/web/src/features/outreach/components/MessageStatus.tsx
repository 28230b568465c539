import type { SentMessage } from '@headwater/contract/outreach';
import { useTranslation } from '#lib/use-translation.ts';
import { MessageStatusPill, messageStatusOf } from '#ui/MessageStatusPill.tsx';

/** SENT-002 */
export function MessageStatus({ message }: { message: Pick<SentMessage, 'status' | 'label' | 'error_reason'> }) {
  const { t } = useTranslation('outreach');
  return (
    <MessageStatusPill status={messageStatusOf(message.status, message.error_reason)}>{t(`label.${message.label}`)}</MessageStatusPill>
  );
}
