import { contract } from '@headwater/contract/contract';
import type { TelegramAccount } from '@headwater/contract/telegram-accounts';
import type { TelegramDialog, TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { answerOf } from './emptiest.ts';
import type { StubServer } from './stub-server.ts';

export const simCard: TelegramAccount = answerOf(contract.telegramAccounts.change, {
  id: 3,
  phone_number: '+79995550171',
  limit_total: 100,
  limit_today: 100,
  dialogs_available: 100,
  is_online: true,
  is_premium: true,
});

const blank = { dialog: answerOf(contract.telegramDialogs.get), message: answerOf(contract.telegramDialogs.retry) };

/** Browser storage keeps drafts and files by dialog id across tests. */
let lastId = 100;

/** Answers the Telegram screens and keeps their changes. */
export class Messenger {
  readonly cards = [simCard];
  readonly dialogs: TelegramDialog[] = [];
  readonly messages = new Map<number, TelegramMessage[]>();
  mayManage = true;

  begin(name: string, more: Partial<TelegramDialog> = {}): TelegramDialog {
    const account = { id: simCard.id, phone_number: simCard.phone_number, name: 'Ada', state: 'connected' as const };
    const dialog = { ...blank.dialog, id: (lastId += 1), name, account, ...more };
    this.dialogs.push(dialog);
    this.messages.set(dialog.id, []);
    return dialog;
  }

  /** Adds a message of the candidate, unless `more` overrides it. */
  say(dialogId: number, message: string, more: Partial<TelegramMessage> = {}): TelegramMessage {
    const added: TelegramMessage = { ...blank.message, message_id: (lastId += 1), message, state: 'received', ...more };
    this.messages.get(dialogId)?.push(added);
    this.change(dialogId, { last_message: added });
    return added;
  }

  change(dialogId: number, changes: Partial<TelegramDialog>): TelegramDialog {
    return Object.assign(this.#find(dialogId), changes);
  }

  #find(dialogId: number): TelegramDialog {
    const found = this.dialogs.find(({ id }) => id === dialogId);
    if (!found) throw new Error(`No dialog ${dialogId}`);
    return found;
  }

  answer = (server: StubServer): void => {
    const { telegramAccounts: accounts, telegramDialogs: dialogs } = contract;
    server.on(accounts.list, () => ({ count: this.cards.length, results: this.cards, is_configured: true, may_manage: this.mayManage }));
    server.on(dialogs.list, ({ search = '', only_need_attention: isNarrow }) => {
      const results = this.dialogs.filter(({ name, needs_attention: needs }) => name.includes(search) && (needs || !isNarrow));
      return { count: results.length, results: structuredClone(results) };
    });
    server.on(dialogs.get, ({ id }) => structuredClone(this.#find(id)));
    server.on(dialogs.messages, ({ id, limit, before_id: before }) => {
      const all = this.messages.get(id) ?? [];
      const results = all.filter(({ message_id: at }) => before === undefined || at < before).slice(-limit);
      return { count: all.length, changes: lastId, results: structuredClone(results) };
    });
    server.on(dialogs.markRead, ({ id }) => structuredClone(this.change(id, { unread_count: 0, is_marked_unread: false })));
    server.on(dialogs.markUnread, ({ id }) => structuredClone(this.change(id, { is_marked_unread: true })));
    server.on(dialogs.saveDraft, ({ id, message: draft }) => {
      const { draft_version: version } = this.change(id, { draft, draft_version: this.#find(id).draft_version + 1 });
      return { is_saved: true, draft, draft_version: version };
    });
    server.on(dialogs.send, ({ id, message }) => {
      this.change(id, { draft: '' });
      return structuredClone(this.say(id, message, { out: true, state: 'sent' }));
    });
    server.on(dialogs.attach, ({ file }) => ({ id: (lastId += 1), name: file.name, size: file.size }));
  };
}
