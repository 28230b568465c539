import { contract } from '@headwater/contract/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { fill, openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const tokenOf = (id: number, name: string, last: string | null) =>
  rowOf(contract.apiTokens.list, 'tokens', { id, name, last_four: `000${id}`, scopes: ['everything'], last_used_at: last });

it('[API-001] lists named tokens with their last use, asks for a free name, and revokes one', async () => {
  const revoked: number[] = [];
  const { hands } = await openApp('/api_management', {
    as: { ...userOf('admin'), api_manager: true },
    answers: (server) => {
      server.on(contract.apiTokens.list, () =>
        answerOf(contract.apiTokens.list, {
          tokens: [tokenOf(1, 'Zapier', null), tokenOf(2, '', new Date().toISOString())],
          api_access: true,
        }),
      );
      server.on(contract.apiTokens.revokeOne, ({ id }) => {
        revoked.push(id);
        return {};
      });
    },
  });
  const row = (await screen.findByText('Zapier')).closest('li') as HTMLElement;
  within(row).getByText(/last used: never/);
  await hands.click(screen.getByRole('button', { name: 'Create token' }));
  await fill(hands, await screen.findByLabelText(/^Name/), 'zapier');
  const dialog = screen.getByRole('dialog', { name: 'New API token' });
  await hands.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await within(dialog).findByText('You already have a token with this name');
  await hands.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await hands.click(screen.getByRole('button', { name: 'Revoke: Zapier' }));
  await screen.findByText(/^Programs that use it/);
  const question = screen.getByRole('dialog', { name: 'Revoke “Zapier”?' });
  await hands.click(within(question).getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Token revoked');
  expect(revoked).toEqual([1]);
});
