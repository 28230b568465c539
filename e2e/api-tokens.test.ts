import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults, expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { lookName, looks, patient, picture, send, visits } from './visit.ts';

const call = (token: string, path: string) => fetch(`${base}${path}`, { headers: { authorization: `Token ${token}` } });
let token = '';

async function proveIn(page: Page, password: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Create token' }).click();
}

describe('API management', () => {
  it('[API-001] [API-005] [API-010] [SHELL-066] makes a token that is shown once and works at once', async () => {
    const page = await visits.open('/menu', { who: 'admin' });
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'API management' }).click();
    await page.getByRole('heading', { name: 'API management', level: 1 }).first().waitFor(patient);
    await page.getByRole('button', { name: 'Create token' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New API token' });
    await dialog.getByRole('radio', { name: 'Only some areas' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Choose at least one area').first().waitFor(patient);
    await dialog.getByLabel('Vacancies').first().click();
    await page.getByRole('option', { name: 'Read', exact: true }).click();
    await dialog.getByLabel('Valid until').fill('2020-01-31');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Choose a date in the future').first().waitFor(patient);
    await dialog.getByLabel('Valid until').fill('');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await proveIn(page, 'wrong');
    await page.getByRole('dialog').getByText('Wrong password').first().waitFor(patient);
    await proveIn(page, 'Demo-Headwater-1');
    const field = page.getByRole('textbox', { name: 'New token' });
    await field.waitFor(patient);
    token = await field.inputValue();
    expect(token).toMatch(/^hwt_/);
    await page.getByText('Vacancies: Read', { exact: true }).first().waitFor(patient);
    expect((await call(token, '/api/v6/folders/')).status).toBe(200);
    expect((await call(token, '/api/internal/users/me/')).status).toBe(403);
    await page.reload();
    await page
      .getByText(`…${token.slice(-4)}`)
      .first()
      .waitFor(patient);
    expect(await page.content()).not.toContain(token);
  });

  it('[API-008] [COMP-007] shows calls to the company and to staff', async () => {
    const page = await visits.open('/api_management', { who: 'admin' });
    // Calls are written every ten seconds.
    await expect
      .poll(async () => ((await send(page, { path: '/api/api_calls/aggregated/' })) as { total: number }).total, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await page.reload();
    await page.getByText('GET /api/v6/folders/').first().waitFor(patient);
    const { company } = (await send(page, { path: '/api/internal/users/me/' })) as { company: { company_id: number } };
    const staff = await visits.open(`/companies/${company.company_id}/api-statistics`, { who: 'staff' });
    await staff.getByText('GET /api/v6/folders/').first().waitFor(patient);
    await staff.getByLabel('First day').fill('2020-01-01');
    await staff.getByLabel('Last day').fill('2020-01-31');
    await staff.getByText('No API calls').first().waitFor(patient);
  });

  it('[ACT-001] lists active users to staff', async () => {
    const recruiter = await visits.open('/', { who: 'recruiter' });
    await send(recruiter, { path: '/api/savedqueries/' });
    const page = await visits.open('/active-users?part=api', { who: 'staff' });
    await page.locator('tbody tr[data-index]').first().waitFor(patient);
    await page.getByText('API', { exact: false }).first().waitFor(patient);
  });

  it.each(looks)('[API-001] [ACT-001] read well: $language, $scheme, phone $phone', async (look) => {
    for (const [path, screen, who] of [
      ['/api_management', 'api-management', 'admin'],
      ['/companies/1/api-statistics', 'api-statistics', 'staff'],
      ['/active-users', 'active-users', 'staff'],
    ] as const) {
      const page = await visits.open(path, { who, ...look });
      await page.locator('main h1').first().waitFor(patient);
      await page.locator('main tbody tr, main dl, main ul li').first().waitFor(patient);
      await expectReadable(page, screen, look);
    }
    const page = await visits.open('/api_management', { who: 'admin', ...look });
    await page.getByRole('button', { name: look.language === 'en' ? 'Replace token' : 'Заменить токен' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: look.language === 'en' ? 'Replace token' : 'Заменить токен' })
      .click();
    await page.getByRole('dialog').getByRole('radio').nth(1).click();
    await picture(page, `api-token-form-${lookName(look)}`);
    expect(await axeFaults(page)).toEqual([]);
  });

  it('[ROLE-031] [ROLE-033] lets staff act as a user, under a notice that leads back', async () => {
    const own = await visits.enter('staff');
    await own.goto(`${base}/active-users?search=Keller`);
    await own
      .getByRole('button', { name: /^Log in as Rita Keller/ })
      .first()
      .click();
    const notice = own.getByText('You are acting as Rita Keller, Demo company');
    await notice.first().waitFor(patient);
    await own.goto(`${base}/folders/`);
    await notice.first().waitFor(patient);
    await picture(own, 'acting-notice');
    expect(await axeFaults(own)).toEqual([]);
    await own.getByRole('button', { name: 'Return' }).click();
    await own.getByRole('button', { name: /^Account: Sam Reed/ }).waitFor(patient);
    expect(await notice.count()).toBe(0);
    await own.context().close();
  });

  it('[API-006] [API-007] revokes it for good', async () => {
    const page = await visits.open('/api_management', { who: 'admin' });
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('Token revoked').first().waitFor(patient);
    await page.getByText('You have no API token yet.').first().waitFor(patient);
    expect((await call(token, '/api/v6/folders/')).status).toBe(401);
  });
});
