import { retryAfterOf } from '@headwater/domain/mail/retry-after';
import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import { afterHandOver, nextAfterSoftBounce, type SettledState } from '@headwater/domain/outreach/retries';
import { brokenDetail, type FindSentOutcome, type SendOutcome, type SendRefusal, worded } from '#modules/messaging/channels/public.ts';

/** What a refusal means for the recruiter (SEND-021 to SEND-027). */
const reasons: Partial<Record<SendRefusal, ErrorReason>> = {
  recipient: 'bounce',
  content: 'unexpected',
  too_large: 'too_large',
  bad_message: 'bad_request',
};

/** Refusals that a person must mend: the mailbox pauses and its messages wait. */
const broken = new Set<SendRefusal>(['wrong_password', 'address_forbidden', 'port_forbidden', ...worded]);

/** No server answered: the next message would wait as long in vain, and hold up the mailboxes of others. */
const unanswered = new Set<SendRefusal>([
  'host_unknown',
  'refused',
  'timeout',
  'tls',
  'needs_tls',
  'no_starttls',
  'tls_port',
  'plain_port',
  'certificate_untrusted',
  'certificate_name',
  'certificate_expired',
]);
const unansweredPause = 60_000;

/** Minutes that a mailbox pauses after a refusal that speaks of the sender or of a limit, by how often the message met one. */
const pauseMinutes = { sender: [15, 30, 60, 120], limit: [1, 5, 30, 60] } as const;
/** A limit that the server calls permanent is one of hours or of the day. */
const permanentLimitMinutes = 60;
/** A message that was refused so often while others of its mailbox were accepted is itself what is refused. */
export const maxDeferrals = 6;

/** How often a mailbox is asked about a message of unknown outcome before a person must decide. */
const maxReconciling = 8;

export interface Conclusion {
  verdict: SettledState;
  detail?: string | undefined;
  /** The mailbox cannot be used until its owner reconnects it. */
  mailboxBroken: boolean;
  /** The provider has had enough for now, or does not answer: mailings wait that long. */
  pauseUntil?: Date;
  /** What the mailbox is paused for, in its server's words: its owner has to look. */
  pauseReason?: string;
  /** The refusal said nothing of the message itself. */
  deferred?: boolean;
  /** The address takes no mail for now. */
  softBounced?: boolean;
  /** It is sent once more after an unknown outcome. */
  resent?: boolean;
  /** Nothing was tried. */
  untried?: boolean;
}

/** Nothing was said of it: it is handed over again in its turn. */
export function notBegun(now: Date, { retryAfter = 0, detail }: { retryAfter?: number; detail?: string } = {}): Conclusion {
  const sendAt = new Date(now.getTime() + retryAfter * 1000);
  const pause = retryAfter > 0 ? { pauseUntil: sendAt } : {};
  return { verdict: { state: 'planned', sendAt }, detail, mailboxBroken: false, untried: true, ...pause };
}

/** How often a message was tried, this attempt included, and how often something else than the message was refused before. */
export interface Tried {
  attempts: number;
  deferrals: number;
  softBounces: number;
}

type Refused = Extract<SendOutcome, { outcome: 'refused' }>;

const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);
/** What the server asks for, in seconds. */
const requestedPause = ({ retryAfter, response }: Refused) => retryAfter ?? retryAfterOf(response) ?? 0;

/** The sender or a limit was refused: the message stays planned, and no try is used up. */
function deferral(refused: Refused & { reason: 'sender' | 'limit' }, { deferrals }: Tried, now: Date): Conclusion {
  const steps = pauseMinutes[refused.reason];
  const own = steps[Math.min(deferrals, steps.length - 1)] ?? 0;
  const isLongLimit = refused.reason === 'limit' && refused.permanence === 'permanent';
  const requestedAt = new Date(now.getTime() + requestedPause(refused) * 1000);
  const planned = inMinutes(now, isLongLimit ? Math.max(own, permanentLimitMinutes) : own);
  const pauseUntil = requestedAt > planned ? requestedAt : planned;
  const pause = refused.reason === 'sender' ? { pauseUntil, pauseReason: refused.response } : { pauseUntil };
  const verdict = { state: 'planned' as const, sendAt: pauseUntil };
  return { verdict, detail: refused.response, mailboxBroken: false, untried: true, deferred: true, ...pause };
}

function softBounce(refused: Refused, { softBounces }: Tried, now: Date): Conclusion {
  const sendAt = nextAfterSoftBounce(softBounces + 1, now);
  const reason = 'soft_bounce' as const;
  const verdict: SettledState = sendAt ? { state: 'planned', sendAt, reason } : { state: 'error', reason };
  return { verdict, detail: refused.response, mailboxBroken: false, softBounced: true };
}

/** Words of our own for what we know better than the server says it; else its own sentence. */
const detailOf = ({ reason, limit, response }: Refused): string =>
  reason === 'too_large' && limit !== undefined ? `message_too_large:${limit}` : response;

/** What a message becomes by the provider's answer to an attempt. */
export function concludeSend(outcome: SendOutcome, tried: Tried, now: Date): Conclusion {
  const { attempts } = tried;
  if (outcome.outcome === 'accepted') return { verdict: { state: 'sent' }, mailboxBroken: false };
  if (outcome.outcome === 'not_begun') return notBegun(now, outcome);
  if (outcome.outcome === 'unknown') {
    return { verdict: afterHandOver({ kind: 'lost' }, attempts, now), detail: outcome.detail, mailboxBroken: false };
  }
  if (broken.has(outcome.reason)) {
    return { verdict: { state: 'planned', sendAt: now }, detail: brokenDetail(outcome.reason, outcome.response), mailboxBroken: true };
  }
  const { reason: about } = outcome;
  if (about === 'sender' || about === 'limit') return deferral({ ...outcome, reason: about }, tried, now);
  if (about === 'recipient_temporary') return softBounce(outcome, tried, now);
  const refusal = {
    kind: 'refused' as const,
    permanent: outcome.permanence === 'permanent' || about === 'too_large',
    reason: reasons[outcome.reason] ?? 'unexpected',
  };
  const verdict = afterHandOver(refusal, attempts, now);
  if (verdict.state !== 'planned') return { verdict, detail: detailOf(outcome), mailboxBroken: false };
  // What the server asks for is kept to the second; never sooner than our own next try.
  const sendAt = new Date(Math.max(verdict.sendAt.getTime(), now.getTime() + requestedPause(outcome) * 1000));
  const pause = unanswered.has(about) ? { pauseUntil: new Date(now.getTime() + unansweredPause) } : {};
  return { verdict: { state: 'planned', sendAt }, detail: outcome.response, mailboxBroken: false, ...pause };
}

/**
 * What is done with a message that may have left, once its provider must show it where it has it: `wait` where it cannot be asked.
 * @param message `asked`: how often that was done before
 * @param filesSent the provider files what it sends by itself, so that not finding it proves that it was not sent
 */
export function reconcile(
  found: FindSentOutcome,
  {
    message,
    filesSent,
    now,
  }: { message: { sent_lookups: number; resent: boolean; bounced_at: Date | null }; filesSent: boolean; now: Date },
): Conclusion | 'wait' {
  // What bounced lies in the Sent folder since it was sent first, which says nothing of the next copy.
  if (found.found === 'yes' && message.bounced_at === null) return { verdict: { state: 'sent' }, mailboxBroken: false };
  if (found.found === 'cannot_tell' && message.sent_lookups + 1 < maxReconciling) return 'wait';
  // Should the proof be wrong for once, it has cost one copy, and costs no second one.
  const isProven = found.found === 'no' && filesSent && !message.resent && message.bounced_at === null;
  if (isProven) return { verdict: { state: 'planned', sendAt: now }, mailboxBroken: false, resent: true };
  const detail = found.found === 'cannot_tell' ? found.failure.detail : undefined;
  return { verdict: { state: 'unknown', reason: 'unknown_outcome' }, detail, mailboxBroken: false };
}
