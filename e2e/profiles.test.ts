import { expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { drawn, lookName, mark, otherLooks, overflowOf, patient, picture, send, visits } from './visit.ts';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

const table = `Name;Email;Title;Company;City;Skills\nGrace Hopper${mark};grace-${mark}@navy.example.test;Rear admiral;US Navy;Boston;"COBOL, Python, SQL"\n`;
const bring = (page: Page, name: string, content: string) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const headline = (page: Page) => page.getByRole('article').getByText(`Countess ${mark}`);

/** A profile of the common base. */
async function baseProfile(page: Page, place = 0): Promise<{ id: number; name: string }> {
  const { profiles } = (await send(page, { path: '/api/v6/profiles/?per_page=20' })) as {
    profiles: { id: number; name: string; is_own: boolean }[];
  };
  const found = profiles.filter((profile) => !profile.is_own)[place];
  if (!found) throw new Error('the demo has people');
  return found;
}

describe('creating a profile', () => {
  it('[PEDT-001] [PEDT-005] [PEDT-008] [SHELL-040] [PROF-035] fills the form from a file and lists existing duplicates', async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    await page.getByRole('link', { name: 'Create profile' }).first().click();
    await page.waitForURL(/\/profiles\/create/);
    await bring(page, 'grace.csv', table);
    await page.getByText('Filled in from grace.csv').first().waitFor();
    expect(await field(page, 'First name').inputValue()).toBe('Grace');
    expect(await field(page, 'Headline').inputValue()).toBe('Rear admiral');
    await field(page, 'Headline').fill('Rear admiral of compilers');
    await expectReadable(page, 'profile-create');
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

  it('[DEC-13] [PEDT-001] starts with pasted text or a link, is undone, and the form opens with the same input', async () => {
    const page = await visits.open('/profiles/create', { who: 'recruiter' });
    await page.getByText('Text', { exact: true }).click();
    await field(page, 'Text about the person').fill(`Ida Rhodes\nMathematician\nida-${mark}@example.test`);
    await page.getByRole('button', { name: 'Fill in the form' }).click();
    await page.getByText('Filled in from the text').first().waitFor();
    expect(await field(page, 'Last name').inputValue()).toBe('Rhodes');
    await page.getByRole('radiogroup', { name: 'Start from' }).getByText('Link', { exact: true }).click();
    await page.getByRole('region', { name: 'Start from' }).getByRole('textbox', { name: 'Link' }).fill(`github.com/ida-${mark}`);
    await page.getByRole('button', { name: 'Check link' }).click();
    await page.getByText('No profile has this link').first().waitFor();
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

  it('[PEDT-010] [PEDT-013] shows errors at their fields and keeps the input', async () => {
    const page = await visits.open('/profiles/create', { who: 'recruiter' });
    await bring(page, 'broken.pdf', '%PDF-1.7 cut off in the middle of a page');
    await page.getByRole('alert').getByText('File parsing error').first().waitFor();
    await bring(page, 'notes.html', '<p>Ada</p>');
    await page.getByRole('alert').getByText('This type of file is not accepted').first().waitFor();
    await field(page, 'Headline').fill('Nobody yet');
    await page.getByRole('button', { name: 'Create profile' }).click();
    await page.getByText('Enter a name').first().waitFor();
    await page.getByText('Not saved').first().waitFor();
    expect(await field(page, 'First name').evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
    // The browser keeps the draft; closing the tab asks first.
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('profile-draft'))), patient)
      .toBe(true);
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await page.reload();
    await page
      .getByText(/Unsaved draft from .* restored/)
      .first()
      .waitFor();
    expect(await field(page, 'Headline').inputValue()).toBe('Nobody yet');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    expect(await field(page, 'Headline').inputValue()).toBe('');
  });
});

describe('an existing profile', () => {
  it("[PEDT-002] [PEDT-003] [PEDT-004] [PEDT-007] [PROF-035] [PROF-031] is edited for the user's company, undone and restored", async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    const { id } = await baseProfile(page);
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

    // The other company sees the original.
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
    await expectReadable(page, 'profile-edit');
    // The form scrolls in its frame; the page is not taller than the window.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - globalThis.innerHeight)).toBe(0);
    await page.getByRole('button', { name: 'Restore original: First name' }).click();
    await expect.poll(() => field(page, 'First name').inputValue(), patient).toBe(before);
    await page.goto(`${base}/profiles/${id}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await headline(page).count()).toBe(0);
  });

  it('[PEDT-002] reorders its jobs by keyboard, and confirms before input is lost', async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    const { id } = await baseProfile(page, 3);
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

  it("[PROF-078] reports a colleague's earlier change instead of saving, and loads their version", async () => {
    const page = await visits.open('/menu', { who: 'recruiter' });
    const { id } = await baseProfile(page, 5);
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
  it.each(otherLooks)('fits in $scheme $language phone: $phone', async (look) => {
    const page = await visits.open('/profiles/create', { who: 'recruiter', ...look });
    await page.locator('[data-profile-form]').waitFor();
    await drawn(page);
    await picture(page, `profile-create-${lookName(look)}`);
    expect(await overflowOf(page)).toBe(0);
    const { id } = await baseProfile(page, 7);
    await page.goto(`${base}/profiles/${id}/edit`);
    await page.locator('[data-profile-form]').waitFor();
    await drawn(page);
    await picture(page, `profile-edit-${lookName(look)}`);
    expect(await overflowOf(page)).toBe(0);
    // The form scrolls in its frame; the page is not taller than the window.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - globalThis.innerHeight)).toBe(0);
    await page.locator('[data-shape="card"] [data-item]').first().scrollIntoViewIfNeeded();
    await picture(page, `profile-edit-jobs-${lookName(look)}`);
  });
});

const python = `/profiles/?${new URLSearchParams({ q: JSON.stringify(['skill:Python']) }).toString()}`;
let number = 0;

/** Creates and opens a person of the user's company. */
async function openPerson(page: Page): Promise<{ id: number; name: string }> {
  // A name in a resume has no digits.
  const last = `Menu${`${mark}${(number += 1)}`.replaceAll(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '')}`;
  const contacts = [{ type: 'email', value: `${last.toLowerCase()}@people.test` }];
  const body = { first_name: 'Vera', last_name: last, headline: 'Engineer', contacts };
  const { id } = (await send(page, { path: '/api/v6/profiles/create/', method: 'POST', body })) as { id: number };
  await page.goto(new URL(`/profiles/${id}/`, page.url()).href);
  await page
    .getByRole('heading', { name: `Vera ${last}` })
    .first()
    .waitFor(patient);
  return { id, name: `Vera ${last}` };
}

const choose = async (page: Page, item: string | RegExp) => {
  await page
    .getByRole('button', { name: /^(More actions|Другие действия)$/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('tags', () => {
  it('[CTP-008] [CTP-009] [ROLE-044] are typed in place, suggested again and removed', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const first = await openPerson(page);
    await page.keyboard.press('t');
    const field = page.getByPlaceholder('Type a tag and press Enter');
    await field.fill(`Kept ${mark}`);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('list', { name: 'Tags' }).getByText(`Kept ${mark}`).first().waitFor(patient);

    await openPerson(page);
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByPlaceholder('Type a tag and press Enter').fill(`kept ${mark}`.slice(0, 7));
    await page.getByRole('option', { name: `Kept ${mark}` }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('list', { name: 'Tags' }).getByText(`Kept ${mark}`).first().waitFor(patient);

    await page.goto(new URL(`/profiles/${first.id}/`, page.url()).href);
    await page.getByRole('button', { name: 'Edit tags' }).click();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    const stored = () => send(page, { path: `/api/v6/profiles/${first.id}/tags/` });
    await expect.poll(stored, patient).toMatchObject({ tags: [] });
  });

  it('[CTP-008] [DEC-13] are added to several results, and removed with undo', async () => {
    const page = await visits.open(python, { who: 'recruiter' });
    const rows = page.locator('[data-profile]');
    await rows.nth(2).waitFor(patient);
    for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Tag 2 people' });
    await dialog.getByLabel('Add tags').fill(`Many ${mark}`);
    await page.keyboard.press('Enter');
    await expectReadable(page, 'tag-many');
    await dialog.getByRole('button', { name: 'Save tags' }).click();
    await page.getByText('Tags of 2 people changed').first().waitFor(patient);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    const used = async () => {
      const { tags } = (await send(page, { path: `/api/v6/tags/?text=${encodeURIComponent(`Many ${mark}`)}` })) as {
        tags: { count: number }[];
      };
      return tags.reduce((sum, { count }) => sum + count, 0);
    };
    await expect.poll(used, patient).toBe(0);
  });
});

describe('a shared profile', () => {
  it('[PEDT-026] [PEDT-027] [PEDT-029] is visible to a visitor without contacts, until the link is revoked', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const { name } = await openPerson(page);
    await choose(page, 'Share…');
    const dialog = page.getByRole('dialog', { name: 'Share profile' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toMatch(/\/l\/\d+\/[\w-]{22,}$/);
    const visitor = await visits.open(new URL(link).pathname);
    await visitor.getByRole('heading', { name }).first().waitFor(patient);
    await expectReadable(visitor, 'shared');
    expect(await visitor.getByText('@people.test').count()).toBe(0);
    expect(await visitor.getByRole('navigation').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('Link revoked').first().waitFor(patient);
    await visitor.reload();
    await visitor.getByText('Ask the person who sent it for a new link.').first().waitFor(patient);
  });

  it.each(otherLooks.map((look) => [lookName(look), look] as const))(
    '[PEDT-026] is readable without a side menu: %s',
    async (_name, look) => {
      const page = await visits.open('/icon.svg', { who: 'recruiter', ...look });
      const found = (await send(page, { path: '/api/v6/profiles/?per_page=1&f=contacts:email' })) as { profiles: { id: number }[] };
      const path = `/api/profiles/${found.profiles[0]?.id}/links/`;
      const { url } = (await send(page, { path, method: 'POST', body: { days: 7 } })) as { url: string };
      const visitor = await visits.open(new URL(url).pathname, look);
      await visitor
        .getByRole('heading', { level: 1 })
        .or(visitor.getByRole('heading', { level: 2 }))
        .first()
        .waitFor(patient);
      await expectReadable(visitor, 'shared', look);
    },
  );
});

describe('a profile report', () => {
  it('[PEDT-021] [PEDT-022] [PEDT-024] requires a text and reaches the staff', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    await openPerson(page);
    await choose(page, 'Report a problem…');
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await dialog.getByText('Please describe the problem').first().waitFor(patient);
    await dialog.getByLabel('Description').fill(`Left in May ${mark}`);
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Report sent').first().waitFor(patient);
    const staff = await visits.open('/profiles/reports', { who: 'staff' });
    await staff.getByText(`Left in May ${mark}`).first().waitFor(patient);
    await expectReadable(staff, 'reports');
  });
});

describe('a file of a person', () => {
  it('[FILE-009] [FILE-010] [FILE-011] [PROF-033] adds new facts to the profile, once, and is undone', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const { name } = await openPerson(page);
    const path = join(tmpdir(), `resume-${mark}.txt`);
    await writeFile(
      path,
      `${name}\nBerlin, Germany\n\nSkills\nKubernetes, Terraform, PostgreSQL\n\nExperience\nSenior Engineer, Acme\nJanuary 2020 - present\n`,
    );
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Attach file' }).click()]);
    await chooser.setFiles(path);
    await page.getByRole('button', { name: `Add to the profile from resume-${mark}.txt` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Kubernetes').first().waitFor(patient);
    await picture(page, 'enrich-file-light-en-desktop');
    await dialog.getByRole('button', { name: 'Add to profile' }).click();
    await page.getByText('Profile enriched').first().waitFor(patient);
    await page.getByText('Terraform').first().waitFor(patient);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('Undone').first().waitFor(patient);
    await page
      .getByText('Terraform')
      .first()
      .waitFor({ state: 'detached', ...patient });
    await page
      .getByText(/^File .* attached$/)
      .first()
      .waitFor(patient);
  });
});
