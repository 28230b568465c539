import { startOfDay } from '@headwater/domain/time/zone';
import type { Tx } from '#platform/database/database.ts';
import { type MailboxRow, sentSince } from '../store/mailboxes.ts';

const dayMs = 24 * 3600 * 1000;

export type Permission = { may: true } | { may: false; because: 'daily_limit'; until: Date };

/** DEC-10: whether the mailbox may send another message now. The pause between messages holds for mass sendings; a person who presses Send is not kept waiting. */
export async function mayStart(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'daily_limit'>,
  { now, zone }: { now: Date; zone: string },
): Promise<Permission> {
  if (mailbox.daily_limit === null) return { may: true };
  const dayStart = startOfDay(now, zone);
  const { count } = await sentSince(tx, mailbox.id, dayStart);
  if (count < mailbox.daily_limit) return { may: true };
  // A day may have 23 or 25 hours, so the next one's start is looked up from its middle.
  return { may: false, because: 'daily_limit', until: startOfDay(new Date(dayStart.getTime() + 1.5 * dayMs), zone) };
}
