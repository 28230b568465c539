import type { MailboxRow } from './store/mailboxes.ts';

const fresh = 10 * 60_000;

/** Follow-ups wait after an outage or a restore until their mailbox has been read. */
export const isIngested = ({ read_at: readAt }: Pick<MailboxRow, 'read_at'>, now: Date): boolean =>
  readAt !== null && readAt >= ingestedSince(now);

export const ingestedSince = (now: Date): Date => new Date(now.getTime() - fresh);
