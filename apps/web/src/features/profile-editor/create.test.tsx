import { contract } from '@headwater/contract/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { dropConnection } from '#testing/stub-server.ts';

const { files, profileCreation } = contract;

it('[PEDT-011] reports a failed upload and accepts the next one', async () => {
  const { server } = await openApp('/profiles/create', { as: userOf('worker') });
  const input = await waitFor(() => {
    const found = document.querySelector('input[type="file"]');
    expect(found).not.toBeNull();
    return found as HTMLInputElement;
  });
  const choose = () => fireEvent.change(input, { target: { files: [new File(['Name\nGrace\n'], 'lost.csv')] } });
  server.on(files.upload, dropConnection);
  server.on(profileCreation.matches, () => answerOf(profileCreation.matches));
  choose();
  await screen.findByText('Upload failed. Please, try again later.');
  server.on(files.upload, () => answerOf(files.upload, { id: 8, filename: 'lost.csv' }));
  server.on(profileCreation.read, () => answerOf(profileCreation.read));
  choose();
  await screen.findByText(/^Filled in from lost\.csv/);
  expect(screen.queryByText(/^Upload failed/)).toBeNull();
});
