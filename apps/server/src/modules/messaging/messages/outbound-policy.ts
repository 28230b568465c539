import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import type { Tx } from '#platform/database/database.ts';
import type { Composition } from '#platform/mail/compose.ts';

/** A message that is about to leave, as far as it decides what the message carries. */
export interface LeavingMessage {
  id: number;
  companyId: number;
  email: string;
  type: 'single' | 'mass' | 'sequence';
}

/** Either the reason why nothing may be sent to that address, or what the message becomes before it leaves. */
export type OutboundDecision = { refusal: ErrorReason; detail: string } | { refusal: null; decorate(mail: Composition): Composition };

/** An answer of a mail server, or a person's, that an address should not be written to any more. */
export interface SuppressionRequest {
  companyId: number;
  messageId: number;
  email: string;
  reason: 'bounce' | 'complaint';
  source: 'inbound' | 'server';
  detail: string;
}

/** What happened to a sent message, by people and machines. */
export interface MessageActivity {
  type: string;
  happened_at: Date;
  text: string | null;
}

/** What stands between a message and the network: who may not be written to, and what messages carry to learn of them. */
export interface OutboundPolicy {
  /** For each message, by its id; asked in the transaction that claims them, of one company or over all. */
  prepare(tx: Tx, leaving: readonly LeavingMessage[]): Promise<ReadonlyMap<number, OutboundDecision>>;
  /** Those of the addresses that the company no longer writes to, spelled as they were given. */
  suppressed(tx: Tx, companyId: number, emails: readonly string[]): Promise<ReadonlyMap<string, SuppressionReason>>;
  suppress(tx: Tx, suppression: SuppressionRequest): Promise<void>;
  /** Oldest first. */
  eventsOf(tx: Tx, messageId: number): Promise<MessageActivity[]>;
}
