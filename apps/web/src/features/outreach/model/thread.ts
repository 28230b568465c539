import type { IncomingMessageView, ThreadMessage } from '@headwater/contract/outreach';

export type ThreadEntry =
  | { kind: 'sent'; at: string; key: string; message: ThreadMessage }
  | { kind: 'received'; at: string; key: string; reply: IncomingMessageView };

export function entriesOf(messages: readonly ThreadMessage[]): ThreadEntry[] {
  const sent = messages.map((message): ThreadEntry => ({
    kind: 'sent',
    at: message.sent_at ?? message.send_at,
    key: `m${message.id}`,
    message,
  }));
  const received = messages.flatMap(({ replies }) =>
    replies.map((reply): ThreadEntry => ({ kind: 'received', at: reply.received_at, key: `r${reply.id}`, reply })),
  );
  return [...sent, ...received].toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
}

/** Adds one `Re:` in place of existing ones. Empty stays empty. */
export const replySubject = (subject: string): string =>
  subject.trim() && `Re: ${subject.replace(/^(?:\s*re\s*:)+\s*/i, '')}`.slice(0, 255);

export interface ReplyTarget {
  id: number;
  /** Empty if no message of the conversation has one. */
  subject: string;
  from: string;
  /** Masked if `isMasked`. The contacts must be opened first. */
  email: string;
  isMasked: boolean;
  suppression: ThreadMessage['suppression'];
}

/** Undefined for messages that are not from a person. */
function addressOf(entry: ThreadEntry): Pick<ReplyTarget, 'from' | 'email' | 'isMasked'> | undefined {
  const from = entry.key;
  if (entry.kind === 'sent') return { from, email: entry.message.email, isMasked: entry.message.email_is_masked };
  const { kind, from_address: email, from_address_is_masked: isMasked } = entry.reply;
  return kind === 'reply' && email !== '' ? { from, email, isMasked } : undefined;
}

/** The person's latest subject, or else ours. */
function newestSubject(entries: readonly ThreadEntry[]): string {
  const received = entries.flatMap((entry) => (entry.kind === 'received' && addressOf(entry) ? [entry.reply.subject] : []));
  const sent = entries.flatMap((entry) => (entry.kind === 'sent' ? [entry.message.subject] : []));
  return received.findLast(Boolean) ?? sent.findLast(Boolean) ?? '';
}

/** `from`: entry to answer. Default: the person's last message. */
export function replyTarget(messages: readonly ThreadMessage[], from?: string): ReplyTarget | undefined {
  const last = messages.at(-1);
  if (!last) return undefined;
  const entries = entriesOf(messages);
  const chosen = entries.find(({ key }) => key === from);
  const received = entries.findLast((entry) => entry.kind === 'received' && addressOf(entry));
  const address =
    (chosen && addressOf(chosen)) ??
    (received && addressOf(received)) ??
    addressOf({ kind: 'sent', key: `m${last.id}`, at: '', message: last });
  const answered = entries.find(({ key }) => key === address?.from);
  const isNewer = answered !== undefined && Date.parse(answered.at) > Date.parse(last.sent_at ?? last.send_at);
  const subject = (isNewer && answered.kind === 'received' && answered.reply.subject) || last.subject || newestSubject(entries);
  const written = messages.findLast(({ email }) => email.toLowerCase() === address?.email.toLowerCase());
  return address && { id: last.id, subject: replySubject(subject), suppression: written?.suppression ?? null, ...address };
}
