import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, expectReadable } from './axe.ts';
import { looks, patient, send, visits } from './visit.ts';

let profile = 0;
let name = '';
let email = '';
beforeAll(async () => {
  const page = await visits.enter('admin');
  ({ name, email } = (await send(page, { path: '/api/internal/users/me/' })) as { name: string; email: string });
  const found = (await send(page, { path: '/api/v6/profiles/?per_page=2' })) as { profiles: { id: number }[] };
  profile = found.profiles[1]?.id ?? 0;
  await visits.leave(page);
});

/** The field is a combobox while there is a list. */
const fieldOf = (page: Page) => page.locator('textarea[name=text]').first();
const open = async (look: object = {}): Promise<Page> => {
  const page = await visits.open(`/profiles/${profile}`, { who: 'recruiter', ...look });
  await fieldOf(page).waitFor(patient);
  return page;
};
const optionOf = (page: Page) => page.getByRole('option', { name: new RegExp(name) });
const textOf = (page: Page) => fieldOf(page).inputValue();

describe('after an @', () => {
  it('people are offered as one types, and taken by keys and by the mouse, in the middle of a text as well', async () => {
    const page = await open();
    const [first = '', last = ''] = name.split(' ');
    const field = fieldOf(page);
    await field.click();
    await page.keyboard.type(`Ask @${first.slice(0, 3).toLowerCase()}`);
    await optionOf(page).waitFor(patient);
    expect(await field.getAttribute('role')).toBe('combobox');
    const active = await field.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await optionOf(page).waitFor({ state: 'detached', ...patient });
    expect([await textOf(page), await field.getAttribute('role')]).toEqual([`Ask @${first.slice(0, 3).toLowerCase()}`, null]);
    await field.fill('');
    await field.click();
    await page.keyboard.type(`Ask @${last.slice(0, 4)}`);
    await optionOf(page).waitFor(patient);
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page), patient).toBe(`Ask @${name} `);
    await page.keyboard.type('about it');
    // Before all of it, by the address.
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(`@${email.split('@')[0]}`);
    await optionOf(page).waitFor(patient);
    await page.keyboard.press('Tab');
    await expect.poll(() => textOf(page), patient).toBe(`@${name} Ask @${name} about it`);
    await page.keyboard.type('and @');
    await optionOf(page).waitFor(patient);
    await optionOf(page).click();
    await expect.poll(() => textOf(page), patient).toBe(`@${name} and @${name} Ask @${name} about it`);
    await field.fill('');
  });

  it('a candidate is shown to hiring managers as well, and arrows walk among all', async () => {
    const page = await open();
    const { users } = (await send(page, { path: '/api/v6/users/' })) as { users: { id: number; email: string }[] };
    const manager = users.find((user) => user.email.startsWith('hm@'))?.id;
    const body = { name: `Mentions ${Date.now()}`, granted_users: [manager] };
    const { id } = (await send(page, { path: '/api/v6/folders/', method: 'POST', body })) as { id: number };
    await send(page, { path: '/api/v6/candidates/', method: 'POST', body: { folder_id: id, profiles: [profile] } });
    const { candidates } = (await send(page, { path: `/api/v6/folders/${id}/candidates/` })) as { candidates: { id: number }[] };
    await page.goto(`${new URL(page.url()).origin}/folders/${id}/?candidate=${candidates[0]?.id}`);
    const field = fieldOf(page);
    await field.click(patient);
    await page.keyboard.type('@');
    await page.getByRole('option').nth(1).waitFor(patient);
    const active = () => field.getAttribute('aria-activedescendant');
    const first = await active();
    await page.keyboard.press('ArrowDown');
    await expect.poll(active, patient).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    await expect.poll(active, patient).toBe(first);
    await page.keyboard.press('ArrowUp');
    await expect.poll(active, patient).not.toBe(first);
    await field.fill('');
  });

  it('who was taken is named in the comment, and told of it', async () => {
    const page = await open();
    const words = `Journey ${Date.now()}`;
    await fieldOf(page).click();
    await page.keyboard.type(`@${name.slice(0, 3)}`);
    await optionOf(page).waitFor(patient);
    await page.keyboard.press('Enter');
    await page.keyboard.type(words);
    await page.keyboard.press('Control+Enter');
    const comment = page.getByRole('listitem').filter({ hasText: words }).first();
    await comment
      .locator('[class*="mention"]')
      .filter({ hasText: `@${name}` })
      .waitFor(patient);
    // The next comment may begin with a name as well.
    await page.keyboard.type('@');
    await optionOf(page).waitFor(patient);
    await fieldOf(page).fill('');
    const other = await visits.open('/notices?kind=mention', { who: 'admin' });
    await other
      .getByRole('row', { name: /mentioned you/ })
      .first()
      .waitFor(patient);
    await other.goto(`${new URL(other.url()).origin}/profiles/${profile}`);
    await other.getByRole('listitem').filter({ hasText: words }).first().locator('[data-own]').waitFor(patient);
    await removeComments(page, words);
  });

  it.each(looks)('reads well: $language, $scheme, phone $phone', async (look) => {
    const page = await open(look);
    const words = `Look ${Date.now()}`;
    const path = `/api/v6/profiles/${profile}/comments/`;
    await send(page, { path, method: 'POST', body: { text: `${words}: @${name}, what do you think?` } });
    await page.getByRole('listitem').filter({ hasText: words }).first().waitFor(patient);
    await fieldOf(page).scrollIntoViewIfNeeded();
    await fieldOf(page).click();
    await page.keyboard.type('Hi @');
    await page.getByRole('option').first().waitFor(patient);
    await expectReadable(page, 'mentions', look);
    await optionOf(page).click();
    await expect.poll(() => textOf(page), patient).toBe(`Hi @${name} `);
    await fieldOf(page).fill('');
    await removeComments(page, words);
  });
});

async function removeComments(page: Page, words: string): Promise<void> {
  const { comments } = (await send(page, { path: `/api/v6/profiles/${profile}/comments/` })) as {
    comments: { id: number; text: string }[];
  };
  for (const { id, text } of comments) {
    if (text.includes(words)) await send(page, { path: `/api/v6/comments/${id}/`, method: 'DELETE' });
  }
}
