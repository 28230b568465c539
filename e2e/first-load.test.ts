import { setTimeout } from 'node:timers/promises';
import { isProof } from '@headwater/domain/testing/sample';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { address as base } from './product-url.ts';
import { patient, visits } from './visit.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first();
const toVacancies = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu', exact: true }).getByRole('link', { name: 'Vacancies', exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const scriptsOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])));

/** Size of a file in brotli encoding. */
async function brotliBytes(file: string): Promise<number> {
  const answer = await fetch(file, { headers: { 'accept-encoding': 'br' } });
  return answer.headers.get('content-encoding') === 'br'
    ? Number(answer.headers.get('content-length'))
    : (await answer.arrayBuffer()).byteLength;
}

/** Time in which an untouched page may still load code. */
const restMs = isProof ? 5000 : 1000;

describe('a password that is typed behind the address without a pause', () => {
  it.each(['typed', 'pasted'] as const)('[ACC-001] is not lost over a slow line: %s', async (how) => {
    const page = await visits.open('/login');
    await page.getByLabel('Email').waitFor(patient);
    await page.route(/\/assets\//, async (route) => {
      await setTimeout(1500);
      await route.continue();
    });
    await page.keyboard.type('recruiter@demo.headwater.test\n');
    // As what is typed and pasted: at whatever has the focus.
    await (how === 'typed' ? page.keyboard.type('Demo-Headwater-1') : page.keyboard.insertText('Demo-Headwater-1'));
    await page.keyboard.press('Enter');
    await toVacancies(page).waitFor(patient);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('[ACC-001] is filled in with the address, shown on demand, and forgotten with another address', async () => {
    const page = await visits.open('/login');
    await page.getByLabel('Email').fill('recruiter@demo.headwater.test');
    // A password manager sets both fields, seen or not.
    await page.locator('input[name=password]').evaluate((node: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(node, 'Demo-Headwater-1');
      node.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Password', { exact: true });
    await expect.poll(() => field.inputValue(), patient).toBe('Demo-Headwater-1');
    expect(await field.getAttribute('type')).toBe('password');
    const selection = () => field.evaluate((node: HTMLInputElement) => [node.selectionStart, node.selectionEnd]);
    await field.press('End');
    await field.press('ArrowLeft');
    await page.getByRole('button', { name: 'Show or hide the password' }).click();
    expect(await field.getAttribute('type')).toBe('text');
    await expect.poll(selection, patient).toEqual([15, 15]);
    await page.getByRole('button', { name: 'Show or hide the password' }).click();
    expect(await field.getAttribute('type')).toBe('password');
    await expect.poll(selection, patient).toEqual([15, 15]);
    await field.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('submit');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Email').waitFor(patient);
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue(), patient).toBe('');
  });
});

describe('a language with texts that fail to load', () => {
  it('[I18N-003] [SHELL-037] shows no text keys, reports the failure, and loads on the next try', async () => {
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

describe('the first texts', () => {
  it('[SHELL-037] that fail to load are requested again by the next step, which replaces the shown keys', async () => {
    const page = await visits.open('/login');
    await page.getByLabel('Email').waitFor(patient);
    await page.route('**/assets/en-*', (route) => route.abort());
    await page.reload();
    const email = page.getByLabel('signIn.email');
    // After six attempts.
    await email.waitFor({ timeout: 60_000 });
    await page.unroute('**/assets/en-*');
    await email.fill('recruiter@demo.headwater.test');
    await page.keyboard.press('Enter');
    await page.getByLabel('Password', { exact: true }).waitFor(patient);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });
});

describe('the code of a first page', () => {
  it('[SHELL-005] weighs no more than its budget', async () => {
    for (const [path, who, kilobytes] of [
      ['/login', undefined, 143],
      ['/profiles/?q=%5B%5D', 'recruiter', 222],
    ] as const) {
      const page = await visits.open(path, who ? { who } : {});
      await (who ? page.locator('li[data-profile]') : page.getByLabel('Email')).first().waitFor(patient);
      await page.waitForLoadState('networkidle');
      // Code that the page loads by itself counts as well.
      await page.waitForTimeout(restMs);
      const sizes = await Promise.all((await scriptsOf(page)).map(brotliBytes));
      expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThan(kilobytes);
      await visits.leave(page);
    }
  });

  it('[SHELL-005] has the routes of other screens only when they are asked for, and the way back leads to where it began', async () => {
    const page = await visits.open('/', { who: 'recruiter' });
    const countRoutes = async () => (await scriptsOf(page)).filter((file) => file.includes('/assets/routes-')).length;
    await toVacancies(page).waitFor(patient);
    expect(await countRoutes()).toBe(0);
    // No hand has moved before, which would have fetched them.
    await toVacancies(page).evaluate((node: HTMLElement) => node.click());
    await heading(page, 'Vacancies').waitFor(patient);
    expect(await countRoutes()).toBe(1);
    expect(pathOf(page)).toMatch(/^\/folders\/?$/);
    await page.goBack();
    await expect.poll(() => pathOf(page), patient).toBe('/');
    await page.goForward();
    await heading(page, 'Vacancies').waitFor(patient);
  });

  it('[SHELL-037] says so where the routes do not come, and has them at the next try', async () => {
    const page = await visits.open('/', { who: 'recruiter' });
    await toVacancies(page).waitFor(patient);
    await page.route('**/assets/routes-*', (route) => route.abort());
    await toVacancies(page).evaluate((node: HTMLElement) => node.click());
    await heading(page, 'Something went wrong').waitFor(patient);
    await page.unroute('**/assets/routes-*');
    await page.goto(`${base}/folders/`);
    await heading(page, 'Vacancies').waitFor(patient);
  });

  it('[ACC-001] [SHELL-008] leads a visitor from any address through the sign-in and on to it, also by keys alone', async () => {
    for (const path of ['/', '/folders/', '/nowhere/at/all']) {
      const page = await visits.open('/login');
      await page.goto(`${base}/login?next=${encodeURIComponent(path)}`);
      await page.getByLabel('Email').waitFor(patient);
      await page.keyboard.type('recruiter@demo.headwater.test\n');
      await page.getByLabel('Password', { exact: true }).waitFor(patient);
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')), patient).toBe('password');
      await page.keyboard.type('Demo-Headwater-1\n');
      await expect.poll(() => pathOf(page), patient).toBe(path === '/nowhere/at/all' ? '/menu/' : path);
      await toVacancies(page).waitFor(patient);
      await visits.leave(page);
    }
  });
});
