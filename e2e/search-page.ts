import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeSearch } from '@headwater/domain/query/address';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { address as base } from './place.ts';
import { launchBrowser } from './browser.ts';

/** The search screen as the tests of it use it. */

const pictures = join(import.meta.dirname, 'pictures');
export const address = (parts: Record<string, string>) => `${base}/profiles/?${new URLSearchParams(parts).toString()}`;

export interface Look {
  language?: 'en' | 'ru';
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

let browser: Browser;
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

/** Calls the API from a page as the app does. */
export const send = (page: Page, call: { path: string; method: string; body: object }) =>
  page.evaluate(async ({ path, method, body }) => {
    const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    const headers = { 'content-type': 'application/json', 'x-csrftoken': token };
    const call: RequestInit = { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(path, call);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  }, call);

/** A recruiter of the demo at an address, with the layout shifts of the page counted. */
export async function open(path: string, { language = 'en', scheme = 'light', width = 1440, height = 900 }: Look = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    storageState: signedIn,
  });
  const page = await context.newPage();
  await page.goto(`${base}/login`);
  await send(page, { path: '/api/v6/user/settings/', method: 'PATCH', body: { language, range_measure: 'km' } });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.sum += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path.startsWith('http') ? path : base + path);
  return page;
}

/** The page follows within the time that a busy machine needs. */
export const patience = { timeout: 15_000 };

const found = (page: Page) => page.locator('[data-total]');
export const total = async (page: Page) => Number(await found(page).getAttribute('data-total'));
export const searchOf = (page: Page) => decodeSearch(new URL(page.url()).search.slice(1)).search;
export const termsOf = (page: Page) =>
  searchOf(page).query.map((entity) => (entity.type === 'APPLIED_TERM' ? `${entity.data.is_excluded ? '-' : ''}${entity.data.text}` : ''));
export const settled = (page: Page) => page.locator('[aria-busy="false"] [data-profile]').first().waitFor();
export const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum);
export const picture = async (page: Page, name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });

/** A browser in which the recruiter of the demo is signed in. */
export async function startBrowser(): Promise<Browser> {
  await mkdir(pictures, { recursive: true });
  browser = await launchBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${base}/login`);
  const body = { email: 'recruiter@demo.headwater.test', password: 'Demo-Headwater-1' };
  await send(page, { path: '/api/v6/login/', method: 'POST', body });
  signedIn = await context.storageState();
  await context.close();
  return browser;
}

export const closePages = () => Promise.all(browser.contexts().map((context) => context.close()));
