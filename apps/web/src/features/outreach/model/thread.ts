import type { IncomingMessageView, ThreadMessage } from '@headwater/contract/outreach';

/** One line of a conversation: what we wrote, or what came back. */
export type ThreadEntry =
  | { kind: 'sent'; at: string; key: string; message: ThreadMessage }
  | { kind: 'received'; at: string; key: string; reply: IncomingMessageView };

/** Messages and what came back for them, in the order in which they happened. */
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

/** The subject of an answer: one `Re:`, whatever stood there. */
export const replySubject = (subject: string): string => `Re: ${subject.replace(/^(?:\s*re\s*:)+\s*/i, '')}`.slice(0, 255);

/** What a reply goes on from: the newest message, and the address that the person wrote from last. */
export function replyTarget(messages: readonly ThreadMessage[]) {
  const last = messages.at(-1);
  if (!last) return undefined;
  const heard = entriesOf(messages).findLast((entry) => entry.kind === 'received' && entry.reply.kind === 'reply');
  const email = heard?.kind === 'received' && heard.reply.from_address ? heard.reply.from_address : last.email;
  return { id: last.id, email, subject: replySubject(last.subject) };
}
