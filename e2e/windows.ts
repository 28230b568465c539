import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface Screen {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

interface Windows {
  /** A window of that size and theme, on a page that does nothing, with the cookies of a session and nothing else. */
  take(screen: Screen, session?: Session): Promise<Page>;
  /** Empties the window of a page, or every window of the browser. */
  leave(page?: Page): Promise<void>;
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

/**
 * The windows of a browser. One that is left is emptied and taken again: a page in a process of its own compiles the whole application anew, which takes
 * longer than what is looked at there. What a window cannot be rid of (a CDP session, an init script) must be ended with its context.
 */
export function openWindows(browser: Browser, still: string): Windows {
  const idle: Page[] = [];
  const ours = new Set<BrowserContext>();
  const make = async () => {
    const context = await browser.newContext(options);
    ours.add(context);
    const page = await context.newPage();
    await page.addInitScript(countShifts);
    await page.goto(still);
    return page;
  };
  const empty = async (context: BrowserContext) => {
    const [page, ...more] = context.pages();
    if (!ours.has(context) || !page) return context.close();
    await Promise.all(more.map((other) => other.close()));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearCookies();
    await page.goto(still, { timeout: 5000 });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    idle.push(page);
  };
  return {
    async take({ width, height, scheme }, session) {
      const page = idle.pop() ?? (await make());
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      if (session) await page.context().addCookies(session.cookies);
      return page;
    },
    async leave(page) {
      const waiting = new Set(idle.map((one) => one.context()));
      const left = page ? [page.context()] : browser.contexts().filter((context) => !waiting.has(context));
      await Promise.all(left.map((context) => empty(context).catch(() => context.close())));
    },
  };
}
