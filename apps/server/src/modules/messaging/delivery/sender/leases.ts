import type { MailboxRow } from '#modules/messaging/channels/public.ts';

/**
 * Milliseconds of a worker's lease on a message. `claim`: before the network call; `handOver`:
 * after it, longer than the transport's limits plus `settle`.
 */
export interface Leases {
  claim: number;
  smtp: UnknownOutcomeTimes;
  /** Mailboxes connected by OAuth. */
  service: UnknownOutcomeTimes;
}

/**
 * `settle`: time until a provider shows an accepted message. Before that, absence proves nothing.
 */
interface UnknownOutcomeTimes {
  handOver: number;
  settle: number;
}

export const leaseOf = (leases: Leases, { provider }: Pick<MailboxRow, 'provider'>): UnknownOutcomeTimes =>
  provider === 'smtp_imap' ? leases.smtp : leases.service;
