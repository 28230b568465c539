import type { MailingRecipientView, RecipientMessageView } from '@headwater/contract/mailing-recipients';
import { type MessageStatusName, messageStatusOf } from '#ui/MessageStatusPill.tsx';

/** The status of one message to a recipient. */
export const statusOfMessage = ({
  status,
  error_reason: reason,
}: Pick<RecipientMessageView, 'status' | 'error_reason'>): MessageStatusName => messageStatusOf(status, reason);

/** How far writing to a recipient has got: what ended it, what went wrong with the last message, or the furthest that a message came. */
export function statusOfRecipient({
  status,
  ended,
  messages,
}: Pick<MailingRecipientView, 'status' | 'ended' | 'messages'>): MessageStatusName {
  if (status === 'replied') return 'replied';
  if (ended === 'unsubscribed' || ended === 'bounced') return ended;
  if (status === 'error') return messageStatusOf(status, messages.findLast(({ status: one }) => one === 'error')?.error_reason);
  // Who had got something keeps how far it came; the table says beside it that no more goes out.
  if (ended === 'by_hand' && status !== 'sent' && status !== 'opened') return 'stopped';
  return messageStatusOf(status);
}
