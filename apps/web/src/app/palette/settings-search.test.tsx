import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { matching } from './Palette.tsx';

it.each([
  ['sso', 'Single sign-on'],
  ['single sign', 'Single sign-on'],
  ['SCIM', 'Single sign-on'],
  ['credit', 'Credit transactions'],
  ['quota', 'Limits and license'],
  ['candidate visibility', 'Candidate visibility'],
  ['token', 'API tokens'],
  ['пароль', 'Security'],
  ['журнал', 'Event log'],
])('[SHELL-063] the palette finds the setting in both languages: %s', async (typed, name) => {
  const { hands } = await openApp('/settings', { as: userOf('admin', { api_manager: true }) });
  await screen.findByRole('heading', { name: 'Settings' });
  await hands.keyboard('{Control>}k{/Control}');
  await hands.type(await screen.findByPlaceholderText('Search or jump to…'), typed);
  await waitFor(() => expect(document.querySelector('[data-action]')?.textContent).toContain(name));
});

const item = (label: string, keywords = '') => ({ id: label, label, keywords, group: 'Settings', act: () => {} });
const items = [item('Processor'), item('Privacy', 'of persons'), item('Single sign-on', 'sso')];

it.each([
  ['sso', ['Single sign-on']],
  ['ess', ['Processor']],
  ['nothing', []],
])('prefers words that start with the typed text: %s', (query, labels) => {
  expect(matching(items, query).map(({ label }) => label)).toEqual(labels);
});
