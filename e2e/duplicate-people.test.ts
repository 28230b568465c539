import { axeFaults, expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { drawn, lookName, mark, otherLooks, overflowOf, patient, picture, send, visits } from './visit.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

const skills = (...names: string[]) => names.map((skill) => ({ name: skill }));

/** Two company profiles with nearly equal data. */
async function twoProfiles(page: Page, name: string): Promise<[number, number]> {
  const make = async (fragment: object) =>
    ((await send(page, { path: '/api/v6/profiles/private/', method: 'POST', body: { fragments: [fragment] } })) as { id: number }).id;
  const place = [{ city: 'Berlin', country: 'Germany', country_code: 'DE' }];
  const stays = await make({
    first_name: 'Ada',
    last_name: name,
    headline: 'Analyst',
    locations: place,
    positions: [{ title: 'Analyst', company: 'Alpha Mills', start: '2018-02', end: '2020-12' }],
    skills: skills('Python', 'SQL'),
  });
  const goes = await make({
    first_name: 'Ada',
    last_name: name,
    headline: 'Engineer',
    about: 'Builds looms and engines',
    locations: place,
    positions: [
      { title: 'Senior analyst', company: 'Alpha Mills', start: '2018-03', end: '2020-12' },
      { title: 'Engineer', company: 'Beta Works', start: '2021-01', is_current: true },
    ],
    skills: skills('python', 'Rust'),
    links: [{ url: `https://github.com/ada-${name}` }],
  });
  return [stays, goes];
}

const field = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const result = (page: Page, name: string) => page.getByRole('status', { name: `Result: ${name}`, exact: true });
const article = (page: Page) => page.getByRole('article').first();

describe('two profiles of one person', () => {
  it('[PEDT-014] [PEDT-015] [PEDT-018] [PROF-032] are compared, merged by keyboard, undone, and detached from the menu', async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    const [stays, goes] = await twoProfiles(page, `Keys${mark}`);
    await page.goto(`${base}/profiles/${stays}/edit?merge=${goes}`);
    await field(page, 'Headline').waitFor();
    // Equal fields are collapsed, lists are merged.
    await page
      .getByText(/\d+ equal fields/)
      .first()
      .waitFor();
    expect(await field(page, 'First name').count()).toBe(0);
    expect(await result(page, 'Skills').textContent()).toContain('Python, SQL, Rust');
    await expectReadable(page, 'merge');
    await field(page, 'Headline').getByRole('radio').first().focus();
    expect(await result(page, 'Headline').textContent()).toContain('Analyst');
    await page.keyboard.press('2');
    await expect.poll(() => result(page, 'Headline').textContent(), patient).toContain('Engineer');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => result(page, 'Headline').textContent(), patient).toContain('Analyst');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-merge-field]')?.dataset['mergeField']), patient)
      .toBe('about');
    await picture(page, 'merge-editor');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(new RegExp(`/profiles/${stays}/?$`));
    await article(page).getByText('Builds looms and engines').waitFor();
    await page.getByRole('heading', { name: 'Merged from' }).waitFor();
    await page.getByText('Merged', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => article(page).getByText('Builds looms and engines').count(), patient).toBe(0);
    await expect.poll(() => page.getByRole('heading', { name: 'Merged from' }).count(), patient).toBe(0);

    await page.goto(`${base}/profiles/${stays}/edit?merge=${goes}`);
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.waitForURL(new RegExp(`/profiles/${stays}/?$`));
    // The merged profile's address redirects.
    await page.goto(`${base}/profiles/${goes}`);
    await page.waitForURL(new RegExp(`/profiles/${stays}/?$`));
    await page.getByRole('heading', { name: 'Merged from' }).waitFor();
    await picture(page, 'merged-profile');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Detach Ada/ }).click();
    await page.getByText('Detached').first().waitFor();
    await page.goto(`${base}/profiles/${goes}`);
    await article(page).getByText('Builds looms and engines').waitFor();
    expect(page.url()).toContain(`/profiles/${goes}`);
  });

  it('[PEDT-015] are opened from the menu by an address, and swap sides', async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    const [stays, goes] = await twoProfiles(page, `Menu${mark}`);
    await page.goto(`${base}/profiles/${stays}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge with…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge with' });
    await dialog.getByRole('textbox').fill('somebody');
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await dialog.getByText('Enter the address or number of another profile').waitFor();
    await dialog.getByRole('textbox').fill(`${base}/profiles/${goes}?from=list`);
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(new RegExp(`/profiles/${stays}/edit\\?merge=${goes}`));
    await page.getByRole('button', { name: 'Swap sides' }).click();
    await page.waitForURL(new RegExp(`/profiles/${goes}/edit\\?merge=${stays}`));
    await field(page, 'Headline').waitFor();
    expect(await result(page, 'Headline').textContent()).toContain('Engineer');
  });

  it.each(otherLooks)('[PEDT-014] are readable side by side: $language, $scheme, phone $phone', async (look) => {
    const maker = await visits.open('/menu', { who: 'recruiter' });
    const [stays, goes] = await twoProfiles(maker, `Looks${mark}`);
    const page = await visits.open(`/profiles/${stays}/edit?merge=${goes}`, { who: 'recruiter', ...look });
    await page.locator('[data-merge-field]').first().waitFor();
    await drawn(page);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await picture(page, `merge-${lookName(look)}`);
  });
});

const title = /^(Duplicates|Дубликаты)$/;
const found = { timeout: 45_000 };

/** Two profiles of one person in the user's company; the second has another job and no city. */
async function makePair(page: Page, last: string): Promise<[number, number]> {
  const make = async (more: object) => {
    const contacts = [{ type: 'email', value: `${last.toLowerCase()}@people.test` }];
    const body = { first_name: 'Vera', last_name: last, contacts, ...more };
    return ((await send(page, { path: '/api/v6/profiles/create/', method: 'POST', body })) as { id: number }).id;
  };
  const job = { title: 'Engineer', company: `Works ${last}`, start: '2019-02', is_current: true };
  return [await make({ positions: [job], headline: 'Engineer' }), await make({ positions: [{ ...job, title: 'Chief engineer' }] })];
}

const row = (page: Page, last: string) => page.getByRole('list', { name: title }).getByRole('button', { name: new RegExp(`Vera ${last}`) });

describe('reviewing duplicates', () => {
  it('moves between pairs by keyboard, rejects a pair, merges one and continues with the next', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const [one, two] = [`Alder${mark}`, `Birch${mark}`];
    const ids = await makePair(page, one);
    await makePair(page, two);
    await page.goto(new URL('/duplicates?whose=own', page.url()).href);
    await row(page, one).waitFor(found);
    await row(page, two).waitFor(found);
    await expectReadable(page, 'duplicates');

    // Other tests may have created pairs.
    await row(page, one).click();
    await page.getByRole('table').getByText('Chief engineer').first().waitFor(patient);
    const pairs = page.getByRole('list', { name: title });
    const textOfChosen = () => pairs.locator('[aria-current="true"]').first().textContent();
    await expect.poll(textOfChosen, patient).toContain(one);
    const isLast = (await pairs.getByRole('button').last().textContent())?.includes(one) ?? false;
    const [next, back] = isLast ? ['k', 'j'] : ['j', 'k'];
    await page.keyboard.press(next);
    await expect.poll(textOfChosen, patient).not.toContain(one);
    await page.keyboard.press(back);
    await expect.poll(textOfChosen, patient).toContain(one);

    await page.keyboard.press('x');
    await row(page, one).waitFor({ ...patient, state: 'detached' });
    await page.keyboard.press('z');
    await row(page, one).waitFor(patient);

    await row(page, one).click();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/profiles/${Math.min(...ids)}/edit?merge=${Math.max(...ids)}&from=duplicates`, patient);
    const failures: string[] = [];
    page.on('response', (response) => void (response.status() >= 400 && failures.push(response.url())));
    await page.locator('[data-merge-submit]').waitFor(patient);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/duplicates?whose=own', patient);
    await page.getByText('Merged', { exact: true }).first().waitFor(patient);
    await page.getByRole('button', { name: 'Open profile' }).waitFor(patient);
    await expect.poll(textOfChosen, patient).not.toContain(one);
    expect(await row(page, one).count()).toBe(0);
    await page.keyboard.press('z');
    await row(page, one).waitFor(found);
    expect(failures).toEqual([]);
  });

  it('appears on a profile', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const [id] = await makePair(page, `Cedar${mark}`);
    await expect
      .poll(
        async () => ((await send(page, { path: `/api/v6/profiles/${id}/duplicates/` })) as { duplicates: object[] }).duplicates.length,
        found,
      )
      .toBe(1);
    await page.goto(new URL(`/profiles/${id}/`, page.url()).href);
    const hint = page.getByRole('region', { name: 'Possible duplicate' });
    await hint.getByText('Same email').waitFor(patient);
    await hint.getByRole('button', { name: 'Not the same person' }).click();
    await hint.waitFor({ ...patient, state: 'detached' });
  });

  it.each(otherLooks)('is readable: $scheme, $language, phone $phone', async (look) => {
    const page = await visits.open('/duplicates?whose=own', { who: 'recruiter', ...look });
    await drawn(page);
    await page.getByRole('list', { name: title }).waitFor(found);
    await picture(page, `duplicates-${lookName(look)}`);
    if (look.phone) {
      await page.getByRole('list', { name: title }).getByRole('button').first().click();
      await page.getByRole('table').waitFor(patient);
      await picture(page, `duplicates-pair-${lookName(look)}`);
    }
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await axeFaults(page)).toEqual([]);
  });
});
