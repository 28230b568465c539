import type { SequenceReport } from '@headwater/contract/mixmax';

interface MixmaxAccount {
  /** Newest first. */
  reportsOn(emails: readonly string[]): Promise<SequenceReport[]>;
}

/** Returns undefined if the company has no connection. */
export type FindMixmaxAccount = (companyId: number) => Promise<MixmaxAccount | undefined>;
