import { decodeSearch } from '@headwater/domain/query/address';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { address as base } from './product-url.ts';
import { axeFaults } from './axe.ts';
import { type Look, lookName, looks, picture, visits } from './visit.ts';

const python = '/profiles/?q=["skill:Python"]';
/** Timeout for a busy machine. */
const patience = { timeout: 45_000 };

let counter = 0;

/** Calls the API from a page, as the app does. */
async function send<T = { id: number }>(page: Page, address: `${'GET' | 'POST' | 'PUT' | 'PATCH'} ${string}`, body?: object): Promise<T> {
  const [method = '', path = ''] = address.split(' ', 2);
  const sent = await page.evaluate(
    async (call) => {
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-csrftoken': token };
      const answer = await fetch(call.path, { method: call.method, headers, ...(call.body ? { body: JSON.stringify(call.body) } : {}) });
      return { status: answer.status, body: (await answer.json()) as unknown };
    },
    { method, path, body },
  );
  if (sent.status !== 200) throw new Error(`${method} ${path}: ${sent.status} ${JSON.stringify(sent.body)}`);
  return sent.body as T;
}

const open = (path: string, look: Look = {}) => visits.open(path, { who: 'recruiter', ...look });

const searchOf = (page: Page) => decodeSearch(new URL(page.url()).search.slice(1)).search;
const termsOf = (page: Page) => searchOf(page).query.map((entity) => (entity.type === 'APPLIED_TERM' ? entity.data.text : entity.type));
const settled = (page: Page) => page.locator('[aria-busy="false"] [data-profile]').first().waitFor();
const newName = (word: string) => `${word} ${(counter += 1)}`;

const expectNoAxeFaults = async (page: Page) => expect(await axeFaults(page)).toEqual([]);

/** Selects an entry of the menu next to the form. */
async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Vacancy of the recruiter with a search for Python. */
async function smartVacancy(page: Page, search: object = { query: '["skill:Python"]' }) {
  const name = newName('Smart team');
  const { id } = await send(page, 'POST /api/v6/folders/', { name });
  await send(page, `PUT /api/v6/folders/${id}/search_query/`, search);
  return { id, name };
}

describe('saved searches', () => {
  it('[SHELL-037] leave the results visible if their code fails, and load on a later attempt', async () => {
    const page = await open(python);
    await page.route('**/assets/SavedSide-*', (route) => route.abort());
    // The page may have loaded the code already.
    await page.reload();
    await settled(page);
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/SavedSide-')),
      page.keyboard.press('Shift'),
    ]);
    await page.keyboard.press('s');
    await page.getByRole('alert').first().waitFor();
    await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
    expect(await page.locator('li[data-profile]').count()).toBeGreaterThan(0);
    await page.unroute('**/assets/SavedSide-*');
    await page.keyboard.press('s');
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
  });

  it('[SHELL-037] report in their menu that they failed, leave the results visible, and load on a retry', async () => {
    const page = await open(python);
    await settled(page);
    await page.route('**/assets/SavedItems-*', (route) => route.abort());
    const menu = page.getByRole('button', { name: 'Saved', exact: true });
    await menu.click();
    await page.getByRole('alert').filter({ hasText: 'The data could not be displayed' }).waitFor();
    expect(await page.locator('li[data-profile]').count()).toBeGreaterThan(0);
    await picture(page, 'saved-menu-failed');
    await page.unroute('**/assets/SavedItems-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    const item = page.getByRole('menuitem', { name: 'Saved searches' });
    await item.waitFor();
    // The loaded code stays available.
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'detached' });
    await menu.click();
    await item.waitFor();
  });

  it('[SHELL-022] do not open on another screen when their code loads late', async () => {
    const page = await open(python);
    await settled(page);
    await page.route('**/assets/SavedSide-*', () => {});
    await page.keyboard.press('s');
    await page.getByRole('dialog').waitFor();
    const menu = page.getByRole('navigation', { name: 'Menu', exact: true });
    await menu.getByRole('link', { name: 'Vacancies', exact: true }).evaluate((node: HTMLElement) => node.click());
    await page.getByRole('heading', { name: 'Vacancies' }).first().waitFor();
    await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
  });

  it('[SAVQ-001] [SAVQ-002] [SAVQ-004] are saved from the results by keyboard, refused under a duplicate name, opened, and deleted with undo', async () => {
    const page = await open(`${python}&f=contacts:email&s=updated`);
    await settled(page);
    const name = newName('Python people');
    await page.keyboard.press('Tab');
    // The first input event loads the shortcuts.
    const dialogs = async () => {
      if ((await page.getByRole('dialog').count()) === 0) await page.keyboard.press('s');
      return page.getByRole('dialog').count();
    };
    await expect.poll(dialogs, { ...patience, interval: 1000 }).toBe(1);
    const field = page.getByRole('textbox', { name: 'Name' });
    expect(await field.inputValue()).toBe('Python');
    await field.fill(name);
    await page.getByRole('textbox', { name: 'Description' }).fill('For the platform team');
    await expectNoAxeFaults(page);
    await picture(page, 'saved-save');
    await page.keyboard.press('Tab');
    await field.press('Enter');
    await page.getByText(`Search “${name}” saved`).first().waitFor();
    await page.getByRole('button', { name: 'Save search', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name.toUpperCase());
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('You already have a saved search with this name').first().waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${base}/`);
    await choose(page, 'Saved searches');
    await expect.poll(() => new URL(page.url()).hash).toBe('#saved-queries');
    const row = page.locator('[data-saved]', { hasText: name });
    await row.getByText('For the platform team').first().waitFor();
    await row.getByText('Contacts').first().waitFor();
    await page.getByRole('textbox', { name: /^Search by name/ }).fill('no such name at all');
    await page.getByText('No saved searches match').first().waitFor();
    await page.getByRole('textbox', { name: /^Search by name/ }).fill(name);
    await row.getByRole('link', { name: `Open ${name}` }).click();
    await settled(page);
    expect({ terms: termsOf(page), f: new URL(page.url()).searchParams.get('f'), ranking: searchOf(page).ranking }).toEqual({
      terms: ['Python'],
      f: 'contacts:email',
      ranking: 'updated',
    });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await choose(page, 'Saved searches');
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(() => row.count(), patience).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
  });

  it('[SAVQ-003] show new people, and unreadable conditions when opened', async () => {
    const page = await open('/');
    const name = newName('Everybody');
    const saved = await send(page, 'POST /api/savedqueries/', { name, query: '["skill:Python"]' });
    expect(saved.id).toBeGreaterThan(0);
    await page.goto(`${base}/profiles/?q=["nofield:x"]#saved-queries`);
    const row = page.locator('[data-saved]', { hasText: name });
    await row
      .getByText(/people · opened/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alert').getByText('There is no search field "nofield"').first().waitFor();
  });

  it.each(looks)(
    '[SAVQ-001] [SAVQ-009] [SMF-002] are readable, and so are the history and smart vacancies: $language, $scheme, phone $phone',
    async (look) => {
      const name = lookName(look);
      const page = await open('/login', look);
      const title = newName('Senior people');
      const query = '["skill:Python","-skill:PHP",{"locationRange":"Berlin","id":"2950159","km":40},"companySearch:Google"]';
      await send(page, 'POST /api/savedqueries/', {
        name: title,
        description: 'Who wrote services',
        query,
        filters: 'language:en;experience:5-*',
      });
      const { id } = await smartVacancy(page);
      const { query_id } = await send<{ query_id: number }>(page, `GET /api/v6/profiles/?q=${encodeURIComponent(query)}&folderId=${id}`);
      await send(page, 'POST /api/internal/search_queries/', { query_id });
      await page.goto(`${base}${python}#saved-queries`);
      await page.locator('[data-saved]').first().waitFor();
      await expectNoAxeFaults(page);
      await picture(page, `saved-list-${name}`);
      await page.goto(`${base}/icon.svg`);
      await page.goto(`${base}${python}#history`);
      await page.locator('[data-entry]').first().waitFor();
      await expectNoAxeFaults(page);
      await picture(page, `saved-history-${name}`);
      await page.goto(`${base}/smart-folders/`);
      await page
        .getByRole('link', { name: /Smart team/ })
        .first()
        .waitFor();
      await expectNoAxeFaults(page);
      await picture(page, `smart-list-${name}`);
      await page.goto(`${base}/smart-folders/${id}/`);
      await settled(page);
      await expectNoAxeFaults(page);
      await picture(page, `smart-folder-${name}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    },
  );
});

describe('the search history', () => {
  it('[SAVQ-009] [SAVQ-011] [SAVQ-012] [SRCH-040] records searches, saves and hides an entry, and opens it again', async () => {
    // No other test searches as this user; the random skill separates attempts.
    const skill = ['Scala', 'Kotlin', 'Swift', 'Ruby', 'Perl', 'Rust'][Math.floor(Math.random() * 6)] ?? '';
    const page = await open(`/profiles/?q=["skill:${skill}","location:Germany"]&f=contacts:any`, { who: 'other' });
    await page.locator('[data-total]').waitFor();
    await page.locator('body').press('Shift');
    const entries = async () =>
      (await send<{ search_queries: { query: string }[] }>(page, 'GET /api/internal/search_queries/')).search_queries.map(
        ({ query }) => query,
      );
    await expect.poll(entries, patience).toContain(`["skill:${skill}","location:Germany"]`);
    // A refinement within seconds replaces the entry.
    await page.getByRole('button', { name: 'Remove Germany' }).click();
    await expect.poll(entries, patience).toContain(`["skill:${skill}"]`);
    expect(await entries()).not.toContain(`["skill:${skill}","location:Germany"]`);
    await page.goto(`${base}/#history`);
    const row = page.locator('[data-entry]', { hasText: skill });
    await row.getByRole('button', { name: new RegExp(`^Save ${skill}`) }).click();
    const name = newName('From the history');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`Search “${name}” saved`).first().waitFor();
    await row.getByRole('button', { name: new RegExp(`^Hide ${skill}`) }).click();
    await expect.poll(() => row.count(), patience).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('link', { name: new RegExp(`^Search again: ${skill}`) }).click();
    await expect.poll(() => termsOf(page), patience).toEqual([skill]);
    expect(new URL(page.url()).searchParams.get('f')).toBe('contacts:any');
  });

  it('[SAVQ-014] explains how to fill an empty history', async () => {
    const page = await open('/login');
    const { search_queries: all } = await send<{ search_queries: { id: number }[] }>(
      page,
      'GET /api/internal/search_queries/?per_page=100',
    );
    for (const { id } of all) await send(page, `POST /api/internal/search_queries/${id}/hide/`);
    await page.goto(`${base}/#history`);
    await page.getByText('Search history is empty. Look for someone to fill it out.').first().waitFor();
    await expectNoAxeFaults(page);
    await picture(page, 'saved-history-empty');
  });
});

describe('a smart vacancy', () => {
  it('[SMF-001] [SMF-012] is created from a search, and found by it', async () => {
    const page = await open('/profiles/?q=["skill:Python","skill:Django"]');
    await settled(page);
    await choose(page, 'Create vacancy from search');
    const field = page.getByRole('textbox', { name: 'Name' });
    expect(await field.inputValue()).toBe('Python, Django');
    const name = newName('Django team');
    await field.fill(name);
    await expectNoAxeFaults(page);
    await page.getByRole('button', { name: 'Create vacancy' }).click();
    await page.waitForURL(/\/smart-folders\/\d+\//, patience);
    await settled(page);
    await page.getByRole('heading', { name }).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`${base}/profiles/?q=["skill:Python","skill:Django"]`);
    await settled(page);
    await choose(page, 'Create vacancy from search');
    await page.getByRole('dialog').getByRole('link', { name }).click();
    await page.waitForURL(/\/smart-folders\/\d+\//, patience);
  });

  it('[SMF-003] [SMF-005] [SMF-006] [SMF-007] [SMF-010] [SRCH-041] shows 50 per page, refines, stores, separates seen from new people, has its own history', async () => {
    const page = await open('/login');
    const { id, name } = await smartVacancy(page);
    await page.goto(`${base}/folders/${id}/`);
    await page.getByRole('link', { name: 'Smart search' }).click();
    await settled(page);
    expect(await page.locator('[data-profile]').count()).toBe(50);
    const total = async () => Number(await page.locator('[data-total]').getAttribute('data-total'));
    const all = await total();
    await page.getByText('Not shown yet').click();
    await expect.poll(total, patience).toBe(all - 50);
    await page.getByText('Already shown', { exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('f'), patience).toBe('general:viewsTransformer=shown@folder');
    await page.getByText('Everyone', { exact: true }).click();
    await expect.poll(() => new URL(page.url()).search, patience).toBe('');
    const skills = page.getByRole('textbox', { name: 'Skills' }).or(page.getByRole('combobox', { name: 'Skills' }));
    await skills.fill('-Django');
    await skills.press(',');
    await page.getByRole('button', { name: 'Save as vacancy search' }).click();
    await page.getByText(`Search of “${name}” updated`).first().waitFor();
    await expect.poll(() => new URL(page.url()).search, patience).toBe('');
    await page.getByRole('button', { name: 'Exclude Python' }).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Include Django' }).count(), patience).toBe(1);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await page.locator('[data-entry]').first().waitFor();
    await picture(page, 'smart-folder-history');
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select everyone on this page' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Add to vacancy' }).click();
    await page.getByText(`50 people added to ${name}`).waitFor(patience);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('No search for this vacancy yet').waitFor(patience);
    await expectNoAxeFaults(page);
    await picture(page, 'smart-folder-none');
    await page.getByRole('link', { name: 'Search for this vacancy' }).click();
    await page.waitForURL(new RegExp(`folderId=${id}`), patience);
  });
});
