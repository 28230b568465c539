import { dueAfter, type StepSchedule } from './schedule.ts';
import type { ErrorReason, MessageState } from './message-status.ts';

export type RecipientEnd = 'finished' | 'replied' | 'bounced' | 'unsubscribed' | 'by_hand';

/** `number` never changes; `position` changes when others are added or deleted. */
export interface PlannedStep extends StepSchedule {
  number: number;
  position: number;
}

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
  launchedAt: Date;
  retry: boolean;
  zone: string;
}

export type NextStep =
  | { kind: 'send'; step: number; at: Date }
  | { kind: 'wait' }
  | { kind: 'failed'; reason: ErrorReason }
  | { kind: 'end'; why: RecipientEnd };

const onTheWay = new Set<MessageState>(['planned', 'claimed', 'handed_over']);

/** A retry to the same address would get the same refusal. */
const ends: Partial<Record<ErrorReason, RecipientEnd>> = { bounce: 'bounced', unsunscribed: 'unsubscribed' };

function afterFailure(failed: StepMessage, { retry, launchedAt }: Progress): NextStep {
  const reason = failed.error_reason ?? 'unexpected';
  if (failed.state === 'unknown') return { kind: 'failed', reason };
  if (retry) return { kind: 'send', step: failed.step, at: failed.sent_at ?? launchedAt };
  const why = ends[reason];
  return why ? { kind: 'end', why } : { kind: 'failed', reason };
}

/**
 * Skips steps inserted before the furthest sent one. An automatic reply does not end a sequence.
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
