import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

it('the review of duplicates shows an empty state', async () => {
  await openApp('/duplicates?whose=own', { as: userOf('worker') });
  await screen.findByRole('heading', { name: 'No duplicates' });
});
