import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { address as base } from './product-url.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

const mark = Date.now().toString(36).slice(-5);

const table = `Name;Email;Title;Company;City;Skills\nGrace Hopper${mark};grace-${mark}@navy.example.test;Rear admiral;US Navy;Boston;"COBOL, Python, SQL"\n`;
const bring = (page: Page, name: string, content: string) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const headline = (page: Page) => page.getByRole('article').getByText(`Countess ${mark}`);

/** Somebody of the common base, who is never an own profile. */
async function someone(page: Page, place = 0): Promise<{ id: number; name: string }> {
  const { profiles } = (await send(page, { path: '/api/v6/profiles/?per_page=20' })) as {
    profiles: { id: number; name: string; is_own: boolean }[];
  };
  const found = profiles.filter((profile) => !profile.is_own)[place];
  if (!found) throw new Error('the demo has people');
  return found;
}

describe('a new profile', () => {
  it('[PEDT-001] [PEDT-005] [PEDT-008] [SHELL-040] [PROF-035] is filled in from a file, and told of who is there already', async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    await page.getByRole('link', { name: 'Create profile' }).first().click();
    await page.waitForURL(/\/profiles\/create/);
    await bring(page, 'grace.csv', table);
    await page.getByText('Filled in from grace.csv').first().waitFor();
    expect(await field(page, 'First name').inputValue()).toBe('Grace');
    expect(await field(page, 'Headline').inputValue()).toBe('Rear admiral');
    await field(page, 'Headline').fill('Rear admiral of compilers');
    await picture(page, 'profile-create');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create profile' }).click();
    await page.waitForURL(/\/profiles\/\d+\/?$/);
    await page
      .getByRole('heading', { name: `Grace Hopper${mark}` })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'grace.csv' }).first().waitFor();

    await page.goto(`${base}/profiles/create`);
    await bring(page, 'again.csv', table);
    await page.getByText('A profile was created from again.csv before.').first().waitFor();
    await page
      .getByRole('region', { name: 'May be the same person' })
      .getByText(`Same email: grace-${mark}@navy.example.test`)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Create profile' }).click();
    await page.getByRole('dialog', { name: 'Is this the same person?' }).getByRole('button', { name: 'Cancel' }).click();
    expect(page.url()).toContain('/profiles/create');
  });

  it('[DEC-13] is undone at once, and the form begins again with what was typed', async () => {
    const page = await visits.open('/profiles/create', { who: 'recruiter' });
    await field(page, 'First name').fill('Unda');
    await field(page, 'Last name').fill(`Undone${mark}`);
    await page.getByRole('button', { name: 'Create profile' }).click();
    await page.waitForURL(/\/profiles\/\d+\/?$/);
    const made = page.url();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.waitForURL(/\/profiles\/create/);
    await expect.poll(() => field(page, 'Last name').inputValue(), patient).toBe(`Undone${mark}`);
    await page.goto(made);
    await page.getByText('Profile not found').first().waitFor();
  });

  it('[PEDT-010] [PEDT-013] says what is wrong where it is wrong, and keeps what was typed', async () => {
    const page = await visits.open('/profiles/create', { who: 'recruiter' });
    await bring(page, 'broken.pdf', '%PDF-1.7 cut off in the middle of a page');
    await page.getByRole('alert').getByText('File parsing error').first().waitFor();
    await bring(page, 'notes.txt', 'Ada');
    await page.getByRole('alert').getByText('This type of file is not accepted').first().waitFor();
    await field(page, 'Headline').fill('Nobody yet');
    await page.getByRole('button', { name: 'Create profile' }).click();
    await page.getByText('Enter a name').first().waitFor();
    await page.getByText('Not saved').first().waitFor();
    expect(await field(page, 'First name').evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
    // The browser keeps the draft; a closed tab asks before it goes.
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('profile-draft'))), patient)
      .toBe(true);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page
      .getByText(/Unsaved draft from .* restored/)
      .first()
      .waitFor();
    expect(await field(page, 'Headline').inputValue()).toBe('Nobody yet');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    expect(await field(page, 'Headline').inputValue()).toBe('');
  });

  it('[PEDT-011] says that an upload failed where the file does not get through, and takes it the next time', async () => {
    const page = await visits.open('/profiles/create', { who: 'recruiter' });
    const uploads = '**/api/files/v1/';
    await page.route(uploads, (route) => route.abort('connectionreset'));
    await bring(page, 'lost.csv', table.replace('Grace', 'Lost'));
    await page.getByRole('alert').getByText('Upload failed. Please, try again later.').first().waitFor();
    await page.unroute(uploads);
    await bring(page, 'lost.csv', table.replace('Grace', 'Lost'));
    await page.getByText('Filled in from lost.csv').first().waitFor();
    expect(await page.getByText('Upload failed.').count()).toBe(0);
  });

  it('[PEDT-001] begins with pasted text or with a link', async () => {
    const page = await visits.open('/profiles/create', { who: 'recruiter' });
    await page.getByText('Text', { exact: true }).click();
    await field(page, 'Text about the person').fill(`Ida Rhodes\nMathematician\nida-${mark}@example.test`);
    await page.getByRole('button', { name: 'Fill in the form' }).click();
    await page.getByText('Filled in from the text').first().waitFor();
    expect(await field(page, 'Last name').inputValue()).toBe('Rhodes');
    await page.getByRole('radiogroup', { name: 'Start from' }).getByText('Link', { exact: true }).click();
    await page.getByRole('region', { name: 'Start from' }).getByRole('textbox', { name: 'Link' }).fill(`github.com/ida-${mark}`);
    await page.getByRole('button', { name: 'Check link' }).click();
    await page.getByText('Nobody you see has this link').first().waitFor();
  });
});

describe('a profile that is there', () => {
  it('[PEDT-002] [PEDT-003] [PEDT-004] [PEDT-007] [PROF-035] [PROF-031] is edited for the own company, undone and restored', async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    const { id } = await someone(page);
    await page.goto(`${base}/profiles/${id}`);
    await page.getByRole('link', { name: 'Edit', exact: true }).first().click();
    await page.waitForURL(/\/edit/);
    const before = await field(page, 'First name').inputValue();
    expect(await save(page).isDisabled()).toBe(true);
    await field(page, 'First name').fill(`Countess ${mark}`);
    const skills = page.getByPlaceholder('Type a skill and press Enter');
    await skills.fill(`Loom ${mark}`);
    await skills.press('Enter');
    await page.getByRole('button', { name: 'Add link' }).click();
    await field(page, 'Link').last().fill(`github.com/countess-${mark}`);
    await save(page).click();
    await page.waitForURL(new RegExp(`/profiles/${id}/?$`));
    await headline(page).waitFor();
    await page.getByText(`Loom ${mark}`).first().waitFor();

    // The other company sees what was found.
    const other = await visits.open(`/profiles/${id}`, { who: 'other' });
    await other.getByRole('article').first().waitFor();
    await other.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await other.getByText(`Countess ${mark}`).count()).toBe(0);
    expect(await other.getByText(`Loom ${mark}`).count()).toBe(0);
    await visits.leave(other);

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => headline(page).count(), patient).toBe(0);

    await page.goto(`${base}/profiles/${id}/editing`);
    await field(page, 'First name').fill(`Countess ${mark}`);
    await page.keyboard.press('Control+Enter');
    await headline(page).waitFor();
    await page.goto(`${base}/profiles/${id}/edit`);
    await page
      .getByText(/Changed by/)
      .first()
      .waitFor();
    await picture(page, 'profile-edit');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore original: First name' }).click();
    await expect.poll(() => field(page, 'First name').inputValue(), patient).toBe(before);
    await page.goto(`${base}/profiles/${id}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await headline(page).count()).toBe(0);
  });

  it('[PEDT-002] moves its jobs by the keyboard, and asks before what was typed is left', async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    const { id } = await someone(page, 3);
    await page.goto(`${base}/profiles/${id}/edit`);
    await page.getByRole('button', { name: 'Add position' }).click();
    const title = page.getByRole('textbox', { name: 'Job title' });
    await title.first().fill(`Weaver ${mark}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => title.nth(1).inputValue(), patient).toBe(`Weaver ${mark}`);
    expect(await title.nth(1).evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    expect(await title.nth(1).inputValue()).toBe(`Weaver ${mark}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(new RegExp(`/profiles/${id}/?$`));
  });

  it('[PROF-078] says that it was not saved where a colleague was faster, and takes their version', async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    const { id } = await someone(page, 5);
    await page.goto(`${base}/profiles/${id}/edit`);
    await field(page, 'Headline').fill('Mine');
    await send(page, { path: `/api/v6/profiles/${id}/private/`, method: 'POST', body: { headline: `Theirs ${mark}` } });
    await save(page).click();
    await page.getByText('Not saved').first().waitFor();
    await page
      .getByText(/Changed meanwhile by/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Use their version' }).click();
    expect(await field(page, 'Headline').inputValue()).toBe(`Theirs ${mark}`);
  });
});

describe('the editor', () => {
  it.each(looks)('fits in $scheme $language phone: $phone', async (look) => {
    const page = await visits.open('/profiles/create', { who: 'recruiter', ...look });
    await page.locator('[data-profile-form]').waitFor();
    await drawn(page);
    await picture(page, `profile-create-${lookName(look)}`);
    expect(await overflowOf(page)).toBe(0);
    const { id } = await someone(page, 7);
    await page.goto(`${base}/profiles/${id}/edit`);
    await page.locator('[data-profile-form]').waitFor();
    await drawn(page);
    await picture(page, `profile-edit-${lookName(look)}`);
    expect(await overflowOf(page)).toBe(0);
    // The form scrolls within its frame; the page behind it is no longer than the window.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - globalThis.innerHeight)).toBe(0);
    await page.locator('[data-shape="card"] [data-item]').first().scrollIntoViewIfNeeded();
    await picture(page, `profile-edit-jobs-${lookName(look)}`);
  });
});
