import { expectReadable } from './axe.ts';
import { lookName, looks, mark, otherLooks, patient, picture, send, visits } from './visit.ts';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

/** Erasing rebuilds the whole index. */
const minute = { timeout: 60_000 };

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

describe('a data subject request', () => {
  it('[DEC-14] exports all data as one file, and erases after the name is typed', async () => {
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
    await expectReadable(page, 'erase');
    await dialog.getByRole('textbox').fill(`olga erase${mark}`);
    await erase.click();
    await dialog.getByText('Erased', { exact: true }).waitFor(minute);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Profile was deleted upon the owner’s request').first().waitFor(patient);

    // A company cannot erase people of the common base.
    const { profiles } = (await send(page, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number }[] };
    await page.goto(new URL(`/profiles/${profiles[0]?.id}/`, page.url()).href);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem').first().waitFor(patient);
    expect(await page.getByRole('menuitem', { name: 'Erase person…' }).count()).toBe(0);
  });

  it.each(otherLooks.map((look) => [lookName(look), look] as const))(
    '[DEC-14] names the deleted data, without axe violations: %s',
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
    '[DEC-14] admins set the retention period, and see erased people: %s',
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
      // An invalid number shows an error and cannot be saved.
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

let number = 0;

/** Vacancy with candidates that have closed contacts. */
async function makeVacancy(page: Page, skip: number): Promise<{ id: number; name: string }> {
  const name = `Export ${mark} ${(number += 1)}`;
  const { id } = (await send(page, { path: '/api/v6/folders/', method: 'POST', body: { name } })) as { id: number };
  const found = (await send(page, { path: `/api/v6/profiles/?per_page=3&page=${skip}&f=contacts:email` })) as {
    profiles: { id: number }[];
  };
  await send(page, { path: '/api/v6/candidates/', method: 'POST', body: { folder_id: id, profiles: found.profiles.map((one) => one.id) } });
  return { id, name };
}

describe('exporting candidates', () => {
  it('[VAC-017] [EXP-001] [EXP-007] [EXP-008] [EXP-009] saves all candidates of a vacancy as selected, and remembers the selection', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const { id, name } = await makeVacancy(page, 40);
    await page.goto(new URL(`/folders/${id}`, page.url()).href);
    const ask = async () => {
      await page.getByRole('button', { name: `Actions: ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Export to CSV' }).click();
      return page.getByRole('dialog', { name: 'Export candidates' });
    };
    let dialog = await ask();
    await dialog.getByText('3 candidates').first().waitFor();
    await dialog.getByRole('checkbox', { name: 'Phone' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Skills' }).check();
    await dialog.getByLabel('Delimiter').first().click();
    await page.getByRole('option', { name: 'Semicolon' }).click();
    await dialog
      .getByRole('radio', { name: /^Open 3 contacts/ })
      .first()
      .waitFor();
    await expectReadable(page, 'candidate-export');
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^candidates-Export .*\.csv$/);
    const table = await readFile(await download.path(), 'utf8');
    const [start, head, ...rows] = table.split('\r\n').filter(Boolean);
    expect([start, head]).toEqual(['\uFEFFsep=;', 'Name;Job title;Company;City;Email;Links;Skills;Status;Profile link']);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toContain('@');
    await page.getByText('Candidates exported').first().waitFor();

    dialog = await ask();
    await dialog.getByText('3 candidates').first().waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'Skills' }).isChecked()).toBe(true);
    // The contacts are open now and cost nothing more.
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(0);
  });

  it('[CONT-022] [EXP-004] reports an insufficient quota, and exports all without closed contacts', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const { id, name } = await makeVacancy(page, 41);
    const path = `/api/v6/folders/${id}/candidates/`;
    await send(page, { path: `${path}add_all/`, method: 'POST', body: { query: '', filters: 'contacts:email' } });
    // More than the monthly quota of a user.
    const countOf = async () => ((await send(page, { path })) as { count: number }).count;
    await expect.poll(countOf, { timeout: 45_000 }).toBeGreaterThan(1500);
    await page.goto(new URL(`/folders/${id}`, page.url()).href);
    await page.getByRole('button', { name: `Actions: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Export to CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export candidates' });
    await dialog.getByText('Not enough limits to open contacts').first().waitFor();
    await dialog
      .getByText(/^[1-9],\d{3} candidates$/)
      .first()
      .waitFor();
    await dialog
      .getByText(/[1-9],\d{3} would be opened/)
      .first()
      .waitFor();
    await picture(page, 'candidate-export-refused');
    expect(await dialog.getByRole('radio', { name: 'Leave closed contacts empty' }).isChecked()).toBe(true);
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export' }).click()]);
    const rows = (await readFile(await download.path(), 'utf8')).split('\r\n').filter(Boolean).slice(2);
    expect(rows.length).toBeGreaterThan(1500);
    expect(rows.filter((row) => row.includes('@')).length).toBeLessThan(100);
  });

  it('[CAND-010] saves only the selected ones', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const { id } = await makeVacancy(page, 43);
    await page.goto(new URL(`/folders/${id}`, page.url()).href);
    const boxes = page.locator('tbody').getByRole('checkbox');
    await boxes.first().check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Export to CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export candidates' });
    await dialog.getByText('2 candidates').first().waitFor();
    await dialog.getByRole('radio', { name: 'Leave closed contacts empty' }).check();
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export' }).click()]);
    const rows = (await readFile(await download.path(), 'utf8')).split('\r\n').filter(Boolean).slice(2);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).not.toContain('@');
  });

  it('[EXP-012] keeps the dialog open after a failed export', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const { id, name } = await makeVacancy(page, 42);
    await page.route('**/candidates/export/csv', (route) => route.abort());
    await page.goto(new URL(`/folders/${id}`, page.url()).href);
    await page.getByRole('button', { name: `Actions: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Export to CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export candidates' });
    await dialog.getByRole('button', { name: 'Export' }).click();
    await page.getByText('Export failed').first().waitFor();
    await dialog.getByRole('button', { name: 'Export' }).first().waitFor();
  });

  it.each(otherLooks)('[EXP-001] is readable in %o', async (look) => {
    const page = await visits.open('/icon.svg', { who: 'recruiter', ...look });
    const { id, name } = await makeVacancy(page, 50 + otherLooks.indexOf(look));
    await page.goto(new URL(`/folders/${id}`, page.url()).href);
    const menu = page.getByRole('button', { name: new RegExp(`: ${name}$`) });
    await menu.click();
    await page.getByRole('menuitem', { name: look.language === 'ru' ? 'Экспорт в CSV' : 'Export to CSV' }).click();
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
    await expectReadable(page, 'candidate-export', look);
  });
});

const rowsOf = async (download: Download) => (await readFile(await download.path(), 'utf8')).split('\r\n').filter(Boolean).slice(2);
const found = `/profiles/?${new URLSearchParams({ q: JSON.stringify(['skill:Python']), f: 'contacts:email' }).toString()}`;

describe('exporting found people', () => {
  it('[EXP-001] [CONT-022] saves the selected people, and all results of the search', async () => {
    const page = await visits.open(found, { who: 'recruiter' });
    await page.locator('[data-profile]').first().waitFor();
    const boxes = page.locator('[data-profile]').getByRole('checkbox');
    await boxes.first().check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Export', exact: true }).first().waitFor();
    await expectReadable(page, 'found-export');
    const save = async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Export candidates' });
      await dialog.getByRole('radio', { name: 'Leave closed contacts empty' }).check();
      expect(await dialog.getByRole('checkbox', { name: 'Vacancy' }).count()).toBe(0);
      const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export' }).click()]);
      return rowsOf(download);
    };
    expect(await save()).toHaveLength(2);
    await page.getByLabel('Select everyone on this page').click();
    await page.getByRole('button', { name: /^Select all/ }).click();
    expect((await save()).length).toBeGreaterThan(100);
  });

  it.each(otherLooks)('[EXP-001] is offered next to the other actions in %o', async (look) => {
    const page = await visits.open(found, { who: 'recruiter', ...look });
    await page.locator('[data-profile]').first().waitFor();
    await page.locator('[data-profile]').getByRole('checkbox').first().check();
    await page
      .getByRole('button', { name: look.language === 'ru' ? 'Экспорт' : 'Export', exact: true })
      .first()
      .waitFor();
    await expectReadable(page, 'found-export', look);
  });
});

describe('exporting the candidates of a sequence', () => {
  it('[EXP-003] [EXP-006] starts from its menu', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const { id: vacancy } = await makeVacancy(page, 60);
    const post = (path: string, body: object) => send(page, { path, method: 'POST', body });
    const { candidates } = (await send(page, { path: `/api/v6/folders/${vacancy}/candidates/` })) as { candidates: { id: number }[] };
    const templates = [{ subject: 'Hello', body: '<p>Would you talk to us?</p>' }];
    const { id } = (await post('/api/v6/sequences/', { name: `Export ${mark}`, templates })) as { id: number };
    await post(`/api/v6/sequences/${id}/add_profile/`, { candidate_ids: candidates.map((one) => one.id) });
    await page.goto(new URL(`/messaging/sequences/${id}`, page.url()).href);
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Export candidates (CSV)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export candidates' });
    await dialog.getByText('3 candidates').first().waitFor();
    await dialog.getByRole('radio', { name: 'Leave closed contacts empty' }).check();
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export' }).click()]);
    expect(await rowsOf(download)).toHaveLength(3);
  });
});
