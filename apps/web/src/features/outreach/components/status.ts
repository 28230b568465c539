import type { SentMessage } from '@headwater/contract/outreach';

/** Colours of the status palette, the same as in the statistics. */
export const statusColors: Record<SentMessage['status'], number> = {
  draft: 0,
  pending: 5,
  planned: 4,
  sent: 1,
  opened: 2,
  replied: 3,
  error: 8,
};
