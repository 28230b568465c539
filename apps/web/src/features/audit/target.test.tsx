import { contract } from '@headwater/contract/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

it('[DEC-14] names the person that the log is filtered by and removes the filter', async () => {
  const company = { id: 1, name: 'Acme' };
  const entry = {
    id: 5,
    at: '2026-11-20T10:00:00Z',
    company,
    kind: 'profile_viewed' as const,
    user: { id: 3, name: 'Rita Keller' },
    original_user: null,
    target: { kind: 'profile' as const, id: 221, name: 'Ryan West' },
    fields: [],
    values: {},
    address: null,
    method: 'session' as const,
    token: null,
  };
  const { hands, router } = await openApp('/company/events?target=profile&id=221', {
    as: userOf('admin'),
    answers: (server) => server.on(contract.audit.list, () => ({ entries: [entry], count: 1, pages: { current: 1, total: 1 } })),
  });
  await screen.findByText('Only Ryan West');
  await hands.click(screen.getByRole('button', { name: 'Show entries about everything, not only Ryan West' }));
  await waitFor(() => expect(router.history.location.search).not.toContain('221'));
});
