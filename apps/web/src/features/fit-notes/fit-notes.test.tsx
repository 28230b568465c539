import { contract } from '@headwater/contract/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { fitNotes, profiles } = contract;

it('[PPL-002] shows the three newest notes of a person, the others on request', async () => {
  const { hands } = await openApp('/profiles/5/', {
    as: userOf('worker'),
    answers: (server) => {
      server.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Vera Ilina' }));
      server.on(fitNotes.ofProfile, () => ({
        fit_notes: [1, 2, 3, 4, 5].map((id) => ({ ...rowOf(fitNotes.ofProfile, 'fit_notes'), id, text: `Reason ${id}` })),
      }));
    },
  });
  const part = within(await screen.findByRole('region', { name: 'Fit' }));
  const reasons = () => part.getAllByText(/^Reason/).map(({ textContent }) => textContent);
  await part.findByText('Reason 1');
  expect(reasons()).toEqual(['Reason 1', 'Reason 2', 'Reason 3']);
  await hands.click(part.getByRole('button', { name: 'Show all 5' }));
  expect(reasons()).toHaveLength(5);
});
