import type { MailAddress } from '@headwater/domain/mail/message';
import type { OutgoingMail } from '#modules/messaging/channels/public/transport.ts';
import type { ClaimedMessage } from '#modules/messaging/messages/public/sending.ts';

interface Sending {
  from: MailAddress;
  message: ClaimedMessage;
  name: string;
  thread: readonly string[];
}

/** RFC 5322 3.6.4: limit of references; the first one is always kept. */
const longestThread = 20;
const referencesOf = (thread: readonly string[]) => [...thread.slice(0, 1), ...thread.slice(1).slice(1 - longestThread)];

export function mailOf({ message, from, name, thread }: Sending, now: Date): OutgoingMail {
  // A reply continues the thread of the answered message.
  const ids = message.reply_ids.length > 0 ? message.reply_ids : thread;
  return {
    messageId: message.message_id,
    from,
    to: { name, address: message.email },
    replyTo: null,
    subject: message.subject,
    text: message.body_text,
    html: message.html,
    date: now,
    inReplyTo: ids.at(-1) ?? null,
    references: referencesOf(ids),
    headers: [],
  };
}
