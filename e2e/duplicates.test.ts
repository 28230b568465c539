import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

const mark = Date.now()
  .toString(36)
  .slice(-5)
  .replaceAll(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '');
const title = /^(Duplicates|Дубликаты)$/;
const found = { timeout: 30_000 };

/** One person twice, as the company of the visitor has made them; the second profile has another job and no city. */
async function makePair(page: Page, last: string): Promise<[number, number]> {
  const make = async (more: object) => {
    const contacts = [{ type: 'email', value: `${last.toLowerCase()}@people.test` }];
    const body = { first_name: 'Vera', last_name: last, contacts, ...more };
    return ((await send(page, { path: '/api/v6/profiles/create/', method: 'POST', body })) as { id: number }).id;
  };
  const job = { title: 'Engineer', company: `Works ${last}`, start: '2019-02', is_current: true };
  return [await make({ positions: [job], headline: 'Engineer' }), await make({ positions: [{ ...job, title: 'Chief engineer' }] })];
}

interface Found {
  count: number;
  is_searching: boolean;
  pairs: { profiles: { id: number }[] }[];
}

/** Says of every pair of the company that they are two people; answers how many were left. */
async function dismissAll(page: Page): Promise<number> {
  const { count, pairs, ...more } = (await send(page, { path: '/api/v6/duplicates/?own=true&per_page=50' })) as Found;
  for (const { profiles } of pairs) {
    const [one, other] = profiles.map(({ id }) => id);
    await send(page, { path: `/api/v6/profiles/${one}/duplicates/${other}/`, method: 'POST' });
  }
  return count + Number(more.is_searching);
}

const row = (page: Page, last: string) => page.getByRole('list', { name: title }).getByRole('button', { name: new RegExp(`Vera ${last}`) });

describe('the review of duplicates', () => {
  it('goes from pair to pair by the keys, says that two people are two, takes it back, and leads to the merge', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const [one, two] = [`Alder${mark}`, `Birch${mark}`];
    const ids = await makePair(page, one);
    await makePair(page, two);
    await page.goto(new URL('/duplicates?whose=own', page.url()).href);
    await row(page, one).waitFor(found);
    await row(page, two).waitFor(found);

    // Pairs of other journeys may stand beside.
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
    await page.waitForURL(`**/profiles/${Math.min(...ids)}/edit?merge=${Math.max(...ids)}`, patient);
  });

  it('is told of on a profile', async () => {
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

  it.each(looks)('can be read in $scheme, $language, phone $phone', async (look) => {
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

  it('says that there is nothing where there is nothing', async () => {
    const page = await visits.open('/icon.svg', { who: 'other' });
    await expect.poll(() => dismissAll(page), found).toBe(0);
    await page.goto(new URL('/duplicates?whose=own', page.url()).href);
    await page.getByRole('heading', { name: 'No duplicates' }).waitFor(patient);
    await picture(page, 'duplicates-empty');
  });
});
