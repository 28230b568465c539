import { contract } from '@headwater/contract/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { find } = contract.search;

async function type(text: string) {
  const person = rowOf(find, 'profiles', { id: 5, name: 'Martin Wagner' });
  const opened = await openApp('/settings', {
    as: userOf('worker'),
    answers: (stub) =>
      stub.on(find, ({ q }) => answerOf(find, { profiles: q.includes('mar* wa*') || q.includes('wagner*') ? [person] : [] })),
  });
  await screen.findByRole('heading', { name: 'Settings' });
  await opened.hands.keyboard('{Control>}k{/Control}');
  await opened.hands.type(await screen.findByPlaceholderText('Search or jump to…'), text);
  return opened;
}
const lines = () => [...document.querySelectorAll('[data-action]')].map((line) => line.textContent ?? '');

it.each(['martin wagner', 'martin wagnr'])('[SRCH-050] the palette finds a person by beginnings and misspelt names: %s', async (typed) => {
  await type(typed);
  await waitFor(() => expect(lines()).toEqual(['Martin Wagner', `Search people for “${typed}”`]));
});

it('[SRCH-050] the last line searches for the typed words', async () => {
  const { hands } = await type('go developer');
  await waitFor(() => expect(lines()).toEqual(['Search people for “go developer”']));
  await hands.keyboard('{Enter}');
  await waitFor(() => expect(new URLSearchParams(location.search).get('q')).toBe('["go developer"]'));
});

it.each([
  ['new vac', 'New vacancy', '/folders/new'],
  ['new seq', 'New sequence', '/messaging/sequences/new'],
  ['inbox', 'Inbox', '/messaging/inbox'],
  ['saved', 'Saved searches', '/'],
])('[SHELL-063] offers %s', async (typed, label, path) => {
  const { hands } = await type(typed);
  await waitFor(() => expect(lines()[0]).toContain(label));
  await hands.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe(path));
});
