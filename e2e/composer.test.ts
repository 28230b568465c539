import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { connect } from './correspond.ts';
import { holdRequests } from './hold.ts';
import { settled } from './search-page.ts';
import { drawn, lookName, phoneLooks, picture, shiftsOf, visits } from './visit.ts';

beforeAll(async () => {
  await connect(await visits.open('/settings', { who: 'admin' }));
});

const python = `/profiles/?${new URLSearchParams({ q: JSON.stringify(['skill:Python']) }).toString()}`;

const nameIn = async (row: Locator) => (await row.locator('a').first().textContent()) ?? '';

describe('the composer', () => {
  it('[SHELL-022] names the recipient of a message from the results: row, key and selection bar', async () => {
    const page = await visits.open(python, { who: 'admin' });
    await settled(page);
    const titled = async (name: string) => {
      const dialog = page.getByRole('dialog', { name: `Message to ${name}`, exact: true });
      await dialog.getByRole('textbox', { name: 'Subject', exact: true }).first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    };
    const rows = page.locator('[data-profile]');
    await rows.first().hover();
    const first = await nameIn(rows.first());
    await page.getByRole('button', { name: `Send message: ${first}` }).click();
    await titled(first);
    await page.keyboard.press('j');
    await page.keyboard.press('m');
    await titled(await nameIn(page.locator('[data-profile][data-active]')));
    await rows.nth(2).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await titled(await nameIn(rows.nth(2)));
  });

  it.each(phoneLooks)('does not shift while its parts load on a phone: $language', async (look) => {
    const page = await visits.open(python, { ...look, who: 'admin' });
    await settled(page);
    await page.locator('[data-profile]').first().getByRole('checkbox').check();
    const message = page.getByRole('button', { name: look.language === 'en' ? 'Message' : 'Написать', exact: true });
    // The selection bar loads on demand; only the parts of the composer are held.
    await message.waitFor();
    const { release } = await holdRequests(page, /\/assets\/.*\.js|\/api\//);
    const before = await shiftsOf(page);
    await message.click();
    const dialog = page.getByRole('dialog');
    await dialog.first().waitFor();
    // Browsers ignore layout shifts within half a second of an input.
    const pressed = await page.evaluate(() => performance.now());
    await page.waitForFunction((since) => performance.now() - since > 600, pressed);
    await release();
    await dialog.locator('.ProseMirror').nth(1).waitFor();
    await dialog
      .getByRole('link', { name: look.language === 'en' ? /signature/ : /подпись/ })
      .first()
      .waitFor();
    await drawn(page);
    // A shift is reported one frame later.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await picture(page, `composer-phone-${lookName(look)}`);
    expect((await shiftsOf(page)) - before).toBeLessThanOrEqual(0.001);
  });
});
