import { fileURLToPath } from 'node:url';
import type { launchBrowser } from '../../e2e/browser.ts';

export type Browser = Awaited<ReturnType<typeof launchBrowser>>;
export type Page = Awaited<ReturnType<Browser['newPage']>>;

export interface Vitals {
  /** Milliseconds from the navigation to the largest paint. */
  lcp: number;
  cls: number;
}

const inPage = fileURLToPath(new URL('in-page.js', import.meta.url));

/** Everything that the page opens from here on is watched; the other functions need it. */
export const watch = (page: Page) => page.addInitScript({ path: inPage });

export const readVitals = (page: Page) => page.evaluate<Vitals>('benchmark.vitals');

/**
 * Presses `what` and measures in the page itself, in ms, from the press to the end of the first frame in which each of `shown` matches: the
 * browser's own time stamp of the press, so that the way of the command to the browser does not count.
 */
export async function timeToFeedback(page: Page, what: string, shown: readonly string[]): Promise<number[]> {
  await page.evaluate(`benchmark.awaitFeedback(${JSON.stringify(shown)})`);
  const target = page.locator(what).first();
  // A hand is there before it presses: what hovering starts has begun.
  await target.hover();
  await page.waitForTimeout(200);
  await target.click();
  return page.evaluate<number[]>('benchmark.feedback');
}

/** Everything that the browser complains of: console errors, uncaught exceptions. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}
