import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

const csv = (content: string, name = 'people.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
const dialogOf = (page: Page) => page.getByRole('dialog');

/** Person of the common base with an address that the recruiter has opened. */
async function openedPerson(page: Page): Promise<{ id: number; email: string }> {
  const found = (await send(page, { path: '/api/v6/profiles/?per_page=1&page=60&f=contacts:email' })) as { profiles: { id: number }[] };
  const id = found.profiles[0]?.id ?? 0;
  const opened = (await send(page, { path: `/api/v6/profiles/${id}/get-contacts/` })) as { contacts: { type: string; value: string }[] };
  return { id, email: opened.contacts.find(({ type }) => type === 'email')?.value ?? '' };
}

async function choose(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await page
    .getByRole('button', { name: /Import CSV|Импорт CSV/ })
    .first()
    .click();
  await dialogOf(page).locator('input[type="file"]').setInputFiles(file);
}

describe('data enrichment', () => {
  it('[SHELL-052] [ENR-001] [ENR-002] [ENR-005] [ENR-016] adds contacts from a file and reports the result of each row', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const { id, email } = await openedPerson(page);
    await page.goto(new URL('/', page.url()).href);
    await page.getByRole('link', { name: 'Data Enrichment' }).click();
    await page.getByRole('heading', { name: 'Data enrichment' }).first().waitFor(patient);
    await choose(page, csv(`${email};+44 7700 900123;one\nnobody@nowhere.test;;two\n${'x@nowhere.test;;\n'.repeat(8)}`, 'Spring fair.csv'));
    const dialog = dialogOf(page);
    await dialog.getByText('10 rows').first().waitFor(patient);
    expect(await dialog.locator('tbody tr').count()).toBe(7);
    const typeOf = (column: number) => dialog.getByRole('combobox', { name: `Type of column ${column}` });
    expect(await typeOf(1).inputValue()).toBe('Email');
    expect(await typeOf(2).inputValue()).toBe('Phone');
    expect(await typeOf(3).inputValue()).toBe('Ignore');
    await typeOf(2).click();
    await page.getByRole('option', { name: 'Ignore' }).click();
    await typeOf(1).click();
    await page.getByRole('option', { name: 'Ignore' }).click();
    expect(await dialog.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true);
    await typeOf(1).click();
    await page.getByRole('option', { name: 'Email' }).click();
    await typeOf(2).click();
    await page.getByRole('option', { name: 'Phone' }).click();
    await dialog.getByRole('button', { name: 'Start import' }).click();
    await page.getByText('Import finished. Profiles found: 1, contacts added: 1').first().waitFor(patient);
    const row = page.getByRole('row', { name: /Spring fair/ });
    await row.getByText('Done').first().waitFor(patient);
    await row.getByRole('button', { name: 'Actions for Spring fair' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download results' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^Spring fair-results-.*\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n').filter(Boolean);
    expect(lines).toHaveLength(11);
    expect(lines[1]).toContain(`/profiles/${id};`);
    expect(lines[1]).toContain('Phone: +44 7700 900123');
    await page.goto(new URL(`/profiles/${id}`, page.url()).href);
    await page.getByText('+44 7700 900123').first().waitFor(patient);
    await page.goBack();
    await page.getByRole('button', { name: 'Actions for Spring fair' }).click();
    await page.getByRole('menuitem', { name: 'Undo' }).click();
    await page
      .getByRole('row', { name: /Spring fair/ })
      .getByText('Undone')
      .first()
      .waitFor(patient);
  });

  it('[ENR-012] [ENR-017] [ENR-018] reports why a file cannot be imported', async () => {
    const page = await visits.open('/data_enrichment', { who: 'recruiter' });
    await choose(page, csv('a@x.test,1\nb@x.test,"2\nc@x.test,3\n'));
    await dialogOf(page).getByText('CSV parse error').first().waitFor(patient);
    await dialogOf(page).getByText('Line 2: a quotation mark is not closed.').first().waitFor();
    await dialogOf(page).getByRole('button', { name: 'Choose another file' }).click();
    await dialogOf(page)
      .locator('input[type="file"]')
      .setInputFiles(csv('a@x.test\n'.repeat(150_000)));
    await dialogOf(page).getByText('Quota exceeded').first().waitFor(patient);
    await picture(page, 'enrichment-quota');
    await dialogOf(page).getByRole('button', { name: 'Choose another file' }).click();
    await dialogOf(page)
      .locator('input[type="file"]')
      .setInputFiles({ ...csv(''), buffer: Buffer.from('\uFEFFa@x.test', 'utf16le') });
    await dialogOf(page).getByText('The file is in UTF-16').first().waitFor(patient);
    expect(await axeFaults(page)).toEqual([]);
  });

  it.each(looks)('is readable: $scheme, $language, phone $phone', { timeout: 120_000 }, async (look) => {
    const name = lookName(look);
    const empty = await visits.open('/data_enrichment', { who: 'other', ...look });
    await empty
      .getByText(/No imports yet|Импортов пока нет/)
      .first()
      .waitFor(patient);
    await picture(empty, `enrichment-empty-${name}`);
    expect(await overflowOf(empty)).toBe(0);
    const page = await visits.open('/data_enrichment', { who: 'recruiter', ...look });
    await page
      .getByRole('button', { name: /Import CSV|Импорт CSV/ })
      .first()
      .click();
    await dialogOf(page)
      .getByRole('button', { name: /Choose file|Выбрать файл/ })
      .first()
      .waitFor(patient);
    await picture(page, `enrichment-choose-${name}`);
    const rows =
      'Анна Вебер;anna.weber@example.test;+49 30 901820;https://linkedin.com/in/anna-weber;@anna_weber\nBoris Orlov;boris@example.test;8 912 555-01-42;;\n';
    await dialogOf(page)
      .locator('input[type="file"]')
      .setInputFiles(csv(rows.repeat(12_000), 'Conference contacts.csv'));
    await dialogOf(page)
      .getByRole('button', { name: /Start import|Начать импорт/ })
      .first()
      .waitFor(patient);
    await picture(page, `enrichment-wizard-${name}`);
    expect(await axeFaults(page)).toEqual([]);
    await dialogOf(page)
      .getByRole('button', { name: /Start import|Начать импорт/ })
      .click();
    await page
      .getByText(/Processing|Обработка/)
      .first()
      .waitFor(patient);
    await picture(page, `enrichment-running-${name}`);
    await page
      .getByRole('button', { name: /Conference contacts$/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /Stop|Остановить/ }).click();
    await page
      .getByText(/^(Stopped|Остановлен)$/)
      .first()
      .waitFor(patient);
    await picture(page, `enrichment-list-${name}`);
    expect(await overflowOf(page)).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
  });
});
