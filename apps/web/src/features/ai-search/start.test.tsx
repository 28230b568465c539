import { contract } from '@headwater/contract/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

it("[AIS-005] shows 'Cannot start AI search' after a failure and keeps the request text", async () => {
  const words = 'Senior backend developer, Java or Python';
  const { server, hands } = await openApp('/ai-search', {
    as: userOf('worker'),
    answers: (server) => {
      server.on(contract.aiSearch.propose, () => answerOf(contract.aiSearch.propose));
      server.on(contract.aiSearch.start, () => json(503, { detail: 'Search is starting' }));
      server.on(contract.aiSearch.get, ({ id }) => answerOf(contract.aiSearch.get, { id, state: 'found', text: words }));
    },
  });
  const request = await waitFor(() => {
    const area = document.querySelector('textarea');
    if (!area) throw new Error('no field of the request');
    return area;
  });
  fireEvent.change(request, { target: { value: words } });
  await hands.click(screen.getByRole('button', { name: 'Find people' }));
  await screen.findByText('Cannot start AI search');
  expect(request.value).toBe(words);
  server.on(contract.aiSearch.start, () => answerOf(contract.aiSearch.start, { id: 3, state: 'found' }));
  await hands.click(screen.getByRole('button', { name: 'Find people' }));
  await waitFor(() => expect(location.search).toContain('id=3'));
  expect(screen.queryByText('Cannot start AI search')).toBeNull();
});
