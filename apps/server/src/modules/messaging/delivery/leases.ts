import type { MailboxRow } from '#modules/messaging/channels/public.ts';

/**
 * Milliseconds that a worker answers for a message. `claim`: before the network is touched. `handOver`: from then on; longer than all that the
 * transport may take, and then `settle`.
 */
export interface Leases {
  claim: number;
  smtp: InDoubt;
  /** Of mailboxes that are connected by consent. */
  service: InDoubt;
}

/** `settle`: how long a provider that has a letter may take to show it. Before that, not finding it proves nothing. */
interface InDoubt {
  handOver: number;
  settle: number;
}

/** By how the mailbox is connected. */
export const leaseOf = (leases: Leases, { provider }: Pick<MailboxRow, 'provider'>): InDoubt =>
  provider === 'smtp_imap' ? leases.smtp : leases.service;
