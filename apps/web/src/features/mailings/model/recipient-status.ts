import type { MailingRecipientView, RecipientMessageView } from '@headwater/contract/mailing-recipients';
import { type MessageStatusName, messageStatusOf } from '#ui/MessageStatusPill.tsx';

export const statusOfMessage = ({
  status,
  error_reason: reason,
}: Pick<RecipientMessageView, 'status' | 'error_reason'>): MessageStatusName => messageStatusOf(status, reason);

export function statusOfRecipient({
  status,
  ended,
  messages,
}: Pick<MailingRecipientView, 'status' | 'ended' | 'messages'>): MessageStatusName {
  if (status === 'replied') return 'replied';
  if (ended === 'unsubscribed' || ended === 'bounced') return ended;
  if (status === 'error') return messageStatusOf(status, messages.findLast(({ status: one }) => one === 'error')?.error_reason);
  // Recipients who got a message keep their status.
  if (ended === 'by_hand' && status !== 'sent' && status !== 'opened') return 'stopped';
  return messageStatusOf(status);
}
