/** The life of a message (architecture: Sending). `unknown`: it cannot be found out whether it left; a person decides. */
export type MessageState = 'planned' | 'claimed' | 'handed_over' | 'sent' | 'error' | 'unknown';

/** SEND-001. */
export type MessageStatus = 'draft' | 'pending' | 'planned' | 'sent' | 'error' | 'opened' | 'replied';

/** SEND-021 to SEND-027, and `unknown_outcome` for a message that a person must decide on. */
export type ErrorReason =
  | 'integration_disabled'
  | 'bad_request'
  | 'unsunscribed'
  | 'max_retries'
  | 'unexpected'
  | 'bounce'
  | 'previous_has_error'
  | 'unknown_outcome';

/** SEND-032: minutes to wait before each further try. */
const retryMinutes = [1, 5, 30, 120, 360] as const;

/** When to try again after `attempts` tries (1 or more) have failed; undefined when it has been tried enough. */
export function nextTry(attempts: number, now: Date): Date | undefined {
  const minutes = retryMinutes[attempts - 1];
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000);
}

interface Stored {
  state: MessageState;
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
  return message.send_at > now ? 'planned' : 'pending';
}

export type Verdict =
  | { state: 'sent' }
  | { state: 'planned'; sendAt: Date }
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
