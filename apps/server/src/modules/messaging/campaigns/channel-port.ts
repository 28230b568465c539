import { type Language, message as textOf, type MessageKey, type MessageParts } from '@headwater/contract/errors';
import type { StepChannel } from '@headwater/domain/outreach/channels';
import type { Actor } from '@headwater/domain/roles';
import type { EmailProblem } from '#modules/messaging/messages/public.ts';
import type { Tx } from '#platform/database/database.ts';

export interface Explanation {
  reason: string;
  text: string;
  expected_at: string | null;
}

export interface Said {
  key: MessageKey;
  parts?: MessageParts;
  at?: Date | null;
}

export const explanationOf = ({ key, parts, at }: Said, language: Language): Explanation => ({
  reason: key.replace(/^why_/, ''),
  text: textOf(key, language, parts),
  expected_at: at?.toISOString() ?? null,
});

export interface ExplainInput {
  now: Date;
  language: Language;
  maySend: boolean;
}

/** How a channel reaches a person. */
export interface Way {
  /** The account that writes; null if the channel has none of its own. */
  accountId: number | null;
  address: string;
  /** A new conversation, which counts against the daily limit. */
  isNew: boolean;
  /** The person asked for no messages. */
  isSuppressed: boolean;
}

export interface Whom {
  companyId: number;
  /** Undefined: the sender was deactivated. */
  sender: Actor | undefined;
  people: readonly { id: number; profile_id: number; email: string; email_problem: EmailProblem | null }[];
  /** Preferred for new conversations; existing ones keep their account. */
  accountId: number | null;
  now: Date;
}

/**
 * Port of mailings to a channel (ADR 27). A channel sends planned messages by its own worker and
 * reports outcomes to `messenger-outcomes.ts` or `record-outcomes.ts`.
 */
export interface Channel {
  /** Ways to recipients by recipient id; unreachable ones are absent. */
  reach(tx: Tx, whom: Whom): Promise<ReadonlyMap<number, Way>>;
  /** Why a message waits. Undefined if the channel knows of none, as after sending. */
  explain(tx: Tx, messageId: number, input: ExplainInput): Promise<Explanation | undefined>;
}

export type Channels = Readonly<Record<StepChannel, Channel>>;
