import type { MailboxFailure, SendOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { ApiError, type Trouble } from '#platform/oauth/api.ts';

/** Rethrows other errors, which are defects. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof ApiError) return error.trouble;
  throw error;
}

export function failureOf(error: unknown): MailboxFailure {
  const { reason, detail } = troubleOf(error);
  const isOurs = reason === 'recipient' || reason === 'sender' || reason === 'content' || reason === 'gone';
  return { server: 'provider', reason: isOurs ? 'protocol' : reason, detail };
}

const forNow = new Set<Trouble['reason']>(['limit', 'protocol', 'timeout', 'refused', 'host_unknown', 'tls', 'gone']);

/** For calls that certainly sent nothing. Calls held back by a Retry-After were not attempted. */
export function refusalOf({ reason, detail, status, retryAfter, isKeptBack }: Trouble): SendOutcome {
  const wait = retryAfter === undefined ? {} : { retryAfter };
  if (isKeptBack) return { outcome: 'not_begun', detail, ...wait };
  return {
    outcome: 'refused',
    permanence: forNow.has(reason) ? 'temporary' : 'permanent',
    reason: reason === 'gone' ? 'protocol' : reason,
    code: status,
    response: detail,
    ...wait,
  };
}
