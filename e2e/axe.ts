import { isProof } from '@headwater/domain/testing/sample';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { lookName, overflowOf, picture, type Variant, variants } from './visit.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Left out by `npm test`: other rows of a long list look like its first five. */
const laterRows = ['li[data-profile]:nth-child(n + 6)', 'tr[data-index]:nth-child(n + 6)'];

/**
 * Violations of WCAG 2.2 A and AA as "rule: html of the elements", without message bodies, which
 * are separate documents. Only proofs check the screen behind a modal dialog again.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  // Parts that reload are dimmed, with low contrast.
  await page.locator('[data-dimmed]').first().waitFor({ state: 'detached' });
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ values, isWhole, rows }) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe };
      const dialog = isWhole ? undefined : [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1);
      // Passes take most of the time. Preloading serves rules about media only.
      const options = { runOnly: { type: 'tag' as const, values }, resultTypes: ['violations' as const], preload: false, iframes: false };
      const { violations } = await checker.run(
        { include: dialog ?? document.documentElement, exclude: [['iframe'], ...rows.map((row) => [row])] },
        options,
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    { values: tags, isWhole: isProof, rows: isProof ? [] : laterRows },
  );
}

export const expectNoAxeFaults = async (page: Page) => expect(await axeFaults(page)).toEqual([]);

const [firstLook] = variants;

/** Saves a picture; expects no axe violations and no horizontal overflow. */
export async function expectReadable(page: Page, name: string, look: Variant = firstLook): Promise<void> {
  await picture(page, `${name}-${lookName(look)}`);
  expect.soft([name, await axeFaults(page), await overflowOf(page)]).toEqual([name, [], 0]);
}
