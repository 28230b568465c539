import { screen, waitFor, within } from '@testing-library/react';
import { contract } from '@headwater/contract/contract';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { fill, openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const runOf = (progress: 'pending' | 'processing' | 'cancelled') =>
  answerOf(contract.vacancyDescriptions.one, { id: 9, position: 'Engineer', company_name: 'Acme', progress });

it('[AIO-007] keeps the cancel button while the run starts, so that a click is not lost', async () => {
  let progress: 'pending' | 'processing' | 'cancelled' = 'pending';
  const { server, hands } = await openApp('/folders/new', {
    as: userOf('admin'),
    answers: (server) => {
      server.on(contract.vacancyDescriptions.languages, () => ({
        languages: [{ id: 'en' as const, name: 'English' }],
        is_connected: true,
        credits: null,
      }));
      server.on(contract.vacancyDescriptions.create, () => runOf(progress));
      server.on(contract.vacancyDescriptions.one, () => runOf(progress));
      server.on(contract.vacancyDescriptions.cancel, () => runOf((progress = 'cancelled')));
    },
  });
  await fill(hands, await screen.findByLabelText(/^Name/), 'Engineer');
  await hands.click(screen.getByRole('button', { name: 'Write with AI' }));
  const writer = within(await screen.findByRole('dialog', { name: 'Write with AI' }));
  await fill(hands, await writer.findByLabelText(/^Company name/), 'Acme');
  await fill(hands, writer.getByLabelText(/^Responsibilities/), 'Builds pipelines');
  await hands.click(writer.getByRole('button', { name: 'Generate' }));
  const cancel = await writer.findByRole('button', { name: 'Cancel' });
  await hands.pointer({ target: cancel, keys: '[MouseLeft>]' });
  progress = 'processing';
  const before = server.inputsOf(contract.vacancyDescriptions.one).length;
  // The second request follows the answer to the first.
  await waitFor(() => expect(server.inputsOf(contract.vacancyDescriptions.one).length).toBeGreaterThan(before + 1));
  await hands.pointer({ target: writer.getByRole('button', { name: 'Cancel' }), keys: '[/MouseLeft]' });
  await writer.findByText('Canceled');
});
