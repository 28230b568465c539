import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import type { Tx } from '#platform/database/database.ts';
import type { Composition } from '#platform/mail/compose.ts';

export interface Addressee {
  email: string;
  /** Null: the profile is unknown. */
  profileId: number | null;
}

export interface LeavingMessage extends Addressee {
  id: number;
  companyId: number;
  type: 'single' | 'mass' | 'sequence';
}

export type OutboundDecision = { refusal: ErrorReason; detail: string } | { refusal: null; decorate(mail: Composition): Composition };

interface SuppressionRequest {
  companyId: number;
  messageId: number;
  email: string;
  reason: 'bounce' | 'complaint';
  source: 'inbound' | 'server';
  detail: string;
}

export interface MessageActivity {
  type: string;
  happened_at: Date;
  text: string | null;
}

/** Policy for outgoing messages: suppressed addresses, and additions such as tracking. */
export interface OutboundPolicy {
  prepare(tx: Tx, leaving: readonly LeavingMessage[]): Promise<ReadonlyMap<number, OutboundDecision>>;
  suppressed(tx: Tx, companyId: number, people: readonly Addressee[]): Promise<ReadonlyMap<string, SuppressionReason>>;
  suppress(tx: Tx, suppression: SuppressionRequest): Promise<void>;
  eventsOf(tx: Tx, messageId: number): Promise<MessageActivity[]>;
}
