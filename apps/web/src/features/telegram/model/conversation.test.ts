import { describe, expect, it } from 'vitest';
import type { TelegramDialog, TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { daysAgo, dialogsOf, linesOf, linkParts, messagesOf, unreadIndex } from './conversation.ts';

const start = Date.parse('2026-11-24T10:00:00');

const addresses = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

/** A message sent `minutes` after the first one; outgoing if `out`. */
const message = (id: number, minutes: number, out = false): TelegramMessage => ({
  message_id: id,
  message: `${id}`,
  kind: null,
  date: new Date(start + minutes * 60_000).toISOString(),
  edited_at: null,
  deleted_at: null,
  reply_to: null,
  reactions: [],
  out,
  attachments: [],
  state: out ? 'sent' : 'received',
  is_read: false,
  error: null,
  error_text: null,
  may_discard: false,
  of_mailing: false,
  waits: null,
  may_retry: false,
  decided_in_mailing: false,
  sender: null,
});
const dialog = (id: number, unread: number) => ({ id, unread_count: unread }) as TelegramDialog;
const page = (...results: TelegramMessage[]) => ({ results });
const ids = (messages: readonly TelegramMessage[]) => messages.map(({ message_id: id }) => id);

describe('pages of a list', () => {
  it('[TG-035] contain each dialog once, even if rows moved between them', () => {
    const pages = [{ results: [dialog(3, 1), dialog(1, 0)] }, { results: [dialog(1, 9), dialog(2, 0)] }];
    expect(dialogsOf(pages).map(({ id, unread_count: unread }) => [id, unread])).toEqual([
      [3, 1],
      [1, 0],
      [2, 0],
    ]);
  });

  it('[TG-034] [TG-033] contain each message once, older pages before newer ones', () => {
    expect(
      ids(messagesOf([page(message(4, 4), message(5, 5)), page(message(2, 2), message(3, 3), message(4, 4)), page(message(1, 1))])),
    ).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('lines of a conversation', () => {
  it('are grouped by sender within minutes of one day', () => {
    const lines = linesOf([message(1, 0), message(2, 2), message(3, 3, true), message(4, 30, true), message(5, 60 * 24, true)]);
    expect(lines.map(({ beginsGroup, endsGroup, beginsDay }) => [beginsGroup, endsGroup, beginsDay])).toEqual([
      [true, false, true],
      [false, true, false],
      [true, true, false],
      [true, true, false],
      [true, true, true],
    ]);
  });

  it('[TG-031] start the unread part after the last read message, regardless of higher ids of older messages', () => {
    // Older history that is loaded later has higher ids.
    const messages = [message(90, 0), message(91, 1, true), message(5, 2), message(6, 3, true), message(7, 4), message(8, 5)];
    expect(unreadIndex(messages, { unread_count: 2, last_read_message_id: 5 }, true)).toBe(4);
    expect(unreadIndex(messages, { unread_count: 2, last_read_message_id: null }, true)).toBe(4);
    expect(unreadIndex(messages, { unread_count: 0, last_read_message_id: 5 }, true)).toBe(-1);
    // The window starts after it.
    expect(unreadIndex(messages.slice(3), { unread_count: 70, last_read_message_id: 5 }, false)).toBe(1);
    expect(linesOf(messages, 7).map(({ beginsUnread }) => beginsUnread)).toEqual([false, false, false, false, true, false]);
  });
});

describe('links in a text', () => {
  it('exclude punctuation around them, and other text is no link', () => {
    expect(linkParts('See https://a.test/b?c=1, or (http://x.test). javascript:alert(1)')).toEqual([
      { text: 'See ' },
      { text: 'https://a.test/b?c=1', href: 'https://a.test/b?c=1' },
      { text: ', or (' },
      { text: 'http://x.test', href: 'http://x.test' },
      { text: '). javascript:alert(1)' },
    ]);
  });

  it('end before an unbalanced bracket and include balanced ones', () => {
    expect(addresses('Java (https://ru.test/wiki/Java_(x)) and https://ru.test/wiki/C_(y).')).toEqual([
      'https://ru.test/wiki/Java_(x)',
      'https://ru.test/wiki/C_(y)',
    ]);
    expect(addresses('GitHub (https://git.test/ann)/CV (https://a.test/cv)— see')).toEqual(['https://git.test/ann', 'https://a.test/cv']);
    expect(linkParts('http:// and https://)')).toEqual([{ text: 'http:// and https://)' }]);
    expect(linkParts('http://a)'.repeat(100_000))).toHaveLength(200_000);
    expect(linkParts(`https://a.test${'.'.repeat(500_000)}`)).toHaveLength(2);
  });
});

describe('a day', () => {
  it('starts at midnight, regardless of the hours between', () => {
    const now = new Date(2026, 2, 29, 0, 5);
    const at = (...[day, hour, minute]: [number, number, number]) => daysAgo(new Date(2026, 2, day, hour, minute), now);
    expect([at(29, 0, 0), at(28, 23, 59), at(28, 0, 0), at(27, 23, 59), at(22, 12, 0)]).toEqual([0, 1, 1, 2, 7]);
  });
});
