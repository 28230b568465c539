import { retryAfterOf } from '@headwater/domain/outreach/planning';
import { afterHandOver, type ErrorReason, type Verdict } from '@headwater/domain/outreach/sending';
import type { FindSentOutcome, SendOutcome, SendRefusal } from '../mailbox-port.ts';
import { brokenDetail, worded } from './broken.ts';

/** What a refusal means for the recruiter (SEND-021 to SEND-027). */
const reasons: Partial<Record<SendRefusal, ErrorReason>> = {
  recipient: 'bounce',
  sender: 'integration_disabled',
  content: 'unexpected',
  limit: 'max_retries',
  bad_message: 'bad_request',
};

/** Refusals that a person must mend: the mailbox pauses and its messages wait. */
const broken = new Set<SendRefusal>(['wrong_password', 'address_forbidden', ...worded]);

/** No server answered: the next letter would wait as long in vain, and hold up the mailboxes of others. */
const unanswered = new Set<SendRefusal>(['host_unknown', 'refused', 'tls', 'timeout']);
const unansweredPause = 60_000;

/** How often a mailbox is asked about a message of unknown outcome before a person must decide. */
const maxAsking = 8;

export interface Judgement {
  verdict: Verdict;
  detail?: string | undefined;
  /** The mailbox cannot be used until its owner reconnects it. */
  mailboxBroken: boolean;
  /** The provider has had enough for now, or does not answer: mailings wait that long. */
  pauseUntil?: Date;
  /** It is sent once more after a doubt. */
  resent?: boolean;
  /** Nothing was tried. */
  untried?: boolean;
}

/** Nothing was said of it: it is handed over again in its turn. */
export function notBegun(now: Date, { retryAfter = 0, detail }: { retryAfter?: number; detail?: string } = {}): Judgement {
  const sendAt = new Date(now.getTime() + retryAfter * 1000);
  const pause = retryAfter > 0 ? { pauseUntil: sendAt } : {};
  return { verdict: { state: 'planned', sendAt }, detail, mailboxBroken: false, untried: true, ...pause };
}

/** What a message becomes by the provider's answer to an attempt. */
export function judgeSend(outcome: SendOutcome, attempts: number, now: Date): Judgement {
  if (outcome.outcome === 'accepted') return { verdict: { state: 'sent' }, mailboxBroken: false };
  if (outcome.outcome === 'not_begun') return notBegun(now, outcome);
  if (outcome.outcome === 'unknown') {
    return { verdict: afterHandOver({ kind: 'lost' }, attempts, now), detail: outcome.detail, mailboxBroken: false };
  }
  if (broken.has(outcome.reason)) {
    return { verdict: { state: 'planned', sendAt: now }, detail: brokenDetail(outcome.reason, outcome.response), mailboxBroken: true };
  }
  const refusal = {
    kind: 'refused' as const,
    permanent: outcome.permanence === 'permanent',
    reason: reasons[outcome.reason] ?? 'unexpected',
  };
  const verdict = afterHandOver(refusal, attempts, now);
  if (verdict.state !== 'planned') return { verdict, detail: outcome.response, mailboxBroken: false };
  // What the server asks for is kept to the second; never sooner than our own next try.
  const seconds = outcome.retryAfter ?? retryAfterOf(outcome.response) ?? 0;
  const sendAt = new Date(Math.max(verdict.sendAt.getTime(), now.getTime() + seconds * 1000));
  const pauseUntil = pauseAfter(outcome.reason, { sendAt, now });
  return { verdict: { state: 'planned', sendAt }, detail: outcome.response, mailboxBroken: false, ...(pauseUntil ? { pauseUntil } : {}) };
}

function pauseAfter(reason: SendRefusal, { sendAt, now }: { sendAt: Date; now: Date }): Date | undefined {
  if (reason === 'limit') return sendAt;
  return unanswered.has(reason) ? new Date(now.getTime() + unansweredPause) : undefined;
}

/**
 * What is done with a message that may have left, once its provider must show it where it has it: `wait` where it cannot be asked.
 * @param message `asked`: how often that was done before
 * @param filesSent the provider files what it sends by itself, so that not finding it proves that it was not sent
 */
export function judgeDoubt(
  found: FindSentOutcome,
  { message, filesSent, now }: { message: { asked: number; resent: boolean }; filesSent: boolean; now: Date },
): Judgement | 'wait' {
  if (found.found === 'yes') return { verdict: { state: 'sent' }, mailboxBroken: false };
  if (found.found === 'cannot_tell' && message.asked + 1 < maxAsking) return 'wait';
  // Should the proof be wrong for once, it has cost one copy, and costs no second one.
  const isProven = found.found === 'no' && filesSent && !message.resent;
  if (isProven) return { verdict: { state: 'planned', sendAt: now }, mailboxBroken: false, resent: true };
  const detail = found.found === 'cannot_tell' ? found.failure.detail : undefined;
  return { verdict: { state: 'unknown', reason: 'unknown_outcome' }, detail, mailboxBroken: false };
}
