import type { OutgoingMail, SendOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { composeMail } from '#platform/mail/compose.ts';
import type { Sending } from '../http-mailbox/mailbox.ts';
import { refusalOf, troubleOf } from '../http-mailbox/api-failure.ts';
import type { Gmail } from './api.ts';

/** Gmail replaces the Message-ID; this header keeps ours. */
export const ownIdHeader = 'X-Headwater-ID';

export async function sendMail(gmail: Gmail, message: OutgoingMail, { signal, onUnknownOutcome }: Sending): Promise<SendOutcome> {
  const composed = await composeMail({ ...message, headers: [...message.headers, { name: ownIdHeader, value: message.messageId }] });
  if ('problem' in composed)
    return { outcome: 'refused', permanence: 'permanent', reason: 'bad_message', code: null, response: composed.problem };
  try {
    const { id } = await gmail.send(composed.raw, signal);
    return { outcome: 'accepted', response: id, raw: composed.raw };
  } catch (error) {
    const trouble = troubleOf(error);
    if (!trouble.mayHaveArrived) return refusalOf(trouble);
    onUnknownOutcome();
    return { outcome: 'unknown', detail: trouble.detail };
  }
}
