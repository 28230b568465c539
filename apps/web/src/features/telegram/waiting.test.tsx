import { contract } from '@headwater/contract/contract';
import type { TelegramDialog, TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Messenger, simCard } from '#testing/messenger.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const admin = userOf('admin');
const waits = { text: '', expected_at: null, seconds: null, waited: 60 };
const planned: Partial<TelegramMessage> = { out: true, state: 'planned', may_discard: true };
const { telegramDialogs: dialogs } = contract;

async function openDialog(message: Partial<TelegramMessage>, dialog: Partial<TelegramDialog> = {}) {
  const messenger = new Messenger();
  const { id } = messenger.begin('Vera Ilina', dialog);
  const said = messenger.say(id, 'After', message);
  const opened = await openApp(`/telegram-messenger/messages?dialog=${id}`, { as: admin, answers: messenger.answer });
  const log = within(await screen.findByRole('log', { name: 'Conversation' }));
  const line = within((await log.findByText('After')).closest<HTMLElement>('[data-line]') ?? document.body);
  return { ...opened, messenger, id, said, line };
}
const snackbars = () => screen.getByRole('region', { name: 'Notifications' }).querySelectorAll('[role="status"], [role="alert"]').length;

afterEach(() => vi.restoreAllMocks());

describe('a pending message', () => {
  it("[TG-060] [TG-073] counts down Telegram's wait from the response and refetches afterwards", async () => {
    let passed = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    const { messenger, id, said, line } = await openDialog({
      ...planned,
      waits: { ...waits, reason: 'flood_wait', text: 'request limit exceeded', expected_at: '2026-01-05T09:00:00.000Z', seconds: 12 },
    });
    const words = line.getByText(/^request limit exceeded: try again in \d+ seconds$/);
    const seconds = () => Number(/\d+/.exec(words.textContent)?.[0]);
    const first = seconds();
    expect(first).toBeLessThanOrEqual(12);
    line.getByText(/^Will be sent/);
    passed = 4000;
    await waitFor(() => expect(seconds()).toBeLessThan(first - 3));
    Object.assign(said, { state: 'sent', waits: null, may_discard: false });
    messenger.change(id, {});
    passed = 12_000;
    await line.findByText('Sent');
    expect(line.queryByText(/^Will be sent/)).toBeNull();
  });

  it('[TG-060] [TG-073] [DEC-10] shows the reason on request, and a failed deletion at the message', async () => {
    const { server, hands, line } = await openDialog({ ...planned, waits: { ...waits, reason: 'frozen', text: 'Telegram has frozen it' } });
    line.getByText('Telegram has frozen it', { selector: '[data-put-off]' });
    server.on(dialogs.why, () => ({
      reason: 'frozen',
      text: 'Telegram has frozen this SIM card',
      expected_at: '2026-01-05T09:00:00.000Z',
    }));
    await hands.click(line.getByRole('button', { name: 'Why has this not gone out yet?' }));
    await line.findByText(/^Telegram has frozen this SIM card · about /);
    server.on(dialogs.discard, () => json(409, { detail: 'It is leaving already' }));
    await hands.click(line.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(line.getByRole('alert').textContent).toBe('It is leaving already'));
    expect(snackbars()).toBe(0);
  });

  it('[TG-060] [DEC-10] shows the reason while Telegram does not respond, and cannot be deleted then', async () => {
    const { server, hands, line } = await openDialog({ out: true, state: 'sending', waits: { ...waits, reason: 'leaving' } });
    server.on(dialogs.why, () => ({ reason: 'leaving', text: 'It is being sent right now', expected_at: null }));
    await hands.click(line.getByRole('button', { name: 'Why has this not gone out yet?' }));
    await line.findByText('It is being sent right now');
    expect(line.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});

describe('a failed message', () => {
  it('[TG-008] [TG-063] [TG-073] shows the reason, is resent after the username changes, and can be deleted', async () => {
    const reason = 'There is no Telegram user with this name';
    const failed = { out: true, state: 'failed', error: 'unknown', error_text: reason, may_retry: true, may_discard: true } as const;
    const permissions = { edit: true, rename: true, link: false, unlink: false };
    const { server, hands, messenger, id, said, line } = await openDialog(failed, { permissions, username: 'nobody_missing' });
    expect(line.getByRole('alert').textContent).toBe(reason);
    expect(snackbars()).toBe(0);
    await hands.click(screen.getByRole('button', { name: 'Details' }));
    server.on(dialogs.change, (changes) => messenger.change(id, { username: changes.username ?? null }));
    const username = await screen.findByRole('textbox', { name: 'Another username' });
    await hands.clear(username);
    await hands.type(username, 'found_x');
    await hands.click(screen.getByRole('button', { name: 'Change' }));
    await screen.findByRole('link', { name: '@found_x' });
    server.on(dialogs.retry, () => Object.assign(said, { state: 'sent', error: null, error_text: null, may_retry: false }));
    await hands.click(line.getByRole('button', { name: 'Retry' }));
    await line.findByText('Sent');
    expect(server.inputsOf(dialogs.retry)).toEqual([{ id, message_id: said.message_id }]);
  });

  it('[TG-009] [TG-013] disappears after deletion', async () => {
    const { server, hands, messenger, id, said, line } = await openDialog({
      out: true,
      state: 'failed',
      may_discard: true,
      may_retry: true,
    });
    server.on(dialogs.discard, () => {
      messenger.messages.set(id, []);
      return {};
    });
    await hands.click(line.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Nothing has been written to Vera Ilina yet');
    expect(server.inputsOf(dialogs.discard)).toEqual([{ id, message_id: said.message_id }]);
  });
});

describe('a person who waits for an answer', () => {
  it('[TG-014] [DEC-07] is marked above the field and in the list until dismissed, and again after undo', async () => {
    const need = { needs_attention: true, attention_reason: 'no_answer' } as const;
    const { server, hands, messenger, id } = await openDialog({}, need);
    server.on(dialogs.saveAnswerNeed, ({ is_needed: isNeeded }) =>
      messenger.change(
        id,
        isNeeded ? { ...need, is_answer_needless: false } : { needs_attention: false, attention_reason: null, is_answer_needless: true },
      ),
    );
    await hands.click(screen.getByText('Needs attention'));
    const row = () => document.querySelector(`[data-dialog="${id}"]`);
    await hands.click(await screen.findByRole('button', { name: 'No answer needed' }));
    await waitFor(() => expect(row()).toBeNull());
    await hands.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(row()).not.toBeNull());
    server.on(dialogs.saveAnswerNeed, () => json(409, { detail: 'They have written again' }));
    await hands.click(await screen.findByRole('button', { name: 'No answer needed' }));
    await screen.findByText('They have written again');
    expect(snackbars()).toBe(0);
  });
});

describe('a SIM card frozen by Telegram', () => {
  it('[TG-037] [DEC-10] shows it in its row', async () => {
    const messenger = new Messenger();
    messenger.cards.splice(0, 1, { ...simCard, frozen_since: '2026-01-05T09:00:00.000Z' });
    await openApp('/telegram-messenger/manager', { as: admin, answers: messenger.answer });
    await screen.findByText('Frozen');
  });
});
