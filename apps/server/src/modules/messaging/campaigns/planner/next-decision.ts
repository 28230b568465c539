import { nextOf, type StepMessage } from '@headwater/domain/outreach/next-step';
import { moveIntoWindow, windowOf } from '@headwater/domain/outreach/schedule';
import type { Decision, DueRecipient } from '../store/planning.ts';
import type { StepRow } from '../store/steps.ts';

/** Milliseconds before its due time that a message is created, so that it leaves on time. */
export const horizon = 15_000;

export interface MailingProgress {
  now: Date;
  zone: string;
  steps: readonly StepRow[];
  messages: ReadonlyMap<number, readonly StepMessage[]>;
  living: ReadonlySet<number>;
  isOrphan: boolean;
}

export type AskedAbout = Pick<DueRecipient, 'id' | 'candidate_id' | 'launched_at' | 'retry'>;

export interface NextDecision {
  decision: Decision;
  due?: { step: StepRow; sendAt: Date };
}

export function decideNext(recipient: AskedAbout, progress: MailingProgress): NextDecision {
  const { now, zone, steps, messages, living, isOrphan } = progress;
  const decided = (more: Partial<Decision> = {}): Decision => ({ id: recipient.id, nextAt: null, ended: null, ...more });
  if (isOrphan || (recipient.candidate_id !== null && !living.has(recipient.candidate_id)))
    return { decision: decided({ ended: 'by_hand' }) };
  const next = nextOf({
    steps,
    messages: messages.get(recipient.id) ?? [],
    launchedAt: recipient.launched_at ?? now,
    retry: recipient.retry,
    zone,
  });
  if (next.kind === 'end') return { decision: decided({ ended: next.why }) };
  const step = next.kind === 'send' ? steps.find((one) => one.number === next.step) : undefined;
  if (next.kind !== 'send' || !step) return { decision: decided() };
  const sendAt = next.at > now ? next.at : moveIntoWindow(now, windowOf(step, zone));
  if (sendAt.getTime() > now.getTime() + horizon) return { decision: decided({ nextAt: sendAt }) };
  return { decision: decided(), due: { step, sendAt } };
}
