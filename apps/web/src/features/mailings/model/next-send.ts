import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';
import { isSoon } from './launch-words.ts';

interface ListState {
  status: MailingListView['status'];
  /** The first due message and its reason to wait. Undefined until loaded. */
  first?: LaunchInfo['next_message'] | undefined;
  now: Date;
}

/** `queued`: due, but the mailbox is behind. `at`: when the queue continues, if known. */
type NextSend = 'immediately' | { at: string } | { queued: true; at: string | null; because: string };

/** SEQ-009: undefined if no message will be sent in the current state of the list. */
export function nextSend(
  { next_send_at: at, ended }: Pick<MailingRecipientView, 'next_send_at' | 'ended'>,
  { status, first, now }: ListState,
): NextSend | undefined {
  if (ended || at === null || (status !== 'sending' && status !== 'pending')) return undefined;
  if (Date.parse(at) > now.getTime()) return { at };
  if (!first || first.reason === 'leaving') return 'immediately';
  const { expected_at: expected, text: because } = first;
  return expected !== null && isSoon(expected, now) ? 'immediately' : { queued: true, at: expected, because };
}
