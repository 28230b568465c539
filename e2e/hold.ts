import type { Page } from 'playwright-core';

interface Held {
  /** Number of held requests. */
  count: () => number;
  /** Releases the held and all later requests. */
  release: () => Promise<void>;
}

/** Holds the requests of a page that match the pattern. */
export async function holdRequests(page: Page, pattern: string | RegExp): Promise<Held> {
  let count = 0;
  const opener = new EventTarget();
  const gate = new Promise((resolve) => opener.addEventListener('open', resolve));
  await page.route(pattern, async (route) => {
    count += 1;
    await gate;
    await route.continue();
  });
  return {
    count: () => count,
    release: async () => {
      opener.dispatchEvent(new Event('open'));
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
