import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { bodyOf, list, newTemplate, saved, subjectOf, type Template } from './template-page.ts';
import { lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

const path = '/api/v6/mailing_templates/';

beforeAll(async () => {
  const page = await visits.enter('admin');
  // Other tests may have left templates; the list must start empty.
  const { templates } = (await send(page, { path: `${path}?limit=100` })) as { templates: Template[] };
  for (const { id } of templates) await send(page, { path: `${path}${id}/`, method: 'DELETE' });
  await visits.leave(page);
});

async function makeTemplates(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'No templates yet' }).first().waitFor(patient);
  await page.getByRole('button', { name: /^Follow-up/ }).click();
  await bodyOf(page).waitFor();
  expect(await bodyOf(page).locator('[data-variable]').allTextContents()).toContain('FIRST_NAME');
  expect(await subjectOf(page).textContent()).toBe('One more thought on VACANCY');
  await page.locator('input[name=name]').fill('Second note');
  const made = await saved(page);
  expect(made).toMatchObject({ name: 'Second note', subject: 'One more thought on {{VACANCY}}' });
  expect(made.body).toContain('<p>Hello {{FIRST_NAME}},</p>');
  await expect.poll(() => page.url()).toContain(`template=${made.id}`);
  await newTemplate(page);
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByText('This field cannot be empty').first().waitFor();
  await page.locator('input[name=name]').fill('Blank one');
  await saved(page);
  const rows = page.getByRole('table', { name: 'Templates' }).getByRole('row');
  await expect.poll(() => rows.count(), patient).toBe(3);
  await page.getByLabel('Search in names and subjects').fill('SECOND');
  await expect.poll(() => rows.count(), patient).toBe(2);
  await page.getByLabel('Search in names and subjects').fill('nothing of the kind');
  await page.getByRole('button', { name: 'Clear filters' }).first().waitFor();
  await page.getByLabel('Search in names and subjects').fill('');
  await page.getByRole('combobox', { name: 'Owner' }).click();
  expect(await page.getByRole('option').first().textContent()).toContain('(you)');
  await page.keyboard.press('Escape');
  await rows.filter({ hasText: 'Second note' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Template “Second note” deleted').first().waitFor();
  await expect.poll(() => rows.filter({ hasText: 'Second note' }).count(), patient).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows.filter({ hasText: 'Second note' }).count(), patient).toBe(1);
}

async function previewTemplate(page: Page): Promise<void> {
  const made = (await send(page, {
    path,
    method: 'POST',
    body: { name: 'Warm start', subject: 'For {{FIRST_NAME}}', body: '<p>{{VACANCY}} <a href="http://localhost">x</a></p>' },
  })) as Template;
  await newTemplate(page);
  await page.getByText('Preview', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Preview as' }).click();
  await page.getByRole('option').first().click();
  await page.locator('iframe').waitFor(patient);
  await page.goto(`${new URL(page.url()).origin}${list}?template=${made.id}`);
  await page.getByText('This link will not open: http://localhost').first().waitFor(patient);
  await page.getByText('VACANCY has no fallback').first().waitFor();
  await page.getByLabel('Value of VACANCY').fill('the role');
  await page.getByText('VACANCY has no fallback').waitFor({ state: 'hidden' });
  expect((await saved(page)).custom_variables).toEqual([{ name: 'VACANCY', value: 'the role', data: [] }]);
}

describe('templates', () => {
  it('[TPL-001] [TPL-008] [TPL-012] [TPL-015] [ROLE-067] are created from examples, found, deleted, restored and previewed', async () => {
    const page = await visits.open(list, { who: 'recruiter' });
    await makeTemplates(page);
    await previewTemplate(page);
  });

  it('[DEC-07] [TPL-001] are listed live in every window, and unsaved input stays', async () => {
    const [page, other] = [await visits.open(list, { who: 'recruiter' }), await visits.open(list, { who: 'admin' })];
    await newTemplate(other);
    await other.locator('input[name=name]').fill('Being written');
    const { id } = (await send(page, {
      path,
      method: 'POST',
      body: { name: 'Made elsewhere', subject: 'Hello', body: '<p>Hello</p>' },
    })) as Template;
    for (const one of [page, other]) await one.getByRole('cell', { name: 'Made elsewhere' }).first().waitFor(patient);
    expect(await other.locator('input[name=name]').inputValue()).toBe('Being written');
    await send(page, { path: `${path}${id}/`, method: 'DELETE' });
    for (const one of [page, other]) await one.getByRole('cell', { name: 'Made elsewhere' }).waitFor({ ...patient, state: 'detached' });
  });
});

describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
  it('[TPL-001] shows the list, the form and the preview without axe violations', async () => {
    const page = await visits.open(list, { ...look, who: 'admin' });
    const shown = async (name: string) => {
      await picture(page, `templates-${name}-${lookName(look)}`);
      expect.soft(await axeFaults(page), name).toEqual([]);
      expect.soft(await overflowOf(page), name).toBeLessThanOrEqual(0);
    };
    await page
      .getByRole('table')
      .or(page.getByRole('heading', { level: 2 }))
      .first()
      .waitFor(patient);
    await shown('list');
    await page.goto(`${page.url()}?from=-2`);
    await page.locator('.ProseMirror [data-variable]').first().waitFor(patient);
    await shown('form');
    await page.getByText(look.language === 'en' ? 'Preview' : 'Предпросмотр', { exact: true }).click();
    await page.getByRole('combobox', { name: look.language === 'en' ? 'Preview as' : 'Показать для' }).click();
    await page.getByRole('option').first().click();
    await page.frameLocator('iframe').locator('body').waitFor(patient);
    await shown('preview');
  });
});
