import { contract } from '@headwater/contract/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import type { StubServer } from '#testing/stub-server.ts';

const messages = [1, 2, 3].map((id) =>
  answerOf(contract.outreach.send, { id, recipient_id: id, profile_id: id, profile_name: `Person ${id}`, subject: `Subject ${id}` }),
);
const answerSent = (server: StubServer) => {
  server.on(contract.outreach.list, ({ search }) => ({ messages: search ? [] : messages, total: search ? 0 : 3 }));
  server.on(contract.outreach.get, ({ id }) => answerOf(contract.outreach.get, { ...messages.find((one) => one.id === id) }));
};

const focusedRow = (at: string) => waitFor(() => expect(document.activeElement?.getAttribute('data-index')).toBe(at));
const isOpen = (state: boolean) => waitFor(() => expect(screen.queryByRole('button', { name: 'Close' }) !== null).toBe(state));
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: `Key${key.toUpperCase()}`, ...more });

it('[SENT-001] keys move between rows at typing speed, open a row and close it', async () => {
  const { hands } = await openApp('/messaging/sent', { as: userOf('admin'), answers: answerSent });
  await screen.findByText('Person 1');
  press('j');
  press('j');
  await focusedRow('1');
  press('k');
  await focusedRow('0');
  await hands.keyboard('{Enter}');
  await isOpen(true);
  await hands.keyboard('{Escape}');
  await isOpen(false);
  history.back();
  await isOpen(true);
  history.forward();
  await isOpen(false);
  const search = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search by name, subject or address' });
  await hands.type(search, 'nobody-has-this');
  await screen.findByText('No results match your filters');
  history.back();
  await screen.findByText('Person 1');
  await waitFor(() => expect(search.value).toBe(''));
});

it('[SHELL-043] a held key moves through a list, and toggles the palette once', async () => {
  await openApp('/messaging/sent', { as: userOf('worker'), answers: answerSent });
  await screen.findByText('Person 1');
  press('j');
  press('j', { repeat: true });
  await focusedRow('1');
  press('k', { ctrlKey: true });
  for (let times = 0; times < 3; times += 1) press('k', { ctrlKey: true, repeat: true });
  const palette = await screen.findByPlaceholderText('Search or jump to…');
  for (let times = 0; times < 3; times += 1) press('k', { ctrlKey: true, repeat: true });
  expect(palette.isConnected).toBe(true);
});
