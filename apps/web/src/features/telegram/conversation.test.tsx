import { contract } from '@headwater/contract/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { tell } from '#testing/events.ts';
import { Messenger } from '#testing/messenger.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { telegramDialogs: dialogs } = contract;
const moment = '2026-01-05T09:00:00.000Z';

async function open(fill: (messenger: Messenger, id: number) => void) {
  const messenger = new Messenger();
  const { id } = messenger.begin('Vera Ilina');
  messenger.say(id, 'What is it about?');
  fill(messenger, id);
  const opened = await openApp(`/telegram-messenger/messages?dialog=${id}`, { as: userOf('admin'), answers: messenger.answer });
  await screen.findByRole('textbox', { name: 'Message' });
  await waitFor(() => expect(document.querySelector('[data-line]')).not.toBeNull());
  return { ...opened, messenger, id };
}
const lines = () => [...document.querySelectorAll<HTMLElement>('[data-line]')];
const lineOf = (text: string) => within(lines().findLast((line) => line.textContent.includes(text)) ?? document.body);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const marked = (text: string) => waitFor(() => expect(document.querySelector('[data-marked]')?.textContent).toContain(text));
const news = () => screen.queryAllByRole('status').map(({ textContent }) => textContent);
const bar = () => screen.queryByRole('group', { name: 'Reply to' });

describe('a conversation', () => {
  it('[TG-030] shows changed, deleted and reacted messages, with the text before the change', async () => {
    const { server, hands, messenger, id } = await open((all, dialog) => {
      all.say(dialog, 'About 350', { edited_at: moment });
      all.say(dialog, 'Please forget that', { deleted_at: moment });
      all.say(dialog, 'What salary do you expect?', { out: true, state: 'sent', reactions: ['👍'] });
    });
    server.on(dialogs.versions, () => ({ versions: [{ message: 'About 300', date: moment }] }));
    await hands.click(lineOf('About 350').getByRole('button', { name: 'edited' }));
    await within(await screen.findByRole('list', { name: 'Earlier text' })).findByText('About 300');
    lineOf('Please forget that').getByText('Deleted in Telegram');
    lineOf('What salary do you expect?').getByTitle(/ reacted: 👍$/);
    const last = messenger.messages.get(id)?.at(-1);
    Object.assign(last ?? {}, { reactions: [] });
    messenger.say(id, 'News');
    tell('telegram_dialogs', [id]);
    await waitFor(() => expect(screen.queryByTitle(/ reacted: /)).toBeNull());
  });

  it('[TG-055] names messages without text in the list and in the dialog', async () => {
    const kinds = { voice: 'Voice message', contact: 'Contact', location: 'Location', sticker: 'Sticker' } as const;
    await open((all, dialog) => {
      for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) all.say(dialog, '', { kind });
    });
    const shown = lines().map(({ textContent }) => textContent);
    for (const name of Object.values(kinds)) expect(shown.some((text) => text.includes(name))).toBe(true);
    expect(screen.getByRole('list', { name: 'Dialogs' }).textContent).toContain('Sticker');
  });

  it('[DEC-15] is a named log and announces each new message', async () => {
    const { messenger, id } = await open(() => {});
    screen.getByRole('log', { name: 'Conversation' });
    for (const text of ['Here I am', 'And you?']) {
      messenger.say(id, text);
      tell('telegram_dialogs', [id]);
      await waitFor(() => expect(news()).toContain(`Candidate: ${text}`));
    }
  });
});

describe('a reply to a message', () => {
  it('[TG-050] is sent with the quoted message, stays with its dialog and draft, and is cancelled by Escape', async () => {
    const { server, hands, messenger, id } = await open((all, dialog) => {
      all.say(dialog, 'Could I work from Lisbon?');
      all.say(all.begin('Second Caller').id, 'Do you hire in Riga?');
    });
    const asked = messenger.messages.get(id)?.at(-1);
    const reply = () => hands.click(lineOf('Could I work from Lisbon?').getByRole('button', { name: 'Reply' }));
    await reply();
    await hands.type(field(), 'Half');
    await hands.keyboard('{Escape}');
    await waitFor(() => expect(bar()).toBeNull());
    expect(field().value).toBe('Half');
    await reply();
    await hands.click(screen.getByRole('button', { name: /Second Caller/ }));
    await waitFor(() => expect(lineOf('Do you hire in Riga?').queryAllByText('Do you hire in Riga?')).not.toEqual([]));
    await waitFor(() => expect(bar()).toBeNull());
    await hands.click(document.querySelector(`[data-dialog="${id}"]`) ?? document.body);
    await waitFor(() => expect(bar()?.textContent).toContain('Could I work from Lisbon?'));
    expect(field().value).toBe('Half');
    await hands.type(field(), ' an answer{Enter}');
    await waitFor(() => expect(bar()).toBeNull());
    expect(server.inputsOf(dialogs.send)).toMatchObject([{ id, message: 'Half an answer', reply_to_id: asked?.message_id }]);
  });

  it('[TG-034] [TG-050] links to the quoted message and loads older messages for it', async () => {
    const { hands, server, id } = await open((all, dialog) => {
      const [first] = all.messages.get(dialog) ?? [];
      for (let at = 1; at <= 90; at += 1) all.say(dialog, `Line ${at}`);
      const answered = {
        message_id: first?.message_id ?? 0,
        message: 'What is it about?',
        kind: null,
        out: false,
        attachments: [],
        is_deleted: false,
      };
      all.say(dialog, 'To your first question', { out: true, state: 'sent', reply_to: answered });
    });
    expect(lines()).toHaveLength(40);
    await hands.click(lineOf('To your first question').getByRole('button', { name: /^In reply to/ }));
    await marked('What is it about?');
    expect(server.inputsOf(dialogs.messages).filter(({ before_id: before }) => before !== undefined).length).toBe(2);
    expect(new Set(lines().map(({ dataset }) => dataset['line'])).size).toBe(92);
    expect(server.inputsOf(dialogs.messages).every((input) => input.id === id)).toBe(true);
  });
});

describe('the search in a dialog', () => {
  it('[TG-002] counts matches, moves between them and closes on Escape', async () => {
    const { server, hands, messenger, id } = await open((all, dialog) => {
      for (let at = 1; at <= 60; at += 1) all.say(dialog, `Line ${at}`);
    });
    server.on(dialogs.search, ({ search }) => {
      const found = (messenger.messages.get(id) ?? []).filter(({ message }) => message.toLowerCase().includes(search));
      return { count: found.length, message_ids: found.map(({ message_id: at }) => at).toReversed() };
    });
    await hands.click(screen.getByRole('button', { name: 'Search in this dialog' }));
    const box = screen.getByRole('textbox', { name: 'Search in this dialog' });
    await hands.type(box, 'line');
    await screen.findByText('1 of 60');
    await marked('Line 60');
    await hands.type(box, '{Enter}');
    await screen.findByText('2 of 60');
    await marked('Line 59');
    fireEvent.change(box, { target: { value: 'about' } });
    await screen.findByText('1 of 1');
    await marked('What is it about?');
    fireEvent.change(box, { target: { value: 'nothing of that kind' } });
    await screen.findByText('No matches');
    await hands.type(box, '{Escape}{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Search in this dialog' })).toBeNull());
    field();
  });
});
