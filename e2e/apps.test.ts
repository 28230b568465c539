import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { mail } from './product-url.ts';
import { lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

/** Person with an address that the recruiter has opened. */
async function openedPerson(page: Page): Promise<number> {
  const found = (await send(page, { path: '/api/v6/profiles/?per_page=1&page=80&f=contacts:email' })) as { profiles: { id: number }[] };
  const id = found.profiles[0]?.id ?? 0;
  await send(page, { path: `/api/v6/profiles/${id}/get-contacts/` });
  return id;
}

describe('applicant tracking', () => {
  it('[ATS-001] [ATS-004] [ATS-039] connects Greenhouse, sends a person and shows the job', async () => {
    const page = await visits.open('/apps', { who: 'recruiter' });
    await page.getByRole('link', { name: /^Greenhouse: / }).click();
    await page.getByLabel('Client ID').fill('headwater-sandbox');
    await page.getByLabel('Client secret').fill('wrong');
    await page.getByRole('button', { name: /^Connect/ }).click();
    await page.getByText('Greenhouse does not accept these credentials').waitFor(patient);
    await page.getByLabel('Client secret').fill('sandbox-secret');
    await page.getByRole('button', { name: /^Connect/ }).click();
    await page.getByText('Webhook URL').waitFor(patient);
    const id = await openedPerson(page);
    await page.goto(new URL(`/profiles/${id}/`, page.url()).href);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: /Send to Greenhouse/ }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Job' }).click();
    await page.getByRole('option', { name: /Backend developer/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByText(/Sent: 1\. Already there: 0\. Failed: 0/).waitFor(patient);
    await page.getByText(/Backend developer, in process/).waitFor(patient);
  });

  it('[ATS-016] [ATS-025] connects Lever by its consent page', async () => {
    const page = await visits.open('/apps', { who: 'recruiter' });
    await page.getByRole('link', { name: /^Lever: / }).click();
    await page.getByRole('button', { name: /Lever$/ }).click();
    await page.waitForURL((url) => url.origin === mail);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Connected', { exact: true }).first().waitFor(patient);
    expect(new URL(page.url()).pathname).toBe('/apps/lever/connect');
  });

  it('[ATS-010] [ATS-024] imports the people of Huntflow', async () => {
    const page = await visits.open('/apps', { who: 'recruiter' });
    await page.getByRole('button', { name: 'Huntflow: Import' }).click();
    await page.getByLabel('Connection link').fill('sandbox-access sandbox-refresh');
    await page.getByRole('button', { name: 'Start import' }).click();
    await page
      .getByRole('region', { name: 'Import from Huntflow' })
      .getByText(/New: 3\./)
      .waitFor(patient);
  });

  it.each(looks)('[ATS-001] [ATS-004] fits the screen: $scheme $language $phone', async (look) => {
    const name = lookName(look);
    const page = await visits.open('/apps', { who: 'recruiter', ...look });
    await page.getByRole('link', { name: /^Greenhouse: / }).waitFor(patient);
    await picture(page, `apps-${name}`);
    expect(await axeFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.goto(new URL('/apps/greenhouse/connect', page.url()).href);
    await page.locator('input[name], input').first().waitFor(patient);
    await picture(page, `apps-connect-${name}`);
    expect(await axeFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    const id = await openedPerson(page);
    await page.goto(new URL(`/profiles/${id}/`, page.url()).href);
    await page
      .getByRole('button', { name: /More actions|Ещё действия|Другие действия|Ещё/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /Greenhouse/ }).click();
    await page.getByRole('dialog').locator('textarea').first().waitFor(patient);
    await picture(page, `apps-send-${name}`);
    expect(await axeFaults(page)).toEqual([]);
  });
});
