import { retryAfterOf } from '@headwater/domain/mail/retry-after';
import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import { afterHandOver, nextAfterSoftBounce, type SettledState } from '@headwater/domain/outreach/retries';
import {
  brokenDetail,
  type FindSentOutcome,
  type SendOutcome,
  type SendRefusal,
  worded,
} from '#modules/messaging/channels/public/transport.ts';

/** SEND-021 to SEND-027: error reasons by refusal. */
const reasons: Partial<Record<SendRefusal, ErrorReason>> = {
  recipient: 'bounce',
  content: 'unexpected',
  too_large: 'too_large',
  bad_message: 'bad_request',
};

/** Refusals that the owner must fix: the mailbox stops, and its messages wait. */
const broken = new Set<SendRefusal>(['wrong_password', 'address_forbidden', 'port_forbidden', ...worded]);

/** No server answered: the mailbox pauses, because further messages would block other mailboxes. */
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

/** Pause in minutes after a refusal of the sender or a limit, by number of refusals. */
const pauseMinutes = { sender: [15, 30, 60, 120], limit: [1, 5, 30, 60] } as const;
/** A permanent limit refusal means an hourly or daily limit. */
const permanentLimitMinutes = 60;
/** After this many deferrals with other messages accepted, the message itself counts as refused. */
export const maxDeferrals = 6;

/** Lookups of an unknown outcome before a user decides. */
const maxReconciling = 8;

export interface Conclusion {
  verdict: SettledState;
  detail?: string | undefined;
  /** The owner must reconnect the mailbox. */
  mailboxBroken: boolean;
  /** The provider limits sending or does not answer: mailings pause. */
  pauseUntil?: Date;
  pauseReason?: string;
  /** The refusal does not concern the message. */
  deferred?: boolean;
  softBounced?: boolean;
  /** Sent again after an unknown outcome. */
  resent?: boolean;
  untried?: boolean;
}

/** Nothing was sent: the message is tried again. */
export function notBegun(now: Date, { retryAfter = 0, detail }: { retryAfter?: number; detail?: string } = {}): Conclusion {
  const sendAt = new Date(now.getTime() + retryAfter * 1000);
  const pause = retryAfter > 0 ? { pauseUntil: sendAt } : {};
  return { verdict: { state: 'planned', sendAt }, detail, mailboxBroken: false, untried: true, ...pause };
}

/** Attempts including this one, and earlier refusals not caused by the message. */
export interface Tried {
  attempts: number;
  deferrals: number;
  softBounces: number;
}

type Refused = Extract<SendOutcome, { outcome: 'refused' }>;

const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);
const requestedPause = ({ retryAfter, response }: Refused) => retryAfter ?? retryAfterOf(response) ?? 0;

/** The sender or a limit was refused: the message stays planned and keeps its attempts. */
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

/** Our own text where we know more, else the server's. */
const detailOf = ({ reason, limit, response }: Refused): string =>
  reason === 'too_large' && limit !== undefined ? `message_too_large:${limit}` : response;

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
  // The server's delay applies, but never less than our own.
  const sendAt = new Date(Math.max(verdict.sendAt.getTime(), now.getTime() + requestedPause(outcome) * 1000));
  const pause = unanswered.has(about) ? { pauseUntil: new Date(now.getTime() + unansweredPause) } : {};
  return { verdict: { state: 'planned', sendAt }, detail: outcome.response, mailboxBroken: false, ...pause };
}

/**
 * Decides on a message that may have left after the provider must show it. `filesSent`: absence in
 * the Sent folder proves that it was not sent.
 */
export function reconcile(
  found: FindSentOutcome,
  {
    message,
    filesSent,
    now,
  }: { message: { sent_lookups: number; resent: boolean; bounced_at: Date | null }; filesSent: boolean; now: Date },
): Conclusion | 'wait' {
  // A bounced message is in the Sent folder from its first copy, which proves nothing about the
  // next.
  if (found.found === 'yes' && message.bounced_at === null) return { verdict: { state: 'sent' }, mailboxBroken: false };
  if (found.found === 'cannot_tell' && message.sent_lookups + 1 < maxReconciling) return 'wait';
  // A wrong proof costs one copy; a second one is never made.
  const isProven = found.found === 'no' && filesSent && !message.resent && message.bounced_at === null;
  if (isProven) return { verdict: { state: 'planned', sendAt: now }, mailboxBroken: false, resent: true };
  const detail = found.found === 'cannot_tell' ? found.failure.detail : undefined;
  return { verdict: { state: 'unknown', reason: 'unknown_outcome' }, detail, mailboxBroken: false };
}
