import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';

export interface MessagePage {
  count: number;
  /** Grows with each change of what stood there before. */
  changes: number;
  results: TelegramMessage[];
}

/** Where a page of messages begins: before a message, or so many from the newest one. */
export interface MessagePlace {
  limit: number;
  offset: number;
  before_id?: number;
}

/** Whether nothing of a message changes any more: it has left and was read, and its files are here or never come. */
const isSettled = ({ out, state, is_read: isRead, attachments }: TelegramMessage): boolean =>
  (!out || (state === 'sent' && isRead)) && attachments.every((file) => file.state !== 'loading' && file.state !== 'no_space');

/** Whether the newest page shows all that came since; else something was added or taken away further up. */
export function showsAllNews(known: MessagePage, messages: readonly TelegramMessage[], newest: MessagePage): boolean {
  if (newest.changes !== known.changes) return false;
  const ids = new Set(messages.map((one) => one.message_id));
  const added = newest.results.filter((one) => !ids.has(one.message_id)).length;
  return newest.count === known.count + added;
}

/**
 * The page that begins there as it is known; undefined where it has to be read.
 * @param messages all that are known, the oldest first
 */
export function knownPage(messages: readonly TelegramMessage[], { limit, before_id: before }: MessagePlace): TelegramMessage[] | undefined {
  const end = messages.findIndex((one) => one.message_id === before);
  // The oldest page may have another one above it.
  if (end < limit) return undefined;
  const page = messages.slice(end - limit, end);
  return page.every(isSettled) ? page : undefined;
}
