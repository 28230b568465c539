import type { Page } from 'playwright-core';

interface Held {
  /** How many requests have been held. */
  count: () => number;
  /** Lets the held requests and all later ones through. */
  release: () => Promise<void>;
}

/** Holds the requests of a page that fit the pattern. */
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
