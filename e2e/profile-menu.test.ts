import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults, expectReadable } from './axe.ts';
import { lookName, looks, patient, picture, send, visits } from './visit.ts';

const python = `/profiles/?${new URLSearchParams({ q: JSON.stringify(['skill:Python']) }).toString()}`;
const mark = Date.now().toString(36).slice(-5);
let number = 0;

/** A person whom the company of the visitor has made, opened. */
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
  it('[CTP-008] [CTP-009] [ROLE-044] are typed where they stand, offered again, and taken off', async () => {
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

  it('[CTP-008] [DEC-13] are put on several people found, and taken back with Undo', async () => {
    const page = await visits.open(python, { who: 'recruiter' });
    const rows = page.locator('[data-profile]');
    await rows.nth(2).waitFor(patient);
    for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Tag 2 people' });
    await dialog.getByLabel('Add tags').fill(`Many ${mark}`);
    await page.keyboard.press('Enter');
    await picture(page, 'tag-many-light-en-desktop');
    expect(await axeFaults(page)).toEqual([]);
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
  it('[PEDT-026] [PEDT-027] [PEDT-029] is read by a visitor without contacts, until the link is revoked', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const { name } = await openPerson(page);
    await choose(page, 'Share…');
    const dialog = page.getByRole('dialog', { name: 'Share profile' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toMatch(/\/l\/\d+\/[\w-]{22,}$/);
    const visitor = await visits.open(new URL(link).pathname);
    await visitor.getByRole('heading', { name }).first().waitFor(patient);
    expect(await visitor.getByText('@people.test').count()).toBe(0);
    expect(await visitor.getByRole('navigation').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('Link revoked').first().waitFor(patient);
    await visitor.reload();
    await visitor.getByText('Ask the person who sent it for a new link.').first().waitFor(patient);
  });

  it.each(looks.map((look) => [lookName(look), look] as const))('[PEDT-026] reads well without a side menu: %s', async (_name, look) => {
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
  });
});

describe('a report', () => {
  it('[PEDT-021] [PEDT-022] [PEDT-024] needs words, and reaches the staff', async () => {
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
    await picture(staff, 'reports-light-en-desktop');
    expect(await axeFaults(staff)).toEqual([]);
  });
});

describe('a file of a person', () => {
  it('[FILE-009] [FILE-010] [FILE-011] [PROF-033] adds what is new to the profile, once, and is taken back with Undo', async () => {
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
