import { sampleOf } from '@headwater/domain/testing/sample';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { address, open, patience, searchOf, settled, total } from './search-page.ts';
import { type Look, send } from './visit.ts';

/** Checks that each displayed number equals the result of clicking it. */

const python = address({ q: '["skill:Python"]' });

/** First number of a text: 1280 of '1,280 people'. */
const numberOf = (text: string | null) => Number((/\d[\d,]*/.exec(text ?? '')?.[0] ?? 'none').replaceAll(',', ''));
/** Waits for a number in an element. */
async function shownIn(place: Locator): Promise<number> {
  await expect.poll(async () => numberOf(await place.textContent()), patience).toBeGreaterThan(0);
  return numberOf(await place.textContent());
}
const called = <T>(page: Page, path: string, body?: object) => send(page, body ? { path, method: 'POST', body } : { path }) as Promise<T>;

interface Screen {
  name: string;
  path: string;
  look?: Look;
  before?: (page: Page) => Promise<unknown>;
  /** Elements with a number; a click on each opens as many people. */
  numbers: (page: Page) => Locator[];
}

const example = (page: Page, group: string, at: number) =>
  page.getByRole('region', { name: group, exact: true }).getByRole('listitem').nth(at).locator('[data-count]');
const value = (page: Page, facet: string, at: number) =>
  page
    .getByRole('group', { name: facet })
    .getByRole('button', { name: /^Include/ })
    .locator('[class*="_count_"]')
    .filter({ hasText: /\d/ })
    .nth(at);
const insight = (page: Page, card: string, at: number) =>
  page.getByRole('region', { name: card }).getByRole('listitem').nth(at).locator('[data-count]');

const unfold =
  (...facets: string[]) =>
  async (page: Page) => {
    for (const facet of facets) {
      await page.getByRole('button', { name: facet, exact: true }).click();
      await value(page, facet, 0).waitFor();
    }
  };

const screens: Screen[] = [
  {
    name: 'the home page',
    path: '/',
    numbers: (page) => [
      example(page, 'Skills', 2),
      example(page, 'Titles', 0),
      example(page, 'Places', 1),
      page.getByRole('button', { name: /^Show everyone/ }),
      page.getByRole('link', { name: /^Show [\d,]+ / }),
    ],
  },
  {
    name: 'suggestions',
    path: '/',
    before: (page) => page.locator('[data-search-field="skill"]').fill('jav'),
    numbers: (page) => [
      page
        .getByRole('option', { name: /^JavaScript/ })
        .locator('span')
        .last(),
    ],
  },
  {
    name: 'the facets that are open',
    path: python,
    numbers: (page) => [value(page, 'General', 1), value(page, 'Contacts', 2), value(page, 'Contacts', 4)],
  },
  {
    name: 'facets that are unfolded',
    path: python,
    before: unfold('Languages', 'Seniority', 'Company size', 'Current company', 'Location'),
    numbers: (page) => [
      value(page, 'Languages', 1),
      value(page, 'Seniority', 1),
      value(page, 'Company size', 3),
      value(page, 'Current company', 0),
      value(page, 'Location', 2),
    ],
  },
  {
    name: 'conditions that leave nobody',
    path: address({ q: '["skill:Python","text:nobodyhasthis"]', f: 'contacts:email' }),
    numbers: (page) => [
      page
        .locator('#results')
        .getByRole('button', { name: /nobodyhasthis/ })
        .getByText(/people$/),
    ],
  },
  {
    name: 'market insights',
    path: '/intelligence?q=["skill:Python"]',
    numbers: (page) => [
      insight(page, 'Places', 1),
      insight(page, 'Companies', 0),
      insight(page, 'Positions', 2),
      insight(page, 'Main skills', 3),
      insight(page, 'Seniority', 0),
      insight(page, 'Experience, years', 4),
    ],
  },
  {
    name: 'the button of the filters on a phone',
    path: python,
    look: { phone: true },
    before: async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('button', { name: 'Include Email' }).click();
      await expect.poll(() => searchOf(page).filters.length, patience).toBe(1);
      await page.locator('[aria-busy="false"]#results').waitFor({ state: 'attached' });
    },
    numbers: (page) => [page.getByRole('button', { name: /^Show .* people$/ })],
  },
];

/** Waits until a number stops changing. */
const settledIn = async (place: Locator): Promise<number> => {
  const before = await shownIn(place);
  await place.page().waitForTimeout(250);
  return (await shownIn(place)) === before ? before : settledIn(place);
};

const goTo = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);

async function compareInsights(page: Page): Promise<void> {
  await goTo(page, '/intelligence?q=["skill:Python"]');
  const said = await shownIn(page.locator('main p strong'));
  await page.getByRole('button', { name: 'Show people' }).click();
  await settled(page);
  expect(await total(page)).toBe(said);
}

async function compareAges(page: Page): Promise<void> {
  await goTo(page, address({ q: '["skill:Python"]', f: 'age:25-40' }));
  await settled(page);
  const within = await total(page);
  const missing = page.getByRole('checkbox', { name: /^Age not specified/ });
  const said = await settledIn(page.locator('label', { hasText: 'Age not specified' }));
  await missing.click();
  await expect.poll(() => total(page), patience).toBe(within + said);
}

async function compareAiSearch(page: Page): Promise<void> {
  await goTo(page, '/ai-search');
  await page.getByRole('textbox').first().fill('Senior Python developer, Django');
  await page.getByRole('button', { name: 'Find people' }).click();
  const state = page.locator('[data-state="found"]');
  const said = Number(await state.getAttribute('data-total'));
  expect(said).toBeGreaterThan(0);
  expect(await shownIn(state.locator('strong'))).toBe(said);
  await page.getByRole('button', { name: 'Open in search form' }).click();
  await page.waitForURL(/\/profiles\/\?/);
  await settled(page);
  expect(await total(page)).toBe(said);
}

async function addSelection(page: Page): Promise<void> {
  await goTo(page, address({ q: '["skill:Python","skillAll:Kubernetes"]' }));
  await settled(page);
  const said = await total(page);
  await page.getByRole('checkbox', { name: 'Select everyone on this page' }).click();
  const all = page.getByRole('button', { name: /^Select all/ });
  expect(await shownIn(all)).toBe(said);
  await all.click();
  await page
    .getByRole('toolbar', { name: `${said} selected` })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Add to vacancy' }).click();
  const dialog = page.getByRole('dialog', { name: `Add all ${said} people to a vacancy` });
  const name = `Numbers ${Date.now()}`;
  await dialog.getByLabel('Vacancy').fill(name);
  await dialog.getByRole('option', { name: `Create “${name}”` }).click();
  await page.getByText(`${said} people added to ${name}`).first().waitFor();
  await page.goto(new URL(`/folders/?query=${encodeURIComponent(name)}`, page.url()).href);
  await page
    .getByRole('button', { name: `${name}: ${said} candidates. Show statuses` })
    .first()
    .waitFor();
}

async function compareSavedSearches(page: Page): Promise<void> {
  await goTo(page, address({ q: '["skill:Scala"]' }));
  await settled(page);
  const said = await total(page);
  const { query_id: id } = await called<{ query_id: number }>(page, `/api/v6/profiles/?q=${encodeURIComponent('["skill:Scala"]')}`);
  await called(page, '/api/internal/search_queries/', { query_id: id });
  await called(page, '/api/savedqueries/', { name: 'Numbers', query: '["skill:Scala"]' });
  for (const [list, entry] of [
    ['saved-queries', '[data-saved]'],
    ['history', '[data-entry]'],
  ] as const) {
    await page.goto(new URL('/icon.svg', page.url()).href);
    await page.goto(new URL(`/#${list}`, page.url()).href);
    const row = page.locator(entry, { hasText: 'Scala' }).first();
    await row
      .getByText(new RegExp(`^${said} people`))
      .first()
      .waitFor();
    await row.getByRole('link').first().click();
    await settled(page);
    await expect.poll(() => total(page), patience).toBe(said);
  }
}

describe('numbers of people', () => {
  it('[AIS-003] [AIS-008] [CAND-033] [FLT-050] [RSLT-009] [SAVQ-003] [SAVQ-009] equal the people opened, found and added', async () => {
    const page = await open('/icon.svg');
    await compareInsights(page);
    await compareAges(page);
    await compareAiSearch(page);
    await addSelection(page);
    await compareSavedSearches(page);
  });

  it.each(sampleOf(screens, 3, 'numbers of people'))(
    '[SUGG-004] [FLT-050] [FLT-056] [AIS-012] of $name equal the people found',
    async ({ name, path, look, before, numbers }) => {
      const page = await open(path, look);
      await before?.(page);
      for (const place of sampleOf(numbers(page), 2, `numbers of ${name}`)) {
        const said = await settledIn(place);
        await place.click();
        await settled(page);
        await expect.poll(() => total(page), { ...patience, message: `${said} were said` }).toBe(said);
        await page.goBack();
      }
    },
  );
});

interface Vacancy {
  id: number;
  name: string;
  candidates_count: number;
  statuses: { id: number; name: string; candidates_count: number }[];
}

/** Demo vacancy with people in most statuses. */
async function demoVacancy(page: Page): Promise<Vacancy> {
  const { folders } = await called<{ folders: Vacancy[] }>(page, '/api/v6/folders/?query=Backend');
  const first = folders.find(({ name }) => name.startsWith('Platform team'));
  if (!first) throw new Error('the demo has no vacancy');
  return first;
}

const rows = (page: Page) => page.locator('tbody tr[data-index]');

async function compareList(page: Page): Promise<void> {
  await goTo(page, '/folders/?query=Backend');
  await rows(page).first().waitFor();
  const { name } = await demoVacancy(page);
  const heading = page
    .locator('header, div')
    .filter({ has: page.getByRole('heading', { name: 'Vacancies' }) })
    .last();
  expect(await shownIn(heading)).toBe(await rows(page).count());
  const counts = page.getByRole('button', { name: new RegExp(`^${name.replaceAll(/[()]/g, '.')}`) }).first();
  const sum = numberOf(((await counts.getAttribute('aria-label')) ?? '').replace(name, ''));
  await counts.click();
  const items = page.getByRole('menu').getByRole('menuitem');
  await items.first().waitFor();
  const said = (await items.allTextContents()).map(numberOf);
  expect(said.reduce((one, other) => one + other, 0)).toBe(sum);
  await items.nth(1).click();
  await expect.poll(() => rows(page).count(), patience).toBe(said[1]);
}

async function compareTabs(page: Page): Promise<void> {
  await goTo(page, '/folders/');
  const { id, statuses, candidates_count: all } = await demoVacancy(page);
  await page.goto(new URL(`/folders/${id}/`, page.url()).href);
  const tabs = page.getByRole('region', { name: 'Candidates by status' }).getByRole('button');
  await rows(page).first().waitFor();
  const said = (await tabs.allTextContents()).map(numberOf);
  expect(said).toEqual([all, ...statuses.map(({ candidates_count: count }) => count)]);
  for (const at of [1, 3, 0]) {
    await tabs.nth(at).click();
    await expect.poll(() => rows(page).count(), patience).toBe(said[at]);
  }
  await page.goto(new URL(`/folders/${id}/?view=board`, page.url()).href);
  for (const [at, { name }] of statuses.entries()) {
    const column = page.getByRole('region', { name, exact: true });
    await expect.poll(() => column.getByRole('listitem').count(), patience).toBe(said[at + 1]);
    expect(numberOf(await column.getByRole('heading').textContent())).toBe(said[at + 1]);
  }
}

async function compareSmartVacancy(page: Page): Promise<void> {
  await goTo(page, '/folders/');
  const { id, name, candidates_count: all } = await demoVacancy(page);
  await send(page, { path: `/api/v6/folders/${id}/search_query/`, method: 'PUT', body: { query: '["skill:Go"]' } });
  await page.goto(new URL('/smart-folders/', page.url()).href);
  const row = rows(page).filter({ hasText: name });
  expect(numberOf(await row.locator('td[data-align="right"]').textContent())).toBe(all);
  await row.getByRole('link').click();
  await settled(page);
  const everyone = await total(page);
  const parts: number[] = [];
  for (const choice of ['Already shown', 'Not shown yet']) {
    await page.getByText(choice, { exact: true }).click();
    await page.locator('#results[aria-busy="false"]').waitFor();
    parts.push(await total(page));
  }
  expect(parts.reduce((one, other) => one + other, 0)).toBe(everyone);
  await send(page, { path: `/api/v6/folders/${id}/search_query/`, method: 'DELETE' });
}

async function compareSequence(page: Page): Promise<void> {
  await goTo(page, '/messaging/sequences');
  const { profiles } = await called<{ profiles: { id: number }[] }>(page, '/api/v6/profiles/?f=contacts:email&per_page=7');
  const { id } = await called<{ id: number }>(page, '/api/v6/sequences/', { name: 'Seven people' });
  await called(page, `/api/v6/sequences/${id}/add_profile/`, { profile_ids: profiles.map((profile) => profile.id), source: 'search' });
  await page.reload();
  const row = rows(page).filter({ hasText: 'Seven people' });
  await row.getByText('7', { exact: true }).first().waitFor();
  await row.click();
  const all = page.getByRole('list', { name: 'Progress of the mailing' }).getByRole('button').first();
  expect(await shownIn(all)).toBe(7);
  await expect.poll(() => rows(page).count(), patience).toBe(7);
  await send(page, { path: `/api/v6/sequences/${id}/`, method: 'DELETE' });
}

async function compareProfile(page: Page): Promise<void> {
  await goTo(page, python);
  await settled(page);
  const first = page.locator('[data-profile]').first();
  const skills = first.locator('ul').first().getByRole('listitem');
  const shown = await skills.count();
  const more = numberOf(await skills.last().textContent());
  await first.getByRole('link').first().press('Enter');
  await page.waitForURL(/\/profiles\/\d+/);
  const sections = page.locator('article section').filter({ has: page.locator('h3 span') });
  await sections.first().waitFor();
  const counted = await sections.evaluateAll((all) =>
    all.map((one) => {
      const title = one.querySelector('h3');
      return [title?.firstChild?.textContent, Number(title?.querySelector('span')?.textContent), one.querySelectorAll('li').length];
    }),
  );
  expect(counted.length).toBeGreaterThan(2);
  expect(counted.map(([title, , entries]) => [title, entries])).toEqual(counted.map(([title, said]) => [title, said]));
  expect(counted.find(([title]) => title === 'Skills')?.[1]).toBe(shown - 1 + more);
}

describe('numbers of vacancies and of a profile', () => {
  it('[VAC-001] [VAC-003] [VAC-016] [CAND-015] [SEQ-004] [SEND-006] [SMF-002] [SMF-003] equal the rows of each list', async () => {
    const page = await open('/icon.svg');
    await compareList(page);
    await compareTabs(page);
    await compareSmartVacancy(page);
    await compareSequence(page);
  });

  it('[PROF-001] [RSLT-010] equal the entries below, and the visible and hidden skills of a row are complete', async () => {
    await compareProfile(await open('/icon.svg'));
  });
});
