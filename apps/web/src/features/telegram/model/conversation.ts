import { dayMs } from '@headwater/domain/time/durations';
import type { TelegramDialog, TelegramMessage } from '@headwater/contract/telegram-dialogs';

/** A message with its place in the conversation: lines that were written one after another stand together. */
export interface ConversationLine {
  message: TelegramMessage;
  /** The first of its day. */
  beginsDay: boolean;
  /** The first that came unread. */
  beginsUnread: boolean;
  /** The first and the last of those that one side wrote in a row. */
  beginsGroup: boolean;
  endsGroup: boolean;
}

/** What is written within so long by one side is one group. */
const groupMs = 5 * 60_000;

const dayOf = (moment: string) => new Date(moment).toDateString();

const belongTogether = (left: TelegramMessage | undefined, right: TelegramMessage | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  left.out === right.out &&
  dayOf(left.date) === dayOf(right.date) &&
  Math.abs(Date.parse(right.date) - Date.parse(left.date)) <= groupMs;

/**
 * The lines of a conversation, the oldest first.
 * @param messages in the order in which they are shown
 * @param unreadFrom the first message that had not been read when the dialog was opened
 */
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

/** Dialogs of pages that were read one after another, while rows moved between them: each once, where it stands first (TG-035). */
export function dialogsOf(pages: readonly { results: readonly TelegramDialog[] }[]): TelegramDialog[] {
  const known = new Map<number, TelegramDialog>();
  for (const { results } of pages) for (const one of results) if (!known.has(one.id)) known.set(one.id, one);
  return [...known.values()];
}

/** Messages of pages of which the first is the newest, each page in the order in which it is read: each once, as it was read last. */
export function messagesOf(pages: readonly { results: readonly TelegramMessage[] }[]): TelegramMessage[] {
  const known = new Map<number, TelegramMessage>();
  for (const { results } of pages.toReversed()) for (const one of results) known.set(one.message_id, one);
  return [...known.values()];
}

/** What tells which messages of a candidate have been read. */
interface ReadState {
  unread_count: number;
  last_read_message_id: number | null;
}

/**
 * Where in a conversation the first message stands that has not been read; -1 where all have been.
 * @param isWhole whether the newest messages are among these
 */
export function unreadIndex(messages: readonly TelegramMessage[], read: ReadState, isWhole: boolean): number {
  if (read.unread_count === 0) return -1;
  const lastRead = messages.findIndex(({ message_id: id }) => id === read.last_read_message_id);
  const received = messages.flatMap(({ out }, at) => (out ? [] : [at]));
  if (lastRead >= 0) return received.find((at) => at > lastRead) ?? -1;
  return (isWhole ? received.at(-read.unread_count) : undefined) ?? received[0] ?? -1;
}

/** Where an address ends that begins at `start`: before a blank or a bracket that it has not opened, and before a full stop or the like behind it. */
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

/** A text cut at its addresses of pages, so that they can be followed. */
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

/** Days of the calendar between a moment and now, whatever the hours. */
export const daysAgo = (moment: Date, now: Date): number => Math.round((midnight(now).getTime() - midnight(moment).getTime()) / dayMs);
