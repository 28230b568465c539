import { axeFaults, expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, stateLooks, type Variant, visits } from './visit.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

async function readOwnLog(page: Page): Promise<void> {
  const recruiter = await visits.open('/folders/', { who: 'recruiter' });
  const { profiles } = (await send(recruiter, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number; name: string }[] };
  const { id = 0, name = '' } = profiles[0] ?? {};
  await send(recruiter, { path: `/api/internal/profiles/${id}/` });
  await page.goto(`${base}/company`);
  await page.getByRole('link', { name: 'Event log' }).click();
  await page.waitForURL(/\/company\/events/);
  // Other tests add events; without the filter this one may be on a later page.
  await page.goto(`${base}/company/events?target=profile&id=${id}`);
  await page
    .getByRole('row', { name: new RegExp(`Rita Keller.*Opened a profile.*${name}`) })
    .first()
    .waitFor(patient);
  await page.goto(`${base}/company/events?kind=signed_in`);
  await page.getByRole('textbox', { name: 'Search by user or candidate' }).fill('alice');
  await page
    .getByRole('row', { name: /Alice Morgan.*Signed in/ })
    .first()
    .waitFor(patient);
  await expect.poll(() => page.getByRole('row', { name: /Opened a profile/ }).count(), patient).toBe(0);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^audit-.*\.csv$/);
}

async function readLogOfAll(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Event log', level: 1 }).first().waitFor(patient);
  await page.locator('tbody tr[data-index]').first().waitFor(patient);
  await page.locator('tbody').getByRole('link').first().click();
  await page.waitForURL(/\/companies\/\d+\/events/, patient);
  await page.locator('tbody tr[data-index]').first().waitFor(patient);
}

const call = (token: string, path: string) => fetch(`${base}${path}`, { headers: { authorization: `Token ${token}` } });
let token = '';

async function proveIn(page: Page, password: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Create token' }).click();
}

async function makeToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'API management' }).click();
  await page.getByRole('heading', { name: 'API management', level: 1 }).first().waitFor(patient);
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API token' });
  await dialog.getByLabel('Name').fill('Reports');
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
}

async function showCalls(page: Page): Promise<void> {
  await page.goto(`${base}/api_management`);
  // The server writes calls every ten seconds.
  await expect
    .poll(async () => ((await send(page, { path: '/api/api_calls/aggregated/' })) as { total: number }).total, { timeout: 45_000 })
    .toBeGreaterThan(0);
  await page.reload();
  await page.getByText('GET /api/v6/folders/').first().waitFor(patient);
  const { company } = (await send(page, { path: '/api/internal/users/me/' })) as { company: { company_id: number } };
  const staff = await visits.open(`/companies/${company.company_id}/api-statistics`, { who: 'staff' });
  await staff.getByText('GET /api/v6/folders/').first().waitFor(patient);
  await staff.getByLabel('First day').fill('2020-01-01');
  await staff.getByLabel('Last day').fill('2020-01-31');
  await staff.getByText('No API calls').first().waitFor(patient);
}

async function revokeToken(page: Page): Promise<void> {
  await page.goto(`${base}/api_management`);
  await page.getByRole('button', { name: 'Revoke: Reports' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('Token revoked').first().waitFor(patient);
  await page.getByText('You have no API tokens yet.').first().waitFor(patient);
  expect((await call(token, '/api/v6/folders/')).status).toBe(401);
}

/** Checks the screens of tokens, calls and active users, and the form of a token. */
async function checkScreens(look: Variant): Promise<void> {
  const windows = {
    admin: await visits.open('/icon.svg', { who: 'admin', ...look }),
    staff: await visits.open('/icon.svg', { who: 'staff', ...look }),
  };
  for (const [path, screen, who] of [
    ['/companies/1/api-statistics', 'api-statistics', 'staff'],
    ['/active-users', 'active-users', 'staff'],
    ['/installation', 'installation', 'staff'],
    ['/company/events', 'audit', 'admin'],
    ['/api_management', 'api-management', 'admin'],
  ] as const) {
    const page = windows[who];
    await page.goto(base + path);
    await page.locator('main h1').first().waitFor(patient);
    await page.locator('main tbody tr, main dl, main ul li').first().waitFor(patient);
    await expectReadable(page, screen, look);
  }
  const page = windows.admin;
  await page.getByRole('button', { name: look.language === 'en' ? 'Create token' : 'Создать токен' }).click();
  await page.getByRole('dialog').getByRole('radio').nth(1).click();
  await picture(page, `api-token-form-${lookName(look)}`);
  expect(await axeFaults(page)).toEqual([]);
}

describe('the event log', () => {
  it('[DEC-14] [COMP-050] shows reads, changes and sign-ins to administrators, and all companies to staff', async () => {
    await readOwnLog(await visits.open('/icon.svg', { who: 'admin' }));
    await readLogOfAll(await visits.open('/events', { who: 'staff' }));
  });
});

describe('API management', () => {
  it('[API-001] [API-005] [API-006] [API-007] [API-008] [API-010] [ACT-001] [COMP-007] [SHELL-066] [OPS-003] creates a token that is shown once, counts its calls and revokes it', async () => {
    const page = await visits.open('/menu', { who: 'admin' });
    await makeToken(page);
    await showCalls(page);
    for (const look of looks) await checkScreens(look);
    await revokeToken(page);
  });

  it('[ROLE-031] [ROLE-033] lets staff act as a user, with a notice that leads back', async () => {
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
});

const mark = Date.now().toString(36).slice(-5);
const url = `https://github.com/ban-${mark}`;

const said = (page: Page, text: string) => page.getByText(text).first().waitFor(patient);
const rows = (page: Page) => page.getByRole('row').filter({ hasText: url });

async function banFromList(page: Page): Promise<void> {
  await page.goto(`${base}/profiles/ban`);
  await page.getByRole('button', { name: 'Ban link' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Ban link' });
  await dialog.getByRole('textbox', { name: 'Link' }).fill('no link');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await dialog.getByText('Enter a valid', { exact: false }).first().waitFor(patient);
  await dialog.getByRole('textbox', { name: 'Link' }).fill(url);
  await picture(page, 'ban-link-light-en-desktop');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await said(page, `Link ${url} banned`);
  await rows(page).first().waitFor(patient);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: `Unban: ${url}` }).click();
  await said(page, `Link ${url} unbanned`);
  await rows(page)
    .first()
    .waitFor({ state: 'detached', ...patient });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await said(page, `Link ${url} banned`);
  await rows(page).first().waitFor(patient);
  for (const look of stateLooks) {
    const other = await visits.open('/profiles/ban', { who: 'staff', ...look });
    await other.getByText(url).first().waitFor(patient);
    await drawn(other);
    expect(await overflowOf(other)).toBe(0);
    await picture(other, `banned-links-${lookName(look)}`);
  }
}

async function banFromProfile(page: Page): Promise<void> {
  const shown = `https://gitlab.com/ban-${mark}`;
  const fragment = { first_name: 'Ada', last_name: `Linked ${mark}`, links: [{ url: shown }] };
  const made = { path: '/api/v6/profiles/private/', method: 'POST', body: { fragments: [fragment] } };
  const { id } = (await send(page, made)) as { id: number };
  await page.goto(`${base}/profiles/${id}`);
  const link = page.getByRole('link', { name: 'GitLab' }).first();
  await link.waitFor(patient);
  await page.getByRole('button', { name: `Ban link: ${shown}` }).waitFor(patient);
  await picture(page, 'ban-from-profile-light-en-desktop');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: `Ban link: ${shown}` }).click();
  await said(page, `Link ${shown} banned`);
  await link.waitFor({ state: 'detached', ...patient });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await said(page, `Link ${shown} unbanned`);
  await link.waitFor(patient);
}

describe('banned links', () => {
  it('[BAN-001] [BAN-003] [BAN-007] [BAN-008] [BAN-009] [BAN-010] are listed for staff, and banned and unbanned in the list and on a profile', async () => {
    const page = await visits.open('/icon.svg', { who: 'staff' });
    await banFromList(page);
    await banFromProfile(page);
  });
});
