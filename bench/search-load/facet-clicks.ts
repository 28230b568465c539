import { launchBrowser } from '../../e2e/browser.ts';
import { type BenchRow, makeRow } from '../row.ts';
import { collectErrors, type Page, timeToFeedback, watch } from '../web-load/observe.ts';
import { percentile } from './clients.ts';

const viewport = { width: 1440, height: 900 };
const people = 'li[data-profile]';
const settled = '[aria-busy="false"]';
const values = '[data-facet] button[aria-pressed="false"]';

/**
 * Milliseconds from pressing a facet value to the painted results; undefined without results or
 * values.
 */
async function press(page: Page, address: string, which: number): Promise<number | undefined> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator(settled).first().waitFor();
  if ((await page.locator(people).count()) === 0) return undefined;
  const offered = page.locator(values);
  const count = await offered.count();
  if (count === 0) return undefined;
  const value = offered.nth(which % count);
  await value.scrollIntoViewIfNeeded();
  const button = `button[aria-label=${JSON.stringify(await value.getAttribute('aria-label'))}]`;
  // Pressed and busy change in one paint, so both match only with the new results.
  const [painted] = await timeToFeedback(page, button, [`body:has(${button}[aria-pressed="true"]):has(${settled} ${people})`]);
  return painted;
}

/** Time in a real browser from pressing a facet value to the new results. */
export async function measureFacetClicks(
  { origin, cookie }: { origin: string; cookie: string },
  queries: readonly string[],
): Promise<BenchRow[]> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport });
    const pairs = cookie.split('; ').map((pair) => pair.split('=') as [string, string]);
    await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: origin })));
    const page = await context.newPage();
    const errors = collectErrors(page);
    await watch(page);
    const times: number[] = [];
    for (const [number, query] of queries.entries()) {
      const painted = await press(page, `${origin}/profiles/?q=${encodeURIComponent(query)}`, number * 7);
      if (painted !== undefined) times.push(painted);
    }
    if (errors.length > 0) throw new Error(`the browser complained: ${errors[0]}`);
    const name = `click in a facet, in the browser; ${times.length} times`;
    return [
      makeRow(name, 'p50 ms to the new people painted', { value: percentile(times, 0.5) }),
      makeRow(name, 'p95 ms to the new people painted', { value: percentile(times, 0.95), target: 150 }),
    ];
  } finally {
    await browser.close();
  }
}
