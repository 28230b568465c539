import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoAxeFaults } from './axe.ts';
import { address, open, patience, searchOf, settled, termsOf, total } from './search-page.ts';
import { drawn, lookName, looks, overflowOf, picture, shiftsOf, visits } from './visit.ts';

const python = address({ q: '["skill:Python"]' });
const go = (page: Page, to: string) => page.goto(new URL(to, page.url()).href);
const profileOf = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name: typeof name === 'string' ? `Profile of ${name}` : name });

describe('a search', () => {
  it('[SRCH-009] [SRCH-043] [SRCH-054] [SUGG-004] [AIS-009] [FLT-036] [FLT-042] narrows from the home page to the number that each step predicted', async () => {
    const page = await open('/');
    const form = page.getByRole('search');
    await page.locator('[data-count]').first().waitFor();
    const before = await form.boundingBox();
    const skills = page.getByRole('textbox', { name: 'Skills' }).or(page.getByRole('combobox', { name: 'Skills' }));
    await skills.fill('pyth');
    await page
      .getByRole('option', { name: /^Python/ })
      .first()
      .waitFor();
    // Enter selects the best suggestion.
    await skills.press('Enter');
    await page.waitForURL(/\/profiles\/\?/);
    await settled(page);
    expect((await form.boundingBox())?.y).toBe(before?.y);
    await skills.fill('-Java');
    await skills.press(',');
    await expect.poll(() => termsOf(page), patience).toEqual(['Python', '-Java']);
    await settled(page);
    // A hovered chip shows the count without it.
    await page.locator('[data-chip="Java"] button').first().hover();
    const shown = page.locator('[data-without]');
    await shown.waitFor();
    const without = Number(await shown.getAttribute('data-without'));
    expect(without).toBeGreaterThan(await total(page));
    await page.getByRole('button', { name: 'Remove Java' }).click();
    await expect.poll(() => total(page), patience).toBe(without);
    await page.getByRole('button', { name: 'Company size', exact: true }).click();
    const facet = page.locator('[data-facet="companySize"]');
    expect(await facet.getByRole('checkbox', { name: 'Current' }).isChecked()).toBe(true);
    expect(await facet.getByRole('checkbox', { name: 'Previous' }).isChecked()).toBe(false);
    const size = facet.getByRole('button', { name: 'Include 51–200' });
    await size.waitFor();
    const brings = Number((await size.locator('[id]').textContent())?.replace(/\D/g, ''));
    await size.click();
    await expect.poll(() => new URL(page.url()).search, patience).toContain('f=companySize:curr,51-200');
    await expect.poll(() => total(page), patience).toBe(brings);
    const tabs = page.getByRole('navigation', { name: 'Kinds of search' });
    await tabs.getByRole('link', { name: 'Market insights' }).click();
    await page.waitForURL(/\/intelligence\?q=/);
    expect(searchOf(page).query).toHaveLength(1);
    await tabs.getByRole('link', { name: 'Search', exact: true }).click();
    await page.waitForURL(/\/profiles\/\?q=/);
    await expect.poll(() => searchOf(page).query.length, patience).toBe(1);
  });

  it('[DEC-15] without results names the term that excludes most people, and removing it finds as many', async () => {
    const page = await open(address({ q: '["skill:Python","text:nobodyhasthis","location:Germany"]' }));
    const without = page.getByRole('button', { name: /^Without / });
    await page.getByText('Nobody is found because of “nobodyhasthis”').first().waitFor();
    expect(await without.count()).toBe(1);
    const promised = Number((await without.textContent())?.replaceAll(/\D/g, ''));
    expect(promised).toBeGreaterThan(0);
    await without.click();
    await settled(page);
    expect(termsOf(page)).toEqual(['Python', 'Germany']);
    expect(await total(page)).toBe(promised);
    await page.goto(address({ q: '["skill:Python"]', f: 'age:59-60;graduation:1971-1972' }));
    const clear = page.getByRole('button', { name: /^Clear filters/ });
    await clear
      .getByText(/people/)
      .first()
      .waitFor();
    const brings = Number((await clear.textContent())?.replaceAll(/\D/g, ''));
    await clear.click();
    await settled(page);
    expect([searchOf(page).filters, await total(page)]).toEqual([[], brings]);
  });
});

describe('results', () => {
  it('[RSLT-009] [RSLT-010] [RSLT-013] [RSLT-014] support the keyboard, open next to the list, and keep the scroll position', async () => {
    const page = await open(python);
    await settled(page);
    const names = await page.locator('[data-profile] a').allTextContents();
    // Below the initially visible rows.
    for (let step = 0; step < 13; step += 1) await page.keyboard.press('j');
    await page.keyboard.press('k');
    const twelfth = page.locator('[data-profile]').nth(11);
    expect(await twelfth.locator('a').evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar', { name: '1 selected' });
    await bar.waitFor();
    // Visible, however long the list.
    const [place, list] = [await bar.boundingBox(), await page.locator('#results').boundingBox()];
    expect((place?.y ?? Infinity) + (place?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'hidden' });
    await twelfth.locator('a').click();
    await profileOf(page, names[11] ?? '')
      .getByText(names[11] ?? '')
      .first()
      .waitFor();
    await picture(page, 'search-pane');
    await page.keyboard.press(']');
    await profileOf(page, names[12] ?? '')
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await profileOf(page, names[12] ?? '').waitFor({ state: 'hidden' });
    const scrolled = () => page.locator('[aria-busy]:has(> ul)').evaluate((node) => node.scrollTop);
    const before = await scrolled();
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/profiles\/\d+/);
    // The list stays until the profile is loaded; wait until it is removed.
    await page.locator('#results').waitFor({ state: 'detached' });
    await page.goBack();
    await settled(page);
    expect(Math.abs((await scrolled()) - before)).toBeLessThan(2);
  });

  it('[RSLT-015] show the matched words, and lead to similar people, who are recommended later', async () => {
    const page = await open(address({ q: '["position:Backend developer"]' }));
    await settled(page);
    await page.locator('[data-profile] mark').first().waitFor();
    const name = (await page.locator('[data-profile] a').first().textContent()) ?? '';
    await page.locator('[data-profile] a').first().click();
    const pane = profileOf(page, name);
    await pane.getByRole('region', { name: 'Why this person' }).locator('mark').first().waitFor();
    await pane.getByRole('button', { name: 'Similar people' }).click();
    const similar = pane.getByRole('region', { name: 'Similar people' });
    await similar.getByRole('listitem').first().waitFor();
    expect(await similar.getByRole('link', { name, exact: true }).count()).toBe(0);
    await expectNoAxeFaults(page);
    await similar.getByRole('link', { name: /^Show/ }).click();
    await page.waitForURL(/preferableSkill/);
    await settled(page);
    expect(termsOf(page).length).toBeGreaterThan(1);
    await go(page, '/');
    const recommended = page.getByRole('region', { name: 'Recommended for you' });
    await recommended.getByRole('listitem').first().waitFor();
    await recommended.scrollIntoViewIfNeeded();
    await picture(page, 'search-recommended');
    await expectNoAxeFaults(page);
  });

  it('are usable by keyboard only, from typing to an open profile and back', async () => {
    const page = await open('/');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('Tab');
    const focused = () =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['searchField'] ?? document.activeElement?.tagName);
    for (let step = 0; step < 12 && (await focused()) !== 'skill'; step += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe('skill');
    await page.keyboard.type('pyth');
    await page
      .getByRole('option', { name: /^Python/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/profiles\/\?/);
    await settled(page);
    await page.keyboard.press('Escape');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/profiles\/\d+/);
    await page.goBack();
    await settled(page);
    expect(searchOf(page).query).toHaveLength(1);
  });
});

/** Positions of the name with icons, the work and the skills of each person. */
const textsOfRows = (page: Page) =>
  page.locator('[data-profile]').evaluateAll((rows) =>
    rows.map((row) => {
      const box = (part: string) => (row.querySelector(`[class*="_${part}_"]`) as Element).getBoundingClientRect().toJSON() as DOMRect;
      return [box('head'), box('work'), box('skills')] as const;
    }),
  );

describe('the screen', () => {
  it('[RSLT-010] separates texts of rows in both densities, on a phone and at laptop width', async () => {
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

  it('[RSLT-010] [PROF-001] [SRCH-004] [SRCH-006] [SRCH-007] previews a hovered person; an address with v1 has the form next to the list', async () => {
    const page = await open('/v1/profiles/?q=["skill:Python"]');
    await settled(page);
    const form = page.getByRole('search', { name: 'Search form' });
    expect(await form.getAttribute('data-look')).toBe('v1');
    const [place, list] = [await form.boundingBox(), await page.getByRole('list', { name: 'People found' }).boundingBox()];
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(list?.x ?? 0);
    await expectNoAxeFaults(page);
    await page.goto(python);
    await settled(page);
    expect(await form.getAttribute('data-look')).toBe('v2');
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/internal/profiles/') && asked.push(request.url()));
    const names = page.locator('[data-profile] a');
    await names.nth(2).hover();
    const preview = page.getByRole('tooltip').filter({ hasText: (await names.nth(2).textContent()) ?? '' });
    await preview.getByText('Experience').first().waitFor();
    // Into the card, which stays open.
    await preview.getByText('Experience').hover();
    await names.nth(8).hover();
    await preview.waitFor({ state: 'detached' });
    await names.nth(2).hover();
    await preview.getByText('Experience').first().waitFor();
    await picture(page, 'search-preview');
    expect(asked).toEqual([]);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
  });

  it.each(looks)('[DEC-15] is readable, stable and free of axe violations: $language, $scheme, phone $phone', async (look) => {
    const name = lookName(look);
    const page = await open('/', look);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.getByText('Python').first().waitFor();
    await picture(page, `search-home-${name}`);
    await expectNoAxeFaults(page);
    await page.goto(
      address({ q: '["position:Backend developer",{"text":"distributed system","near":2},"-location:India"]', f: 'contacts:email' }),
    );
    await settled(page);
    await drawn(page);
    await picture(page, `search-results-${name}`);
    await expectNoAxeFaults(page);
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    if (look.phone) {
      await page.getByRole('button', { name: /Filters|Фильтры/ }).click();
      await page.getByRole('dialog').first().waitFor();
      await picture(page, `search-filters-${name}`);
      await expectNoAxeFaults(page);
    }
    await page.goto(address({ q: '["skill:Python","location:Germany","-location:Germany"]', f: 'contacts:email' }));
    await page
      .getByRole('button', { name: /^(Without|Без) / })
      .first()
      .waitFor();
    await picture(page, `search-nobody-${name}`);
    await expectNoAxeFaults(page);
    await page.goto(address({ q: '["wrong:x"]', f: 'age:old' }));
    await page.getByRole('alert').first().waitFor();
    await picture(page, `search-broken-${name}`);
    await expectNoAxeFaults(page);
  });
});
