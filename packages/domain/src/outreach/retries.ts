import type { ErrorReason } from './message-status.ts';

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

/** What becomes of a message once it has been tried. */
export type SettledState =
  | { state: 'sent'; reason?: undefined }
  | { state: 'planned'; sendAt: Date; reason?: 'soft_bounce' }
  | { state: 'error'; reason: ErrorReason }
  | { state: 'unknown'; reason: 'unknown_outcome' };

/** What a message that was handed over becomes by what the provider answered. */
export function afterHandOver(
  outcome: { kind: 'accepted' } | { kind: 'lost' } | { kind: 'refused'; permanent: boolean; reason: ErrorReason },
  attempts: number,
  now: Date,
): SettledState {
  if (outcome.kind === 'accepted') return { state: 'sent' };
  if (outcome.kind === 'lost') return { state: 'unknown', reason: 'unknown_outcome' };
  if (outcome.permanent) return { state: 'error', reason: outcome.reason };
  const sendAt = nextTry(attempts, now);
  return sendAt ? { state: 'planned', sendAt } : { state: 'error', reason: 'max_retries' };
}
