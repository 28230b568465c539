import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { looks, patient, send, visits } from './visit.ts';

let api: Page;
beforeEach(async () => {
  api = await visits.open('/icon.svg', { who: 'recruiter' });
});

async function makeVacancy(name: string): Promise<number> {
  const { id } = (await send(api, { path: '/api/v6/folders/', method: 'POST', body: { name } })) as { id: number };
  const found = (await send(api, { path: '/api/v6/profiles/?per_page=3' })) as { profiles: { id: number }[] };
  const profiles = found.profiles.map((profile) => profile.id);
  await send(api, { path: '/api/v6/candidates/', method: 'POST', body: { folder_id: id, profiles } });
  return id;
}

describe('the short list of a vacancy', () => {
  it.each(looks)('[PPL-003] is reviewed by a link without an account: $language, $scheme, phone $phone', async (look) => {
    const id = await makeVacancy(`Short list ${Date.now()}`);
    const page = await visits.open(`/folders/${id}`, { who: 'recruiter' });
    const rows = page.locator('tbody tr[data-index]');
    for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').click(patient);
    await page.getByRole('button', { name: 'Add to short list' }).click();
    await page.getByRole('status').filter({ hasText: '2 candidates added' }).waitFor(patient);
    await page.getByRole('link', { name: 'Short list' }).click();
    await expect.poll(() => page.getByText('Waiting for review').count(), patient).toBe(2);
    await page.getByRole('button', { name: 'Share by link' }).click();
    await page.getByLabel('Reviewer').fill('Olga Petrova');
    await page.keyboard.press('Enter');
    const link = await page.getByLabel('Link', { exact: true }).inputValue(patient);
    await page.keyboard.press('Escape');
    await expectReadable(page, 'shortlist', look);

    const visitor = await visits.open(new URL(link).pathname, look);
    const cards = visitor.getByRole('main').getByRole('list').first().locator(':scope > li');
    await expect.poll(() => cards.count(), patient).toBe(2);
    await cards.first().locator('[aria-expanded]').click();
    await cards.first().locator('section').first().waitFor(patient);
    await expectReadable(visitor, 'shortlist-by-link', look);
    const [approve, reject] = look.language === 'en' ? ['Approve', 'Reject'] : ['Одобрить', 'Отклонить'];
    await cards.first().getByRole('textbox').fill('Meet on Friday');
    await cards.first().getByRole('button', { name: approve }).click();
    await cards.first().getByText('Meet on Friday').waitFor(patient);
    await cards.nth(1).getByRole('button', { name: reject }).click();

    const list = page.getByRole('list', { name: /^Reviews/ });
    await list.filter({ hasText: 'Meet on Friday' }).filter({ hasText: 'Olga Petrova, by link' }).waitFor(patient);
    await list.filter({ hasText: 'Rejected' }).waitFor(patient);
    await page.getByRole('main').getByRole('link').first().click();
    await page.getByRole('region', { name: 'Short list' }).getByText('Meet on Friday').waitFor(patient);
    const { notices } = (await send(page, { path: '/api/v6/notices/?kind=review' })) as { notices: { decision: string }[] };
    expect(new Set(notices.slice(0, 2).map(({ decision }) => decision))).toEqual(new Set(['approved', 'rejected']));

    await page.goBack();
    await page.getByRole('button', { name: 'Share by link' }).click();
    await page.getByRole('button', { name: 'Revoke link of Olga Petrova' }).click();
    await page.getByRole('status').filter({ hasText: 'Link revoked' }).waitFor(patient);
    await visitor.reload();
    await visitor
      .getByRole('heading', { level: 1 })
      .filter({ hasText: look.language === 'en' ? 'This link' : 'Ссылка' })
      .waitFor(patient);
  });
});
