import type { ErrorReason } from './message-status.ts';

/** SEND-032: minutes. */
const retryMinutes = [1, 5, 30, 120, 360] as const;

export function nextTry(attempts: number, now: Date): Date | undefined {
  const minutes = retryMinutes[attempts - 1];
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000);
}

/** Hours. A full mailbox is emptied within days or never. */
const softBounceHours = [4, 24, 48] as const;

export function nextAfterSoftBounce(softBounces: number, now: Date): Date | undefined {
  const hours = softBounceHours[softBounces - 1];
  return hours === undefined ? undefined : new Date(now.getTime() + hours * 3_600_000);
}

export type SettledState =
  | { state: 'sent'; reason?: undefined }
  | { state: 'planned'; sendAt: Date; reason?: 'soft_bounce' }
  | { state: 'error'; reason: ErrorReason }
  | { state: 'unknown'; reason: 'unknown_outcome' };

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
