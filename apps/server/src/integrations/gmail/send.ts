import type { OutgoingMail, SendOutcome } from '#modules/outreach/mailbox-port.ts';
import { composeMail } from '#platform/mail/compose.ts';
import { type Gmail, troubleOf } from './api.ts';

/** Gmail gives what it sends a Message-ID of its own; this header keeps ours. */
export const ownIdHeader = 'X-Headwater-ID';

const forNow = new Set(['limit', 'protocol', 'timeout', 'refused', 'host_unknown', 'tls']);

export interface Sending {
  /** The end of the time that a letter has: whoever asked for it counts on that. */
  signal: AbortSignal;
  /** Told where it may have left without our hearing of it. */
  onDoubt(): void;
}

/** Sends once. */
export async function sendMail(gmail: Gmail, message: OutgoingMail, { signal, onDoubt }: Sending): Promise<SendOutcome> {
  const composed = await composeMail({ ...message, headers: [...message.headers, { name: ownIdHeader, value: message.messageId }] });
  if ('problem' in composed)
    return { outcome: 'refused', permanence: 'permanent', reason: 'bad_message', code: null, response: composed.problem };
  try {
    const { id } = await gmail.send(composed.raw, signal);
    return { outcome: 'accepted', response: id, raw: composed.raw };
  } catch (error) {
    const { reason, detail, status, retryAfter, mayHaveArrived } = troubleOf(error);
    if (mayHaveArrived) {
      onDoubt();
      return { outcome: 'unknown', detail };
    }
    return {
      outcome: 'refused',
      permanence: forNow.has(reason) ? 'temporary' : 'permanent',
      reason: reason === 'gone' ? 'protocol' : reason,
      code: status,
      response: detail,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
  }
}
