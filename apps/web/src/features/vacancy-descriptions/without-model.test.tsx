import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

it('[AIO-029] explains how to connect a missing model, and the form keeps its input', async () => {
  const { hands } = await openApp('/folders/new', { as: userOf('admin') });
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name/);
  await hands.type(name, 'Data engineer');
  await hands.click(screen.getByRole('button', { name: 'Write with AI' }));
  await screen.findByText('No language model is connected');
  within(screen.getByRole('dialog')).getByText(/Ask the people who run this installation to connect one/);
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(name.value).toBe('Data engineer');
});
