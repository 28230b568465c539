import type { MailboxFailure, SendOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { ApiError, type Trouble } from '#platform/oauth/api.ts';

/** Throws what is no ApiError: it is a defect. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof ApiError) return error.trouble;
  throw error;
}

/** The failure that the port tells of. */
export function failureOf(error: unknown): MailboxFailure {
  const { reason, detail } = troubleOf(error);
  const isOurs = reason === 'recipient' || reason === 'sender' || reason === 'content' || reason === 'gone';
  return { server: 'provider', reason: isOurs ? 'protocol' : reason, detail };
}

const forNow = new Set<Trouble['reason']>(['limit', 'protocol', 'timeout', 'refused', 'host_unknown', 'tls', 'gone']);

/** What a call that certainly sent nothing means for its message. One that was kept back here, as the service wants to be left alone, was not tried. */
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
