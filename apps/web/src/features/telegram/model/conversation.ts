import { dayMs } from '@headwater/domain/time/durations';
import type { TelegramDialog, TelegramMessage } from '@headwater/contract/telegram-dialogs';

export interface ConversationLine {
  message: TelegramMessage;
  beginsDay: boolean;
  beginsUnread: boolean;
  beginsGroup: boolean;
  endsGroup: boolean;
}

const groupMs = 5 * 60_000;

const dayOf = (moment: string) => new Date(moment).toDateString();

const belongTogether = (left: TelegramMessage | undefined, right: TelegramMessage | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  left.out === right.out &&
  dayOf(left.date) === dayOf(right.date) &&
  Math.abs(Date.parse(right.date) - Date.parse(left.date)) <= groupMs;

/** Oldest first. `unreadFrom`: the first message that was unread at opening. */
export function linesOf(messages: readonly TelegramMessage[], unreadFrom?: number): ConversationLine[] {
  return messages.map((message, at) => {
    const previous = messages[at - 1];
    const beginsUnread = unreadFrom !== undefined && message.message_id === unreadFrom;
    return {
      message,
      beginsDay: !previous || dayOf(previous.date) !== dayOf(message.date),
      beginsUnread,
      beginsGroup: beginsUnread || !belongTogether(previous, message),
      endsGroup: (messages[at + 1]?.message_id === unreadFrom && unreadFrom !== undefined) || !belongTogether(message, messages[at + 1]),
    };
  });
}

/** TG-035: rows move between loads, so the first position applies. */
export function dialogsOf(pages: readonly { results: readonly TelegramDialog[] }[]): TelegramDialog[] {
  const known = new Map<number, TelegramDialog>();
  for (const { results } of pages) for (const one of results) if (!known.has(one.id)) known.set(one.id, one);
  return [...known.values()];
}

/** Deduplicates messages of pages ordered from newest to oldest: the latest load applies. */
export function messagesOf(pages: readonly { results: readonly TelegramMessage[] }[]): TelegramMessage[] {
  const known = new Map<number, TelegramMessage>();
  for (const { results } of pages.toReversed()) for (const one of results) known.set(one.message_id, one);
  return [...known.values()];
}

interface ReadState {
  unread_count: number;
  last_read_message_id: number | null;
}

/** Index of the first unread message, or -1. `isWhole`: `messages` includes the newest ones. */
export function unreadIndex(messages: readonly TelegramMessage[], read: ReadState, isWhole: boolean): number {
  if (read.unread_count === 0) return -1;
  const lastRead = messages.findIndex(({ message_id: id }) => id === read.last_read_message_id);
  const received = messages.flatMap(({ out }, at) => (out ? [] : [at]));
  if (lastRead >= 0) return received.find((at) => at > lastRead) ?? -1;
  return (isWhole ? received.at(-read.unread_count) : undefined) ?? received[0] ?? -1;
}

/** End of a URL: before a space, an unbalanced bracket or trailing punctuation. */
function addressEnd(text: string, start: number): number {
  let [end, depth] = [start, 0];
  for (; end < text.length; end += 1) {
    const sign = text.charAt(end);
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0 || /[\s<>"]/.test(sign)) break;
  }
  while (end > start && /[.,;:!?»”]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

export function linkParts(text: string): { text: string; href?: string }[] {
  const parts: { text: string; href?: string }[] = [];
  let from = 0;
  const starts = /https?:\/\/(?=[^\s<>"])/g;
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    const end = addressEnd(text, found.index);
    if (end <= starts.lastIndex) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index) });
    const address = text.slice(found.index, end);
    parts.push({ text: address, href: address });
    from = end;
    starts.lastIndex = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

const midnight = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());

/** Calendar days between a moment and now. */
export const daysAgo = (moment: Date, now: Date): number => Math.round((midnight(now).getTime() - midnight(moment).getTime()) / dayMs);
