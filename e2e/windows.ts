import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import type { Cookie } from './sign-in.ts';

interface Screen {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

interface Wish {
  /** Address of a script-free page on the window's origin. */
  still: string;
  screen: Screen;
  cookies: readonly Cookie[];
  /** Keeps the window open until the test file ends. */
  isKept?: boolean | undefined;
}

function countShifts(): void {
  const shifts = { sum: 0, moved: [] as string[] };
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node | null }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      shifts.sum += entry.value;
      shifts.moved.push(
        `${entry.value.toFixed(4)}: ${entry.sources.map(({ node }) => (node instanceof Element ? `${node.tagName} ${node.className}` : (node?.textContent ?? ''))).join(', ')}`,
      );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const options: BrowserContextOptions = { reducedMotion: 'reduce' };
const timeout = 45_000;

let running: Promise<Browser> | undefined;
const idle: Page[] = [];
const stillOf = new Map<BrowserContext, string>();
const kept = new Set<BrowserContext>();

/** The only browser of this worker. It ends with the process. */
export const startBrowser = (): Promise<Browser> => (running ??= launchBrowser());

async function makeWindow(still: string): Promise<Page> {
  const context = await (await startBrowser()).newContext(options);
  stillOf.set(context, still);
  context.once('close', () => stillOf.delete(context));
  // Also for pages that a test opens.
  context.setDefaultTimeout(timeout);
  const page = await context.newPage();
  await page.addInitScript(countShifts);
  await page.goto(still);
  return page;
}

function takeIdle(still: string): Page | undefined {
  const at = idle.findIndex((page) => stillOf.get(page.context()) === still);
  return at === -1 ? undefined : idle.splice(at, 1)[0];
}

/**
 * Opens a window on its still page. Prefers an emptied one: a new renderer process compiles the
 * whole application.
 */
export async function takeWindow({ still, screen: { width, height, scheme }, cookies, isKept }: Wish): Promise<Page> {
  const page = takeIdle(still) ?? (await makeWindow(still));
  if (isKept) kept.add(page.context());
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  if (cookies.length > 0) await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: still })));
  return page;
}

async function emptyWindow(context: BrowserContext): Promise<void> {
  const still = stillOf.get(context);
  const [page, ...more] = context.pages();
  kept.delete(context);
  if (still === undefined || !page) return context.close();
  await Promise.all(more.map((other) => other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  await page.goto(still, { timeout: 5000 });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  idle.push(page);
}

/**
 * Empties a window for the next test. CDP sessions, init scripts and permissions cannot be removed:
 * a test that adds one closes the context.
 */
export const leaveWindow = (page: Page): Promise<void> => emptyWindow(page.context()).catch(() => page.context().close());

/** Empties all windows of the browser except the kept ones, or these too at the end of a file. */
export async function leaveWindows({ isEnd }: { isEnd: boolean }): Promise<void> {
  if (!running) return;
  const waiting = new Set(idle.map((page) => page.context()));
  const left = (await running).contexts().filter((context) => !waiting.has(context) && (isEnd || !kept.has(context)));
  await Promise.all(left.map((context) => emptyWindow(context).catch(() => context.close())));
}
