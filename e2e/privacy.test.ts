import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { lookName, looks, patient, send, visits } from './visit.ts';

const mark = Date.now().toString(36).slice(-5);
/** The whole base is indexed anew. */
const minute = { timeout: 60_000 };

/** A person whom the company of the visitor has made. */
async function makePerson(page: Page, lastName: string): Promise<number> {
  const body = { first_name: 'Olga', last_name: lastName, contacts: [{ type: 'email', value: `${lastName.toLowerCase()}@people.test` }] };
  return ((await send(page, { path: '/api/v6/profiles/create/', method: 'POST', body })) as { id: number }).id;
}

const choose = async (page: Page, item: string | RegExp) => {
  await page
    .getByRole('button', { name: /^(More actions|Другие действия|Ещё)/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('a person who asks for their data', () => {
  it('[DEC-14] gets everything as one file, and is erased once somebody has typed the name', async () => {
    const page = await visits.open('/icon.svg', { who: 'admin' });
    const name = `Olga Erase${mark}`;
    const id = await makePerson(page, `Erase${mark}`);
    await page.goto(new URL(`/profiles/${id}/`, page.url()).href);
    await page.getByRole('heading', { name }).first().waitFor(patient);
    const [download] = await Promise.all([page.waitForEvent('download'), choose(page, 'Export personal data')]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^Personal data ${id} .*\\.zip$`));
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');

    await choose(page, 'Erase person…');
    const dialog = page.getByRole('dialog', { name: `Erase ${name}?` });
    await dialog.getByText('1 contact').first().waitFor(patient);
    const erase = dialog.getByRole('button', { name: 'Erase' });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(`olga erase${mark}`);
    await erase.click();
    await dialog.getByText('Erased', { exact: true }).waitFor(minute);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Profile was deleted upon the owner’s request').first().waitFor(patient);
  });

  it('[DEC-14] people of the common base are not a company’s to erase', async () => {
    const page = await visits.open('/icon.svg', { who: 'admin' });
    const { profiles } = (await send(page, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number }[] };
    await page.goto(new URL(`/profiles/${profiles[0]?.id}/`, page.url()).href);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem').first().waitFor(patient);
    expect(await page.getByRole('menuitem', { name: 'Erase person…' }).count()).toBe(0);
  });

  it.each(looks.map((look) => [lookName(look), look] as const))(
    '[DEC-14] says what is deleted, without a fault that a machine can find: %s',
    async (_name, look) => {
      const page = await visits.open('/icon.svg', { who: 'admin', ...look });
      const id = await makePerson(page, `Look${mark}`);
      await page.goto(new URL(`/profiles/${id}/`, page.url()).href);
      await choose(page, /^(Erase person|Удалить человека)/);
      await page.getByRole('dialog').getByRole('textbox').first().waitFor(patient);
      await page.getByRole('dialog').getByRole('listitem').first().waitFor(patient);
      await expectReadable(page, 'erase', look);
    },
  );

  it.each(looks.map((look) => [lookName(look), look] as const))(
    '[DEC-14] admins set how long people are kept, and see who was erased: %s',
    async (_name, look) => {
      const page = await visits.open('/settings', { who: 'admin', ...look });
      const rule = page.getByRole('switch', { name: /^(Erase people nobody|Удалять людей)/ });
      await rule.waitFor(patient);
      await page
        .getByText(/^(Profile|Профиль) [0-9]+$/)
        .first()
        .waitFor(patient);
      await rule.check();
      await page
        .getByText(/(erased tonight|удал[её]н[оы]? \d+)/)
        .first()
        .waitFor(patient);
      await expectReadable(page, 'settings-privacy', look);
      // A number that is none says so, and cannot be saved.
      await page.getByLabel(/^(After months|Через, месяцев)/).fill('0');
      await page
        .getByText(/^(From 1 to 120|От 1 до 120)/)
        .first()
        .waitFor(patient);
      await page.getByLabel(/^(After months|Через, месяцев)/).fill('120');
      await page.getByRole('button', { name: /^(Save|Сохранить)$/ }).click();
      await page
        .getByText(/^(Saved|Сохранено)$/)
        .first()
        .waitFor(patient);
      await rule.click();
      await expect.poll(() => rule.isChecked(), patient).toBe(false);
      const stored = () => send(page, { path: '/api/v6/retention/' });
      await expect.poll(stored, patient).toMatchObject({ months: null });
    },
  );
});
