import { contract } from '@headwater/contract/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import type { StubServer } from '#testing/stub-server.ts';

const python = `/profiles/?${new URLSearchParams({ q: JSON.stringify(['skill:Python']) }).toString()}`;

function answerSearch(server: StubServer): void {
  const profiles = [rowOf(contract.search.find, 'profiles', { id: 7, name: 'Grace Hopper' })];
  server.on(contract.search.find, () => answerOf(contract.search.find, { profiles, total: 1, query_id: 1 }));
  server.on(contract.searchHistory.record, () => answerOf(contract.searchHistory.record));
  server.on(contract.savedQueries.create, ({ name }) => answerOf(contract.savedQueries.create, { id: 3, name }));
  server.on(contract.vacancies.create, ({ name }) => answerOf(contract.vacancies.create, { id: 9, name }));
  server.on(contract.jobs.get, ({ id }) => answerOf(contract.jobs.get, { id, status: 'done' }));
  server.on(contract.candidates.create, () => answerOf(contract.candidates.create, { job_id: 5, count: 1, candidates: [], skipped: [] }));
}

async function openFound() {
  const opened = await openApp(python, { as: userOf('worker'), answers: answerSearch });
  await screen.findByText('Grace Hopper');
  return opened;
}

/** Presses keys in one task, before any lazy code can load. */
function pressAtOnce(...keys: string[]): void {
  for (const key of keys) {
    const pressed = { key, code: `Key${key.toUpperCase()}` };
    fireEvent.keyDown(document.activeElement ?? document.body, pressed);
    fireEvent.keyUp(document.activeElement ?? document.body, pressed);
  }
}

const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('keys typed while a dialog is loading', () => {
  it('[SHELL-022] are discarded by Escape', async () => {
    const { server } = await openFound();
    pressAtOnce('s', 'n', 'o', 'Escape');
    await vi.dynamicImportSettled();
    await noDialog();
    expect(server.inputsOf(contract.savedQueries.create)).toEqual([]);
  });

  it('[SAVQ-002] name and save the search and do not reach the page behind', async () => {
    const { server } = await openFound();
    const before = location.href;
    pressAtOnce('s', ...'Kotlin jokes', 'Enter');
    await waitFor(() => expect(server.inputsOf(contract.savedQueries.create)).toMatchObject([{ name: 'Kotlin jokes' }]));
    await noDialog();
    expect(location.href).toBe(before);
  });

  it('[CAND-017] form the complete name of the new vacancy', async () => {
    const { server, hands } = await openFound();
    await hands.click(await screen.findByRole('checkbox', { name: /Grace Hopper/ }));
    fireEvent.click(await within(await screen.findByRole('toolbar')).findByRole('button', { name: 'Add to vacancy' }));
    pressAtOnce(...'Everyone else', 'Enter');
    await waitFor(() => expect(server.inputsOf(contract.vacancies.create)).toMatchObject([{ name: 'Everyone else' }]));
    await waitFor(() => expect(server.inputsOf(contract.candidates.create)).toMatchObject([{ folder_id: 9, profiles: [7] }]));
    await noDialog();
  });
});

describe('the vacancy picker', () => {
  it('[SHELL-023] closes with Escape in its search field and keeps the selection', async () => {
    const { hands } = await openFound();
    await hands.click(await screen.findByRole('checkbox', { name: /Grace Hopper/ }));
    await hands.click(await within(await screen.findByRole('toolbar')).findByRole('button', { name: 'Add to vacancy' }));
    const field = await waitFor(() => within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Vacancy' }));
    await waitFor(() => expect(document.activeElement).toBe(field));
    await hands.keyboard('{Escape}');
    await noDialog();
    expect(screen.getByRole('toolbar')).toBeDefined();
  });
});
