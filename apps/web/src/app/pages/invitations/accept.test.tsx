import { contract } from '@headwater/contract/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { invitations, accounts } = contract;

it('[EMP-083] ignores a second click while the accepted user is being signed in', async () => {
  const { server, hands } = await openApp('/invitations/accept-invite/key-1', {
    answers: (stub) => stub.on(invitations.find, () => answerOf(invitations.find, { email: 'grace@acme.test', company_name: 'Acme' })),
  });
  await hands.type(await screen.findByLabelText(/^First name/), 'Grace');
  await hands.type(screen.getByLabelText(/^Last name/), 'Hopper');
  for (const label of [/^Password/, /^Repeat/]) await hands.type(screen.getByLabelText(label), 'Correct-Horse-8');
  server.on(invitations.accept, () => answerOf(invitations.accept));
  server.on(accounts.me, () => userOf('hm'));
  const release = server.hold(accounts.me);
  await hands.dblClick(screen.getByRole('button', { name: 'Accept invitation' }));
  await waitFor(() => expect(server.inputsOf(invitations.accept)).toHaveLength(1));
  await waitFor(() => expect(document.querySelector('button[type="submit"][data-loading="true"]')).not.toBeNull());
  await hands.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect([server.inputsOf(invitations.accept).length, screen.queryByRole('alert')]).toEqual([1, null]);
  release();
  await waitFor(() => expect(location.pathname).toMatch(/^\/(folders|menu)/));
});
