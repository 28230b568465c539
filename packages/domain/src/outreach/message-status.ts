import type { SuppressionReason } from './suppression.ts';

/** The life of a message (architecture: Sending). `unknown`: it cannot be found out whether it left; a person decides. */
export type MessageState = 'planned' | 'claimed' | 'handed_over' | 'sent' | 'error' | 'unknown';

/** SEND-001; `soft_bounced`: refused for now, and sent again; `suppressed`: the company may not write to the address, so that it will not leave. */
export type MessageStatus = 'draft' | 'pending' | 'planned' | 'sent' | 'error' | 'opened' | 'replied' | 'soft_bounced' | 'suppressed';

/**
 * SEND-021 to SEND-027; `unknown_outcome`: a person must decide on the message; `soft_bounce`: the address takes no mail for now; `too_large`: for the
 * sender's mail server; `unreachable`: the person has no address that the step can use.
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
  | 'too_large'
  | 'unreachable';

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
