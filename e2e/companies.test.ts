import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { looks, patient, picture, send, stateLooks, visits } from './visit.ts';

const word = Math.random().toString(36).slice(2, 7);
const name = `Company ${word}`;
let id = 0;
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Expects that clicking closed fields opens no list. */
async function pressFields(page: Page) {
  for (const field of await page.locator('main form [data-multiline]').all()) {
    const box = await field.boundingBox();
    if (!box) continue;
    await page.mouse.click(box.x + box.width - 8, box.y + box.height / 2);
    await page.mouse.click(box.x + 8, box.y + box.height / 2);
  }
}

async function createCompany(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Demo company' }).first().waitFor(patient);
  await page.getByRole('link', { name: 'New company' }).click();
  await page.getByLabel('Company name').fill(name);
  await page.getByLabel('Website').fill('acme.test');
  await page.getByLabel('Segment').first().click();
  await page.getByRole('option', { name: 'Recruiting agency' }).click();
  await page.getByRole('switch', { name: 'Messaging', exact: true }).click({ force: true });
  await page.getByRole('button', { name: 'Create company' }).click();
  await page.getByText('Enter a valid link').first().waitFor(patient);
  await page.getByLabel('Website').fill('https://acme.test');
  await page.getByRole('button', { name: 'Create company' }).dblclick();
  await page.waitForURL(/\/companies\/\d+\/?$/, patient);
  id = Number(/companies\/(\d+)/.exec(page.url())?.[1]);
  await page.getByRole('heading', { name, level: 1 }).first().waitFor(patient);
  await page.getByRole('link', { name: 'acme.test' }).first().waitFor(patient);
  await page.goto(`${base}/companies?search=${word}`);
  await page
    .getByRole('row', { name: new RegExp(name) })
    .first()
    .waitFor(patient);
  expect(await page.locator('tbody tr[data-index]').count()).toBe(1);
}

async function changeCompany(page: Page): Promise<void> {
  await page.goto(`${base}/companies/${id}/update`);
  await page.getByLabel('Contacts a month, company').fill('120');
  const website = page.getByLabel('Website');
  await website.fill('mine.test');
  await send(page, {
    path: `/api/v6/companies/${id}/`,
    method: 'PUT',
    body: { crm_link: 'https://crm.test', site: 'https://theirs.test' },
  });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await page.getByText('Enter a valid link').first().waitFor(patient);
  await website.fill('https://mine.test');
  await save.click();
  // The server compares versions only for a valid form.
  await page.getByText('This was changed while the form was open').first().waitFor(patient);
  expect(await send(page, { path: `/api/v6/companies/${id}/` })).toMatchObject({ site: 'https://theirs.test' });
  await save.click();
  await page.waitForURL(new RegExp(`/companies/${id}/?$`), patient);
  const saved = await send(page, { path: `/api/v6/companies/${id}/` });
  expect(saved).toMatchObject({
    site: 'https://mine.test',
    contacts_per_month: 120,
    crm_link: 'https://crm.test',
    messaging: true,
    segment: 'agency',
  });
}

async function removeToken(page: Page): Promise<void> {
  const hasToken = async () => ((await send(page, { path: `/api/v6/companies/${id}/` })) as Record<string, unknown>)['has_huntflow_token'];
  await send(page, { path: `/api/v6/companies/${id}/`, method: 'PUT', body: { huntflow_token: 'secret' } });
  await page.goto(`${base}/companies/${id}/update`);
  await page.getByRole('button', { name: 'Remove token' }).click();
  await page.getByText('Removed when you save').first().waitFor(patient);
  await page.getByRole('button', { name: 'Keep token' }).click();
  await page.getByLabel('CRM', { exact: true }).fill('https://crm.test/2');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(new RegExp(`/companies/${id}/?$`), patient);
  expect(await hasToken()).toBe(true);
  await page.goto(`${base}/companies/${id}/update`);
  await page.getByRole('button', { name: 'Remove token' }).click();
  await picture(page, 'company-token-removed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(new RegExp(`/companies/${id}/?$`), patient);
  expect(await hasToken()).toBe(false);
}

async function changeCredits(page: Page): Promise<void> {
  await page.goto(`${base}/companies/${id}/credit-transactions`);
  await page.getByText('Credits of this company are not counted').first().waitFor(patient);
  await page.getByRole('button', { name: 'Count credits from now on' }).click();
  await page.getByRole('dialog').getByLabel('Credits to begin with').fill('0');
  await page.getByRole('dialog').getByRole('button', { name: 'Start counting' }).click();
  await page.getByText('0 credits left').first().waitFor(patient);
  await page.getByRole('button', { name: 'Change credits' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change credits' });
  await dialog.getByLabel('Amount').fill('-5');
  await dialog.getByLabel('Reason').fill('Too many');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The company has 0 credits').first().waitFor(patient);
  await dialog.getByLabel('Amount').fill('50');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('50 credits left').first().waitFor(patient);
  await page
    .getByRole('row', { name: /Too many/ })
    .first()
    .waitFor(patient);
}

async function sellQuota(page: Page): Promise<void> {
  await page.goto(`${base}/companies/${id}`);
  await page.getByRole('button', { name: 'New quota' }).click();
  const dialog = page.getByRole('dialog', { name: 'New quota' });
  await dialog.getByLabel('First day').fill('2031-01-01');
  await dialog.getByLabel('Last day').fill('2031-03-31');
  await dialog.getByLabel('Contacts').fill('500');
  await dialog.getByRole('button', { name: 'Add quota' }).click();
  const sold = page.getByRole('listitem').filter({ hasText: '500 contacts' });
  await sold.getByText('Not in effect').waitFor(patient);
  await page.getByText('Contacts of this company are limited by month.').first().waitFor(patient);
  await picture(page, 'company-quota-monthly');
  await send(page, { path: `/api/v6/companies/${id}/`, method: 'PUT', body: { quota_pricing_model: 'quota' } });
  await page.reload();
  await sold.filter({ hasText: '0 of 500 contacts opened' }).getByText('Upcoming').waitFor(patient);
  await page.getByText('No quota covers today').first().waitFor(patient);
  await picture(page, 'company-quota-coming');
  await page.getByRole('button', { name: /^End: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('Ended').first().waitFor(patient);
}

async function showQuotaToAdministrators(page: Page): Promise<void> {
  const admin = {
    company_id: id,
    email: `admin.${word}@people.test`,
    first_name: 'Ann',
    last_name: 'Admin',
    password: 'Correct-Horse-8',
  };
  const made = (await send(page, { path: '/api/v6/admins/', method: 'POST', body: admin })) as { id: number };
  for (const body of [
    { from: dayAfter(-2), till: dayAfter(30), quota: 40 },
    { from: dayAfter(31), till: dayAfter(60), quota: 70 },
  ])
    await send(page, { path: `/api/v6/companies/${id}/quotas/`, method: 'POST', body });
  await send(page, { path: `/api/internal/users/${made.id}/login_as/`, method: 'POST' });
  try {
    await page.goto(`${base}/company`);
    await page
      .getByText(/^0 of 40 contacts opened · /)
      .first()
      .waitFor(patient);
    await page
      .getByText(/^70 contacts · /)
      .first()
      .waitFor(patient);
    expect(await page.getByText('Contacts a month', { exact: true }).count()).toBe(0);
    await picture(page, 'own-company-quota');
  } finally {
    await send(page, { path: '/api/internal/users/return/', method: 'POST' });
  }
}

async function countInvitedManagers(page: Page): Promise<void> {
  const invitation = { email: `invited.${word}@people.test`, role: 'hm', company_id: id };
  await send(page, { path: '/api/v6/invitations/', method: 'POST', body: invitation });
  await page.goto(`${base}/companies/${id}`);
  await page.getByText('1 of 10 · 1 invited').first().waitFor(patient);
  await picture(page, 'company-invited-managers');
}

async function saveOwnSettings(page: Page): Promise<void> {
  await page.goto(`${base}/companies/${id}/custom-settings`);
  const form = page.locator('form', { hasText: 'Filters by activity' });
  await form.getByRole('switch', { name: 'Filters by activity' }).click({ force: true });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved').first().waitFor(patient);
  expect(await send(page, { path: `/api/v6/companies/${id}/` })).toMatchObject({ custom_settings: { activity_filters: true } });
}

async function deleteCompany(page: Page): Promise<void> {
  await page.goto(`${base}/companies/${id}`);
  await page.getByRole('button', { name: 'Delete company' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete company' }).click();
  await page.getByText(`${name} deleted`).first().waitFor(patient);
  await page.goto(`${base}/companies/${id}`);
  await page.getByRole('heading', { name: 'Page not found' }).first().waitFor(patient);
}

describe('companies for internal staff', () => {
  it('[COMP-001] [COMP-002] [COMP-003] [COMP-004] [COMP-029] [COMP-052] are created and edited', async () => {
    const page = await visits.open('/companies', { who: 'staff' });
    await createCompany(page);
    await changeCompany(page);
    await removeToken(page);
  });

  it('[COMP-005] [COMP-006] [COMP-062] [COMP-065] [COMP-066] [COMP-071] have credits, contact quotas and settings', async () => {
    const page = await visits.open('/icon.svg', { who: 'staff' });
    await changeCredits(page);
    await sellQuota(page);
    await saveOwnSettings(page);
  });

  it('[COMP-008] [COMP-033] [COMP-048] [COMP-061] [EMP-080] count invited hiring managers, and show administrators their quota', async () => {
    const page = await visits.open('/icon.svg', { who: 'staff' });
    await countInvitedManagers(page);
    await showQuotaToAdministrators(page);
  });

  it.each(looks)('[COMP-001] [COMP-004] are readable: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open('/icon.svg', { who: 'staff', ...look });
    for (const [path, screen] of [
      ['/companies', 'companies'],
      [`/companies/${id}`, 'company'],
      [`/companies/${id}/update`, 'company-update'],
      [`/companies/${id}/credit-transactions`, 'company-credits'],
      [`/companies/${id}/custom-settings`, 'company-custom'],
    ] as const) {
      await page.goto(base + path);
      await page.locator('main h1').first().waitFor(patient);
      await page.locator('main tbody tr, main form, main dl').first().waitFor(patient);
      await expectReadable(page, screen, look);
    }
  });

  it.each(stateLooks)('[ROLE-016] show their account manager read-only forms: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open(`/companies/${id}`, { who: 'staff', ...look });
    const email = `manager-${Math.random().toString(36).slice(2, 9)}@demo.headwater.test`;
    const body = { email, first_name: 'Max', last_name: 'Manager', role: 'manager', language: look.language, password: 'Correct-Horse-8' };
    const made = (await send(page, { path: '/api/v6/managers/', method: 'POST', body })) as { id: number };
    await send(page, { path: `/api/v6/companies/${id}/`, method: 'PUT', body: { account_manager_id: made.id } });
    await send(page, { path: `/api/internal/users/${made.id}/login_as/`, method: 'POST' });
    try {
      for (const part of ['update', 'custom-settings', 'hiring-managers/settings']) {
        await page.goto(`${base}/companies/${id}/${part}`);
        const form = page.locator('main form', { has: page.locator('fieldset[disabled]') });
        await form.getByRole('note').first().waitFor(patient);
        await form
          .locator('input')
          .first()
          .waitFor({ ...patient, state: 'attached' });
        expect([part, await form.locator('button[type=submit]').count(), await form.locator('input:enabled').count()]).toEqual([
          part,
          0,
          0,
        ]);
        await pressFields(page);
        expect([part, await page.locator('[role=listbox]:visible, [role=option]:visible').count()]).toEqual([part, 0]);
        await expectReadable(page, `company-closed-${part.replace('/', '-')}`, look);
      }
    } finally {
      await send(page, { path: '/api/internal/users/return/', method: 'POST' });
    }
  });

  it('[COMP-070] leave the list after deletion', async () => {
    const page = await visits.open('/icon.svg', { who: 'staff' });
    await deleteCompany(page);
  });
});

describe("the user's own company", () => {
  it('[COMP-008] [COMP-009] [COMP-010] is shown to its administrators, who can edit their part', async () => {
    const page = await visits.open('/company/', { who: 'admin' });
    await page.getByRole('heading', { name: 'Demo company', level: 1 }).first().waitFor(patient);
    await page.getByText('Contacts a month', { exact: true }).first().waitFor(patient);
    await page.getByRole('link', { name: 'Settings' }).last().click();
    await page.getByLabel('Website').fill('https://demo.headwater.test');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'demo.headwater.test' }).first().waitFor(patient);
    await page.getByRole('link', { name: 'Credit transactions' }).click();
    await page.getByText('No transactions').first().waitFor(patient);
    await picture(page, 'own-company-light-en-desktop');
  });

  it.each(stateLooks)(
    '[COMP-039] requires a second factor only from users who have one: $language, $scheme, phone $phone',
    async (look) => {
      const page = await visits.open('/company/update', { who: 'admin', ...look });
      const [label, save, asked] =
        look.language === 'en'
          ? ['Require two-step verification', 'Save', 'Set up two-step verification for your own account first']
          : ['Требовать двухэтапный вход', 'Сохранить', 'Сначала настройте двухэтапный вход для своей учётной записи'];
      await page.getByRole('switch', { name: label }).click({ force: true });
      await page.getByRole('button', { name: save }).click();
      await page.getByText(asked).first().waitFor(patient);
      expect(await page.locator('a[href="/settings#security"][target="_blank"]').count()).toBe(1);
      await expectReadable(page, 'own-company-factor', look);
    },
  );
});
