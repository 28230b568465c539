import { contract } from '@headwater/contract/contract';
import type { SavedQueryView } from '@headwater/contract/saved-queries';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { answerSearch } from '#testing/found.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { savedQueries } = contract;
const row = (values: Partial<SavedQueryView>) =>
  ({
    ...rowOf(savedQueries.list, 'saved_queries', { query: '["skill:Go"]', filters: '', ranking: 'relevance', ...values }),
  }) as SavedQueryView;

it('[SAVQ-001] [SAVQ-007] sets the alert of a search in the list, shares it, and copies one of a colleague', async () => {
  let own = row({ id: 1, name: 'Go people', owner: null, alert: 'off', is_shared: false });
  const shared = row({ id: 2, name: 'Of Bob', description: 'For all', owner: 'Bob Stone', alert: 'off', is_shared: true });
  // The list is a drawer within the root of the page.
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  onTestFinished(() => root.remove());
  const { server, hands } = await openApp('/profiles/?q=["skill:Rust"]#saved-queries', {
    as: userOf('worker'),
    answers: (server) => {
      answerSearch(server);
      server.on(savedQueries.list, ({ of }) =>
        answerOf(savedQueries.list, { saved_queries: of === 'colleagues' ? [shared] : [own], count: 1 }),
      );
      server.on(savedQueries.newResults, () => ({ new_results: [] }));
      server.on(savedQueries.update, (change) => (own = { ...own, ...change } as SavedQueryView));
      server.on(savedQueries.create, ({ name }) => row({ id: 3, name }));
    },
  });
  const choose = async (name: string, item: string | RegExp) => {
    await hands.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await hands.click(await screen.findByRole('menuitem', { name: item }));
  };
  await choose('Go people', 'Every Monday');
  await screen.findByText(/alert every Monday/);
  await choose('Go people', 'Off');
  await waitFor(() => expect(screen.queryByText(/alert every Monday/)).toBeNull());
  await choose('Go people', 'Share with colleagues');
  await screen.findByText(/· shared/);
  expect(server.inputsOf(savedQueries.update)).toEqual([
    { id: 1, alert: 'weekly' },
    { id: 1, alert: 'off' },
    { id: 1, is_shared: true },
  ]);
  await hands.click(screen.getByRole('radio', { name: 'From colleagues' }));
  await screen.findByText('Shared by Bob Stone');
  await choose('Of Bob', 'Copy to my searches');
  const dialog = await screen.findByRole('dialog', { name: 'Copy search' });
  await hands.click(await within(dialog).findByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.inputsOf(savedQueries.create)).toEqual([
      { name: 'Of Bob', description: 'For all', alert: 'off', is_shared: false, query: '["skill:Go"]', filters: '', ranking: 'relevance' },
    ]),
  );
});
