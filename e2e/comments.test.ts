import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { address as base } from './product-url.ts';
import { axeFaults } from './axe.ts';
import { lookName, looks, patient, picture, send, visits } from './visit.ts';

const mark = Date.now().toString(36).slice(-5);

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const rows = (page: Page) => page.locator('tbody tr[data-index]');
// Beside the name, where no button is.
const openFirst = (page: Page) => page.locator('tbody tr[data-index="0"]').click({ position: { x: 150, y: 20 } });
const choose = (page: Page, index: number) => page.locator(`tbody tr[data-index="${index}"]`).getByRole('checkbox').click();

/** A vacancy of its own with that many people of the demo. */
async function makeVacancy(page: Page, name: string, count: number): Promise<number> {
  const made = (await send(page, { path: '/api/v6/folders/', method: 'POST', body: { name: `${name} ${mark}` } })) as { id: number };
  const found = (await send(page, { path: '/api/v6/profiles/?per_page=20' })) as { profiles: { id: number }[] };
  const profiles = found.profiles.slice(0, count).map(({ id }) => id);
  if (count > 0) await send(page, { path: '/api/v6/candidates/', method: 'POST', body: { folder_id: made.id, profiles } });
  return made.id;
}

it.each(looks)(
  '[REQ-014] [PROF-027] a person is shown while their comments do not come: $language, $scheme, phone $phone',
  async (look) => {
    const page = await visits.open('/menu', { who: 'recruiter', ...look });
    const { profiles } = (await send(page, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number }[] };
    const held: Route[] = [];
    await page.route(/\/comments\/\?/, (route) => void held.push(route));
    await page.goto(`${base}/profiles/${profiles[0]?.id ?? 0}/`);
    const box = page.getByRole('region', { name: look.language === 'ru' ? 'Комментарии' : 'Comments' });
    await box.scrollIntoViewIfNeeded(patient);
    await picture(page, `comments-loading-${lookName(look)}`);
    await Promise.all(held.map((route) => route.continue()));
    await box.getByRole('textbox').waitFor(patient);
    await expect.poll(() => box.locator('[class*=keleton]').count(), patient).toBe(0);
  },
);

describe('beside a candidate', () => {
  it('[CTP-002] [CTP-003] [CTP-004] [CTP-005] [PROF-027] comments are written, changed and deleted', async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    await page.goto(`${base}/folders/${await makeVacancy(page, 'Comments', 2)}/`);
    await openFirst(page);
    await comments(page).getByRole('textbox', { name: 'Write a comment' }).fill('Call again\nand ask about moving');
    await comments(page).getByRole('button', { name: 'Comment', exact: true }).click();
    const said = comments(page).getByRole('listitem').first();
    await said.getByText('and ask about moving').first().waitFor();
    await said
      .getByRole('link', { name: `Comments ${mark}` })
      .first()
      .waitFor();
    await picture(page, 'comments');
    expect(await axeFaults(page)).toEqual([]);

    await said.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await said.getByRole('textbox').fill('Call again at noon');
    await page.keyboard.press('Control+Enter');
    await said.getByText('Call again at noon').first().waitFor();
    await said.getByText('edited').first().waitFor();

    await said.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => comments(page).getByRole('listitem').count(), patient).toBe(0);
  });
});

describe('the candidates of a vacancy', () => {
  it('[CAND-008] [CAND-013] [CAND-014] [VAC-020] begin with nobody chosen under another filter or in another vacancy', async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    const [one, other] = [await makeVacancy(page, 'One', 3), await makeVacancy(page, 'Other', 2)];
    await page.goto(`${base}/folders/${one}/?status=1`);
    await page.goto(`${base}/folders/${one}/`);
    await expect.poll(() => rows(page).count(), patient).toBe(3);
    const chosen = page.getByText('1 selected').first();
    await choose(page, 0);
    await chosen.waitFor();
    await page.getByRole('region', { name: 'Candidates by status' }).getByRole('button', { name: /^New/ }).click();
    await page.waitForURL(/status=\d+/);
    await chosen.waitFor({ state: 'detached' });

    await choose(page, 0);
    await chosen.waitFor();
    await page.getByRole('button', { name: 'Filter by messages' }).click();
    await page.getByRole('menuitemradio', { name: 'No messages' }).click();
    await page.waitForURL((url) => url.searchParams.get('messages') === 'none' && !url.searchParams.has('status'));
    await chosen.waitFor({ state: 'detached' });
    await expect.poll(() => rows(page).count(), patient).toBe(3);
    await page.getByRole('button', { name: 'Messages: No messages' }).click();
    await page.getByRole('menuitemradio', { name: 'Replied' }).click();
    await expect.poll(() => rows(page).count(), patient).toBe(0);

    await page.goto(`${base}/folders/${one}/`);
    await choose(page, 0);
    await chosen.waitFor();
    await page.goto(`${base}/folders/${other}/`);
    await expect.poll(() => rows(page).count(), patient).toBe(2);
    expect(await chosen.count()).toBe(0);
  });
});

describe('every call', () => {
  it('[REQ-026] leads to the sign-in when the session is over, and back from there', async () => {
    const page = await visits.open('/folders/', { who: 'recruiter' });
    await page.locator('tbody a').first().waitFor();
    await page.context().clearCookies();
    await page.goto(`${base}/folders/statuses`);
    await page.waitForURL((url) => url.pathname === '/login' && (url.searchParams.get('next') ?? '').startsWith('/folders/statuses'));
  });
});
