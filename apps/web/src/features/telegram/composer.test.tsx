import { contract } from '@headwater/contract/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Messenger } from '#testing/messenger.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const { telegramDialogs: dialogs } = contract;
const mega = 1024 * 1024;

async function open() {
  const messenger = new Messenger();
  const { id } = messenger.begin('Vera Ilina');
  const opened = await openApp(`/telegram-messenger/messages?dialog=${id}`, { as: userOf('admin'), answers: messenger.answer });
  await screen.findByRole('textbox', { name: 'Message' });
  return { ...opened, messenger, id };
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const enter = () => fireEvent.keyDown(field(), { key: 'Enter' });
const fileOf = (name: string, size: number) => new File([new Uint8Array(size)], name);

describe('writing a message', () => {
  it("[TG-050] counts the length in Telegram's units, two for an emoji, and keeps a text that is too long", async () => {
    const { server } = await open();
    const longest = '😀'.repeat(2048);
    write(`${longest}!`);
    await screen.findByText('4,097 of 4,096 characters');
    enter();
    await screen.findByText(/^A message may have up to 4,096 characters/);
    expect(field().value).toBe(`${longest}!`);
    write(`  ${longest}\n`);
    enter();
    await waitFor(() => expect(server.inputsOf(dialogs.send).map(({ message }) => message)).toEqual([longest]));
    await waitFor(() => expect(field().value).toBe(''));
    // Hebrew and Arabic are right-to-left.
    expect(field().dir).toBe('auto');
  });

  it('[TG-057] [TG-058] accepts selected or dropped files of known types up to 5 MB and keeps the text after a refusal', async () => {
    const { server, hands } = await open();
    write('With files');
    const input = screen.getAllByLabelText<HTMLInputElement>('Attach files').find(({ type }) => type === 'file') ?? document.body;
    const choose = (...files: File[]) => fireEvent.change(input, { target: { files } });
    choose(fileOf('large.txt', 5 * mega + 1));
    await screen.findByText('large.txt: File too large (over 5 MB)');
    choose(fileOf('run.exe', 2));
    await screen.findByText('run.exe: Illegal file type');
    server.on(dialogs.attach, () => json(400, { file: ['Illegal file type'] }));
    choose(fileOf('picture.png', 2));
    await screen.findByText(/^picture\.png: /);
    expect([field().value, screen.queryAllByRole('button', { name: /^Remove / }).length]).toEqual(['With files', 0]);
    let uploaded = 0;
    server.on(dialogs.attach, ({ file }) => ({ id: (uploaded += 1), name: file.name, size: file.size }));
    choose(fileOf('whole.txt', 5 * mega));
    await screen.findByRole('button', { name: 'Remove whole.txt' });
    const dataTransfer = { types: ['Files'], files: [fileOf('one.txt', 3), fileOf('three.exe', 2)], dropEffect: 'none' };
    const conversation = screen.getByRole('log', { name: 'Conversation' });
    fireEvent.dragEnter(conversation, { dataTransfer });
    await screen.findByText('Drop files to attach them');
    fireEvent.drop(conversation, { dataTransfer });
    await screen.findByText('three.exe: Illegal file type');
    expect(screen.queryByText('Drop files to attach them')).toBeNull();
    await screen.findByRole('button', { name: 'Remove one.txt' });
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false));
    await hands.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(server.inputsOf(dialogs.send)).toMatchObject([{ message: 'With files', attachment_ids: [1, 2] }]));
  });
});

it('[TG-050] does not send on an Enter that confirms a Japanese or Chinese word, even in Safari', async () => {
  const { server } = await open();
  write('日本');
  // Safari ends the composition first and marks the key only by its code.
  fireEvent.compositionEnd(field(), { data: '日本' });
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  expect(field().value).toBe('日本');
  enter();
  await waitFor(() => expect(server.inputsOf(dialogs.send).map(({ message }) => message)).toEqual(['日本']));
});

describe('a draft changed in another tab', () => {
  it('is shown next to the own one until the user chooses, with undo', async () => {
    const { server, hands } = await open();
    const theirs = { is_saved: false, draft: 'Would Friday suit you?', draft_version: 7 };
    server.on(dialogs.saveDraft, () => theirs);
    write('Would Monday suit you?');
    await screen.findByText('Changed in another tab');
    await screen.findByText(theirs.draft);
    server.on(dialogs.saveDraft, ({ message, draft_version: version = 0 }) => ({
      is_saved: true,
      draft: message,
      draft_version: version + 1,
    }));
    await hands.click(screen.getByRole('button', { name: 'Use that' }));
    expect(field().value).toBe(theirs.draft);
    await hands.click(screen.getByRole('button', { name: 'Undo' }));
    expect(field().value).toBe('Would Monday suit you?');
    await waitFor(() => expect(server.inputsOf(dialogs.saveDraft).at(-1)?.message).toBe('Would Monday suit you?'));
    server.on(dialogs.saveDraft, () => ({ ...theirs, draft_version: 20 }));
    write('Would Tuesday suit you?');
    await screen.findByText('Changed in another tab');
    server.on(dialogs.saveDraft, ({ message }) => ({ is_saved: true, draft: message, draft_version: 21 }));
    await hands.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(server.inputsOf(dialogs.saveDraft).at(-1)?.message).toBe('Would Tuesday suit you?'));
    expect(screen.queryByText('Changed in another tab')).toBeNull();
  });
});
