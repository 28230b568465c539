import { axeFaults } from './axe.ts';
import { address as base } from './product-url.ts';
import { lookName, looks, mark, patient, picture, send, visits } from './visit.ts';
import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';

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
  it('[CAND-008] [CAND-013] [CAND-014] [VAC-020] clear the selection under another filter or in another vacancy', async () => {
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

const python = `/profiles/?${new URLSearchParams({ q: JSON.stringify(['skill:Python']), f: 'contacts:email' }).toString()}`;
let number = 0;

/** A person whom the company of the visitor has made, opened. */
async function openPerson(page: Page): Promise<{ id: number; email: string }> {
  const last = `Contact${mark}${'x'.repeat((number += 1))}`;
  const email = `${last.toLowerCase()}@people.test`;
  const body = { first_name: 'Vera', last_name: last, contacts: [{ type: 'email', value: email }] };
  const { id } = (await send(page, { path: '/api/v6/profiles/create/', method: 'POST', body })) as { id: number };
  await page.goto(new URL(`/profiles/${id}/`, page.url()).href);
  await page
    .getByRole('heading', { name: `Vera ${last}` })
    .first()
    .waitFor(patient);
  return { id, email };
}

const answerWith = (page: Page, path: RegExp, { method = 'POST', status = 500 }: { method?: string; status?: number } = {}) =>
  page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ detail: 'Broken' }) })
      : route.fallback(),
  );

describe('a contact that is added', () => {
  it('[CONT-013] [CONT-015] cannot be changed while it is saved, and can again where that fails', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    await openPerson(page);
    await page.getByRole('button', { name: 'Add contact' }).first().click();
    const field = page.getByRole('textbox', { name: 'Contact', exact: true });
    await field.fill('no address');
    const sent: Route[] = [];
    await page.route(/\/contacts\/$/, (route) => void sent.push(route), { times: 1 });
    await page.keyboard.press('Enter');
    await expect.poll(() => field.getAttribute('readonly'), patient).not.toBeNull();
    await sent[0]?.continue();
    await page.getByText('Invalid contact').first().waitFor(patient);
    expect(await field.getAttribute('readonly')).toBeNull();
    expect(await field.inputValue()).toBe('no address');
    await field.fill(`other-${mark}@people.test`);
    await page.keyboard.press('Enter');
    await page
      .getByRole('link', { name: `other-${mark}@people.test` })
      .first()
      .waitFor(patient);
    expect(await page.getByText('Added manually').count()).toBeGreaterThan(0);
  });
});

const isQuota = (request: Request) => request.url().includes('/api/quotas/my/');

/** Finds a demo profile with closed contacts. Other tests open some. */
async function closedPerson(page: Page): Promise<number> {
  const { profiles } = (await send(page, { path: '/api/v6/profiles/?per_page=100' })) as { profiles: { id: number }[] };
  for (const { id } of profiles) {
    const { contacts } = (await send(page, { path: `/api/v6/profiles/${id}/contacts/` })) as { contacts: { value: string | null }[] };
    if (contacts.some(({ value }) => value === null)) return id;
  }
  throw new Error('Everybody is open');
}

/** Requests of the quota after contacts were opened. */
async function quotaCallsOf(who: 'recruiter' | 'staff'): Promise<Request[]> {
  const page = await visits.open('/icon.svg', { who });
  const id = await closedPerson(page);
  const calls: Request[] = [];
  page.on('request', (request) => isQuota(request) && calls.push(request));
  await page.goto(new URL(`/profiles/${id}/`, page.url()).href);
  const open = page.getByRole('button', { name: /^Open contacts/ }).first();
  await open.click(patient);
  await open.waitFor({ ...patient, state: 'detached' });
  // The page updates without delay.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return calls;
}

describe('what is left of the contacts of the month', () => {
  it('[CONT-024] is asked for again once contacts were opened, and never for who has no limit', async () => {
    const [counted, free] = [await quotaCallsOf('recruiter'), await quotaCallsOf('staff')];
    expect(counted.length).toBeGreaterThan(0);
    expect(free).toEqual([]);
  });
});

describe('a person who was found', () => {
  it('[PROF-062] is asked for with what found them', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const found = page.waitForResponse((response) => response.url().includes('/api/v6/profiles/?') && response.ok());
    const asked = page.waitForRequest(/\/api\/internal\/profiles\/\d+\/$/);
    await page.goto(new URL(python, page.url()).href);
    const { profile_referer: referer } = (await (await found).json()) as { profile_referer: string };
    await page.locator('[data-profile] a').first().click();
    expect(referer).toMatch(/^search:\d+$/);
    expect((await (await asked).allHeaders())['x-profile-referer']).toBe(referer);
  });
});

describe('what fails', () => {
  it('[CTP-010] says that tags could not be added', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    await openPerson(page);
    await answerWith(page, /\/tags\/$/);
    await page.keyboard.press('t');
    await page.getByPlaceholder('Type a tag and press Enter').fill(`Lost ${mark}`);
    await page.keyboard.press('Enter');
    await page.getByText('Tags could not be added').first().waitFor(patient);
  });

  it('[PEDT-025] says that a report was not sent', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    await openPerson(page);
    await answerWith(page, /\/bug_reports\//);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Report a problem…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await dialog.getByLabel('Description').fill('The phone belongs to somebody else');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Report send error').first().waitFor(patient);
  });

  it('[FILE-013] says that a profile was not enriched, for whatever other reason', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const { id } = await openPerson(page);
    const fileId = await page.evaluate(async (profileId) => {
      const body = new FormData();
      body.append('file', new File(['Vera\nEngineer at Looms since 2020\nSkills: Python, SQL'], 'vera.txt'));
      body.append('profile_id', String(profileId));
      const headers = { 'x-csrftoken': /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '' };
      return ((await (await fetch('/api/files/v1/', { method: 'POST', body, headers })).json()) as { id: number }).id;
    }, id);
    expect(fileId).toBeGreaterThan(0);
    await page.reload();
    await page.route(/enrich_by_file/, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify({ detail: 'Broken' }) }),
    );
    await page.getByRole('button', { name: 'Add to the profile from vera.txt' }).first().click();
    await page.getByText('Profile enrichment error').first().waitFor(patient);
  });
});
