import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const view = (changes: boolean) => ({
  base_url: 'http://headwater.test/scim/v2',
  token: { last_four: 'abcd', created_at: '2026-11-29T10:00:00.000Z', last_used_at: null, changes_admin_addresses: changes },
  managed_users: 2,
  active_users: 2,
});

it('[SSO-001] an administrator allows the provider to change emails of administrators, and reverts it', async () => {
  const { hands } = await openApp('/company/sso-info', {
    as: userOf('admin'),
    answers: (stub) => {
      stub.on(contract.scim.settings, () => answerOf(contract.scim.settings, view(false)));
      stub.on(contract.scim.save, (input) => answerOf(contract.scim.save, view(input.changes_admin_addresses ?? false)));
    },
  });
  const choice = await screen.findByRole<HTMLInputElement>('switch', { name: /Change emails of administrators/ });
  expect(choice.checked).toBe(false);
  await hands.click(choice);
  await waitFor(() => expect(choice.checked).toBe(true));
  await hands.click(choice);
  await waitFor(() => expect(choice.checked).toBe(false));
});

it('[SSO-001] creates a token only with the password, and shows it once', async () => {
  const proofs: unknown[] = [];
  const empty = { ...view(false), token: null };
  const { hands } = await openApp('/company/sso-info', {
    as: userOf('admin'),
    answers: (stub) => {
      stub.on(contract.scim.settings, () => answerOf(contract.scim.settings, empty));
      stub.on(contract.security.find, () => answerOf(contract.security.find, { has_password: true }));
      stub.on(contract.scim.createToken, (input) => {
        proofs.push(input);
        return answerOf(contract.scim.createToken, { ...view(false), access_token: 'hws_secret' });
      });
    },
  });
  const create = await screen.findByRole('button', { name: 'Create token' });
  await hands.click(create);
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await hands.click(create);
  const dialog = await screen.findByRole('dialog', { name: 'New token' });
  await hands.click(within(dialog).getByRole('button', { name: 'Create token' }));
  expect(proofs).toEqual([]);
  await hands.type(within(dialog).getByLabelText('Current password'), 'Correct-Horse-7');
  await hands.click(within(dialog).getByRole('button', { name: 'Create token' }));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Token' })).value).toBe('hws_secret');
  expect(proofs).toEqual([{ password: 'Correct-Horse-7' }]);
  await screen.findByRole('button', { name: 'Replace token' });
});
