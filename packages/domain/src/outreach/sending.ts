import type { SuppressionReason } from './suppression.ts';

/** The life of a message (architecture: Sending). `unknown`: it cannot be found out whether it left; a person decides. */
export type MessageState = 'planned' | 'claimed' | 'handed_over' | 'sent' | 'error' | 'unknown';

/** SEND-001; `soft_bounced`: refused for now, and sent again; `suppressed`: the company may not write to the address, so that it will not leave. */
export type MessageStatus = 'draft' | 'pending' | 'planned' | 'sent' | 'error' | 'opened' | 'replied' | 'soft_bounced' | 'suppressed';

/**
 * SEND-021 to SEND-027; `unknown_outcome`: a person must decide on the message; `soft_bounce`: the address takes no mail for now; `too_large`: for the
 * sender's mail server.
 */
export type ErrorReason =
  | 'integration_disabled'
  | 'bad_request'
  | 'unsunscribed'
  | 'max_retries'
  | 'unexpected'
  | 'bounce'
  | 'previous_has_error'
  | 'unknown_outcome'
  | 'soft_bounce'
  | 'too_large';

/** SEND-032: minutes to wait before each further try. */
const retryMinutes = [1, 5, 30, 120, 360] as const;

/** When to try again after `attempts` tries (1 or more) have failed; undefined when it has been tried enough. */
export function nextTry(attempts: number, now: Date): Date | undefined {
  const minutes = retryMinutes[attempts - 1];
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000);
}

/** Hours to wait before a message is sent again to an address that takes no mail for now: a full mailbox is emptied within days or never. */
const softBounceHours = [4, 24, 48] as const;

/** The same after so many temporary bounces (1 or more). */
export function nextAfterSoftBounce(softBounces: number, now: Date): Date | undefined {
  const hours = softBounceHours[softBounces - 1];
  return hours === undefined ? undefined : new Date(now.getTime() + hours * 3_600_000);
}

interface Stored {
  state: MessageState;
  error_reason: ErrorReason | null;
  /** Why the company may not write to the address. */
  suppression: SuppressionReason | null;
  send_at: Date;
  opened_at: Date | null;
  replied_at: Date | null;
}

/** SEND-001 to SEND-005: what is shown of a stored message. A replied one also counts as opened and sent. */
export function statusOf(message: Stored, now: Date): MessageStatus {
  if (message.state === 'error' || message.state === 'unknown') return 'error';
  if (message.state === 'sent') {
    if (message.replied_at) return 'replied';
    return message.opened_at ? 'opened' : 'sent';
  }
  if (message.suppression) return 'suppressed';
  if (message.error_reason === 'soft_bounce') return 'soft_bounced';
  return message.send_at > now ? 'planned' : 'pending';
}

export type Verdict =
  | { state: 'sent'; reason?: undefined }
  | { state: 'planned'; sendAt: Date; reason?: 'soft_bounce' }
  | { state: 'error'; reason: ErrorReason }
  | { state: 'unknown'; reason: 'unknown_outcome' };

/** What a message that was handed over becomes by what the provider answered. */
export function afterHandOver(
  outcome: { kind: 'accepted' } | { kind: 'lost' } | { kind: 'refused'; permanent: boolean; reason: ErrorReason },
  attempts: number,
  now: Date,
): Verdict {
  if (outcome.kind === 'accepted') return { state: 'sent' };
  if (outcome.kind === 'lost') return { state: 'unknown', reason: 'unknown_outcome' };
  if (outcome.permanent) return { state: 'error', reason: outcome.reason };
  const sendAt = nextTry(attempts, now);
  return sendAt ? { state: 'planned', sendAt } : { state: 'error', reason: 'max_retries' };
}
