import type { ErrorReason } from '@headwater/domain/outreach/sending';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import type { Tx } from '#platform/database/database.ts';
import type { Composition } from '#platform/mail/compose.ts';

/** A message that is about to leave, as far as it decides what the letter carries. */
export interface Leaving {
  id: number;
  companyId: number;
  email: string;
  type: 'single' | 'mass' | 'sequence';
}

/** Either the reason why nothing may be sent to that address, or what the letter becomes before it leaves. */
export type Letter = { refusal: ErrorReason; detail: string } | { refusal: null; decorate(mail: Composition): Composition };

/** An answer of a mail server, or a person's, that an address should not be written to any more. */
export interface Unwelcome {
  companyId: number;
  messageId: number;
  email: string;
  reason: 'bounce' | 'complaint';
  source: 'hearing' | 'server';
  detail: string;
}

/** What happened to a sent message, by people and machines. */
export interface LetterEvent {
  type: string;
  happened_at: Date;
  text: string | null;
}

/** What stands between a message and the network: who may not be written to, and what letters carry to hear of them. */
export interface LetterPort {
  /** For each message, by its id; asked in the transaction that claims them, of one company or over all. */
  prepare(tx: Tx, leaving: readonly Leaving[]): Promise<ReadonlyMap<number, Letter>>;
  /** Those of the addresses that the company no longer writes to, spelled as they were given. */
  suppressed(tx: Tx, companyId: number, emails: readonly string[]): Promise<ReadonlyMap<string, SuppressionReason>>;
  noteUnwelcome(tx: Tx, unwelcome: Unwelcome): Promise<void>;
  /** Oldest first. */
  eventsOf(tx: Tx, messageId: number): Promise<LetterEvent[]>;
}
