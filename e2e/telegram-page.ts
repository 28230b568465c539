import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { patient, send } from './visit.ts';

export const api = '/api/internal/telegram/';

/** Paths of the messenger's screens. */
export const messages = '/telegram-messenger/messages';
export const manager = '/telegram-messenger/manager';

export const openForm = async (page: Page, number: string) => {
  await page.getByRole('button', { name: 'Add SIM card' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add SIM card' });
  const field = form.getByRole('textbox', { name: 'Phone number' });
  await expect.poll(() => field.inputValue(), patient).toBe('+7');
  await field.fill(number);
  await form.getByRole('button', { name: 'Send code' }).click();
  return form;
};

export const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });

/** People that no other test writes to, in the order of a search. */
export async function peopleOf(page: Page, count: number): Promise<number[]> {
  const query = new URLSearchParams({ q: '["skill:Java"]', per_page: String(count), page: '3' });
  const found = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as { profiles: { id: number }[] };
  return found.profiles.map(({ id }) => id);
}

export const begin = async (page: Page, profileId: number, username: string) =>
  (await send(page, {
    path: '/api/internal/telegram/dialogs/get_or_create/',
    method: 'POST',
    body: { profile_id: profileId, username },
  })) as { id: number };

export const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

export const bubble = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).last();
