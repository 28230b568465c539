import type { SuppressionReason } from './suppression.ts';

/** `unknown`: the outcome cannot be determined; a person decides. */
export type MessageState = 'planned' | 'claimed' | 'handed_over' | 'sent' | 'error' | 'unknown';

/**
 * SEND-001. `soft_bounced`: will be resent; `suppressed`: the company may not write to the address.
 */
export type MessageStatus = 'draft' | 'pending' | 'planned' | 'sent' | 'error' | 'opened' | 'replied' | 'soft_bounced' | 'suppressed';

/** SEND-021 to SEND-027. `unreachable`: no usable address; `too_large`: for the sender's server. */
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
  | 'too_large'
  | 'unreachable';

interface Stored {
  state: MessageState;
  error_reason: ErrorReason | null;
  suppression: SuppressionReason | null;
  send_at: Date;
  opened_at: Date | null;
  replied_at: Date | null;
}

/** SEND-001 to SEND-005 */
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
