import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { codeFor } from './phones.ts';
import { patient, send, visits } from './visit.ts';

export const api = '/api/internal/telegram/';

/** Adds a SIM card that may start 100 dialogs a day. Returns its id. */
export async function addSimCard(page: Page, phone: string): Promise<number> {
  await send(page, { path: `${api}accounts/send_code_request/`, method: 'POST', body: { phone_number: phone } });
  const body = { phone_number: phone, code: await codeFor(phone) };
  const { id } = (await send(page, { path: `${api}accounts/`, method: 'POST', body })) as { id: number };
  await send(page, { path: `${api}accounts/${id}/`, method: 'PUT', body: { limit_total: 100, warms_up: false } });
  return id;
}

/** Deletes a SIM card with its dialogs: other files count them. */
export async function deleteSimCard(id: number): Promise<void> {
  if (id > 0) await send(await visits.enter('admin'), { path: `${api}accounts/${id}/`, method: 'DELETE' });
}

/** Addresses of the messenger's screens. */
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
/** TG-073: errors are shown in the form only. */
export const noSnackbar = async (page: Page) =>
  expect(await page.getByRole('region', { name: 'Notifications' }).locator('[role="status"], [role="alert"]').count()).toBe(0);

/** People of the base, in the order of a search that no other journey writes to. */
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

/** The server refuses what is sent there, until it is let again. */
export const refuseCalls = (page: Page, pattern: string, detail: string) =>
  page.route(pattern, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify({ detail }) }),
  );

/** Holds the lock of the event stream from the next address on, so that the page receives no events. */
export async function hearNothing(page: Page): Promise<void> {
  const { id } = (await send(page, { path: '/api/internal/users/me/' })) as { id: number };
  const lock = `headwater.events /api/v6/events/ ${id}`;
  await page.addInitScript((name) => void navigator.locks.request(name, () => new Promise(() => {})), lock);
}
