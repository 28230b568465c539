import { fileURLToPath } from 'node:url';
import type { launchBrowser } from '../../e2e/browser.ts';

export type Browser = Awaited<ReturnType<typeof launchBrowser>>;
export type Page = Awaited<ReturnType<Browser['newPage']>>;

export interface Vitals {
  /** Milliseconds. */
  lcp: number;
  cls: number;
}

const inPage = fileURLToPath(new URL('in-page.js', import.meta.url));

/** Required by the other functions. */
export const watch = (page: Page) => page.addInitScript({ path: inPage });

export const readVitals = (page: Page) => page.evaluate<Vitals>('benchmark.vitals');

/**
 * Milliseconds from the browser's time stamp of the press to the end of the first frame in which
 * each of `shown` matches.
 */
export async function timeToFeedback(page: Page, what: string, shown: readonly string[]): Promise<number[]> {
  await page.evaluate(`benchmark.awaitFeedback(${JSON.stringify(shown)})`);
  const target = page.locator(what).first();
  // Hover effects have started when a user presses.
  await target.hover();
  await page.waitForTimeout(200);
  await target.click();
  return page.evaluate<number[]>('benchmark.feedback');
}

/** Console errors and uncaught exceptions. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}
