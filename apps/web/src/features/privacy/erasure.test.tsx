import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { privacy, profiles } = contract;
const counts = { candidates: 0, comments: 0, contacts: 1, files: 0, messages: 0 };
const greenhouse = { id: 1, title: 'Greenhouse', url: 'https://app.greenhouse.io/people/4', erasable: true };
const lever = { id: 2, title: 'Lever', url: null, erasable: false };
const erasure = {
  id: 9,
  profile_id: 5,
  requested_by: null,
  requested_at: '2026-11-30T10:00:00Z',
  stage: 'done' as const,
  finished_at: '2026-11-30T10:00:05Z',
  counts,
  systems: [
    { id: 1, title: 'Greenhouse', url: greenhouse.url, state: 'failed' as const, error: 'The key lacks a right' },
    { id: 2, title: 'Lever', url: null, state: 'manual' as const, error: null },
  ],
};

async function openDialog() {
  const { hands, server } = await openApp('/profiles/5/', {
    as: userOf('admin'),
    answers: (stub) => {
      stub.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Vera Ilina', is_own: true }));
      stub.on(privacy.checkErasure, () => ({ ...counts, systems: [greenhouse, lever] }));
      stub.on(privacy.erase, () => erasure);
      stub.on(privacy.list, () => ({ ...answerOf(privacy.list), erasures: [erasure] }));
    },
  });
  await hands.click((await screen.findAllByRole('button', { name: 'More actions' }))[0] ?? document.body);
  await hands.click(await screen.findByRole('menuitem', { name: /^Erase/ }));
  await screen.findByLabelText(/to confirm/);
  return { hands, server, dialog: within(screen.getByRole('dialog')) };
}

describe('the erasure of a person', () => {
  it('[DEC-14] names the systems with the person, and what happens there', async () => {
    const { hands, server, dialog } = await openDialog();
    expect((await dialog.findByRole('link', { name: 'Page in Greenhouse' })).getAttribute('href')).toBe(greenhouse.url);
    dialog.getByText(/erased there as well/);
    dialog.getByText(/erase there yourself/);
    await hands.click(dialog.getByRole('checkbox', { name: 'Also erase in Greenhouse' }));
    dialog.getByText(/stays there/);
    await hands.type(dialog.getByLabelText(/to confirm/), 'vera ilina');
    await hands.click(dialog.getByRole('button', { name: 'Erase' }));
    await waitFor(() => expect(server.inputsOf(privacy.erase)).toEqual([{ id: 5, in_ats: false }]));
  });

  it('[DEC-14] shows the result in each system', async () => {
    const { hands, dialog } = await openDialog();
    await dialog.findByText(/erased there as well/);
    await hands.type(dialog.getByLabelText(/to confirm/), 'Vera Ilina');
    await hands.click(dialog.getByRole('button', { name: 'Erase' }));
    const failed = await dialog.findByText('The key lacks a right');
    expect(failed.closest('li')?.textContent).toContain('not erased; the next try is tonight');
    dialog.getByText(/erase there yourself/);
  });
});
