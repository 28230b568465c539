import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { address } from './place.ts';
import { launchBrowser } from './browser.ts';
import { openWindows } from './windows.ts';

const pictures = join(import.meta.dirname, 'pictures');
const password = 'Demo-Headwater-1';

/** `other`: the recruiter of another company, whom no journey lets connect a mailbox. */
export type Who = 'recruiter' | 'admin' | 'hm' | 'staff' | 'other';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const addressOf = (who: Who) => (who === 'other' ? 'recruiter@other.headwater.test' : `${who}@demo.headwater.test`);

export interface Look {
  /** Nobody: a visitor. */
  who?: Who;
  language?: 'en' | 'ru';
  scheme?: 'light' | 'dark';
  phone?: boolean;
  width?: number;
  height?: number;
}

/** Each language, scheme and width twice, in four pictures of a screen. */
export const looks: readonly Required<Pick<Look, 'language' | 'scheme' | 'phone'>>[] = [
  { language: 'en', scheme: 'light', phone: false },
  { language: 'ru', scheme: 'dark', phone: false },
  { language: 'ru', scheme: 'light', phone: true },
  { language: 'en', scheme: 'dark', phone: true },
];
export const lookName = ({ language, scheme, phone }: (typeof looks)[number]) => `${scheme}-${language}-${phone ? 'phone' : 'desktop'}`;

/** The page follows within the time that a busy machine needs. */
export const patient = { timeout: 15_000 };

interface Call {
  path: string;
  method?: string;
  body?: object;
}

/** Calls the API from a page as the app does; answers the parsed body. */
export const send = (page: Page, { path, method = 'GET', body }: Call): Promise<unknown> =>
  page.evaluate(
    async (call) => {
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-csrftoken': token };
      const answer = await fetch(call.path, { method: call.method, headers, ...(call.body ? { body: JSON.stringify(call.body) } : {}) });
      if (!answer.ok) throw new Error(`${call.path}: ${answer.status} ${await answer.text()}`);
      return answer.json() as Promise<unknown>;
    },
    { path, method, body },
  );

/** A company of the journey's own, made by the staff whose page it is. Answers its id. */
export async function makeCompany(page: Page, company: object): Promise<number> {
  const made = (await send(page, { path: '/api/v6/companies/new/', method: 'POST', body: company })) as { company_id: number };
  return made.company_id;
}

const cameras = new WeakMap<Page, Promise<CDPSession>>();

/** The browser refuses while it has no frame of the page yet, as between two documents or while others are drawn before. */
async function capture(page: Page, camera: CDPSession, attempts = 5): Promise<string> {
  try {
    return (await camera.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })).data;
  } catch (error) {
    if (attempts === 1) throw error;
    await page.bringToFront();
    await setTimeout(500);
    return capture(page, camera, attempts - 1);
  }
}

/** Keeps what the window shows. Asked of the browser itself: packed less tightly, a picture takes half the time. */
export async function picture(page: Page, name: string): Promise<void> {
  const camera = cameras.get(page) ?? page.context().newCDPSession(page);
  cameras.set(page, camera);
  const data = await capture(page, await camera);
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, `${name}.png`), data, 'base64');
}

/** All that the page shows at first is there. A page that hears of changes may never be without a request for long. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.locator('main[aria-busy="true"], [class*="Skeleton"]').first().waitFor({ state: 'detached' });
}

/** How far the page is wider than its window: what a phone would have to be pushed sideways for. */
export const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

interface Shifts {
  sum: number;
  /** How far and what, of each shift. */
  moved: string[];
}

export const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts.sum);

/** What moved on the page, for the message of a test that forbids it. */
export const movedOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts.moved.join('\n'));

export interface Visits {
  browser: Browser;
  /** A new window of a person at an address, in a look of its own. */
  open(path: string, look?: Look): Promise<Page>;
  /** Signs a person in anew, in a window of its own that keeps nothing else. */
  enter(who: Who): Promise<Page>;
  /** Signs the person in anew the next time: their session has been ended. */
  renew(who: Who): void;
  /** Empties the window of a page, or every window, for the next who looks. */
  leave(page?: Page): Promise<void>;
}

/** A browser whose people are signed in once each, to the product of all journeys or another one. */
export async function startVisits(base: string = address): Promise<Visits> {
  const browser = await launchBrowser();
  const { take, leave } = openWindows(browser, `${base}/icon.svg`);
  const sessions = new Map<Who, Awaited<ReturnType<BrowserContext['storageState']>>>();
  const enter = async (who: Who): Promise<Page> => {
    const page = await take({ ...desktop, scheme: 'light' });
    await page.goto(`${base}/login`);
    await send(page, { path: '/api/v6/login/', method: 'POST', body: { email: addressOf(who), password } });
    return page;
  };
  const sessionOf = async (who: Who) => {
    const known = sessions.get(who);
    if (known) return known;
    const page = await enter(who);
    const state = await page.context().storageState();
    sessions.set(who, state);
    await page.context().close();
    return state;
  };
  return {
    browser,
    enter,
    leave,
    renew: (who) => void sessions.delete(who),
    async open(path, { who, language = 'en', scheme = 'light', phone: narrow = false, ...size } = {}) {
      const page = await take({ ...(narrow ? phone : desktop), ...size, scheme }, who && (await sessionOf(who)));
      page.setDefaultTimeout(patient.timeout);
      await page.evaluate((chosen) => localStorage.setItem('headwater.language', chosen), language);
      if (who) await send(page, { path: '/api/v6/user/settings/', method: 'PATCH', body: { language, range_measure: 'km' } });
      await page.goto(base + path);
      return page;
    },
  };
}
