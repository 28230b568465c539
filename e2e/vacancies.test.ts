import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { address as base } from './product-url.ts';
import { axeFaults, expectReadable } from './axe.ts';
import { type Look, otherLooks, patient, picture, send, shiftsOf, visits } from './visit.ts';

let api: Page;

const open = (path: string, look: Look = {}) => visits.open(path, { who: 'recruiter', ...look });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const snack = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });
const row = (page: Page, index: number) => page.locator(`tbody tr[data-index="${index}"]`);
const rowCount = (page: Page) => page.locator('tbody tr[data-index]').count();
const tab = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Candidates by status' }).getByRole('button', { name: new RegExp(`^${name}`) });
const card = (page: Page, column: string, index = 0) =>
  page.getByRole('region', { name: column, exact: true }).getByRole('listitem').nth(index);

const mark = Date.now().toString(36).slice(-4); // Active names must be unique.
let number = 0;
/** Vacancy of one test, with the given number of demo people. */
async function makeVacancy(count: number, fields: object = {}): Promise<{ id: number; name: string }> {
  const name = `Vacancy ${mark} ${String(++number).padStart(2, '0')}`;
  const made = (await send(api, { path: '/api/v6/folders/', method: 'POST', body: { name, company_name: 'Acme', ...fields } })) as {
    id: number;
  };
  if (count > 0) {
    const found = (await send(api, { path: '/api/v6/profiles/?per_page=100' })) as { profiles: { id: number }[] };
    const profiles = found.profiles.slice(0, count).map(({ id }) => id);
    await send(api, { path: '/api/v6/candidates/', method: 'POST', body: { folder_id: made.id, profiles } });
  }
  return { id: made.id, name };
}

beforeEach(async () => {
  api = await open('/icon.svg');
});

describe('the list of vacancies', () => {
  it('[VAC-001] [VAC-007] [VAC-029] [VAC-034] [VAC-036] [VAC-037] archives and reactivates one', async () => {
    const { name } = await makeVacancy(5);
    const page = await open('/folders/');
    await page.getByRole('link', { name }).first().waitFor();
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    await expectReadable(page, 'vacancies');
    await button(page, `Actions: ${name}`).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect.poll(() => page.getByRole('link', { name }).count(), patient).toBe(0);
    await page.getByText('Archived', { exact: true }).first().click();
    await page.waitForURL(/status=closed/);
    await button(page, `Actions: ${name}`).click();
    await page.getByRole('menuitem', { name: 'Activate' }).click();
    await expect.poll(() => page.getByRole('link', { name }).count(), patient).toBe(0);
    await page.goBack();
    await page.getByRole('link', { name }).first().waitFor();
  });

  it('[VAC-001] [VAC-016] lists every status of a vacancy, even without space in the line, with links to its candidates', async () => {
    const { id, name } = await makeVacancy(7);
    const { candidates } = (await send(api, { path: `/api/v6/folders/${id}/candidates/` })) as { candidates: { id: number }[] };
    const { statuses } = (await send(api, { path: `/api/v6/folders/${id}/` })) as { statuses: { id: number; name: string }[] };
    for (const [index, candidate] of candidates.entries())
      await send(api, { path: `/api/v6/candidates/${candidate.id}/`, method: 'PATCH', body: { status: statuses[index]?.id } });
    const page = await open(`/folders/?query=${encodeURIComponent(name)}`, { width: 1280, height: 800 });
    const counts = button(page, `${name}: 7 candidates. Show statuses`);
    await counts.getByText(/^\+\d$/).waitFor();
    await counts.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menu').getByRole('menuitem');
    await items.first().waitFor();
    expect(await items.allTextContents()).toEqual(statuses.map((status) => `${status.name}1`));
    await expectReadable(page, 'vacancies-statuses-1280');
    await items.filter({ hasText: 'Rejected' }).click();
    await page.waitForURL(new RegExp(`/folders/${id}/\\?status=${statuses[6]?.id}$`));
    await expect.poll(() => rowCount(page), patient).toBe(1);
    await row(page, 0)
      .getByRole('button', { name: /Rejected/ })
      .first()
      .waitFor();
  });

  it('[VAC-033] [VAC-035] deletes one after naming the consequences, with undo', async () => {
    const { name } = await makeVacancy(3);
    const page = await open(`/folders/?query=${encodeURIComponent(name)}`);
    await button(page, `Actions: ${name}`).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete “${name}”?` });
    await dialog.getByText('3 candidates').first().waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No results' }).first().waitFor();
    await snack(page, /deleted/)
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(() => page.getByRole('link', { name }).count(), patient).toBe(1);
  });

  it('[VAC-002] [VAC-021] [VAC-048] [VAC-049] [VAC-052] creates one, with the server’s errors below the field', async () => {
    const page = await open('/folders/new');
    await button(page, 'Create').click();
    await page.getByText('This field cannot be empty').first().waitFor();
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await axeFaults(page)).toEqual([]);
    const { name } = await makeVacancy(0);
    await page.getByLabel('Name').fill(name);
    await button(page, 'Create').click();
    await page.getByText('You already have an active vacancy with this name').first().waitFor();
    await picture(page, 'vacancy-form-error');
    await page.getByRole('link', { name: 'Vacancies' }).first().click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    await page.getByLabel('Name').fill(`${name} again`);
    await button(page, 'Create').click();
    await page.waitForURL(/\/folders\/\d+/);
    await page.getByRole('heading', { name: `${name} again` }).waitFor();
    await page.getByText('No candidates yet').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });
});

describe('one vacancy', () => {
  it("[VAC-003] [VAC-013] [CAND-007] [CAND-009] [CAND-011] [CAND-012] [CAND-015] [CAND-016] [CAND-021] [CAND-022] changes single and range statuses, also during a colleague's changes", async () => {
    const { id } = await makeVacancy(8);
    const page = await open('/icon.svg');
    await Promise.all([page.waitForResponse(/\/api\/v6\/events\//), page.goto(`${base}/folders/${id}/`)]);
    await row(page, 0).waitFor();
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    await expectReadable(page, 'vacancy');
    await row(page, 0)
      .getByRole('button', { name: /Change status/ })
      .click();
    await page.getByRole('menuitem', { name: 'Interview' }).click();
    await expect.poll(() => tab(page, 'Interview').textContent(), patient).toBe('Interview1');
    await snack(page, 'Interview').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => tab(page, 'Interview').textContent(), patient).toBe('Interview0');
    await expect.poll(() => tab(page, 'New').textContent(), patient).toBe('New8');
    await row(page, 1).getByRole('checkbox').click();
    await row(page, 4)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByRole('region', { name: '4 candidates selected' }).first().waitFor();
    // Only the bar contains the actions, and the columns stay.
    expect(await page.getByRole('button', { name: 'Remove', exact: true }).count()).toBe(1);
    expect(await page.getByRole('columnheader', { name: 'Comments' }).count()).toBe(1);
    await expectReadable(page, 'vacancy-chosen');
    const bar = page.getByRole('toolbar');
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.keyboard.press('Escape');
    await bar.getByText('4 selected').first().waitFor();
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Contacted' }).click();
    await expect.poll(() => tab(page, 'Contacted').textContent(), patient).toBe('Contacted4');
    await expect.poll(() => page.getByRole('region', { name: /selected/ }).count(), patient).toBe(0);
    await tab(page, 'Contacted').click();
    await page.waitForURL(/status=\d+/);
    await expect.poll(() => rowCount(page), patient).toBe(4);
    const { candidates } = (await send(api, { path: `/api/v6/folders/${id}/candidates/` })) as { candidates: { id: number }[] };
    const { statuses } = (await send(api, { path: '/api/v6/status_collection/statuses/' })) as { statuses: { id: number; name: string }[] };
    const hired = statuses.find((status) => status.name === 'Hired')?.id;
    await send(api, { path: `/api/v6/candidates/${candidates[0]?.id}/`, method: 'PATCH', body: { status: hired } });
    await expect.poll(() => tab(page, 'Hired').textContent(), patient).toBe('Hired1');
  });

  it('[CAND-020] [CAND-023] [CAND-025] [DEC-13] copies, moves and removes, each undone from the snackbar or the recent actions', async () => {
    const { id, name } = await makeVacancy(6);
    const to = await makeVacancy(0);
    const page = await open(`/folders/${id}/`);
    const transfer = async (way: 'Copy' | 'Move') => {
      await row(page, 0).getByRole('checkbox').click();
      await page.getByRole('toolbar').getByRole('button', { name: way, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `${way} 1 candidate` });
      await dialog.getByLabel('Vacancy').fill(to.name);
      await dialog.getByRole('option', { name: new RegExp(to.name) }).click();
      await dialog.getByRole('button', { name: way }).click();
    };
    await transfer('Copy');
    await snack(page, `1 candidate copied to ${to.name}`).waitFor();
    expect(await tab(page, 'All').textContent()).toBe('All6');
    await snack(page, 'copied').getByRole('button', { name: 'Undo' }).click();
    await snack(page, 'Undone').waitFor();
    await transfer('Move');
    await expect.poll(() => tab(page, 'All').textContent(), patient).toBe('All5');
    await snack(page, 'moved').getByRole('button', { name: 'Undo' }).click();
    // Check both: a restored row moves the others while the test clicks.
    await expect.poll(async () => [await tab(page, 'All').textContent(), await rowCount(page)], patient).toEqual(['All6', 6]);
    await row(page, 0).getByRole('checkbox').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => tab(page, 'All').textContent(), patient).toBe('All5');
    await page.reload();
    await row(page, 0).waitFor();
    await row(page, 0)
      .getByRole('button', { name: /Change status/ })
      .click();
    const person = await row(page, 0).getByRole('link').textContent();
    await page.getByRole('menuitem', { name: 'Interview' }).click();
    await expect.poll(() => tab(page, 'Interview').textContent(), patient).toBe('Interview1');
    await page.getByRole('button', { name: 'Recent activity' }).click();
    const recent = page.getByRole('dialog', { name: 'Recent activity' });
    await recent.getByText('min left to undo').first().waitFor();
    await expectReadable(page, 'vacancy-recent');
    // Each row names the person and the vacancy.
    const newest = recent.getByRole('listitem').filter({ hasText: name });
    expect(await newest.nth(0).textContent()).toContain(`${person}: Interview`);
    await newest
      .nth(1)
      .getByRole('button', { name: /^Undo: .+ removed$/ })
      .click();
    await recent.getByText('Undone').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => tab(page, 'All').textContent(), patient).toBe('All6');
  });

  it('[VAC-003] [VAC-013] [CAND-004] has a board that fits the window, with cards that move by mouse and keyboard', async () => {
    const { id } = await makeVacancy(7);
    const page = await open(`/folders/${id}/?view=board`);
    await card(page, 'New').waitFor();
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    await expectReadable(page, 'vacancy-board');
    const board = page.getByRole('region', { name: /^Candidates: / });
    expect(await board.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
    expect(await card(page, 'New').locator('a[data-card]').getAttribute('href')).toMatch(/^\/profiles\/\d+\/$/);
    await card(page, 'New').getByText('In this status since today').waitFor({ state: 'attached' });
    const name = await card(page, 'New').locator('[data-card]').textContent();
    await card(page, 'New').dragTo(page.getByRole('region', { name: 'Replied', exact: true }));
    await expect.poll(() => card(page, 'Replied').locator('[data-card]').textContent(), patient).toBe(name);
    await expect.poll(() => tab(page, 'Replied').textContent(), patient).toBe('Replied1');
    await card(page, 'Replied').locator('[data-card]').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => tab(page, 'Interview').textContent(), patient).toBe('Interview1');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), patient).toBe(name);
    await page.getByRole('link', { name: 'Add people' }).click();
    await page.waitForURL(`${base}/profiles/?folderId=${id}`);
    await page.goto(`${base}/folders/`);
    const list = page.getByRole('table');
    await list.waitFor();
    expect(await list.evaluate((node) => (node.parentElement?.scrollWidth ?? 0) - (node.parentElement?.clientWidth ?? 0))).toBe(0);
  });

  it('[CAND-017] [CAND-032] [CAND-037] opens a person next to the list by keyboard, and adds them to a new vacancy', async () => {
    const { id, name } = await makeVacancy(4);
    const page = await open(`/folders/${id}/`);
    await row(page, 0).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-index'));
    await page.keyboard.press('j');
    await expect.poll(focused, patient).toBe('0');
    await page.keyboard.press('j');
    await expect.poll(focused, patient).toBe('1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/candidate=\d+/);
    await page.getByRole('article').getByRole('link', { name, exact: true }).first().waitFor();
    await expectReadable(page, 'vacancy-profile');
    const pane = page.getByRole('article');
    await pane.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 1 person to a vacancy' });
    await dialog.getByLabel('Vacancy').fill(name);
    await dialog.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await dialog.getByRole('alert').getByText('Candidate already in the selected vacancy').first().waitFor();
    await dialog.getByLabel('Vacancy').fill(`${name} next`);
    await dialog.getByRole('option', { name: `Create “${name} next”` }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => pane.getByRole('link', { name: `${name} next` }).count(), patient).toBe(1);
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press(']');
    await expect.poll(() => row(page, 2).getAttribute('data-open'), patient).toBe('true');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.search.includes('candidate'));
  });

  it('[VAC-051] [VAC-054] [ROLE-040] [ROLE-041] [ROLE-056] [ROLE-063] rejects a private or missing one, and redirects hiring managers', async () => {
    const { id } = await makeVacancy(0, { access_type: 'private' });
    const shared = await makeVacancy(1, { granted_users: [await hiringManager()] });
    const page = await open(`/folders/${id}/`, { who: 'hm' });
    await page.getByRole('heading', { name: 'No access' }).first().waitFor();
    await expectReadable(page, 'vacancy-no-access');
    for (const missing of ['999999', 'nothing']) {
      await page.goto(`${base}/folders/${missing}/`);
      await page.getByRole('heading', { name: 'Page not found' }).first().waitFor();
    }
    await page.goto(`${base}/folders/new`);
    await page.getByRole('link', { name: shared.name }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/folders');
    expect(await button(page, `Actions: ${shared.name}`).count()).toBe(0);
    await page.goto(`${base}/folders/${shared.id}/edit`);
    await page.waitForURL((url) => url.pathname === '/folders');
  });
});

async function hiringManager(): Promise<number> {
  const { users } = (await send(api, { path: '/api/v6/users/?role=hm&limit=1000' })) as { users: { id: number }[] };
  return users[0]?.id ?? 0;
}

describe('the statuses setting', () => {
  it('[STS-001] [STS-007] [STS-009] [STS-010] [STS-013] [STS-016] [STS-017] [STS-020] creates, moves, renames and deletes a status, except one in use', async () => {
    await makeVacancy(1);
    const page = await open('/folders/statuses', { who: 'admin' });
    await button(page, 'New status').click();
    const dialog = page.getByRole('dialog', { name: 'New status' });
    await dialog.getByLabel('Status name').fill('hired');
    await page.keyboard.press('Enter');
    await dialog.getByText('There is already a status with this name').first().waitFor();
    await dialog.getByLabel('Status name').fill('Phone screen');
    await page.keyboard.press('Enter');
    await button(page, 'Move Phone screen').focus();
    const names = () => page.getByRole('button', { name: /^Rename / }).allTextContents();
    await expect.poll(async () => (await names()).at(-1), patient).toBe('Phone screen');
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await names()).at(-2), patient).toBe('Phone screen');
    await expectReadable(page, 'statuses');
    await button(page, 'Rename Phone screen').click();
    await page.getByRole('textbox', { name: 'Rename Phone screen' }).fill('Call');
    await page.keyboard.press('Enter');
    await button(page, 'Delete Call').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => button(page, 'Delete Call').count(), patient).toBe(0);
    await button(page, 'Delete New').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').getByText('Status cannot be deleted').first().waitFor();
    await button(page, 'Delete New').waitFor();
  });
});

describe('screens in every variant', () => {
  it.each(otherLooks)('[VAC-001] [VAC-003] is readable: $language, $scheme, phone $phone', async (look) => {
    const { id, name } = await makeVacancy(6);
    const page = await open('/folders/', look);
    await page.getByRole('link', { name }).first().waitFor();
    await expectReadable(page, 'vacancies', look);
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    await page.goto(`${base}/folders/${id}/`);
    await row(page, 0).waitFor();
    await expectReadable(page, 'vacancy', look);
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    await page.goto(`${base}/folders/${id}/?view=board`);
    await page.locator('[data-candidate]').first().waitFor();
    await expectReadable(page, 'vacancy-board', look);
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
  });
});
