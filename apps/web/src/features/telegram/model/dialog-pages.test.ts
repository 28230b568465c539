import { describe, expect, it } from 'vitest';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { type DialogPage, withDialog, withNewDialog } from './dialog-pages.ts';

const dialog = (id: number, more: Partial<TelegramDialog> = {}): TelegramDialog => ({
  id,
  unread_count: 0,
  is_marked_unread: false,
  last_message: null,
  last_read_message_id: null,
  username: `person_${id}`,
  username_is_masked: false,
  name: `Person ${id}`,
  profile: null,
  account: { id: 1, phone_number: '+79000000001', name: '', state: 'connected' },
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: { id: 7, name: 'Ada' },
  last_at: '2026-01-01T00:00:00.000Z',
  needs_attention: false,
  access_type: 'public',
  draft: '',
  draft_version: 0,
  closed: null,
  attention_reason: null,
  is_answer_needless: false,
  permissions: { edit: true, rename: false, link: false, unlink: false },
  ...more,
});
const pages: DialogPage[] = [
  { count: 3, results: [dialog(3), dialog(2)] },
  { count: 3, results: [dialog(1)] },
];
const idsOf = (shown: readonly DialogPage[]) => shown.map(({ count, results }) => [count, results.map(({ id }) => id)]);
const before = idsOf(pages);

describe('the list of dialogs', () => {
  it('[TG-032] starts with a new dialog and increases the count', () => {
    const with4 = [
      [4, [4, 3, 2]],
      [4, [1]],
    ];
    expect(idsOf(withNewDialog(pages, dialog(4), {}))).toEqual(with4);
    expect(idsOf(withNewDialog(pages, dialog(4), { created_by_id: 7, telegram_account_id: 1, only_unread: false }))).toEqual(with4);
    expect(idsOf(withNewDialog([{ count: 0, results: [] }], dialog(4), {}))).toEqual([[1, [4]]]);
  });

  it('[TG-032] contains only dialogs that match the filters', () => {
    for (const filter of [
      { created_by_id: 8 },
      { telegram_account_id: 2 },
      { only_unread: true },
      { only_need_attention: true },
      { search: 'Vera' },
    ])
      expect([filter, idsOf(withNewDialog(pages, dialog(4), filter))]).toEqual([filter, before]);
  });

  it('[TG-035] contains each dialog once, in its current state', () => {
    const changed = dialog(1, { name: 'Vera' });
    for (const shown of [withNewDialog(pages, changed, {}), withDialog(pages, changed)]) {
      expect(idsOf(shown)).toEqual(before);
      expect(shown[1]?.results).toEqual([changed]);
    }
  });
});
