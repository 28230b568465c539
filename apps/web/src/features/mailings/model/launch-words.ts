import type { LaunchInfo } from '@headwater/contract/mailing-launches';

/** A first message that leaves within so long is said to leave now. */
const soonMs = 60_000;

/** Whether a moment is so near that nobody needs its date. */
export const isSoon = (moment: string, now: Date): boolean => Date.parse(moment) - now.getTime() < soonMs;

/** How today's messages of a mailbox stand: nothing to say without a limit; `grows` to the daily limit while it is new. */
export function todayOf({ daily_limit: daily, today_limit: today, sent_today: sent }: NonNullable<LaunchInfo['sender']>) {
  if (today === null) return { sent, limit: undefined, grows: undefined };
  return { sent, limit: today, grows: daily !== null && today < daily ? daily : undefined };
}
