import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdRequests } from './hold.ts';
import { address as base } from './product-url.ts';
import { patient, visits } from './visit.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first();
const toVacancies = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu', exact: true }).getByRole('link', { name: 'Vacancies', exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const scriptsOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])));

async function brotliBytes(file: string): Promise<number> {
  const answer = await fetch(file, { headers: { 'accept-encoding': 'br' } });
  return answer.headers.get('content-encoding') === 'br'
    ? Number(answer.headers.get('content-length'))
    : (await answer.arrayBuffer()).byteLength;
}

describe('a password typed after the address without a pause', () => {
  it.each(['typed', 'pasted'] as const)('[ACC-001] is kept on a slow connection: %s', async (how) => {
    const page = await visits.open('/login');
    await page.getByLabel('Email').waitFor(patient);
    const { release } = await holdRequests(page, /\/assets\//);
    await page.keyboard.type('recruiter@demo.headwater.test\n');
    // Like typed and pasted input, into the focused element.
    await (how === 'typed' ? page.keyboard.type('Demo-Headwater-1') : page.keyboard.insertText('Demo-Headwater-1'));
    await page.keyboard.press('Enter');
    await release();
    await toVacancies(page).waitFor(patient);
  });
});

describe('a language with texts that fail to load', () => {
  it('[I18N-003] [SHELL-037] shows no text keys, reports the failure, and loads on the next attempt', async () => {
    const page = await visits.open('/login');
    await page.getByLabel('Email').waitFor(patient);
    const language = () => page.locator('html').getAttribute('lang');
    await page.route('**/assets/ru-*', (route) => route.abort());
    await page.getByText('Русский', { exact: true }).click();
    const notice = page.getByRole('alert').first();
    await notice.waitFor(patient);
    expect(await language()).toBe('en');
    await page.getByLabel('Email').waitFor();
    await page.unroute('**/assets/ru-*');
    await page.getByText('Русский', { exact: true }).click();
    await expect.poll(language, patient).toBe('ru');
    await page.getByRole('button', { name: 'Продолжить', exact: true }).waitFor();
  });
});

describe('the code of a first page', () => {
  it('[SHELL-005] stays within its size limit', async () => {
    for (const [path, who, kilobytes] of [
      ['/login', undefined, 143],
      ['/profiles/?q=%5B%5D', 'recruiter', 222],
    ] as const) {
      const page = await visits.open(path, who ? { who } : {});
      await (who ? page.locator('li[data-profile]') : page.getByLabel('Email')).first().waitFor(patient);
      // The sum includes code that loads later without an input.
      await page.waitForLoadState('networkidle');
      const sizes = await Promise.all((await scriptsOf(page)).map(brotliBytes));
      expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThan(kilobytes);
      await visits.leave(page);
    }
  });

  it('[SHELL-005] [SHELL-037] contains routes of other screens only on demand, reports their failure and retries', async () => {
    const page = await visits.open('/', { who: 'recruiter' });
    await toVacancies(page).waitFor(patient);
    await page.route('**/assets/routes-*', (route) => route.abort());
    await toVacancies(page).evaluate((node: HTMLElement) => node.click());
    await heading(page, 'Something went wrong').waitFor(patient);
    await page.unroute('**/assets/routes-*');
    await page.goto(base);
    const countRoutes = async () => (await scriptsOf(page)).filter((file) => file.includes('/assets/routes-')).length;
    await toVacancies(page).waitFor(patient);
    expect(await countRoutes()).toBe(0);
    // No input event has occurred before, which would have loaded them.
    await toVacancies(page).evaluate((node: HTMLElement) => node.click());
    await heading(page, 'Vacancies').waitFor(patient);
    expect(await countRoutes()).toBe(1);
    expect(pathOf(page)).toMatch(/^\/folders\/?$/);
    await page.goBack();
    await expect.poll(() => pathOf(page), patient).toBe('/');
    await page.goForward();
    await heading(page, 'Vacancies').waitFor(patient);
  });
});
