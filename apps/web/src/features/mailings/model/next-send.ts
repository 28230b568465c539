import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';

interface Standing {
  status: MailingListView['status'];
  now: Date;
}

/** SEQ-009: when the next message to a recipient goes: at a moment, immediately where that has come, or not at all as the list stands. */
export function nextSend(
  { next_send_at: at, ended }: Pick<MailingRecipientView, 'next_send_at' | 'ended'>,
  { status, now }: Standing,
): 'immediately' | { at: string } | undefined {
  if (ended || at === null || (status !== 'sending' && status !== 'pending')) return undefined;
  return Date.parse(at) <= now.getTime() ? 'immediately' : { at };
}
