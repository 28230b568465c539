import { expect, it } from 'vitest';
import { holdRequests } from './hold.ts';
import { patience, settled } from './search-page.ts';
import { send, visits } from './visit.ts';

const python = `/profiles/?${new URLSearchParams({ q: JSON.stringify(['skill:Python']) }).toString()}`;

it('[SAVQ-002] keys typed while the code of a dialog loads name and save the search and do not reach the page behind', async () => {
  const page = await visits.open(python, { who: 'recruiter' });
  await settled(page);
  const { release } = await holdRequests(page, /\/assets\/.*\.js/);
  const name = `Kotlin jokes ${Date.now()}`;
  const before = page.url();
  await page.keyboard.press('s');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  // The dialog opens before its code is loaded.
  await page.getByRole('dialog').first().waitFor();
  await release();
  await page.getByText(name).first().waitFor();
  const saved = async () => JSON.stringify(await send(page, { path: `/api/savedqueries/?per_page=50` }));
  await expect.poll(saved, patience).toContain(name);
  await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
  expect(page.url()).toBe(before);
});
