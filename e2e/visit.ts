import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isProof } from '@headwater/domain/testing/sample';
import type { CDPSession, Page } from 'playwright-core';
import { address } from './product-url.ts';
import { type Cookie, signIn } from './sign-in.ts';
import { leaveWindow, takeWindow } from './windows.ts';

const pictures = join(import.meta.dirname, 'pictures');

/** `other`: the recruiter of another company. */
type Who = 'recruiter' | 'admin' | 'hm' | 'staff' | 'other';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const addressOf = (who: Who) => (who === 'other' ? 'recruiter@other.headwater.test' : `${who}@demo.headwater.test`);

export interface Look {
  /** Unset for a visitor. */
  who?: Who;
  language?: 'en' | 'ru';
  scheme?: 'light' | 'dark';
  phone?: boolean;
  width?: number;
  height?: number;
  /** Keeps the window open until the test file ends. */
  isKept?: boolean;
}

export type Variant = Required<Pick<Look, 'language' | 'scheme' | 'phone'>>;
/** Contains each language, scheme and width twice. */
export const variants: readonly [Variant, ...Variant[]] = [
  { language: 'en', scheme: 'light', phone: false },
  { language: 'ru', scheme: 'dark', phone: false },
  { language: 'ru', scheme: 'light', phone: true },
  { language: 'en', scheme: 'dark', phone: true },
];
/** Variants of a screen check: one in `npm test`, all in `npm run proofs -- pictures`. */
export const looks = isProof ? variants : variants.slice(0, 1);
/** Variants of a state of a screen that another test checks: only in proofs. */
export const stateLooks = isProof ? variants : [];
/**
 * Variants after the first one, for screens that a test has checked in the first: none in `npm
 * test`.
 */
export const otherLooks = variants.slice(1, isProof ? undefined : 1);
/** Variants on a phone. */
export const phoneLooks = variants.filter(({ phone: isNarrow }) => isNarrow).slice(0, isProof ? undefined : 1);
export const lookName = ({ language, scheme, phone }: Variant) => `${scheme}-${language}-${phone ? 'phone' : 'desktop'}`;

/** Distinguishes the names of this run. Only a-z: a name in a resume has no digits. */
export const mark = Date.now()
  .toString(36)
  .slice(-5)
  .replaceAll(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '');

/** Timeout for a busy machine. */
export const patient = { timeout: 45_000 };

interface Call {
  path: string;
  method?: string;
  body?: object;
}

/** Calls the API from a page, as the app does, and returns the parsed body. */
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

/** Creates a company from a page of staff and returns its id. */
export async function makeCompany(page: Page, company: object): Promise<number> {
  const made = (await send(page, { path: '/api/v6/companies/new/', method: 'POST', body: company })) as { company_id: number };
  return made.company_id;
}

const cameras = new WeakMap<Page, Promise<CDPSession>>();

/** Retries while the browser has no frame of the page, as between two documents. */
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

/** Saves a picture of the window. Fast encoding by CDP takes half the time. */
export async function picture(page: Page, name: string): Promise<void> {
  const camera = cameras.get(page) ?? page.context().newCDPSession(page);
  cameras.set(page, camera);
  const data = await capture(page, await camera);
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, `${name}.png`), data, 'base64');
}

/** Waits for the first content. Network idle does not work: the event stream stays open. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.locator('main[aria-busy="true"], [class*="Skeleton"]').first().waitFor({ state: 'detached' });
}

/** Pixels by which the page is wider than its window. */
export const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

interface Shifts {
  sum: number;
  /** Distance and element of each shift. */
  moved: string[];
}

export const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts.sum);

/** Layout shifts in words, for failure messages. */
export const movedOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts.moved.join('\n'));

export interface Visits {
  /** Opens an address as a user, in a window of the given variant. */
  open(path: string, look?: Look): Promise<Page>;
  /** Signs a user in with a new session, in an empty window. */
  enter(who: Who): Promise<Page>;
  /**
   * Empties the window of a page. After each test all windows are emptied, except the kept ones.
   */
  leave(page: Page): Promise<void>;
}

/**
 * Changes the language of the signed-in user. Returns false if the session of the page has ended.
 */
const setLanguage = (page: Page, language: string): Promise<boolean> =>
  send(page, { path: '/api/v6/user/settings/', method: 'PATCH', body: { language, range_measure: 'km' } }).then(
    () => true,
    (error: unknown) => {
      if (String(error).includes(': 401 ')) return false;
      throw error;
    },
  );

/** Visits of a product other than the worker's. Each user signs in once. */
export function visitProduct(base: string): Visits {
  const still = `${base}/icon.svg`;
  const sessions = new Map<Who, Cookie[]>();
  const startSession = async (who: Who) => {
    const cookies = await signIn(base, addressOf(who));
    sessions.set(who, cookies);
    return cookies;
  };
  return {
    enter: async (who) => takeWindow({ still, screen: { ...desktop, scheme: 'light' }, cookies: await signIn(base, addressOf(who)) }),
    leave: leaveWindow,
    async open(path, { who, language = 'en', scheme = 'light', phone: isNarrow = false, isKept, ...size } = {}) {
      const cookies = who ? (sessions.get(who) ?? (await startSession(who))) : [];
      const page = await takeWindow({ still, screen: { ...(isNarrow ? phone : desktop), ...size, scheme }, cookies, isKept });
      await page.evaluate((chosen) => localStorage.setItem('headwater.language', chosen), language);
      if (who && !(await setLanguage(page, language))) {
        // An earlier test ended the session.
        await page.context().addCookies((await startSession(who)).map((cookie) => ({ ...cookie, url: base })));
        await setLanguage(page, language);
      }
      await page.goto(base + path);
      return page;
    },
  };
}

export const visits = visitProduct(address);
