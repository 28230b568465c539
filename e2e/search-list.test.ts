import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoAxeFaults } from './axe.ts';
import { address, open, patience, searchOf, settled } from './search-page.ts';
import { overflowOf, picture, visits } from './visit.ts';

const python = address({ q: '["skill:Python"]' });

describe('a preview', () => {
  it('[RSLT-010] [PROF-001] says more of a person under the mouse without opening them, and any key hides it', async () => {
    const page = await open(python, { width: 1280, height: 800 });
    await settled(page);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/internal/profiles/') && asked.push(request.url()));
    const names = page.locator('[data-profile] a');
    await names.nth(2).hover();
    const preview = page.getByRole('tooltip').filter({ hasText: (await names.nth(2).textContent()) ?? '' });
    await preview.getByText('Experience').first().waitFor();
    // Into the card, which stays.
    await preview.getByText('Experience').hover();
    await page.waitForTimeout(400);
    await picture(page, 'search-preview');
    await expectNoAxeFaults(page);
    expect(asked).toEqual([]);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await names.nth(2).click();
    await page
      .getByRole('region', { name: /^Profile of/ })
      .first()
      .waitFor();
    await names.nth(3).hover();
    await page.waitForTimeout(800);
    expect(await preview.count()).toBe(0);
  });
});

describe('the order', () => {
  it('[SRCH-013] [DEC-15] is one of several in a menu, chosen with the keys', async () => {
    const page = await open(python);
    await settled(page);
    await page.getByRole('button', { name: 'Sort by: Relevance' }).focus();
    await page.keyboard.press('Enter');
    const orders = page.getByRole('menu').getByRole('menuitemradio');
    await orders.first().waitFor();
    expect(await orders.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-checked')))).toEqual(['true', 'false', 'false']);
    await expectNoAxeFaults(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => searchOf(page).ranking, patience).toBe('experience');
    await orders.first().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Sort by: Most experience' }).first().waitFor();
  });
});

/** Where the name with its signs, the work and the skills of each person stand. */
const textsOfRows = (page: Page) =>
  page.locator('[data-profile]').evaluateAll((rows) =>
    rows.map((row) => {
      const box = (part: string) => (row.querySelector(`[class*="_${part}_"]`) as Element).getBoundingClientRect().toJSON() as DOMRect;
      return [box('head'), box('work'), box('skills')] as const;
    }),
  );

describe('rows', () => {
  it('[RSLT-010] of either height hold their texts apart on a phone and at the width of a laptop', async () => {
    for (const look of [{ phone: true }, { width: 1280, height: 800 }]) {
      const page = await open(python, look);
      await settled(page);
      for (const density of ['Compact', 'Comfortable']) {
        await page.getByRole('button', { name: /^Row height/ }).click();
        await page
          .getByRole('button', { name: `Row height: ${density}` })
          .first()
          .waitFor();
        const rows = await textsOfRows(page);
        expect(rows.length).toBeGreaterThan(5);
        for (const [head, work, skills] of rows) {
          const isBeside = work.left >= head.right && work.right <= (look.phone ? 390 : 1280);
          expect(isBeside || work.top >= head.bottom).toBe(true);
          expect(skills.top).toBeGreaterThanOrEqual(work.bottom - 1);
        }
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        await picture(page, `search-rows-${density.toLowerCase()}-${look.phone ? 'phone' : '1280'}`);
      }
      await visits.leave(page);
    }
  });
});

describe('the way from the home page', () => {
  it('[AIS-009] [SRCH-009] to results moves nothing, and the tabs take the search along', async () => {
    const page = await open('/');
    const tabs = page.getByRole('navigation', { name: 'Kinds of search' });
    const form = page.getByRole('search');
    await page.locator('[data-count]').first().waitFor();
    const before = await form.boundingBox();
    await page.getByRole('button', { name: /^Python/ }).click();
    await settled(page);
    expect((await form.boundingBox())?.y).toBe(before?.y);
    await tabs.getByRole('link', { name: 'Market insights' }).click();
    await page.waitForURL(/\/intelligence\?q=/);
    expect(searchOf(page).query).toHaveLength(1);
    await tabs.getByRole('link', { name: 'Search', exact: true }).click();
    await page.waitForURL(/\/profiles\/\?q=/);
    await expect.poll(() => searchOf(page).query.length, patience).toBe(1);
  });
});
