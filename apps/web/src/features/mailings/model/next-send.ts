import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MailingListView } from '@headwater/contract/mailings';
import { isSoon } from './launch-words.ts';

interface Standing {
  status: MailingListView['status'];
  /** What the first of those whose moment has come waits for; undefined while that is not known. */
  first?: LaunchInfo['next_message'] | undefined;
  now: Date;
}

/** `queued`: its moment has come, and the mailbox has not got so far; `at`: when the first of those in the queue leaves, where anybody knows. */
export type NextSend = 'immediately' | { at: string } | { queued: true; at: string | null; because: string };

/** SEQ-009: when the next message to a recipient goes: at a moment, immediately where that has come and nothing holds it, or not at all as the list stands. */
export function nextSend(
  { next_send_at: at, ended }: Pick<MailingRecipientView, 'next_send_at' | 'ended'>,
  { status, first, now }: Standing,
): NextSend | undefined {
  if (ended || at === null || (status !== 'sending' && status !== 'pending')) return undefined;
  if (Date.parse(at) > now.getTime()) return { at };
  if (!first || first.reason === 'leaving') return 'immediately';
  const { expected_at: expected, text: because } = first;
  return expected !== null && isSoon(expected, now) ? 'immediately' : { queued: true, at: expected, because };
}
