import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { lookName, looks, patient, picture, send, visits } from './visit.ts';

/** Recruiters of a company to which no other journey tells anything. */
let companyId = 0;
beforeAll(async () => {
  const page = await visits.enter('other');
  companyId = ((await send(page, { path: '/api/internal/users/me/' })) as { company: { company_id: number } }).company.company_id;
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

interface Told {
  id: number;
  title: string;
  status: string;
}

/** Makes one for the recruiters of the other company. */
async function tell(page: Page, settings: object): Promise<number> {
  const body = { content: '<p>Text</p>', target_user_role: 'worker', company_ids: String(companyId), ...settings };
  const { id } = (await send(page, { path: system, method: 'POST', body })) as Told;
  made.push(`${system}${id}/`);
  return id;
}

async function withdraw(id: number): Promise<void> {
  const page = await visits.open('/notifications/system', { who: 'staff' });
  await send(page, { path: `${system}${id}/`, method: 'DELETE' });
  made.splice(made.indexOf(`${system}${id}/`), 1);
}

const statusOf = async (page: Page, id: number) =>
  ((await send(page, { path: '/api/internal/users/me/' })) as { system_notifications: Told[] }).system_notifications.find(
    (each) => each.id === id,
  )?.status;

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('system notifications', () => {
  it('[NOTF-004] [NOTF-005] [NOTF-006] [NOTF-014] are written by staff, looked at before, changed and deleted', async () => {
    const page = await visits.open('/notifications/system', { who: 'staff' });
    await page.getByRole('link', { name: 'New notification' }).first().click();
    // The list has a field of that name as well.
    await page.getByRole('heading', { name: 'New notification' }).first().waitFor(patient);
    await page.getByLabel('Title').fill(`Maintenance ${word}`);
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The service is away from 02:00 to 03:00.');
    await page.getByLabel('Button link').fill('status.test');
    await choose(page, 'Type', 'Maintenance');
    await choose(page, 'Role', 'Recruiter');
    await page.getByLabel('Company ids').fill(`${companyId}, 987654321`);
    await page.getByLabel('First day').fill('2031-03-01');
    await page.getByLabel('Last day').fill('2031-03-02');
    const create = page.getByRole('button', { name: 'Create notification' });
    await create.click();
    await page.getByText('Enter a valid link').first().waitFor(patient);
    await page.getByLabel('Button link').fill('https://status.test/sunday');
    await create.click();
    await page.getByText('Enter the text of the button').first().waitFor(patient);
    await page.getByLabel('Button text').fill('Read more');
    await create.click();
    await page.getByText('There is no company with the id 987654321').first().waitFor(patient);
    await page.getByLabel('Company ids').fill(`${companyId}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: `Maintenance ${word}` });
    await dialog.getByText('The service is away').first().waitFor(patient);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await create.click();
    await page.getByText('Notification created').first().waitFor(patient);
    const row = page.getByRole('row', { name: new RegExp(word) }).first();
    await row.getByText('Scheduled').waitFor(patient);
    await row.getByRole('link').click();
    await page.getByRole('button', { name: 'Save changes' }).waitFor(patient);
    await page.getByLabel('Title').fill(`Works ${word}`);
    await page.getByRole('button', { name: 'Save changes' }).click();
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

  it('[NOTF-002] [NOTF-005] are created once, however slowly the list comes that they lead to', async () => {
    const page = await visits.open('/notifications/system/add', { who: 'staff' });
    const title = `Once ${word}`;
    await page.getByLabel('Title').fill(title);
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Read this once.');
    await page.getByLabel('Company ids').fill(`${companyId}`);
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    const create = page.getByRole('button', { name: 'Create notification' });
    const answered = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith(system));
    await create.click();
    const { id } = (await (await answered).json()) as { id: number };
    made.push(`${system}${id}/`);
    // The second press comes before the list is loaded.
    await create.click({ force: true, timeout: 1000 }).catch(() => undefined);
    await page.getByRole('link', { name: title }).first().waitFor(patient);
    const found = (await send(page, { path: `${system}?search=${encodeURIComponent(title)}` })) as { count: number };
    expect(found.count).toBe(1);
    await page.unrouteAll({ behavior: 'wait' });
    // Other tests must not meet it.
    await withdraw(id);
  });

  it('[NOTF-007] [NOTF-009] [NOTF-011] [NOTF-013] [NOTF-015] open as a dialog three seconds after the user is loaded', async () => {
    const staff = await visits.open('/notifications/system', { who: 'staff' });
    const id = await tell(staff, { title: `Full ${word}`, button_text: 'Open status', button_link: 'https://status.test/full' });
    const page = await visits.open('/folders/', { who: 'other' });
    const begun = Date.now();
    const dialog = page.getByRole('dialog', { name: `Full ${word}` });
    await dialog.waitFor(patient);
    expect(Date.now() - begun).toBeGreaterThan(2000);
    await expect.poll(() => statusOf(page, id), patient).toBe('read');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), dialog.getByRole('button', { name: 'Open status' }).click()]);
    await opened.close();
    await dialog.waitFor({ state: 'detached', ...patient });
    await page.reload();
    await page.waitForTimeout(4500);
    expect(await dialog.count()).toBe(0);
    await withdraw(id);
  });

  it('[NOTF-008] [NOTF-010] [NOTF-012] [NOTF-017] are shown in short form until they are hidden or read, one after the other', async () => {
    const staff = await visits.open('/notifications/system', { who: 'staff' });
    const hidden = await tell(staff, { title: `First ${word}`, show_format: 'short' });
    const read = await tell(staff, { title: `Second ${word}`, show_format: 'short' });
    const page = await visits.open('/folders/', { who: 'other' });
    const first = page.getByRole('status').filter({ hasText: `First ${word}` });
    await first.waitFor(patient);
    expect(await page.getByText(`Second ${word}`).count()).toBe(0);
    await first.getByRole('button', { name: 'Hide' }).click();
    await expect.poll(() => statusOf(page, hidden), patient).toBe('hidden');
    const second = page.getByRole('status').filter({ hasText: `Second ${word}` });
    await second.getByRole('button', { name: 'Learn more' }).click(patient);
    await page.getByRole('dialog', { name: `Second ${word}` }).waitFor(patient);
    await expect.poll(() => statusOf(page, read), patient).toBe('read');
    await withdraw(hidden);
    await withdraw(read);
  });

  it('[NOTF-011] [NOTF-013] leave all tabs of the browser once they are hidden in one', async () => {
    const staff = await visits.open('/notifications/system', { who: 'staff' });
    const id = await tell(staff, { title: `Both ${word}`, show_format: 'short' });
    const one = await visits.open('/folders/', { who: 'other' });
    const two = await one.context().newPage();
    await two.goto(`${base}/settings`);
    const [here, there] = [one, two].map((page) => page.getByRole('status').filter({ hasText: `Both ${word}` }));
    await there?.waitFor(patient);
    await here?.getByRole('button', { name: 'Hide' }).click(patient);
    await there?.waitFor({ state: 'detached', ...patient });
    expect(await statusOf(one, id)).toBe('hidden');
    await two.close();
    await withdraw(id);
  });

  it.each(looks)('[NOTF-009] [NOTF-010] read well: $language, $scheme, phone $phone', async (look) => {
    const staff = await visits.open('/notifications/system', { who: 'staff', ...look });
    const content = '<p>On Sunday, from 02:00 to 03:00, the service is away.</p><ul><li>Search</li><li>Messages</li></ul>';
    const title = `Maintenance on Sunday ${word}`;
    const id = await tell(staff, { title, content, type: 'maintenance', button_text: 'Status page', button_link: 'https://status.test' });
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
    const short = await tell(again, { title, show_format: 'short' });
    await page.goto(`${base}/folders/`);
    await page.getByRole('status').filter({ hasText: title }).waitFor(patient);
    await picture(page, `system-notification-short-${lookName(look)}`);
    expect(await axeFaults(page)).toEqual([]);
    await withdraw(short);
  });
});

describe('notifications of the extension', () => {
  it('[NOTF-001] [NOTF-002] [NOTF-003] [NOTF-040] [NOTF-042] are written by staff, with what is wrong at its field', async () => {
    const page = await visits.open('/notifications', { who: 'staff' });
    await page.getByRole('link', { name: 'New notification' }).first().click();
    const create = page.getByRole('button', { name: 'Create notification' });
    await create.click();
    await page.getByText('This field cannot be empty').first().waitFor(patient);
    await page.getByLabel('Title').fill(`Version ${word}`);
    await page.getByLabel('Description in English').fill('What is new');
    await page.getByLabel('Sites').fill('linkedin.com, *.hh.ru');
    await page.getByLabel('Shown in versions').fill('1.4.0, 1.4.1c');
    await create.click();
    await page.getByText('Fill in the description in both languages or in none').first().waitFor(patient);
    await page.getByLabel('Description in Russian').fill('Что нового');
    await create.click();
    await page.getByText('Notification created').first().waitFor(patient);
    await page
      .getByRole('link', { name: `Version ${word}` })
      .first()
      .click();
    await page.waitForURL(/\/notifications\/edit\/\d+/, patient);
    const id = Number(/edit\/(\d+)/.exec(page.url())?.[1]);
    made.push(`${extension}${id}/`);
    await page.getByLabel('Weight').fill('7');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Notification saved').first().waitFor(patient);
    expect(await send(page, { path: `${extension}${id}/` })).toMatchObject({
      weight: 7,
      sites: 'linkedin.com,*.hh.ru',
      versions_shown: '1.4.0,1.4.1c',
      versions_hidden: '',
      access_type: null,
    });
  });

  it.each(looks)('[NOTF-001] [NOTF-003] read well: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open('/notifications', { who: 'staff', ...look });
    const row = page.getByRole('link', { name: `Version ${word}` }).first();
    await row.waitFor(patient);
    await expectReadable(page, 'extension-notifications', look);
    await row.click();
    await page.locator('main form').first().waitFor(patient);
    await expectReadable(page, 'extension-notification', look);
  });
});
