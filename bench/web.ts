import { loadavg } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../e2e/browser.ts';
import { checkout, newFolder, signIn, startProduct, waitForPeople } from './product/start-product.ts';
import type { BenchRow } from './row.ts';
import { type Browser, collectErrors, readVitals, timeToFeedback, type Vitals, watch } from './web-load/observe.ts';
import { collectScripts, sizesOf } from './web-load/transferred.ts';

const viewport = { width: 1440, height: 900 };
const searchAddress = `/profiles/?q=${encodeURIComponent(JSON.stringify(['skill:Python']))}`;
/** Includes requests that start without interaction. */
const settleMs = 5_000;

type Session = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

interface Site {
  browser: Browser;
  origin: string;
  /** Browser errors of all measurements. */
  errors: string[];
}

const round = (value: number) => Math.round(value * 1000) / 1000;
const plain = (name: string, metric: string, given: { value: number; target?: number; reference?: string | undefined }): BenchRow => ({
  case: name,
  metric,
  value: round(given.value),
  target: given.target ?? null,
  reference: given.reference ?? null,
});
const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const worst = (values: readonly number[]) => Math.max(...values);

/** Empty cache. */
async function openPage({ browser, errors }: Site, session?: Session) {
  const context = await browser.newContext({ viewport, ...(session ? { storageState: session } : {}) });
  const page = await context.newPage();
  const own = collectErrors(page);
  await watch(page);
  const close = async () => {
    errors.push(...own);
    await context.close();
  };
  return { context, page, close };
}

async function openSession({ browser, origin }: Site): Promise<Session> {
  const context = await browser.newContext();
  const pairs = (await signIn(origin)).split('; ').map((pair) => pair.split('=') as [string, string]);
  await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: origin })));
  const session = await context.storageState();
  await context.close();
  return session;
}

interface Load extends Vitals {
  sizes: Awaited<ReturnType<typeof sizesOf>>;
}

/** Loads an address with an empty cache until `shown` matches and the network is idle. */
async function load(site: Site, path: string, { session, shown }: { session?: Session | undefined; shown: string }): Promise<Load> {
  const { page, close } = await openPage(site, session);
  const scripts = collectScripts(page);
  await page.goto(site.origin + path, { waitUntil: 'networkidle' });
  await page.locator(shown).first().waitFor();
  await page.waitForTimeout(settleMs);
  const vitals = await readVitals(page);
  await close();
  return { ...vitals, sizes: await sizesOf(scripts) };
}

async function loadRows(
  site: Site,
  name: string,
  visit: { path: string; shown: string; session?: Session; kilobytes: number } & Options,
): Promise<BenchRow[]> {
  const loads: Load[] = [];
  for (let count = 0; count < visit.times; count += 1) loads.push(await load(site, visit.path, visit));
  const of = (key: keyof Vitals) => loads.map((one) => one[key]);
  const sizes = loads[0]?.sizes ?? [];
  if (visit.verbose) for (const { address, kilobytes } of sizes) console.log(`${kilobytes.toFixed(1).padStart(7)} kB  ${address}`);
  const kilobytes = sizes.reduce((sum, size) => sum + size.kilobytes, 0);
  return [
    plain(name, 'JavaScript, kB of brotli', { value: kilobytes, target: visit.kilobytes, reference: `${sizes.length} files` }),
    plain(name, 'LCP, s (median)', { value: median(of('lcp')) / 1000, target: 1, reference: `${visit.times} loads` }),
    plain(name, 'LCP, s (worst)', { value: worst(of('lcp')) / 1000 }),
    plain(name, 'CLS (worst)', { value: worst(of('cls')), target: 0.02 }),
  ];
}

const feedbackRows = (name: string, times: readonly number[]): BenchRow[] => [
  plain(name, 'ms to the paint of feedback (median)', { value: median(times), reference: `${times.length} times` }),
  plain(name, 'ms to the paint of feedback (worst)', { value: worst(times), target: 100 }),
];

/** Presses facet values and names. */
async function interactionRows(site: Site, session: Session, times: number): Promise<BenchRow[]> {
  const { page, close } = await openPage(site, session);
  await page.goto(site.origin + searchAddress, { waitUntil: 'networkidle' });
  const people = page.locator('li[data-profile]');
  await people.first().waitFor();
  const opened: number[][] = [];
  for (let index = 0; index < Math.min(times, await people.count()); index += 1) {
    const id = await people.nth(index).getAttribute('data-profile');
    const row = `li[data-profile="${id}"]`;
    // The row is marked first; then the pane opens.
    opened.push(await timeToFeedback(page, `${row} a`, [`${row}[data-active]`, `${row}[data-open]`]));
    await page.waitForLoadState('networkidle');
  }
  const pressed: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const value = page.locator('[data-facet] button[aria-pressed="false"]').nth(count * 2);
    await value.scrollIntoViewIfNeeded();
    // The label identifies the button after the press.
    const label = JSON.stringify(await value.getAttribute('aria-label'));
    const button = `button[aria-label=${label}]`;
    pressed.push(...(await timeToFeedback(page, button, [`${button}[aria-pressed="true"]`])));
    await page.waitForLoadState('networkidle');
    await page.goBack({ waitUntil: 'networkidle' });
  }
  await close();
  const panes = opened.map(([, pane = 0]) => pane);
  return [
    ...feedbackRows(
      'open a profile',
      opened.map(([marked = 0]) => marked),
    ),
    plain('open a profile', 'ms to the paint of the pane (median)', { value: median(panes) }),
    plain('open a profile', 'ms to the paint of the pane (worst: the first)', { value: worst(panes) }),
    ...feedbackRows('click in a facet', pressed),
  ];
}

interface Options {
  times: number;
  verbose: boolean;
}

async function measure(site: Site, options: Options): Promise<BenchRow[]> {
  // Excludes costs of the first answer of a process.
  await load(site, '/login', { shown: 'form' });
  const session = await openSession(site);
  await load(site, searchAddress, { session, shown: 'li[data-profile]' });
  const rows = [
    ...(await loadRows(site, 'first load of sign-in', { ...options, path: '/login', shown: 'form', kilobytes: 150 })),
    ...(await loadRows(site, 'first load of search', {
      ...options,
      path: searchAddress,
      shown: 'li[data-profile]',
      session,
      kilobytes: 220,
    })),
    ...(await interactionRows(site, session, 10)),
  ];
  const [first] = site.errors;
  return [...rows, plain('all of it', 'console errors', { value: site.errors.length, target: 0, reference: first })];
}

/** `profiles`: people in the demo; `times`: loads per page; `verbose` lists scripts. */
export async function run({ profiles = 20_000, times = 7, verbose = false }: Record<string, unknown>): Promise<BenchRow[]> {
  const temporary = newFolder();
  const busy = plain('machine', 'load before, 1 minute', { value: loadavg()[0] ?? 0, reference: 'other work slows everything below' });
  try {
    const product = await startProduct({ folder: checkout, dataDir: join(temporary.path, 'data'), profiles: Number(profiles) });
    try {
      await waitForPeople(product.origin, Number(profiles));
      const browser = await launchBrowser();
      const rows = await measure(
        { browser, origin: product.origin, errors: [] },
        { times: Number(times), verbose: Boolean(verbose) },
      ).finally(() => browser.close());
      return [busy, ...rows];
    } finally {
      await product.stop();
    }
  } finally {
    temporary.remove();
  }
}
