import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoAxeFaults } from './axe.ts';
import { address, open, patience, searchOf, settled, termsOf, total } from './search-page.ts';
import { drawn, lookName, looks, picture, shiftsOf } from './visit.ts';

const python = address({ q: '["skill:Python"]' });

/** Notes when calls of a path were made, in milliseconds of the page. */
function callsTo(page: Page, path: string): { at: number; body: Record<string, unknown> }[] {
  const calls: { at: number; body: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    if (request.url().includes(path))
      calls.push({ at: performance.now(), body: (request.postDataJSON() ?? {}) as Record<string, unknown> });
  });
  return calls;
}

describe('the variants of the form', () => {
  it('[SRCH-002] [SRCH-003] the simple one has four fields, PRO has all fields and boolean mode', async () => {
    const page = await open('/profiles/');
    const fields = page.locator('[data-search-field]');
    await fields.first().waitFor();
    const shown = () => fields.evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).dataset['searchField']));
    expect(await shown()).toEqual(['position', 'skill', 'location', 'companySearch']);
    expect(await page.getByRole('switch', { name: 'Boolean' }).count()).toBe(0);
    await page.getByText('PRO', { exact: true }).click();
    await page.getByRole('switch', { name: 'Boolean' }).first().waitFor();
    expect(await shown()).toEqual([
      'position',
      'skill',
      'location',
      'companySearch',
      'name',
      'educationSearch',
      'text',
      'comment',
      'folder',
    ]);
  });

  it('[SRCH-004] [SRCH-006] [SRCH-007] an address with v1 keeps the old look, every other one has the new', async () => {
    const page = await open('/v1/profiles/');
    const look = () => page.getByRole('search', { name: 'Search form' }).getAttribute('data-look');
    expect(await look()).toBe('v1');
    const skills = page.getByLabel('Skills', { exact: true });
    await skills.fill('Python');
    await skills.press('Enter');
    await page.waitForURL(/\/v1\/profiles\/\?/);
    await settled(page);
    const form = await page.getByRole('search', { name: 'Search form' }).boundingBox();
    const list = await page.getByRole('list', { name: 'People found' }).boundingBox();
    expect((form?.x ?? 0) + (form?.width ?? 0)).toBeLessThanOrEqual(list?.x ?? 0);
    await picture(page, 'search-old-look');
    // Counts are dimmed while they are loaded again.
    await page.locator('[data-dimmed]').first().waitFor({ state: 'detached' });
    await expectNoAxeFaults(page);
    await page.goto(python);
    await settled(page);
    expect(await look()).toBe('v2');
  });
});

describe('suggestions', () => {
  it('[SUGG-005] are requested once, 250 ms after the last key', async () => {
    const page = await open('/profiles/');
    const skills = page.getByLabel('Skills', { exact: true });
    await skills.focus();
    // Inside the page, so that a busy machine does not type slower than the pause.
    const asked = await skills.evaluate(async (node) => {
      const calls: { text: string; at: number }[] = [];
      const send = globalThis.fetch;
      globalThis.fetch = async (...call) => {
        const request = new Request(...call);
        if (request.url.includes('/suggestions'))
          calls.push({ text: ((await request.clone().json()) as { text: string }).text, at: performance.now() });
        return send(request);
      };
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      for (const text of ['p', 'py', 'pyt', 'pyth', 'pytho', 'python']) {
        write?.call(node, text);
        node.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      const typed = performance.now();
      await new Promise((done) => setTimeout(done, 1_500));
      globalThis.fetch = send;
      return calls.map((call) => ({ text: call.text, after: call.at - typed }));
    });
    expect(asked.map((call) => call.text)).toEqual(['python']);
    expect(asked[0]?.after).toBeGreaterThanOrEqual(240);
  });
});

describe('facets', () => {
  it('[FLT-052] [FLT-053] those of the skip list come with the first count, and opening one fetches nothing', async () => {
    const page = await open(python);
    await settled(page);
    await page.getByRole('button', { name: 'Contacts', exact: true }).click();
    await page.getByRole('button', { name: 'Graduation year', exact: true }).click();
    const calls = callsTo(page, '/profiles/count');
    await page.reload();
    await settled(page);
    await expect.poll(() => calls.length, patience).toBe(1);
    await drawn(page);
    await page.getByRole('button', { name: 'Contacts', exact: true }).click();
    const email = page.locator('[data-facet="contacts"]').getByRole('button', { name: 'Include Email' });
    await email.waitFor();
    await expect.poll(async () => /\d/.test((await email.textContent()) ?? ''), patience).toBe(true);
    await page.getByRole('button', { name: 'Graduation year', exact: true }).click();
    await page.getByRole('slider', { name: 'Graduation year, from' }).first().waitFor();
    expect(calls).toHaveLength(1);
  });

  it('[FLT-050] [FLT-059] one goes from loading to failed, marked in its place without a message, and to its values', async () => {
    const page = await open(python);
    await settled(page);
    let isDown = true;
    await page.route('**/api/v6/profiles/count/', async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      await (isDown ? route.fulfill({ status: 500, json: { detail: 'Sorry, an error has occurred' } }) : route.continue());
    });
    await page.getByRole('button', { name: 'Industry', exact: true }).click();
    const facet = page.locator('[data-facet="industry"]');
    await facet.getByText('Loading').waitFor({ state: 'attached' });
    await facet.locator('[data-failed]').waitFor();
    expect(await page.getByText('Sorry, an error has occurred').count()).toBe(0);
    await picture(page, 'search-facet-failed');
    await expectNoAxeFaults(page);
    isDown = false;
    await facet.getByRole('button', { name: 'Try again' }).click();
    await facet
      .getByRole('button', { name: /^Include/ })
      .first()
      .waitFor();
    expect(await facet.locator('[data-failed]').count()).toBe(0);
  });

  it('[FLT-036] [FLT-042] company sizes start with the current employer, and say what a click brings', async () => {
    const page = await open(python);
    await settled(page);
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
  });

  it('[FLT-055] a general filter that is applied is checked, and shown with those that are chosen alone', async () => {
    const page = await open(python);
    await settled(page);
    const remote = page.locator('[data-facet="general"]').getByRole('button', { name: 'Include Single location' });
    await remote.click();
    await expect.poll(() => new URL(page.url()).search, patience).toContain('f=general:excludeMultipleLocations');
    expect(await remote.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('switch', { name: 'Selected only' }).click();
    await page.locator('[data-facet="age"]').waitFor({ state: 'hidden' });
    expect(
      await page
        .locator('[data-facet="general"]')
        .getByRole('button', { name: /^Include/ })
        .count(),
    ).toBe(1);
  });
});

describe('chips', () => {
  it('show their price on hover, in one call for all', async () => {
    const page = await open(address({ q: '["skill:Python","location:Russia","-skill:Java"]' }));
    await settled(page);
    const calls = callsTo(page, '/api/v6/profiles/chips');
    const cost = async (label: string) => {
      await page.locator(`[data-chip="${label}"] button`).first().hover();
      const shown = page.locator('[data-without]');
      await shown.waitFor();
      const without = Number(await shown.getAttribute('data-without'));
      await page.mouse.move(5, 500);
      await shown.waitFor({ state: 'detached' });
      return without;
    };
    const now = await total(page);
    const withoutRussia = await cost('Russia');
    await picture(page, 'search-chip-cost');
    const withoutJava = await cost('Java');
    expect(withoutRussia).toBeGreaterThan(now);
    expect(withoutJava).toBeGreaterThan(now);
    expect(calls).toHaveLength(1);
    await page.getByRole('button', { name: 'Remove Russia' }).click();
    await expect.poll(() => total(page), patience).toBe(withoutRussia);
  });
});

describe('people', () => {
  it('[RSLT-015] who are found show the words that matched, and like whom there are more', async () => {
    const page = await open(address({ q: '["position:Backend developer"]' }));
    await settled(page);
    await page.locator('[data-profile] mark').first().waitFor();
    const name = (await page.locator('[data-profile] a').first().textContent()) ?? '';
    await page.locator('[data-profile] a').first().click();
    const pane = page.getByRole('region', { name: `Profile of ${name}` });
    await pane.getByRole('region', { name: 'Why this person' }).locator('mark').first().waitFor();
    await pane.getByRole('button', { name: 'Similar people' }).click();
    const similar = pane.getByRole('region', { name: 'Similar people' });
    await similar.getByRole('listitem').first().waitFor();
    expect(await similar.getByRole('link', { name, exact: true }).count()).toBe(0);
    await similar.getByRole('button', { name: 'Similar people' }).scrollIntoViewIfNeeded();
    await picture(page, 'search-similar');
    await expectNoAxeFaults(page);
    await similar.getByRole('link', { name: /^Show/ }).click();
    await page.waitForURL(/preferableSkill/);
    await settled(page);
    expect(termsOf(page).length).toBeGreaterThan(1);
  });

  it('who are like those dealt with lately are recommended on the home page', async () => {
    const page = await open(python);
    await settled(page);
    await page.locator('[data-profile] a').first().click();
    await page
      .getByRole('region', { name: /^Profile of/ })
      .getByRole('button', { name: 'Similar people' })
      .first()
      .waitFor();
    await page.goto(new URL('/', page.url()).href);
    const recommended = page.getByRole('region', { name: 'Recommended for you' });
    await recommended.getByRole('listitem').first().waitFor();
    await recommended.scrollIntoViewIfNeeded();
    await picture(page, 'search-recommended');
    await expectNoAxeFaults(page);
  });
});

describe('a refused search', () => {
  it('[RSLT-017] [RSLT-018] shows the text that it was refused with, a plain one or that of the folder', async () => {
    const page = await open(python);
    await settled(page);
    let answer: object | string = 'Too many profiles are included or excluded from folder';
    await page.route('**/api/v6/profiles/?*', (route) => route.fulfill({ status: 413, json: answer }));
    await page.getByRole('button', { name: 'Exclude Python' }).click();
    await page.getByText('Too many profiles are included or excluded from folder').first().waitFor();
    answer = { folderId: { folderId: ['This vacancy is closed'] } };
    await page.getByRole('button', { name: 'Include Python' }).click();
    await page.goto(address({ q: '["skill:Java"]' }));
    await page.getByText('This vacancy is closed').first().waitFor();
    await picture(page, 'search-refused');
  });
});

describe('the limit of a day', () => {
  it('[RSLT-024] [ACC-021] leads to the page that says when access resumes', async () => {
    const page = await open(python);
    await settled(page);
    await page.route('**/api/internal/profiles/*/', (route) =>
      route.fulfill({ status: 429, json: { detail: 'The daily limit of opened profiles is used up', code: 'limit_exceeded' } }),
    );
    await page.locator('[data-profile] a').first().click();
    await page.waitForURL(/\/limit-exceeded/);
    await page.getByText(/00:00/).first().waitFor();
    await page.goto(new URL('/profiles/1/', page.url()).href);
    await page.waitForURL(/\/limit-exceeded/);
  });
});

const list = (...parts: unknown[]) => JSON.stringify(parts);

describe('hand-written addresses', () => {
  const cases: [string, Record<string, string>, RegExp][] = [
    ['a lone AND', { q: list('AND') }, /has nothing to join/],
    ['an open bracket', { q: list('(', 'skill:Go') }, /A bracket is not closed/],
    ['stars alone', { q: list('text:***') }, /at least two letters before the star/],
    ['2,000 terms', { q: list(...Array.from({ length: 2_000 }, () => 'x')) }, /too many terms: at most 200/],
    ['11,000 characters', { q: list(`text:${'a'.repeat(11_000)}`) }, /too long: at most 10,000 characters/],
    ['an unknown facet', { q: list('skill:Go'), f: 'colour:red' }, /There is no filter "colour"/],
    ['no list', { q: 'Go AND Rust' }, /cannot be read/],
  ];
  it('[DEC-16] say what is wrong with them', async () => {
    const page = await open('/icon.svg');
    for (const [name, parts, said] of cases) {
      await page.goto(address(parts));
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect([name, await alert.textContent()]).toEqual([name, expect.stringMatching(said)]);
      expect([name, await page.getByText('Sorry, an error has occurred').count()]).toEqual([name, 0]);
    }
  });

  it('[SRCH-019] a page 0, a page of words and one far behind the last give a result or a way back', async () => {
    const far = await open('/icon.svg');
    for (const page of ['0', 'x', '-3', '1.5', '1000000000']) {
      await far.goto(address({ q: list('skill:Python'), page }));
      await settled(far);
    }
    await far.goto(address({ q: list('skill:Python'), page: '99999' }));
    await far.getByRole('button', { name: 'First page' }).click();
    await settled(far);
  });

  it('emoji and right-to-left text are searched as they are', async () => {
    const page = await open(address({ q: list('text:😀', 'name:محمد') }));
    await page.getByText('No people found').first().waitFor();
    expect(termsOf(page)).toEqual(['😀', 'محمد']);
    await picture(page, 'search-nobody');
    await expectNoAxeFaults(page);
  });
});

describe('hands on keys only', () => {
  it('from typing to an open profile and back', async () => {
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

describe('pictures', () => {
  const query = '["position:Backend developer","skill:Python",{"text":"distributed system","near":2}]';
  it.each(looks)(
    '[DEC-15] of no result, a refused, a broken and a loading search are readable: $language, $scheme, phone $phone',
    async (look) => {
      const name = lookName(look);
      const page = await open(address({ q: '["text:nobodyhasthis"]' }), look);
      await page
        .getByText(/No people found|Никого не найдено/)
        .first()
        .waitFor();
      await picture(page, `search-nobody-${name}`);
      await expectNoAxeFaults(page);
      await page.goto(address({ q: '["wrong:x"]', f: 'age:old' }));
      await page.getByRole('alert').first().waitFor();
      await picture(page, `search-broken-${name}`);
      await expectNoAxeFaults(page);
      await page.goto(address({ q: query }));
      await page.locator('[aria-busy="false"]').first().waitFor();
      await picture(page, `search-words-${name}`);
      expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
      await page.route('**/api/v6/profiles/?*', () => new Promise(() => {}));
      await page.goto(address({ q: '["skill:Rust"]' }));
      await page
        .getByText(/^(Loading|Загрузка)/)
        .first()
        .waitFor({ state: 'attached' });
      await picture(page, `search-loading-${name}`);
    },
  );
});
