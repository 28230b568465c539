import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { lookName, looks, patient, picture, send, visits } from './visit.ts';

let profile = 0;
let name = '';
let candidate = '';
beforeAll(async () => {
  const page = await visits.enter('admin');
  ({ name } = (await send(page, { path: '/api/internal/users/me/' })) as { name: string });
  const found = (await send(page, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number; full_name: string }[] };
  profile = found.profiles[0]?.id ?? 0;
  candidate = found.profiles[0]?.full_name ?? '';
  await visits.leave(page);
});

/** A colleague mentions the administrator. */
async function mention(): Promise<{ page: Page; id: number }> {
  const page = await visits.open('/folders/', { who: 'recruiter' });
  const path = `/api/v6/profiles/${profile}/comments/`;
  const { id } = (await send(page, { path, method: 'POST', body: { text: `@${name}, what do you think?` } })) as { id: number };
  return { page, id };
}

describe('what the product tells a person', () => {
  it('comes to the bell by itself, is opened from the list and read', async () => {
    const page = await visits.open('/notices', { who: 'admin' });
    await page.getByRole('heading', { name: 'Your notifications' }).first().waitFor(patient);
    const { page: other, id } = await mention();
    const row = page.getByRole('row', { name: new RegExp(`mentioned you in a comment on ${candidate}`) }).first();
    await row.waitFor(patient);
    await page
      .getByRole('link', { name: /Your notifications: \d+ unread/ })
      .first()
      .waitFor(patient);
    await row.getByRole('button', { name: /^Mark as read/ }).click();
    await row.getByRole('button', { name: /^Mark as unread/ }).click(patient);
    await row.getByRole('button', { name: /^Mark as read/ }).waitFor(patient);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Your notifications', exact: true }).first().waitFor(patient);
    await row.press('Enter');
    await page.waitForURL(new RegExp(`/profiles/${profile}`), patient);
    await send(other, { path: `/api/v6/comments/${id}/`, method: 'DELETE' });
    await page.goto(`${base}/notices?kind=mention`);
    await page.getByRole('heading', { name: 'Your notifications' }).first().waitFor(patient);
    await expect.poll(() => page.getByRole('row', { name: /mentioned you/ }).count(), patient).toBe(0);
  });

  it('is set for each kind', async () => {
    const page = await visits.open('/notices', { who: 'admin' });
    await page.getByRole('button', { name: 'Notification settings' }).click();
    const shown = page.getByRole('dialog').getByRole('switch', { name: 'Job finished: In the product' });
    await shown.waitFor(patient);
    expect(await shown.isChecked()).toBe(true);
    await shown.click({ force: true });
    await expect
      .poll(async () => ((await send(page, { path: '/api/v6/notices/settings/' })) as { settings: object[] }).settings, patient)
      .toContainEqual(expect.objectContaining({ kind: 'job', in_app: false }));
    await shown.click({ force: true });
    await expect.poll(() => shown.isChecked(), patient).toBe(true);
  });

  it.each(looks)('reads well: $language, $scheme, phone $phone', async (look) => {
    const { page: other, id } = await mention();
    const page = await visits.open('/notices', { who: 'admin', ...look });
    await page.locator('main tbody tr').first().waitFor(patient);
    await expectReadable(page, 'notices', look);
    await page.getByRole('button', { name: look.language === 'en' ? 'Notification settings' : 'Настройки уведомлений' }).click();
    await page.getByRole('dialog').getByRole('switch').first().waitFor(patient);
    await picture(page, `notice-settings-${lookName(look)}`);
    expect(await axeFaults(page)).toEqual([]);
    await send(other, { path: `/api/v6/comments/${id}/`, method: 'DELETE' });
  });
});
