import type { MailboxRow } from '#modules/messaging/channels/public.ts';

/**
 * Milliseconds that a worker answers for a message. `claim`: before the network is touched. `handOver`: from then on; longer than all that the
 * transport may take, and then `settle`.
 */
export interface Leases {
  claim: number;
  smtp: UnknownOutcomeTimes;
  /** Of mailboxes that are connected by consent. */
  service: UnknownOutcomeTimes;
}

/** `settle`: how long a provider that has a message may take to show it. Before that, not finding it proves nothing. */
interface UnknownOutcomeTimes {
  handOver: number;
  settle: number;
}

/** By how the mailbox is connected. */
export const leaseOf = (leases: Leases, { provider }: Pick<MailboxRow, 'provider'>): UnknownOutcomeTimes =>
  provider === 'smtp_imap' ? leases.smtp : leases.service;
