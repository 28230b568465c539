import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';

export interface MessagePage {
  count: number;
  /** Increases with each change of older messages. */
  changes: number;
  results: TelegramMessage[];
}

/** Start of a page: before a message, or an offset from the newest one. */
export interface MessagePlace {
  limit: number;
  offset: number;
  before_id?: number;
}

/** Sent and read, with files stored or permanently missing. */
const isSettled = ({ out, state, is_read: isRead, attachments }: TelegramMessage): boolean =>
  (!out || (state === 'sent' && isRead)) && attachments.every((file) => file.state !== 'loading' && file.state !== 'no_space');

/** False if an older message was added or removed. */
export function showsAllNews(known: MessagePage, messages: readonly TelegramMessage[], newest: MessagePage): boolean {
  if (newest.changes !== known.changes) return false;
  const ids = new Set(messages.map((one) => one.message_id));
  const added = newest.results.filter((one) => !ids.has(one.message_id)).length;
  return newest.count === known.count + added;
}

/** Undefined if the page must be loaded. `messages`: all known ones, oldest first. */
export function knownPage(messages: readonly TelegramMessage[], { limit, before_id: before }: MessagePlace): TelegramMessage[] | undefined {
  const end = messages.findIndex((one) => one.message_id === before);
  // Another page may precede the oldest one.
  if (end < limit) return undefined;
  const page = messages.slice(end - limit, end);
  return page.every(isSettled) ? page : undefined;
}
