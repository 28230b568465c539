import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { address as base } from './product-url.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

const mark = Date.now().toString(36).slice(-5);
const url = `https://github.com/ban-${mark}`;

const said = (page: Page, text: string) => page.getByText(text).first().waitFor(patient);
const rows = (page: Page) => page.getByRole('row').filter({ hasText: url });

describe('banned links', () => {
  it('[BAN-001] [BAN-003] [BAN-007] [BAN-008] [BAN-009] are listed for staff, banned and unbanned', async () => {
    const page = await visits.open('/menu', { who: 'staff' });
    await page.goto(`${base}/profiles/ban`);
    await page.getByRole('button', { name: 'Ban link' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Ban link' });
    await dialog.getByRole('textbox', { name: 'Link' }).fill('no link');
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
    await dialog.getByText('Enter a valid', { exact: false }).first().waitFor(patient);
    await dialog.getByRole('textbox', { name: 'Link' }).fill(url);
    await picture(page, 'ban-link-light-en-desktop');
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
    await said(page, `Link ${url} banned`);
    await rows(page).first().waitFor(patient);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: `Unban: ${url}` }).click();
    await said(page, `Link ${url} unbanned`);
    await rows(page)
      .first()
      .waitFor({ state: 'detached', ...patient });
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await said(page, `Link ${url} banned`);
    await rows(page).first().waitFor(patient);
    for (const look of looks) {
      const other = await visits.open('/profiles/ban', { who: 'staff', ...look });
      await other.getByText(url).first().waitFor(patient);
      await drawn(other);
      expect(await overflowOf(other)).toBe(0);
      await picture(other, `banned-links-${lookName(look)}`);
    }
  });

  it('[BAN-003] [BAN-010] are banned from a profile, with Undo', async () => {
    const shown = `https://gitlab.com/ban-${mark}`;
    const page = await visits.open('/menu', { who: 'staff' });
    const fragment = { first_name: 'Ada', last_name: `Linked ${mark}`, links: [{ url: shown }] };
    const made = { path: '/api/v6/profiles/private/', method: 'POST', body: { fragments: [fragment] } };
    const { id } = (await send(page, made)) as { id: number };
    await page.goto(`${base}/profiles/${id}`);
    const link = page.getByRole('link', { name: 'GitLab' }).first();
    await link.waitFor(patient);
    await page.getByRole('button', { name: `Ban link: ${shown}` }).waitFor(patient);
    await picture(page, 'ban-from-profile-light-en-desktop');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: `Ban link: ${shown}` }).click();
    await said(page, `Link ${shown} banned`);
    await link.waitFor({ state: 'detached', ...patient });
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await said(page, `Link ${shown} unbanned`);
    await link.waitFor(patient);
  });
});
