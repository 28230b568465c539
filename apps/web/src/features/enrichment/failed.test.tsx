import { contract } from '@headwater/contract/contract';
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

it('[ENR-019] [CONT-031] imports and quotas show an error if they fail to load', async () => {
  await openApp('/data_enrichment', {
    as: userOf('worker'),
    answers: (server) => {
      server.on(contract.enrichment.list, () => json(500, { detail: 'Internal' }));
      server.on(contract.profiles.quotas, () => json(500, { detail: 'Internal' }));
    },
  });
  await screen.findByText('Imports could not be loaded');
  await screen.findByText('Quotas did not load');
});
