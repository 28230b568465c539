import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { lookName, overflowOf, picture, type Variant, variants } from './visit.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Returns the violations of WCAG 2.2 A and AA as "rule: html of the elements". Message bodies are left out: they are separate documents.
 * Only violations are requested, because the list of passes takes most of the time.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  // Parts that are loaded again are dimmed, with too little contrast.
  await page.locator('[data-dimmed]').first().waitFor({ state: 'detached' });
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    const options = { runOnly: { type: 'tag' as const, values }, resultTypes: ['violations' as const] };
    const { violations } = await checker.run({ exclude: [['iframe']] }, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  }, tags);
}

export const expectNoAxeFaults = async (page: Page) => expect(await axeFaults(page)).toEqual([]);

const [firstLook] = variants;

/** Keeps a picture of the screen. Expects no fault that axe finds, and nothing wider than the window. */
export async function expectReadable(page: Page, name: string, look: Variant = firstLook): Promise<void> {
  await picture(page, `${name}-${lookName(look)}`);
  expect.soft([name, await axeFaults(page), await overflowOf(page)]).toEqual([name, [], 0]);
}
