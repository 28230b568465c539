import { sampleOf } from '@headwater/domain/testing/sample';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { patient, send, visits, type Who } from './visit.ts';

beforeAll(async () => {
  const page = await visits.enter('recruiter');
  // Before there is a sequence its list is all introduction.
  await send(page, { path: '/api/v6/sequences/', method: 'POST', body: { name: 'To look for' } });
  // And this one's too.
  await page.evaluate(async () => {
    const form = new FormData();
    form.set('file', new File(['to.look.for@example.test'], 'To look for.csv'));
    form.set('columns', 'email');
    const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    await fetch('/api/v6/enrichment_requests/', { method: 'POST', headers: { 'x-csrftoken': token }, body: form });
  });
  await visits.leave(page);
});

interface List {
  path: string;
  /** Label of the search box. */
  box: string;
  /** How the address calls what is looked for. */
  name: 'search' | 'query';
  who?: Who;
}

const lists: readonly List[] = [
  { path: '/folders/', box: 'Search vacancies', name: 'query' },
  { path: '/messaging/templates', box: 'Search in names and subjects', name: 'search' },
  { path: '/messaging/sequences', box: 'Search sequences', name: 'search' },
  { path: '/messaging/sent', box: 'Search by name, subject or address', name: 'search' },
  { path: '/messaging/inbox', box: 'Search by name, subject or address', name: 'search' },
  { path: '/messaging/suppressions', box: 'Search by address or note', name: 'search', who: 'admin' },
  { path: '/data_enrichment', box: 'Search by name', name: 'search' },
  { path: '/smart-folders/', box: 'Search by name', name: 'search' },
  { path: '/profiles/ban', box: 'Search links', name: 'search', who: 'staff' },
  { path: '/notifications', box: 'Search by title', name: 'search', who: 'staff' },
  { path: '/notifications/system', box: 'Search by title', name: 'search', who: 'staff' },
  { path: '/company/employees', box: 'Search by name or email', name: 'search', who: 'admin' },
  { path: '/managers', box: 'Search by name or email', name: 'search', who: 'staff' },
  { path: '/companies', box: 'Search by name or website', name: 'search', who: 'staff' },
  { path: '/active-users', box: 'Search by name, email or company', name: 'search', who: 'staff' },
];

const said = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const boxOf = (page: Page, label: string) => page.getByRole('textbox', { name: label });

describe('the search box of a list', () => {
  it.each(sampleOf(lists, 3, 'lists'))('follows Back and Forward: $path', async ({ path, box: label, name, who = 'recruiter' }) => {
    const page = await visits.open(`${path}?${name}=zzz`, { who });
    const box = boxOf(page, label);
    const shows = async (text: string) => {
      await expect.poll(() => box.inputValue(), patient).toBe(text);
      await expect.poll(() => said(page, name) ?? '', patient).toBe(text);
    };
    await shows('zzz');
    await box.fill('first');
    await shows('first');
    // What goes on with it is the same step.
    await box.pressSequentially(' word');
    await shows('first word');
    await page.goBack();
    await shows('zzz');
    await page.goForward();
    await shows('first word');
    await box.press('Escape');
    await shows('');
    await page.goBack();
    await shows('first word');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await shows('');
    await page.goBack();
    await shows('first word');
  });

  it('keeps what is typed while an answer is on its way, and `/` leads to it', async () => {
    const page = await visits.open('/folders/', { who: 'recruiter' });
    const box = boxOf(page, 'Search vacancies');
    await box.waitFor(patient);
    await page.route('**/api/v6/folders/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.locator('#content').focus();
    await page.keyboard.press('/');
    await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('no such', { delay: 400 });
    await expect.poll(() => said(page, 'query'), patient).toBe('no such');
    expect(await box.inputValue()).toBe('no such');
    await page.getByText('No results match your filters').first().waitFor(patient);
    expect(await box.inputValue()).toBe('no such');
    await page.goBack();
    await expect.poll(() => box.inputValue(), patient).toBe('');
  });
});

describe('a page behind the last one', () => {
  const behind = ['/folders/', '/folders/1/', '/messaging/templates', '/messaging/sequences'];

  it.each(sampleOf(behind, 1, 'page behind the last'))(
    'leads to the last one, and does not say that there is nothing: %s',
    async (path) => {
      const page = await visits.open('/', { who: 'recruiter' });
      // A vacancy without candidates says so in its row.
      const said = page.getByText(/^No .* yet$/).and(page.locator(':not(tbody *)'));
      const blank = { path: '/api/v6/mailing_templates/', method: 'POST', body: { name: 'Kept', subject: 'Kept', body: '<p>Kept</p>' } };
      if (path === '/messaging/templates') await send(page, blank);
      await page.goto(new URL(`${path}?page=9`, page.url()).href);
      await expect.poll(() => page.locator('tbody tr').count(), patient).toBeGreaterThan(0);
      expect(new URL(page.url()).searchParams.get('page')).not.toBe('9');
      expect(await said.count()).toBe(0);
      // The way leaves no step behind.
      await page.goBack();
      await expect.poll(() => new URL(page.url()).pathname, patient).toBe('/');
    },
  );
});
