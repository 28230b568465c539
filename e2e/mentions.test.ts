import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { looks, patient, send, visits } from './visit.ts';

let profile = 0;
let name = '';
beforeAll(async () => {
  const page = await visits.enter('admin');
  ({ name } = (await send(page, { path: '/api/internal/users/me/' })) as { name: string });
  const found = (await send(page, { path: '/api/v6/profiles/?per_page=2' })) as { profiles: { id: number }[] };
  profile = found.profiles[1]?.id ?? 0;
  await visits.leave(page);
});

/** The field is a combobox while a list is open. */
const fieldOf = (page: Page) => page.locator('textarea[name=text]').first();
const open = async (look: object = {}): Promise<Page> => {
  const page = await visits.open(`/profiles/${profile}`, { who: 'recruiter', ...look });
  await fieldOf(page).waitFor(patient);
  return page;
};
const optionOf = (page: Page) => page.getByRole('option', { name: new RegExp(name) });

describe('mentioning a person in a comment', () => {
  it.each(looks)('names and notifies them, and the list of people is readable: $language, $scheme, phone $phone', async (look) => {
    const page = await open(look);
    const words = `Journey ${Date.now()}`;
    await fieldOf(page).scrollIntoViewIfNeeded();
    await fieldOf(page).click();
    await page.keyboard.type(`@${name.slice(0, 3)}`);
    await optionOf(page).waitFor(patient);
    await expectReadable(page, 'mentions', look);
    await page.keyboard.press('Enter');
    await page.keyboard.type(words);
    await page.keyboard.press('Control+Enter');
    const comment = page.getByRole('listitem').filter({ hasText: words }).first();
    await comment
      .locator('[class*="mention"]')
      .filter({ hasText: `@${name}` })
      .waitFor(patient);
    // The next comment may also start with a name.
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
});

async function removeComments(page: Page, words: string): Promise<void> {
  const { comments } = (await send(page, { path: `/api/v6/profiles/${profile}/comments/` })) as {
    comments: { id: number; text: string }[];
  };
  for (const { id, text } of comments) {
    if (text.includes(words)) await send(page, { path: `/api/v6/comments/${id}/`, method: 'DELETE' });
  }
}
