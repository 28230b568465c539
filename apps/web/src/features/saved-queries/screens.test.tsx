import { contract } from '@headwater/contract/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const { smartFolders, vacancies } = contract;

const missing = () => json(404, { detail: 'Not found' });

describe('smart vacancies', () => {
  it('[SMF-002] redirect hiring managers to the vacancies', async () => {
    await openApp('/smart-folders/', { as: userOf('hm') });
    await waitFor(() => expect(location.pathname).toMatch(/^\/folders\/?$/));
  });

  it('[SHELL-012] show the not-found page at an invalid address', async () => {
    await openApp('/smart-folders/987654321/', {
      as: userOf('worker'),
      answers: (server) => {
        server.on(vacancies.get, missing);
        server.on(smartFolders.query, missing);
      },
    });
    await screen.findByRole('heading', { name: 'Page not found' });
  });
});
