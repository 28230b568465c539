import { describe, expect, it } from 'vitest';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { knownPage, showsAllNews } from './known-page.ts';

const message = (id: number, more: Partial<TelegramMessage> = {}): TelegramMessage => ({
  message_id: id,
  message: `Message ${id}`,
  kind: null,
  date: '2026-11-24T12:00:00.000Z',
  edited_at: null,
  deleted_at: null,
  reply_to: null,
  reactions: [],
  out: false,
  attachments: [],
  state: 'received',
  is_read: false,
  error: null,
  error_text: null,
  may_discard: false,
  of_mailing: false,
  waits: null,
  may_retry: false,
  decided_in_mailing: false,
  sender: null,
  ...more,
});
const conversation = (count: number) => Array.from({ length: count }, (_, at) => message(at + 1));
const idsOf = (page: readonly TelegramMessage[] | undefined) => page?.map((one) => one.message_id);

describe('[DEC-07] a known page', () => {
  it('is not loaded again if nothing in it can change', () => {
    expect(idsOf(knownPage(conversation(30), { limit: 10, offset: 0, before_id: 25 }))).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
  });

  it('is loaded if it may continue upwards or starts at an unknown message', () => {
    expect(knownPage(conversation(30), { limit: 10, offset: 0, before_id: 10 })).toBeUndefined();
    expect(knownPage(conversation(30), { limit: 10, offset: 0, before_id: 99 })).toBeUndefined();
    expect(knownPage(conversation(30), { limit: 10, offset: 0 })).toBeUndefined();
  });

  it.each([
    ['has not left', { out: true, state: 'planned' as const }],
    ['may be sent again', { out: true, state: 'failed' as const }],
    ['was not read by the candidate', { out: true, state: 'sent' as const }],
    ['has a file on its way', { attachments: [{ name: 'cv.pdf', size: 1, state: 'loading' as const, retry_at: null }] }],
    ['has a file without room', { attachments: [{ name: 'cv.pdf', size: 1, state: 'no_space' as const, retry_at: null }] }],
  ])('is loaded if one of its messages %s', (_why, more) => {
    const messages = conversation(30).map((one) => (one.message_id === 20 ? message(20, more) : one));
    expect(knownPage(messages, { limit: 10, offset: 0, before_id: 25 })).toBeUndefined();
    expect(knownPage(messages, { limit: 10, offset: 0, before_id: 15 })).toBeDefined();
  });
});

describe('[DEC-07] the newest page', () => {
  const messages = conversation(30);
  const known = { count: 80, changes: 0, results: messages.slice(20) };

  it('contains all changes if the count grew by its new messages', () => {
    expect(showsAllNews(known, messages, { count: 80, changes: 0, results: messages.slice(20) })).toBe(true);
    expect(showsAllNews(known, messages, { count: 82, changes: 0, results: [...messages.slice(22), message(31), message(32)] })).toBe(true);
  });

  it('does not if an older message was added or removed', () => {
    expect(showsAllNews(known, messages, { count: 83, changes: 0, results: [...messages.slice(22), message(31), message(32)] })).toBe(
      false,
    );
    expect(showsAllNews(known, messages, { count: 79, changes: 0, results: messages.slice(20) })).toBe(false);
  });

  it('does not if any message was edited', () => {
    expect(showsAllNews(known, messages, { count: 80, changes: 1, results: messages.slice(20) })).toBe(false);
  });
});
