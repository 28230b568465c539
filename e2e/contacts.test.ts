import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { patient, send, visits } from './visit.ts';

const python = `/profiles/?${new URLSearchParams({ q: JSON.stringify(['skill:Python']), f: 'contacts:email' }).toString()}`;
const mark = Date.now()
  .toString(36)
  .slice(-5)
  .replaceAll(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '');
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

/** Somebody of the demo whose contacts are closed to the person of the page: other journeys open some. */
async function closedPerson(page: Page): Promise<number> {
  const { profiles } = (await send(page, { path: '/api/v6/profiles/?per_page=100' })) as { profiles: { id: number }[] };
  for (const { id } of profiles) {
    const { contacts } = (await send(page, { path: `/api/v6/profiles/${id}/contacts/` })) as { contacts: { value: string | null }[] };
    if (contacts.some(({ value }) => value === null)) return id;
  }
  throw new Error('Everybody is open');
}

/** Each time that the quota is asked for after somebody has opened contacts. */
async function quotaCallsOf(who: 'recruiter' | 'staff'): Promise<Request[]> {
  const page = await visits.open('/icon.svg', { who });
  const id = await closedPerson(page);
  const calls: Request[] = [];
  page.on('request', (request) => isQuota(request) && calls.push(request));
  await page.goto(new URL(`/profiles/${id}/`, page.url()).href);
  const open = page.getByRole('button', { name: /^Open contacts/ }).first();
  await open.click(patient);
  await open.waitFor({ ...patient, state: 'detached' });
  // What follows from it follows at once.
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
