import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingListView } from '@headwater/contract/mailings';

/** A first message that leaves within so long is said to leave now. */
const soonMs = 60_000;

/** Whether a moment is so near that nobody needs its date. */
export const isSoon = (moment: string, now: Date): boolean => Date.parse(moment) - now.getTime() < soonMs;

/** How today's messages of a mailbox stand: nothing to say without a limit; `grows` to the daily limit while it is new. */
export function todayOf({ daily_limit: daily, today_limit: today, sent_today: sent }: NonNullable<LaunchInfo['sender']>) {
  if (today === null) return { sent, limit: undefined, grows: undefined };
  return { sent, limit: today, grows: daily !== null && today < daily ? daily : undefined };
}

interface Standing {
  stands: 'starts' | 'first' | 'next' | 'now' | 'held' | 'idle';
  /** When the next message leaves. */
  at?: string;
  /** Why it has not left, where its schedule is not all that keeps it. */
  because?: string;
}

/** Their dates say it all. */
const bySchedule: readonly string[] = ['scheduled', 'next_step'];

/** How a running mailing stands: when its first or its next message leaves, or what keeps it. */
export function standingOf(
  { undo_until: undo, totals }: Pick<MailingListView, 'undo_until' | 'totals'>,
  { next_message: next, sender_waits: waits }: Pick<LaunchInfo, 'next_message' | 'sender_waits'>,
  now: Date,
): Standing {
  if (!next) return { stands: 'idle' };
  // Until somebody does something about the mailbox, no date says the truth.
  if (waits?.until === null) return { stands: 'held', because: waits.text };
  const { expected_at: at, reason, text } = next;
  if (at === null && reason !== 'leaving') return { stands: 'held', because: text };
  const isNow = at === null || isSoon(at, undo === null ? now : new Date(undo));
  if (isNow) return { stands: undo === null ? 'now' : 'starts' };
  const stands = totals.sent + totals.bounced === 0 ? 'first' : 'next';
  return { stands, at, ...(bySchedule.includes(reason) ? {} : { because: text }) };
}
