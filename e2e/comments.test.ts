import type { Browser, Page } from 'playwright-core';
import { AxeBuilder } from '@axe-core/playwright';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { launchBrowser } from './browser.ts';

const base = inject('address');
const pictures = join(import.meta.dirname, 'pictures');
const password = 'Demo-Headwater-1';

let browser: Browser;
beforeAll(async () => {
  await mkdir(pictures, { recursive: true });
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A window of somebody of the demo, signed in through the form. */
async function signIn(who: string, { width = 1440, height = 900 } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${base}/login`);
  await page.locator('input[name=email]').fill(`${who}@demo.headwater.test`);
  await page.keyboard.press('Enter');
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  return page;
}

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const write = async (page: Page, text: string) => {
  await comments(page).getByRole('textbox', { name: 'Write a comment' }).fill(text);
  await comments(page).getByRole('button', { name: 'Comment', exact: true }).click();
};

async function firstCandidate(page: Page): Promise<void> {
  await page.goto(`${base}/folders`);
  await page.getByRole('link', { name: /^Platform team/ }).click();
  await page.waitForURL(/folders\/\d+/);
  await page.locator('tbody tr[data-index="5"]').waitFor();
  await page.locator('tbody tr[data-index="0"]').click({ position: { x: 150, y: 20 } });
  await comments(page).waitFor();
}

it('[CTP-002] [CTP-003] [CTP-004] [CTP-005] [PROF-027] writes, changes and deletes a comment beside a candidate', async () => {
  const page = await signIn('recruiter');
  await firstCandidate(page);
  const words = `Call again ${Date.now()}`;
  await write(page, `${words}\nand ask about moving`);
  const said = comments(page).getByRole('listitem').filter({ hasText: words });
  await said.getByText('and ask about moving').waitFor();
  await said.getByRole('link').waitFor();
  await page.screenshot({ path: join(pictures, 'comments.png') });
  const { violations } = await new AxeBuilder({ page }).include('section[aria-label="Comments"]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.bringToFront();

  await said.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await said.getByRole('textbox').fill(`${words}, at noon`);
  await page.keyboard.press('Control+Enter');
  await said.getByText(`${words}, at noon`).waitFor();
  await said.getByText('edited').waitFor();

  await said.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await said.waitFor({ state: 'detached' });
  await page.context().close();
});
