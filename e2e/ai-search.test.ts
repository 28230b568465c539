import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { address as base } from './product-url.ts';
import { axeFaults } from './axe.ts';
import { lookName, looks, overflowOf, patient, picture, visits } from './visit.ts';

const words = 'Senior backend developer, Java or Python, Docker is a plus, English B2, not from Zalando, zzyzx';
const russianWords = 'Бэкенд-разработчик из Москвы, Java или Python, английский B2, не из Сбера, абвгд';

const starts = /\/api\/internal\/ai_search\/?$/;
const request = (page: Page) => page.locator('textarea').first();
const chip = (page: Page, label: string) => page.locator(`[data-chip="${label}"]`);
const until = (page: Page, state: string) => page.locator(`[data-state="${state}"]`).waitFor(patient);
const thumb = (page: Page, value: 'like' | 'dislike', at: number) => page.locator(`[data-thumb="${value}"]`).nth(at);
const firstNames = (page: Page) => page.locator('[data-profile] a').allTextContents();

async function searchFor(page: Page, text: string): Promise<void> {
  await request(page).fill(text);
  await page.locator('[data-chip]').first().waitFor(patient);
  await page.keyboard.press('Enter');
  await page.locator('[data-profile]').first().waitFor(patient);
  await until(page, 'found');
}

describe('AI search', () => {
  it('[SRCH-005] [AIS-001] [AIS-002] shows what a request means as chips, to be changed before and after the search', async () => {
    const page = await visits.open('/', { who: 'recruiter' });
    await page.getByText('AI', { exact: true }).click();
    await page.waitForURL(/\/ai-search/);
    await request(page).fill(words);
    for (const label of ['Backend developer', 'Java', 'Python', 'Docker', 'Zalando']) await chip(page, label).waitFor(patient);
    await page.getByText('Not understood: “zzyzx”').first().waitFor();
    await page.getByRole('button', { name: 'Remove Docker' }).click();
    await chip(page, 'Docker').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Find people' }).click();
    await until(page, 'found');
    expect(page.url()).toMatch(/\/ai-search\/?\?id=/);
    expect(await chip(page, 'Docker').count()).toBe(0);
    const before = Number(((await page.locator('[data-state=found]').textContent()) ?? '').replaceAll(/\D/g, ''));
    await page.getByRole('button', { name: /^Required: Python/ }).click();
    await page.locator('[data-chip="Python"][data-excluded]').waitFor(patient);
    await until(page, 'found');
    const after = Number(((await page.locator('[data-state=found]').textContent()) ?? '').replaceAll(/\D/g, ''));
    expect(after).toBeLessThan(before);
    await page.getByRole('button', { name: 'Open in search form' }).click();
    await page.waitForURL(/\/profiles\/?\?/);
    await page.locator('[data-profile]').first().waitFor(patient);
  });

  it('[AIS-003] [AIS-004] learns from thumbs, says what, and shows it in another window too; by keys alone', async () => {
    const page = await visits.open('/ai-search', { who: 'recruiter' });
    await request(page).focus();
    await page.keyboard.type('Backend developer', { delay: 5 });
    await chip(page, 'Backend developer').waitFor(patient);
    await page.keyboard.press('Enter');
    await page.locator('[data-profile]').first().waitFor(patient);
    const before = await firstNames(page);
    const other = await visits.open(new URL(page.url()).pathname + new URL(page.url()).search, { who: 'recruiter' });
    await other.locator('[data-profile]').first().waitFor(patient);
    const liked = before[4] ?? '';
    await page
      .getByRole('button', { name: `More like ${liked}` })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-learned]').waitFor(patient);
    // The liked person comes first now.
    await thumb(page, 'dislike', 1).focus();
    await page.keyboard.press('Space');
    await page.getByText('Learned from 1 liked and 1 disliked').first().waitFor(patient);
    await until(page, 'found');
    const after = await firstNames(page);
    expect(after).not.toEqual(before);
    expect(after.indexOf(liked)).toBeLessThan(before.indexOf(liked));
    await other.getByText('Learned from 1 liked and 1 disliked').first().waitFor(patient);
    await other
      .getByRole('button', { name: `${liked} liked. Press to undo` })
      .first()
      .waitFor(patient);
    await page.reload();
    await page.getByText('Learned from 1 liked and 1 disliked').first().waitFor(patient);
  });

  it("[AIS-005] says 'Cannot start AI search' where it could not start, and keeps the words", async () => {
    const page = await visits.open('/ai-search', { who: 'recruiter' });
    await page.route(starts, (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify({ detail: 'Search is starting' }) }),
    );
    await request(page).fill(words);
    await page.getByRole('button', { name: 'Find people' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Cannot start AI search' });
    await alert.waitFor(patient);
    expect(await request(page).inputValue()).toBe(words);
    await page.unroute(starts);
    await page.getByRole('button', { name: 'Find people' }).click();
    await until(page, 'found');
    expect(await alert.count()).toBe(0);
  });

  it('[AIS-007] is not there for a hiring manager', async () => {
    const page = await visits.open('/ai-search', { who: 'hm' });
    await page.waitForURL((url) => url.pathname.startsWith('/folders'), patient);
  });

  it('[AIS-008] [AIS-009] market insights are a tab of the search home', async () => {
    const page = await visits.open('/', { who: 'recruiter' });
    await page.getByRole('link', { name: 'Market insights' }).click();
    await page.waitForURL(/\/intelligence/);
    const skills = page.getByRole('region', { name: 'Main skills' });
    await skills.locator('li').first().waitFor(patient);
    expect(await skills.locator('li').count()).toBe(20);
    expect(await page.locator('section li').count()).toBeGreaterThan(60);
    await page.getByRole('button', { name: 'Show people' }).click();
    await page.waitForURL(/\/profiles/);
  });
});

describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
  it('[DEC-15] AI search and insights are readable, fit the window and are free of axe faults', async () => {
    const page = await visits.open('/ai-search', { ...look, who: 'recruiter' });
    const drawn = async (name: string) => {
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await picture(page, `${name}-${lookName(look)}`);
      expect.soft(await axeFaults(page), name).toEqual([]);
      expect.soft(await overflowOf(page), name).toBeLessThanOrEqual(0);
    };
    await request(page).waitFor();
    await drawn('ai-search-empty');
    await searchFor(page, look.language === 'ru' ? russianWords : words);
    await drawn('ai-search-found');
    await thumb(page, 'like', 1).click();
    await page.locator('[data-learned]').waitFor(patient);
    await until(page, 'found');
    await drawn('ai-search-learned');
    await page.goto(`${base}/intelligence`);
    await page.locator('section li').first().waitFor(patient);
    await drawn('market-insights');
  });
});
