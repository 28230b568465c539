import type { SequenceReport } from '@headwater/contract/mixmax';

/** The Mixmax account of a company. */
export interface MixmaxAccount {
  /** Reports on everybody with one of the addresses, the newest first. */
  reportsOn(emails: readonly string[]): Promise<SequenceReport[]>;
}

/** Undefined: the company has connected none. */
export type FindMixmaxAccount = (companyId: number) => Promise<MixmaxAccount | undefined>;
