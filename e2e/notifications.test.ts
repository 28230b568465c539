import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, expectReadable } from './axe.ts';
import { holdRequests } from './hold.ts';
import { address as base } from './product-url.ts';
import { lookName, looks, patient, picture, send, visits } from './visit.ts';

/** Company that no other test notifies. */
let [companyId, companyName] = [0, ''];
beforeAll(async () => {
  const page = await visits.enter('other');
  const { company } = (await send(page, { path: '/api/internal/users/me/' })) as { company: { company_id: number; company_name: string } };
  [companyId, companyName] = [company.company_id, company.company_name];
  await visits.leave(page);
});

const word = Math.random().toString(36).slice(2, 7);
const system = '/api/v6/system-notifications/';
const extension = '/api/v6/notifications/';
const made: string[] = [];

afterAll(async () => {
  const page = await visits.enter('staff');
  for (const path of made) await send(page, { path, method: 'DELETE' });
});

interface CreatedNotification {
  id: number;
  title: string;
  status: string;
}

/** Creates a notification for the recruiters of that company. */
async function createNotification(page: Page, settings: object): Promise<number> {
  const body = { content: '<p>Text</p>', target_user_role: 'worker', company_ids: String(companyId), ...settings };
  const { id } = (await send(page, { path: system, method: 'POST', body })) as CreatedNotification;
  made.push(`${system}${id}/`);
  return id;
}

async function withdraw(id: number): Promise<void> {
  const page = await visits.open('/notifications/system', { who: 'staff' });
  await send(page, { path: `${system}${id}/`, method: 'DELETE' });
  made.splice(made.indexOf(`${system}${id}/`), 1);
}

const statusOf = async (page: Page, id: number) =>
  ((await send(page, { path: '/api/internal/users/me/' })) as { system_notifications: CreatedNotification[] }).system_notifications.find(
    (each) => each.id === id,
  )?.status;

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('system notifications', () => {
  it('[NOTF-002] [NOTF-004] [NOTF-005] [NOTF-006] [NOTF-014] are written by staff, created once, previewed, edited and deleted', async () => {
    const page = await visits.open('/notifications/system/add', { who: 'staff' });
    await page.getByRole('heading', { name: 'New notification' }).first().waitFor(patient);
    await page.getByLabel('Title').fill(`Maintenance ${word}`);
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The service is away from 02:00 to 03:00.');
    await page.getByLabel('Button link').fill('status.test');
    await choose(page, 'Type', 'Maintenance');
    await choose(page, 'Role', 'Recruiter');
    await page.getByRole('combobox', { name: 'Companies' }).fill(companyName);
    await page.getByRole('option', { name: companyName, exact: true }).click();
    await page.getByLabel('First day').fill('2031-03-01');
    await page.getByLabel('Last day').fill('2031-03-02');
    const create = page.getByRole('button', { name: 'Create notification' });
    await create.click();
    await page.getByText('Enter a valid link').first().waitFor(patient);
    await page.getByLabel('Button link').fill('https://status.test/sunday');
    await create.click();
    await page.getByText('Enter the text of the button').first().waitFor(patient);
    await page.getByLabel('Button text').fill('Read more');
    await page.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: `Maintenance ${word}` });
    await dialog.getByText('The service is away').first().waitFor(patient);
    await dialog.getByRole('button', { name: 'Close' }).click();
    // The next list loads late, and a second click creates nothing.
    const { release } = await holdRequests(page, '**/assets/*.js');
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith(system)),
      create.click(),
    ]);
    await create.click({ force: true, timeout: 1000 }).catch(() => undefined);
    await release();
    await page.getByText('Notification created').first().waitFor(patient);
    expect(await send(page, { path: `${system}?search=${word}` })).toMatchObject({ count: 1 });
    const row = page.getByRole('row', { name: new RegExp(word) }).first();
    await row.getByText('Scheduled').waitFor(patient);
    await row.getByRole('link').click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor(patient);
    await page.getByLabel('Title').fill(`Works ${word}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Notification saved').first().waitFor(patient);
    await page
      .getByRole('link', { name: `Works ${word}` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Notification deleted').first().waitFor(patient);
    await expect.poll(() => page.getByRole('link', { name: `Works ${word}` }).count(), patient).toBe(0);
  });

  it.each(looks)(
    '[NOTF-009] [NOTF-010] [NOTF-011] [NOTF-013] are readable, and hiding one hides it in all tabs: $language, $scheme, phone $phone',
    async (look) => {
      const staff = await visits.open('/notifications/system', { who: 'staff', ...look });
      const content = '<p>On Sunday, from 02:00 to 03:00, the service is away.</p><ul><li>Search</li><li>Messages</li></ul>';
      const title = `Maintenance on Sunday ${word}`;
      const id = await createNotification(staff, {
        title,
        content,
        type: 'maintenance',
        button_text: 'Status page',
        button_link: 'https://status.test',
      });
      await staff.reload();
      for (const [path, screen] of [
        ['/notifications/system', 'system-notifications'],
        [`/notifications/system/edit/${id}`, 'system-notification'],
      ] as const) {
        await staff.goto(base + path);
        await staff.locator('main h1').first().waitFor(patient);
        await staff.locator('main tbody tr, main form [contenteditable]').first().waitFor(patient);
        await expectReadable(staff, screen, look);
      }
      const page = await visits.open('/folders/', { who: 'other', ...look });
      await page.getByRole('dialog', { name: title }).getByRole('listitem').first().waitFor(patient);
      await picture(page, `system-notification-dialog-${lookName(look)}`);
      expect(await axeFaults(page)).toEqual([]);
      await withdraw(id);
      const again = await visits.open('/notifications/system', { who: 'staff', ...look });
      const short = await createNotification(again, { title, show_format: 'short' });
      await page.goto(`${base}/folders/`);
      const told = page.getByRole('status').filter({ hasText: title });
      await told.waitFor(patient);
      await picture(page, `system-notification-short-${lookName(look)}`);
      expect(await axeFaults(page)).toEqual([]);
      const tab = await page.context().newPage();
      await tab.goto(`${base}/settings`);
      await tab.getByRole('status').filter({ hasText: title }).waitFor(patient);
      await told.getByRole('button', { name: look.language === 'en' ? 'Hide' : 'Скрыть' }).click();
      await tab
        .getByRole('status')
        .filter({ hasText: title })
        .waitFor({ state: 'detached', ...patient });
      expect(await statusOf(page, short)).toBe('hidden');
      await withdraw(short);
    },
  );
});

describe('notifications of the extension', () => {
  it.each(looks)('[NOTF-001] [NOTF-003] are readable: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open('/notifications', { who: 'staff', ...look });
    const title = `Version ${word}`;
    const { id } = (await send(page, {
      path: extension,
      method: 'POST',
      body: { title, sites: 'linkedin.com, *.hh.ru' },
    })) as CreatedNotification;
    made.push(`${extension}${id}/`);
    const row = page.getByRole('link', { name: title }).first();
    await row.waitFor(patient);
    await expectReadable(page, 'extension-notifications', look);
    await row.click();
    await page.locator('main form').first().waitFor(patient);
    await expectReadable(page, 'extension-notification', look);
  });
});
