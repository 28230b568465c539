import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { patience, settled } from './search-page.ts';
import { send, visits } from './visit.ts';

const python = `/profiles/?${new URLSearchParams({ q: JSON.stringify(['skill:Python']) }).toString()}`;

/** What is not here yet comes late, as over a bad line. */
async function slowChunks(page: Page, milliseconds: number): Promise<void> {
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue();
  });
}

/** Milliseconds from a key to the dialog; measured in the page, where no test slows it down. */
const watchDialog = (page: Page) =>
  page.evaluate(() => {
    const watched = globalThis as unknown as { pressed: number; shown: number };
    addEventListener('keydown', () => (watched.pressed ??= performance.now()), { capture: true, once: true });
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[role="dialog"]')) return;
      watched.shown = performance.now();
      observer.disconnect();
    }).observe(document.body, { childList: true, subtree: true });
  });

describe('keys that are typed while the code of a dialog loads', () => {
  it('[SAVQ-002] name the search and save it, and do nothing on the page behind', async () => {
    const page = await visits.open(python, { who: 'recruiter' });
    await settled(page);
    await slowChunks(page, 1000);
    await watchDialog(page);
    const name = `Kotlin jokes ${Date.now()}`;
    const before = page.url();
    await page.keyboard.press('s');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as { shown?: number }).shown), patience).toBeGreaterThan(0);
    const waited = await page.evaluate(() => {
      const { pressed, shown } = globalThis as unknown as { pressed: number; shown: number };
      return shown - pressed;
    });
    expect(waited).toBeLessThan(100);
    await page.getByText(name).first().waitFor();
    const saved = async () => JSON.stringify(await send(page, { path: `/api/savedqueries/?per_page=50` }));
    await expect.poll(saved, patience).toContain(name);
    await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
    expect(page.url()).toBe(before);
  });

  it('[CAND-017] name the new vacancy whole', async () => {
    const page = await visits.open(python, { who: 'recruiter' });
    await settled(page);
    await page.locator('[data-profile] input[type=checkbox]').first().check();
    await slowChunks(page, 1000);
    const name = `Everyone else ${Date.now()}`;
    await page.getByRole('toolbar').getByRole('button', { name: 'Add to vacancy' }).click();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    const vacancies = async () => JSON.stringify(await send(page, { path: `/api/v6/folders/?query=${encodeURIComponent(name)}` }));
    await expect.poll(vacancies, patience).toContain(name);
    await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
    // Undo leaves no empty vacancy behind.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(vacancies, patience).not.toContain(name);
  });

  it('[SHELL-022] are given up with Escape', async () => {
    const page = await visits.open(python, { who: 'recruiter' });
    await settled(page);
    await slowChunks(page, 1000);
    await page.keyboard.press('s');
    await page.keyboard.type('never mind');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('the choice of a vacancy', () => {
  it('[SHELL-023] is closed with Escape from its search field', async () => {
    const page = await visits.open(python, { who: 'recruiter' });
    await settled(page);
    await page.locator('[data-profile] input[type=checkbox]').first().check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Add to vacancy' }).click();
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Vacancy' });
    await field.waitFor();
    await expect.poll(() => field.evaluate((node) => node === document.activeElement), patience).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
    // Only the top layer: the selection below is still there.
    await page.getByRole('toolbar').first().waitFor();
  });
});
