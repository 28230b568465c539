import { contract } from '@headwater/contract/contract';
import { foundProfile } from '@headwater/contract/search';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answerOf, emptiestOf } from '#testing/emptiest.ts';
import { Messenger } from '#testing/messenger.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const { telegramDialogs: dialogs } = contract;
const path = '/telegram-messenger/messages';

async function open({ isOpen = true, fill = (_all: Messenger, _id: number) => {} } = {}) {
  const messenger = new Messenger();
  const { id } = messenger.begin('Vera Ilina');
  const { id: other } = messenger.begin('Mark Orlov', { needs_attention: true, attention_reason: 'no_answer' });
  messenger.say(id, 'Gladly, at four');
  messenger.say(other, 'And when?');
  fill(messenger, id);
  const opened = await openApp(isOpen ? `${path}?dialog=${id}` : path, { as: userOf('admin'), answers: messenger.answer });
  await waitFor(() => expect(rows()).toContain(String(id)));
  if (isOpen) await screen.findByRole('textbox', { name: 'Message' });
  return { ...opened, messenger, id, other };
}
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-dialog]')].map(({ dataset }) => dataset['dialog']);
const row = (id: number) => within(document.querySelector<HTMLElement>(`[data-dialog="${id}"]`) ?? document.body);
const parameter = (name: string) => new URLSearchParams(location.search).get(name);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const snackbars = () => screen.getByRole('region', { name: 'Notifications' }).querySelectorAll('[role="status"], [role="alert"]').length;
async function markByMenu(hands: UserEvent) {
  await hands.click(screen.getByRole('button', { name: 'More actions' }));
  await hands.click(await screen.findByRole('menuitem', { name: /^Mark as unread/ }));
}
async function closeRefusal(hands: UserEvent) {
  const list = screen.getByRole('list', { name: 'Dialogs' }).parentElement ?? document.body;
  await hands.click(within(list).getByRole('button', { name: 'Close' }));
}
const refuse = (detail: string) => () => json(409, { detail });
const failed = () => json(500, { detail: 'Something went wrong' });

describe('the list of dialogs', () => {
  it('[TG-001] [TG-002] is filtered by text and by the filters of the address', async () => {
    const { hands, id, other } = await open({ isOpen: false });
    const search = screen.getByRole('textbox', { name: 'Search by name, username or text' });
    await hands.type(search, 'Vera');
    await waitFor(() => expect(rows()).toEqual([String(id)]));
    expect(parameter('search')).toBe('Vera');
    await hands.type(search, '{Escape}');
    await waitFor(() => expect(rows()).toEqual([String(id), String(other)]));
    await hands.click(screen.getByRole('radio', { name: 'Needs attention' }));
    await waitFor(() => expect(rows()).toEqual([String(other)]));
    expect(parameter('show')).toBe('attention');
    await hands.type(search, 'Vera');
    await screen.findByText('No results match your filters');
    await hands.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it('[TG-001] [TG-003] [TG-006] [TG-030] [DEC-15] supports the keyboard, and each dialog keeps its text and files', async () => {
    const { hands, id, other } = await open({ isOpen: false });
    await hands.keyboard('j{Enter}');
    await waitFor(() => expect(parameter('dialog')).toBe(String(id)));
    await hands.click(await screen.findByRole('button', { name: 'Details' }));
    await within(await screen.findByRole('complementary', { name: 'Details' })).findByText('+79995550171');
    await waitFor(() => expect(parameter('details')).toBe('shown'));
    history.back();
    await waitFor(() => expect(parameter('details')).toBeNull());
    const steps = history.length;
    await hands.type(field(), 'Half a sentence');
    await hands.upload(screen.getAllByLabelText<HTMLInputElement>('Attach files').at(-1) ?? document.body, new File(['Hi'], 'offer.txt'));
    await screen.findByRole('button', { name: 'Remove offer.txt' });
    fireEvent.keyDown(field(), { key: 'ArrowDown', altKey: true });
    await waitFor(() => expect(parameter('dialog')).toBe(String(other)));
    await waitFor(() => expect(field().value).toBe(''));
    expect(screen.queryByRole('button', { name: 'Remove offer.txt' })).toBeNull();
    fireEvent.keyDown(field(), { key: 'ArrowUp', altKey: true });
    await waitFor(() => expect(field().value).toBe('Half a sentence'));
    await screen.findByRole('button', { name: 'Remove offer.txt' });
    expect(history.length).toBe(steps);
    await hands.keyboard('{Escape}');
    await hands.keyboard('?');
    await waitFor(() => within(screen.getByRole('dialog')).getByText('Open next dialog'));
  });

  it('[TG-003] [TG-051] marks a dialog as unread by menu and key, until it is opened again', async () => {
    const { server, hands, id } = await open();
    await markByMenu(hands);
    await waitFor(() => row(id).getByText('Marked as unread'));
    expect(parameter('dialog')).toBeNull();
    for (const again of [true, false]) {
      await hands.click(document.querySelector(`[data-dialog="${id}"]`) ?? document.body);
      await waitFor(() => expect(row(id).queryByText('Marked as unread')).toBeNull());
      expect(parameter('dialog')).toBe(String(id));
      if (!again) break;
      fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Message' }), { key: 'Escape' });
      await hands.keyboard('u');
      await waitFor(() => row(id).getByText('Marked as unread'));
    }
    expect([server.inputsOf(dialogs.markUnread).length, server.inputsOf(dialogs.markRead).length]).toEqual([2, 2]);
  });

  it('[TG-003] keeps the mark while messages are still being marked as read', async () => {
    const { server, hands, messenger, id } = await open({ fill: (all, first) => all.change(first, { unread_count: 1 }) });
    const release = server.hold(dialogs.markRead);
    await waitFor(() => expect(server.inputsOf(dialogs.markRead)).toHaveLength(1));
    await markByMenu(hands);
    release();
    await waitFor(() => row(id).getByText('Marked as unread'));
    expect(messenger.dialogs[0]?.is_marked_unread).toBe(true);
  });

  it('[TG-003] marks another dialog in the meantime, and dismissing its refusal cancels no pending mark', async () => {
    const { server, hands, messenger, id, other } = await open({ fill: (all, first) => all.change(first, { unread_count: 1 }) });
    const release = server.hold(dialogs.markRead);
    await waitFor(() => expect(server.inputsOf(dialogs.markRead)).toHaveLength(1));
    await markByMenu(hands);
    server.on(dialogs.markUnread, refuse('Try again later'));
    document.querySelector<HTMLElement>(`[data-dialog="${other}"]`)?.focus();
    await hands.keyboard('u');
    await screen.findByText('The dialog was not marked as unread. Try again later');
    expect(server.inputsOf(dialogs.markUnread)).toEqual([{ id: other }]);
    await closeRefusal(hands);
    messenger.answer(server);
    release();
    await waitFor(() => row(id).getByText('Marked as unread'));
  });

  it('[TG-053] [TG-054] [TG-073] reports a dialog that could not be marked', async () => {
    const { server, hands } = await open();
    server.on(dialogs.markUnread, refuse('Try again later'));
    await markByMenu(hands);
    const words = 'The dialog was not marked as unread. Try again later';
    await screen.findByText(words);
    expect(snackbars()).toBe(0);
    await closeRefusal(hands);
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  });
});

describe('an open dialog', () => {
  it('[TG-053] [TG-054] [TG-073] hides failed background calls and shows a refusal at the field with its text', async () => {
    const { server, hands } = await open({ fill: (all, first) => all.change(first, { unread_count: 1 }) });
    server.on(dialogs.markRead, failed);
    await waitFor(() => expect(server.inputsOf(dialogs.markRead)).not.toEqual([]));
    expect(screen.queryByText('Something went wrong')).toBeNull();
    server.on(dialogs.send, failed);
    await hands.type(field(), 'I am{Enter}');
    await screen.findByText('Something went wrong');
    expect(field().value).toBe('I am');
    expect(snackbars()).toBe(0);
  });

  it('[TG-007] [TG-010] [TG-011] shows new messages after a refresh without an event', async () => {
    const { hands, messenger, id } = await open();
    messenger.say(id, 'Without an event');
    expect(screen.queryByText('Without an event')).toBeNull();
    await hands.click(screen.getByRole('button', { name: 'Refresh dialog' }));
    await waitFor(() => expect(document.querySelector('[role="log"]')?.textContent).toContain('Without an event'));
  });

  it('[TG-037] has no field if the session of its SIM card was ended elsewhere', async () => {
    const messenger = new Messenger();
    const { id } = messenger.begin('Vera Ilina', { closed: 'The session was ended elsewhere' });
    messenger.say(id, 'And where?');
    await openApp(`${path}?dialog=${id}`, { as: userOf('worker'), answers: messenger.answer });
    await screen.findByText('The session was ended elsewhere');
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });

  it('[TG-052] shows when a failed file is requested again, and requests it on demand', async () => {
    const file = { name: 'portfolio.txt', size: 6, state: 'failed', retry_at: '2026-01-05T09:00:00.000Z' } as const;
    const { server, hands, messenger, id } = await open({
      fill: (all, first) => void all.say(first, 'My portfolio', { attachments: [file] }),
    });
    server.on(dialogs.loadAttachment, () =>
      messenger.say(id, 'My portfolio', { attachments: [{ ...file, state: 'stored', retry_at: null }] }),
    );
    await hands.click(await screen.findByRole('button', { name: 'Try now' }));
    await screen.findByRole('button', { name: 'Download portfolio.txt' });
  });

  it('[TG-029] [TG-053] of an unknown person is linked to a profile; the pane or the list reports a failed undo', async () => {
    const stranger = { edit: false, rename: false, link: true, unlink: false };
    const { server, hands, messenger, id, other } = await open({ fill: (all, first) => all.change(first, { permissions: stranger }) });
    const anna = { ...emptiestOf(foundProfile), id: 9, name: 'Anna Belova' };
    server.on(contract.search.find, () => answerOf(contract.search.find, { profiles: [anna] }));
    await hands.click(screen.getByRole('button', { name: 'Link to a profile' }));
    const form = await screen.findByRole('form', { name: 'Link to a profile' });
    await hands.type(within(form).getAllByLabelText(/^Candidate/)[0] ?? form, 'Anna');
    await hands.click(await screen.findByRole('option', { name: 'Anna Belova' }));
    server.on(dialogs.linkProfile, ({ profile_id: profile }) =>
      messenger.change(id, {
        name: 'Anna Belova',
        profile: { id: profile, name: 'Anna Belova' },
        permissions: { ...stranger, link: false, unlink: true },
      }),
    );
    await hands.click(within(form).getByRole('button', { name: 'Link to a profile' }));
    await screen.findByText('Linked to Anna Belova');
    server.on(dialogs.unlinkProfile, refuse('Try again later'));
    await hands.click(screen.getByRole('button', { name: 'Undo' }));
    await within(screen.getByRole('complementary', { name: 'Details' })).findByText('Try again later');
    const inList = 'The dialog with Anna Belova is still linked. Try again later';
    expect([snackbars(), screen.queryByText(inList)]).toEqual([expect.any(Number), null]);
    await hands.click(document.querySelector(`[data-dialog="${other}"]`) ?? document.body);
    await screen.findByText(inList);
    history.back();
    await waitFor(() => expect(parameter('dialog')).toBe(String(id)));
    await screen.findByRole('button', { name: 'Unlink from the profile' });
    await waitFor(() => expect(screen.queryByText(/Try again later/)).toBeNull());
    server.on(dialogs.unlinkProfile, () => messenger.change(id, { profile: null, permissions: stranger }));
    await hands.click(screen.getByRole('button', { name: 'Unlink from the profile' }));
    await screen.findByRole('form', { name: 'Link to a profile' });
  });
});
