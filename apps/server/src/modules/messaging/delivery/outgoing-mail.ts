import type { MailAddress } from '@headwater/domain/mail/message';
import type { OutgoingMail } from '#modules/messaging/channels/public.ts';
import type { ClaimedMessage } from '#modules/messaging/messages/public.ts';

interface Sending {
  from: MailAddress;
  message: ClaimedMessage;
  /** Of the person who is written to. */
  name: string;
  /** Message-IDs of what went to the same person before by the same mailing, the first one first. */
  thread: readonly string[];
}

/** RFC 5322 3.6.4: as many as are kept of a long thread, its first one among them. */
const longestThread = 20;
const referencesOf = (thread: readonly string[]) => [...thread.slice(0, 1), ...thread.slice(1).slice(1 - longestThread)];

/** A message as it leaves, before anything is put into it. */
export function mailOf({ message, from, name, thread }: Sending, now: Date): OutgoingMail {
  // An answer goes on the thread of what it answers.
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
