import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdRequests } from './hold.ts';
import { address as base } from './product-url.ts';
import { type Correspondence, correspond } from './correspond.ts';
import { patient, send, visits } from './visit.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

let person: Correspondence;

beforeAll(async () => {
  const page = await visits.enter('admin');
  person = await correspond(page);
  await visits.leave(page);
});

describe('the palette', () => {
  it('[SHELL-016] [SHELL-037] [SHELL-043] reports that its code failed to load, opens after a retry, and leads to a setting', async () => {
    const page = await visits.open('/icon.svg', { who: 'admin' });
    await page.route(/assets\/Palette-/, (route) => route.abort());
    await page.goto(`${base}/folders/`);
    await page.locator('main tbody tr').first().waitFor(patient);
    const failed = page.getByRole('alert').filter({ hasText: 'The data could not be displayed' });
    await page.keyboard.press('Control+k');
    await failed.waitFor(patient);
    await page.keyboard.press('Control+k');
    await failed.waitFor({ ...patient, state: 'hidden' });
    await page.keyboard.press('Control+k');
    await failed.waitFor(patient);
    await page.unrouteAll({ behavior: 'wait' });
    // The code arrives after the field was requested four times.
    const { count, release } = await holdRequests(page, /assets\/Palette-/);
    await page.reload();
    await page.locator('main tbody tr').first().waitFor(patient);
    const field = page.getByPlaceholder('Search or jump to…');
    for (let click = 0; click < 2; click += 1) await page.getByRole('button', { name: 'Jump to…' }).click();
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Control+k');
    await expect.poll(count, patient).toBeGreaterThan(0);
    await release();
    await field.waitFor(patient);
    await page.keyboard.press('Control+k');
    await field.waitFor({ ...patient, state: 'hidden' });
    await page.keyboard.press('Control+k');
    await field.fill('gdpr');
    await page.getByText('Retention and erasure of personal data').first().waitFor(patient);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/settings#personal$/, patient);
    const section = page.locator('#personal');
    await section.waitFor(patient);
    await expect.poll(() => section.evaluate((shown) => shown.getBoundingClientRect().top < innerHeight), patient).toBe(true);
  });
});

describe('a visitor', () => {
  it('[SHELL-008] [ACC-033] is redirected to the sign-in without console errors', async () => {
    const visitor = await visits.open('/license-expired');
    const problems: string[] = [];
    visitor.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await visitor.goto(`${base}/folders/`);
    await visitor.waitForURL((url) => url.pathname === '/login');
    await visitor.getByLabel('Email').first().waitFor();
    expect(problems).toEqual([]);
  });
});

describe('a screen', () => {
  it('[SHELL-005] [SHELL-026] loads the frame in parallel with its own code, and a notice fades in and out in 300 ms', async () => {
    const page = await visits.open('/settings', { who: 'admin' });
    await heading(page, 'Settings').waitFor();
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(files.some((name) => name.includes('/SettingsPage'))).toBe(true);
    expect(
      files.filter((name) => /(?:Search|Profile|Vacancy|Vacancies|Login|Sent|History|MessagingSettings)Page|Palette|ModalHost/.test(name)),
    ).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByText('Miles').click();
    const notice = page.getByRole('status').filter({ hasText: 'Saved' });
    await notice.waitFor();
    const times = await notice.evaluate((node) => [getComputedStyle(node).animationDuration, getComputedStyle(node).transitionDuration]);
    expect(times).toEqual(['0.3s', '0.3s']);
    // A running animation of the opacity prevents its transition.
    await notice.evaluate((node) => Promise.all(node.getAnimations().map(({ finished }) => finished)).then(() => undefined));
    await page.evaluate(() => {
      const gone = { transitions: 0, at: 0, begin: 0 };
      Object.assign(globalThis, { gone });
      const node = [...document.querySelectorAll('[role="status"]')].find((one) => one.textContent?.includes('Saved'));
      const look = () => {
        if (!node?.isConnected) return void (gone.at = performance.now());
        requestAnimationFrame(look);
      };
      for (const start of ['transitionrun', 'animationstart'])
        node?.addEventListener(start, ({ target }) => (gone.transitions += target === node ? 1 : 0));
      node?.querySelector('button')?.addEventListener('click', () => {
        gone.begin = performance.now();
        look();
      });
    });
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    // The page records the time one frame after the notice is gone.
    await page.waitForFunction(() => (globalThis as unknown as { gone: { at: number } }).gone.at > 0);
    const gone = await page.evaluate(() => (globalThis as unknown as { gone: { transitions: number; at: number; begin: number } }).gone);
    expect(gone.at - gone.begin).toBeGreaterThanOrEqual(290);
    expect(gone.transitions).toBeGreaterThan(0);
    await send(page, { path: '/api/v6/user/settings/', method: 'PATCH', body: { range_measure: 'km' } });
  });
});

describe('a profile', () => {
  it('[SHELL-022] [SHELL-023] [SHELL-024] [SHELL-025] is reachable by keyboard past the menu, and Escape closes its stacked dialogs from the top', async () => {
    const page = await visits.open(`/profiles/${person.id}/`, { who: 'admin' });
    await page.locator('article h2').waitFor();
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toMatch(/^(Add tag|Edit tags)$/);
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('Message');
    expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe('solid');
    const opener = page.getByRole('button', { name: 'Message', exact: true });
    await opener.click();
    const composer = page.getByRole('dialog', { name: /^Message to / });
    await composer.locator('.ProseMirror').nth(1).click();
    await page.keyboard.type('Kept');
    await composer.locator('.ProseMirror').nth(1).click();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).first().waitFor();
    await composer.waitFor({ state: 'hidden' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await composer.waitFor();
    expect(await composer.locator('.ProseMirror').nth(1).textContent()).toBe('Kept');
    await composer.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await composer.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((node) => node === document.activeElement), patient).toBe(true);
  });
});
