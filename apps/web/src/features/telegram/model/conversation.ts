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

/** A text cut at its addresses of pages, so that they can be followed. */
export function linkParts(text: string): { text: string; href?: string }[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .filter((part) => part !== '')
    .flatMap((part) => {
      if (!/^https?:\/\//.test(part)) return [{ text: part }];
      // A full stop or a bracket behind an address is the sentence's.
      const address = part.replace(/[).,;:!?»”]+$/, '');
      const rest = part.slice(address.length);
      return [{ text: address, href: address }, ...(rest === '' ? [] : [{ text: rest }])];
    });
}

const midnight = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());

/** Days of the calendar between a moment and now, whatever the hours. */
export const daysAgo = (moment: Date, now: Date): number => Math.round((midnight(now).getTime() - midnight(moment).getTime()) / dayMs);
