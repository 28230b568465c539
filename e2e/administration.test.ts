import { axeFaults, expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

let companyId = 0;
beforeAll(async () => {
  const page = await visits.enter('admin');
  ({
    company: { company_id: companyId },
  } = (await send(page, { path: '/api/internal/users/me/' })) as { company: { company_id: number } });
  await visits.leave(page);
});

describe('the event log', () => {
  it('[DEC-14] [COMP-050] shows administrators who saw, changed and signed in, and is narrowed', async () => {
    const recruiter = await visits.open('/folders/', { who: 'recruiter' });
    const { profiles } = (await send(recruiter, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number }[] };
    const id = profiles[0]?.id ?? 0;
    await send(recruiter, { path: `/api/internal/profiles/${id}/` });
    const page = await visits.open('/company', { who: 'admin' });
    await page.getByRole('link', { name: 'Event log' }).click();
    await page.waitForURL(/\/company\/events/);
    // Other tests add events: without the filter, this one may be pages away.
    await page.goto(`${base}/company/events?target=profile&id=${id}`);
    await page
      .getByRole('row', { name: new RegExp(`Rita Keller.*Opened a profile.*Profile ${id}`) })
      .first()
      .waitFor(patient);
    await page.goto(`${base}/company/events?kind=signed_in`);
    await page.getByRole('textbox', { name: 'Search by person' }).fill('alice');
    await page
      .getByRole('row', { name: /Alice Morgan.*Signed in/ })
      .first()
      .waitFor(patient);
    await expect.poll(() => page.getByRole('row', { name: /Opened a profile/ }).count(), patient).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  });

  it('[DEC-14] [REQ-032] shows an invalid day at its field once it is typed, and disables the export', async () => {
    const page = await visits.open('/company/events', { who: 'admin' });
    await page.locator('main tbody tr[data-index]').first().waitFor(patient);
    const day = page.getByLabel('From');
    await day.focus();
    await day.pressSequentially('112826');
    const wrong = page.getByText('Choose a day between 1970 and 2999');
    expect(await wrong.count()).toBe(0);
    await day.blur();
    await wrong.waitFor(patient);
    expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(true);
    await day.fill('2026-01-31');
    await day.blur();
    await wrong.waitFor({ ...patient, state: 'detached' });
    expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(false);
  });

  it('[DEC-14] shows staff the log of a company', async () => {
    const page = await visits.open(`/companies/${companyId}/events?kind=signed_in`, { who: 'staff' });
    await page
      .getByRole('row', { name: /Signed in/ })
      .first()
      .waitFor(patient);
  });

  it.each(looks)('[DEC-14] reads well: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open('/company/events', { who: 'admin', ...look });
    const first = page.locator('main tbody tr[data-index]').first();
    await first.waitFor(patient);
    // Each variant shows the time, phones included.
    expect(await first.textContent()).toMatch(/\d{1,2}:\d{2}/);
    await expectReadable(page, 'audit', look);
  });
});

const call = (token: string, path: string) => fetch(`${base}${path}`, { headers: { authorization: `Token ${token}` } });
let token = '';

async function proveIn(page: Page, password: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Create token' }).click();
}

describe('API management', () => {
  it('[API-001] [API-005] [API-010] [SHELL-066] makes a token that works and is shown once', async () => {
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

const mark = Date.now().toString(36).slice(-5);
const url = `https://github.com/ban-${mark}`;

const said = (page: Page, text: string) => page.getByText(text).first().waitFor(patient);
const rows = (page: Page) => page.getByRole('row').filter({ hasText: url });

describe('banned links', () => {
  it('[BAN-001] [BAN-003] [BAN-007] [BAN-008] [BAN-009] are listed for staff, banned and unbanned', async () => {
    const page = await visits.open('/menu', { who: 'staff' });
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
    for (const look of looks) {
      const other = await visits.open('/profiles/ban', { who: 'staff', ...look });
      await other.getByText(url).first().waitFor(patient);
      await drawn(other);
      expect(await overflowOf(other)).toBe(0);
      await picture(other, `banned-links-${lookName(look)}`);
    }
  });

  it('[BAN-003] [BAN-010] are banned from a profile, with Undo', async () => {
    const shown = `https://gitlab.com/ban-${mark}`;
    const page = await visits.open('/menu', { who: 'staff' });
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
  });
});

describe('the list of recruiters of a vacancy', () => {
  it.each(['recruiter', 'admin'] as const)('[ROLE-065] [ROLE-066] begins with oneself, who is not asked for: %s', async (who) => {
    const page = await visits.open('/icon.svg', { who });
    const asked = page.waitForRequest(/\/api\/v6\/users\/\?.*is_assignee/, patient);
    await page.goto(`${base}/folders/`);
    expect((await asked).url()).toContain('exclude_self=true');
    const answer = (await (await asked).response())?.json() as Promise<{ users: { id: number }[] }>;
    const me = await page.evaluate(async () => ((await (await fetch('/api/internal/users/me/')).json()) as { id: number }).id);
    expect((await answer).users.map(({ id }) => id)).not.toContain(me);
    await page.getByRole('combobox', { name: 'Recruiter' }).click();
    const options = page.getByRole('option');
    await options.first().waitFor(patient);
    const names = (await options.allInnerTexts()).filter((name) => !name.startsWith('Any'));
    expect(names[0]).toMatch(/\(you\)$/);
    expect(names.filter((name) => name.endsWith('(you)'))).toHaveLength(1);
  });
});

it('[SHELL-003] messaging has templates, mailings, sequences, AI messages and sent messages', async () => {
  const page = await visits.open('/messaging/sent/', { who: 'recruiter' });
  const headed = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).first().waitFor(patient);
  await headed('Messages');
  await page.getByRole('link', { name: 'Sequences', exact: true }).first().click();
  await headed('Sequences');
  await page.goto(`${base}/messaging/templates`);
  await headed('Templates');
  await page.goto(`${base}/folders/1/messaging`);
  for (const name of ['Create mailing', 'AI messages']) await page.getByRole('button', { name }).first().waitFor(patient);
});
