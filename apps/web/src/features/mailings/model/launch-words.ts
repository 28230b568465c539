import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingListView } from '@headwater/contract/mailings';

const soonMs = 60_000;

export const isSoon = (moment: string, now: Date): boolean => Date.parse(moment) - now.getTime() < soonMs;

/** `grows`: the full daily limit of a mailbox that is still warming up. */
export function todayOf({ daily_limit: daily, today_limit: today, sent_today: sent }: NonNullable<LaunchInfo['sender']>) {
  if (today === null) return { sent, limit: undefined, grows: undefined };
  return { sent, limit: today, grows: daily !== null && today < daily ? daily : undefined };
}

interface RunningState {
  state: 'starts' | 'first' | 'next' | 'now' | 'held' | 'idle';
  at?: string;
  /** The reason for a delay, unless it is only the schedule. */
  because?: string;
}

/** These reasons need no text beside the date. */
const bySchedule: readonly string[] = ['scheduled', 'next_step'];

export function runningState(
  { undo_until: undo, totals }: Pick<MailingListView, 'undo_until' | 'totals'>,
  { next_message: next, sender_waits: waits }: Pick<LaunchInfo, 'next_message' | 'sender_waits'>,
  now: Date,
): RunningState {
  if (!next) return { state: 'idle' };
  // The mailbox needs an action by the user, so no date is reliable.
  if (waits?.until === null) return { state: 'held', because: waits.text };
  const { expected_at: at, reason, text } = next;
  if (at === null && reason !== 'leaving') return { state: 'held', because: text };
  const isNow = at === null || isSoon(at, undo === null ? now : new Date(undo));
  if (isNow) return { state: undo === null ? 'now' : 'starts' };
  const state = totals.sent + totals.bounced === 0 ? 'first' : 'next';
  return { state, at, ...(bySchedule.includes(reason) ? {} : { because: text }) };
}
