import type { MailboxRow } from './store/mailboxes.ts';

/** Servers are asked for new mail every minute, so a mailbox that was not read for so long is not known to hold no reply. */
const fresh = 10 * 60_000;

/** Whether replies would be known by now. After an outage or a restore, follow-ups wait until their mailbox has been read. */
export const isIngested = ({ read_at: readAt }: Pick<MailboxRow, 'read_at'>, now: Date): boolean =>
  readAt !== null && readAt >= ingestedSince(now);

/** A mailbox that was read since then is known to hold no reply. */
export const ingestedSince = (now: Date): Date => new Date(now.getTime() - fresh);
