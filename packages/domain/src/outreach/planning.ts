import { dayMs } from '../time/durations.ts';
import { dueAfter, type StepSchedule } from './schedule.ts';
import type { ErrorReason, MessageState } from './sending.ts';

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

/** Messages a day that a mailbox may begin with, and by how many that grows each day. */
const ramp = { first: 20, step: 10 } as const;

/** DEC-10: a new mailbox begins with few messages a day until it has grown to its limit; null where there is none. */
export function rampedLimit(
  dailyLimit: number | null,
  { connectedAt, now, ramps }: { connectedAt: Date; now: Date; ramps: boolean },
): number | null {
  if (dailyLimit === null || !ramps) return dailyLimit;
  const days = Math.max(0, Math.floor((now.getTime() - connectedAt.getTime()) / dayMs));
  return Math.min(dailyLimit, ramp.first + days * ramp.step);
}

/** DEC-10: milliseconds between two messages of a mailbox: three quarters to five quarters of its pause, by a number that differs from message to message. */
export const jitteredGap = (gapSeconds: number, seed: number): number =>
  Math.round(gapSeconds * 1000 * (0.75 + ((seed * 2_654_435_761) % 1000) / 2000));

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Seconds that a server asks to wait, in its own sentence ("try again in 5 minutes", "Retry-After: 30"); undefined where it names none. */
export function retryAfterOf(response: string): number | undefined {
  const found = /\b(?:retry[- ]after|(?:try|retry)(?: again)?(?: later)? (?:in|after))\b\D{0,12}(\d{1,6})\s*(s|m|h)?/i.exec(response);
  if (!found) return undefined;
  return Number(found[1]) * (unitSeconds[(found[2] ?? 's').toLowerCase()] ?? 1);
}

/** How many human replies tell two forms apart: the lead must be more than chance would often make. */
export function leaderOf(a: { sent: number; replied: number }, b: { sent: number; replied: number }): 'a' | 'b' | null {
  const sent = a.sent + b.sent;
  const replied = a.replied + b.replied;
  if (a.sent === 0 || b.sent === 0 || replied < 5) return null;
  const rate = replied / sent;
  const deviation = Math.sqrt(rate * (1 - rate) * (1 / a.sent + 1 / b.sent));
  const difference = a.replied / a.sent - b.replied / b.sent;
  // 1.96 standard deviations: one in twenty by chance.
  if (deviation === 0 || Math.abs(difference) < 1.96 * deviation) return null;
  return difference > 0 ? 'a' : 'b';
}
