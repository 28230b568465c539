import { describe, expect, it } from 'vitest';
import { expectNoAxeFaults } from './axe.ts';
import { address, open, patience, searchOf, settled, termsOf, total } from './search-page.ts';
import { drawn, lookName, looks, picture, shiftsOf } from './visit.ts';

describe('the search form', () => {
  it('[SRCH-009] [SRCH-042] [SRCH-043] [SRCH-054] [SUGG-004] makes chips of what is typed on the home page', async () => {
    const page = await open('/');
    const skills = page.getByRole('textbox', { name: 'Skills' }).or(page.getByRole('combobox', { name: 'Skills' }));
    await skills.fill('pyth');
    await page
      .getByRole('option', { name: /^Python/ })
      .first()
      .waitFor();
    await picture(page, 'search-suggestions');
    // Enter takes the best suggestion.
    await skills.press('Enter');
    await page.waitForURL(/\/profiles\/\?/);
    expect(termsOf(page)).toEqual(['Python']);
    await skills.fill('-Perl');
    await skills.press(',');
    await expect.poll(() => termsOf(page), patience).toEqual(['Python', '-Perl']);
    await settled(page);
    await page.getByRole('button', { name: 'Include Perl' }).click();
    await expect.poll(() => termsOf(page), patience).toEqual(['Python', 'Perl']);
    await page.getByRole('button', { name: 'Remove Perl' }).click();
    await expect.poll(() => termsOf(page), patience).toEqual(['Python']);
  });

  it('[SRCH-046] [SRCH-047] [SRCH-052] [SRCH-053] splits a pasted list, and marks a bare operator at its field', async () => {
    const page = await open('/profiles/');
    const titles = page.getByLabel('Position', { exact: true });
    await titles.focus();
    await titles.evaluate((node) => {
      const data = new DataTransfer();
      data.setData('text', 'Data engineer; "QA \'lead\'"\nOR\tAnalyst');
      node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => termsOf(page), patience).toEqual(['Data engineer', "QA 'lead'", 'Analyst']);
    await page.getByRole('alert').getByText('AND and OR cannot be a term').first().waitFor();
    expect(await titles.inputValue()).toBe('OR');
    expect(await titles.getAttribute('aria-invalid')).toBe('true');
  });

  it('[SRCH-044] [SRCH-045] switches a synonym off, and any key closes the popover', async () => {
    const page = await open(address({ q: '["skill:Python"]' }));
    await settled(page);
    const all = await total(page);
    const options = page.getByRole('button', { name: 'Options for Python' });
    await options.click();
    await page.getByRole('checkbox', { name: 'Python 2' }).click();
    await expect.poll(() => searchOf(page).query.length, patience).toBeGreaterThan(1);
    expect(termsOf(page)).not.toContain('Python 2');
    expect(searchOf(page).query.every((entity) => entity.type === 'APPLIED_TERM' && entity.data.whithSynonym === false)).toBe(true);
    expect(await page.getByRole('button', { name: /^Options for/ }).count()).toBe(1);
    await page.keyboard.press('a');
    await page.getByRole('checkbox', { name: 'Python 3' }).waitFor({ state: 'hidden' });
    await options.click();
    await page.getByRole('checkbox', { name: 'All' }).click();
    await expect.poll(() => termsOf(page), patience).toEqual(['Python']);
    await settled(page);
    expect(await total(page)).toBe(all);
  });

  it('[SRCH-061] [SRCH-062] narrows to a main skill with its years', async () => {
    const page = await open(address({ q: '["skill:Python"]' }));
    await settled(page);
    const before = await total(page);
    await page.getByRole('button', { name: 'Options for Python' }).click();
    await page.getByRole('switch', { name: 'Main skill only' }).click();
    await page.getByRole('radio', { name: 'From 3 years old' }).click();
    await expect.poll(() => searchOf(page).query[0], patience).toMatchObject({ data: { is_main_skill: true, skill_range: 3 } });
    await expect.poll(() => total(page), patience).toBeLessThan(before);
  });

  it('[SRCH-055] [SRCH-056] [SRCH-059] [SRCH-060] gives one city a radius, a country none, and two places none', async () => {
    const page = await open('/profiles/');
    const place = page.getByLabel('Location', { exact: true });
    await place.fill('Berlin');
    await page
      .getByRole('option', { name: /^Berlin\b/ })
      .first()
      .waitFor();
    await place.press('Enter');
    const radius = page.getByRole('button', { name: 'Distance from the city' });
    await radius.click();
    await page.getByRole('menuitemradio', { name: 'within 40 km' }).click();
    await expect.poll(() => searchOf(page).query[0], patience).toMatchObject({ data: { location_range: 40 } });
    await place.fill('Germany');
    await page
      .getByRole('option', { name: /^Germany\b/ })
      .first()
      .waitFor();
    await place.press('Enter');
    await expect.poll(() => termsOf(page), patience).toEqual(['Berlin', 'Germany']);
    expect(page.url()).not.toContain('km');
    await page.getByRole('button', { name: 'Remove Berlin' }).click();
    await radius.click();
    await page.getByText('Location range is only available for cities or towns').first().waitFor();
  });

  it('[SRCH-048] [SRCH-049] adds three more skill conditions and one more title condition at most', async () => {
    const page = await open(address({ q: '["skill:Python","position:Developer"]' }));
    await settled(page);
    for (const [index, skill] of ['SQL', 'Git', 'Docker'].entries()) {
      await page.getByRole('button', { name: 'Add skill condition' }).click();
      const editor = page.getByLabel(`Skills, condition ${index + 2}`, { exact: true });
      await editor.fill(skill);
      await editor.press('Enter');
      await page
        .getByRole('button', { name: `Remove ${skill}` })
        .first()
        .waitFor();
    }
    expect(await page.getByRole('button', { name: 'Add skill condition' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add title condition' }).click();
    expect(await page.getByRole('button', { name: 'Add title condition' }).count()).toBe(0);
  });

  it('[SRCH-008] [DEC-16] [SUGG-007] shows the query as boolean text and back without a loss, and marks an error at its character', async () => {
    const page = await open(address({ q: '["skill:Python","-location:Moscow",{"skill":"Go","main":1,"years":3}]' }));
    await settled(page);
    const before = termsOf(page);
    await page.getByText('PRO', { exact: true }).click();
    await page.getByLabel('Any words', { exact: true }).first().waitFor();
    await page.getByRole('switch', { name: 'Boolean' }).click();
    const area = page.getByLabel('Boolean query', { exact: true });
    expect(await area.inputValue()).toBe('skill:Python -location:Moscow skill:Go[main, 3+]');
    await area.fill('skill:Python AND (skill:Go OR ');
    await page.getByText('character').first().waitFor();
    await picture(page, 'search-boolean-error');
    await expectNoAxeFaults(page);
    await area.fill('');
    await area.pressSequentially('skill:Python AND (skill:kuberne');
    await page
      .getByRole('option', { name: /^Kubernetes/ })
      .first()
      .waitFor();
    await picture(page, 'search-boolean-suggestions');
    await area.press('ArrowDown');
    await area.press('Enter');
    expect(await area.inputValue()).toBe('skill:Python AND (skill:Kubernetes ');
    await area.fill('(skill:Python AND skill:Go) OR skill:Rust');
    await area.press('Enter');
    await page.getByText('This query can only be shown in boolean mode').first().waitFor();
    await page.goBack();
    await expect.poll(() => termsOf(page), patience).toEqual(before);
    await page.getByRole('switch', { name: 'Boolean' }).click();
    await page.getByRole('button', { name: 'Remove Go' }).first().waitFor();
  });
});

describe('the address', () => {
  it('[DEC-16] shows in place what is wrong in a hand-written one', async () => {
    const page = await open(address({ q: '["skill:Go","wrong:x"]', f: 'age:old' }));
    await page.getByRole('alert').getByText('There is no search field "wrong"').first().waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('"old" is not a range');
    await picture(page, 'search-broken-address');
    await expectNoAxeFaults(page);
    await page.getByRole('button', { name: 'Search without both' }).click();
    await settled(page);
  });

  it('[SRCH-018] [FLT-038] [FLT-039] drops the page when a filter changes, and Back brings everything again', async () => {
    const page = await open(address({ q: '["skill:Python"]', page: '2' }));
    await settled(page);
    await page.getByRole('button', { name: 'Include Email' }).click();
    await expect.poll(() => new URL(page.url()).search, patience).toContain('f=contacts:email');
    expect(searchOf(page).page).toBe(1);
    await page.getByRole('button', { name: 'Include Phone' }).click({ modifiers: ['Alt'] });
    await expect.poll(() => new URL(page.url()).search, patience).toContain('f=contacts:email,-phone');
    await page.goBack();
    await page.goBack();
    await settled(page);
    expect(searchOf(page)).toMatchObject({ page: 2, filters: [] });
  });
});

describe('the filters', () => {
  it('[FLT-010] [FLT-045] [FLT-051] [FLT-054] count what is open, and nothing more', async () => {
    const page = await open(address({ q: '["skill:Python"]' }));
    const asked: string[][] = [];
    page.on('request', (request) => {
      if (request.url().includes('/profiles/count')) asked.push((request.postDataJSON() as { facets: string[] }).facets);
    });
    await page.reload();
    await expect.poll(() => asked.length, patience).toBe(1);
    expect(asked[0]).toEqual(['general', 'age', 'experience', 'onLastPosition', 'graduation', 'contacts']);
    await page.getByRole('button', { name: 'Languages', exact: true }).click();
    await expect.poll(() => asked.at(-1), patience).toEqual(['language']);
    const age = page.getByRole('slider', { name: 'Age, from' });
    await age.press('ArrowRight');
    await age.press('ArrowRight');
    await expect.poll(() => new URL(page.url()).search, patience).toContain('f=age:20-*');
    await page.getByRole('switch', { name: 'Selected only' }).click();
    await page.locator('[data-facet="contacts"]').waitFor({ state: 'hidden' });
    expect(await page.locator('[data-facet]').count()).toBe(1);
  });
});

describe('keys alone', () => {
  it('[FLT-038] [DEC-15] take one Tab for the values of a facet, and a link at the top leads to the first person', async () => {
    const page = await open(address({ q: '["skill:Python"]' }));
    await settled(page);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
    const contacts = page.locator('[data-facet="contacts"]');
    await contacts.getByRole('button', { name: 'Include Email' }).first().waitFor();
    // One stop in each facet, a mouse or not.
    expect(await contacts.getByRole('group', { name: 'Contacts' }).locator('button:not([tabindex="-1"])').count()).toBe(1);
    await contacts.getByRole('button', { name: 'Contacts', exact: true }).focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Include Any');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Exclude Any');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    const second = await focused();
    expect(second).toMatch(/^Include (?!Any)/);
    await page.keyboard.press('-');
    await expect.poll(() => searchOf(page).filters, patience).toMatchObject([{ facet: 'contacts', values: [{ is_excluded: true }] }]);
    expect(await focused()).toBe(`${second}, excluded`);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press(' ');
    await expect.poll(() => searchOf(page).filters[0]?.values.length, patience).toBe(2);
    await page.keyboard.press('Tab');
    expect(await contacts.evaluate((facet) => facet.contains(document.activeElement))).toBe(false);
    await page.goto(address({ q: '["skill:Python"]' }));
    await settled(page);
    const skip = page.getByRole('link', { name: 'Skip to results' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await skip.evaluate((node) => node === document.activeElement)).toBe(true);
    await picture(page, 'search-skip-link');
    await page.keyboard.press('Enter');
    expect(
      await page
        .locator('[data-profile] a')
        .first()
        .evaluate((node) => node === document.activeElement),
    ).toBe(true);
    expect(new URL(page.url()).hash).toBe('');
  });
});

describe('the results', () => {
  it('[RSLT-013] [RSLT-014] [RSLT-010] are walked by keys, open beside the list, and keep their place', async () => {
    const page = await open(address({ q: '["skill:Python"]' }));
    await settled(page);
    const names = await page.locator('[data-profile] a').allTextContents();
    // Further down than the list shows at first.
    for (let step = 0; step < 13; step += 1) await page.keyboard.press('j');
    await page.keyboard.press('k');
    const twelfth = page.locator('[data-profile]').nth(11);
    expect(await twelfth.locator('a').evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: '1 selected' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'hidden' });
    await twelfth.locator('a').click();
    await page
      .getByRole('region', { name: `Profile of ${names[11]}` })
      .getByText(names[11] ?? '')
      .first()
      .waitFor();
    await picture(page, 'search-pane');
    await page.keyboard.press(']');
    await page
      .getByRole('region', { name: `Profile of ${names[12]}` })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: `Profile of ${names[12]}` }).waitFor({ state: 'hidden' });
    const scrolled = () => page.locator('[aria-busy]:has(> ul)').evaluate((node) => node.scrollTop);
    const place = await scrolled();
    expect(place).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/profiles\/\d+/);
    // The list stays until the profile is loaded; wait until it is removed.
    await page.locator('#results').waitFor({ state: 'detached' });
    await page.goBack();
    await settled(page);
    expect(Math.abs((await scrolled()) - place)).toBeLessThan(2);
  });

  it('[RSLT-009] choose a range, a page and everybody', async () => {
    const page = await open(address({ q: '["skill:Python"]' }));
    await settled(page);
    const boxes = page.locator('[data-profile] input[type=checkbox]');
    await boxes.nth(1).click();
    await boxes.nth(4).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: '4 selected' });
    await bar.waitFor();
    // In sight, however long the list.
    const [place, list] = [await bar.boundingBox(), await page.locator('#results').boundingBox()];
    expect((place?.y ?? Infinity) + (place?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
    await page.getByLabel('Select everyone on this page').click();
    await page.getByRole('toolbar', { name: '20 selected' }).first().waitFor();
    await page.getByRole('button', { name: /^Select all/ }).click();
    expect(await page.getByRole('toolbar').textContent()).toContain(`${(await total(page)).toLocaleString('en')} selected`);
  });

  it('[RSLT-002] dim while a newer search is under way and never blank', async () => {
    const page = await open(address({ q: '["skill:Python"]' }));
    await settled(page);
    await page.route('**/api/v6/profiles/?*', async (route) => {
      await new Promise((done) => setTimeout(done, 800));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Exclude Python' }).click();
    await page.locator('[data-dimmed] [data-profile]').first().waitFor();
    await page.locator('[data-dimmed]').first().waitFor({ state: 'detached' });
    expect(await page.locator('[data-profile]').count()).toBeGreaterThan(0);
  });
});

describe('no results', () => {
  it('[DEC-15] names the term that excludes most people, and searches without it', async () => {
    const page = await open(address({ q: '["skill:Python","text:nobodyhasthis","location:Germany"]' }));
    const without = page.getByRole('button', { name: /^Without / });
    await page.getByText('Nobody is found because of “nobodyhasthis”').first().waitFor();
    expect(await without.count()).toBe(1);
    expect(await page.getByLabel('Select everyone on this page').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Next page' }).count()).toBe(0);
    const promised = Number((await without.textContent())?.replaceAll(/\D/g, ''));
    expect(promised).toBeGreaterThan(0);
    await without.click();
    await settled(page);
    expect(termsOf(page)).toEqual(['Python', 'Germany']);
    expect(await total(page)).toBe(promised);
    await page.goto(address({ q: '["skill:Python","location:Germany","-location:Germany"]' }));
    await page.getByText('narrows the search most. Remove').first().waitFor();
    const counts = (await without.allTextContents()).map((words) => Number(words.replaceAll(/\D/g, '')));
    expect(counts.length).toBeGreaterThan(1);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    await expectNoAxeFaults(page);
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
    for (const look of looks) {
      const seen = await open(address({ q: '["skill:Python","location:Germany","-location:Germany"]', f: 'contacts:email' }), look);
      await seen
        .getByRole('button', { name: /^(Without|Без) / })
        .first()
        .waitFor();
      await picture(seen, `search-nobody-ways-${lookName(look)}`);
    }
  });
});

describe('pictures', () => {
  for (const look of looks) {
    const name = lookName(look);
    it(`[DEC-15] are readable, steady and free of axe faults: ${name}`, async () => {
      const page = await open('/', look);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.getByText('Python').first().waitFor();
      await picture(page, `search-home-${name}`);
      await expectNoAxeFaults(page);
      await page.goto(address({ q: '["position:Backend developer",{"skill":"Python","main":1},"-location:India"]', f: 'contacts:email' }));
      await settled(page);
      await drawn(page);
      await picture(page, `search-results-${name}`);
      await expectNoAxeFaults(page);
      expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
      if (!look.phone) return;
      await page.getByRole('button', { name: /Filters|Фильтры/ }).click();
      await page.getByRole('dialog').first().waitFor();
      await picture(page, `search-filters-${name}`);
      await expectNoAxeFaults(page);
    });
  }
});
