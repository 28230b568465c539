import { dueAfter, type StepSchedule } from './schedule.ts';
import type { ErrorReason, MessageState } from './message-status.ts';

/** Why nothing more goes to a recipient. */
export type RecipientEnd = 'finished' | 'replied' | 'bounced' | 'unsubscribed' | 'by_hand';

/** A message of a mailing as it is written now. `number` is its own for good; `position` changes as others are added and deleted. */
export interface PlannedStep extends StepSchedule {
  number: number;
  position: number;
}

/** What has come of one step for one recipient. */
export interface StepMessage {
  step: number;
  state: MessageState;
  sent_at: Date | null;
  replied_at: Date | null;
  error_reason: ErrorReason | null;
}

export interface Progress {
  steps: readonly PlannedStep[];
  messages: readonly StepMessage[];
  /** When this recipient was launched: what the first delay counts from. */
  launchedAt: Date;
  /** Somebody asked to send what failed once more. */
  retry: boolean;
  /** The company's zone. */
  zone: string;
}

/** `at`: the first moment by the schedule, which may be past. */
export type NextStep =
  | { kind: 'send'; step: number; at: Date }
  /** One is on its way. */
  | { kind: 'wait' }
  /** The last one failed: nothing follows it until it is sent after all. */
  | { kind: 'failed'; reason: ErrorReason }
  | { kind: 'end'; why: RecipientEnd };

const onTheWay = new Set<MessageState>(['planned', 'claimed', 'handed_over']);

/** Refusals that sending again to the same address would only repeat. */
const ends: Partial<Record<ErrorReason, RecipientEnd>> = { bounce: 'bounced', unsunscribed: 'unsubscribed' };

function afterFailure(failed: StepMessage, { retry, launchedAt }: Progress): NextStep {
  const reason = failed.error_reason ?? 'unexpected';
  // Of what may have left nobody but a person decides.
  if (failed.state === 'unknown') return { kind: 'failed', reason };
  if (retry) return { kind: 'send', step: failed.step, at: failed.sent_at ?? launchedAt };
  const why = ends[reason];
  return why ? { kind: 'end', why } : { kind: 'failed', reason };
}

/**
 * What comes next for a recipient: the first step behind the furthest that was sent. Steps that were put before it later are passed over, and
 * sent ones that were deleted no longer count. A reply ends it; an automatic reply is not one.
 */
export function nextOf(progress: Progress): NextStep {
  const { steps, messages, launchedAt, zone } = progress;
  if (messages.some((message) => message.replied_at !== null)) return { kind: 'end', why: 'replied' };
  if (messages.some((message) => onTheWay.has(message.state))) return { kind: 'wait' };
  const failed = messages.find((message) => message.state === 'error' || message.state === 'unknown');
  if (failed) return afterFailure(failed, progress);
  const positionOf = new Map(steps.map((step) => [step.number, step.position]));
  const furthest = Math.max(-1, ...messages.map((message) => positionOf.get(message.step) ?? -1));
  const step = steps.toSorted((left, right) => left.position - right.position).find(({ position }) => position > furthest);
  if (!step) return { kind: 'end', why: 'finished' };
  const previous = messages.reduce<Date | null>((latest, { sent_at: at }) => (at && (!latest || at > latest) ? at : latest), null);
  return { kind: 'send', step: step.number, at: dueAfter(previous ?? launchedAt, step, zone) };
}
