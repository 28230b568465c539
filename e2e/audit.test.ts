import { beforeAll, describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { looks, patient, send, visits } from './visit.ts';

let companyId = 0;
beforeAll(async () => {
  const page = await visits.enter('admin');
  ({
    company: { company_id: companyId },
  } = (await send(page, { path: '/api/internal/users/me/' })) as { company: { company_id: number } });
  await visits.leave(page);
});

describe('the event log', () => {
  it('[DEC-14] [COMP-050] shows administrators who saw, changed and signed in, and is narrowed', async () => {
    const recruiter = await visits.open('/folders/', { who: 'recruiter' });
    const { profiles } = (await send(recruiter, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number }[] };
    const id = profiles[0]?.id ?? 0;
    await send(recruiter, { path: `/api/internal/profiles/${id}/` });
    const page = await visits.open('/company', { who: 'admin' });
    await page.getByRole('link', { name: 'Event log' }).click();
    await page.waitForURL(/\/company\/events/);
    // Others are at work meanwhile: what was seen long ago stands far below.
    await page.goto(`${base}/company/events?target=profile&id=${id}`);
    await page
      .getByRole('row', { name: new RegExp(`Rita Keller.*Opened a profile.*Profile ${id}`) })
      .first()
      .waitFor(patient);
    await page.goto(`${base}/company/events?kind=signed_in`);
    await page.getByRole('textbox', { name: 'Search by person' }).fill('alice');
    await page
      .getByRole('row', { name: /Alice Morgan.*Signed in/ })
      .first()
      .waitFor(patient);
    await expect.poll(() => page.getByRole('row', { name: /Opened a profile/ }).count(), patient).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  });

  it('[DEC-14] [REQ-032] says at its field which day is none, once it is typed, and saves nothing meanwhile', async () => {
    const page = await visits.open('/company/events', { who: 'admin' });
    await page.locator('main tbody tr[data-index]').first().waitFor(patient);
    const day = page.getByLabel('From');
    await day.focus();
    await day.pressSequentially('112826');
    const wrong = page.getByText('Choose a day between 1970 and 2999');
    expect(await wrong.count()).toBe(0);
    await day.blur();
    await wrong.waitFor(patient);
    expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(true);
    await day.fill('2026-01-31');
    await day.blur();
    await wrong.waitFor({ ...patient, state: 'detached' });
    expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(false);
  });

  it('[DEC-14] shows staff the log of a company', async () => {
    const page = await visits.open(`/companies/${companyId}/events?kind=signed_in`, { who: 'staff' });
    await page
      .getByRole('row', { name: /Signed in/ })
      .first()
      .waitFor(patient);
  });

  it.each(looks)('[DEC-14] reads well: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open('/company/events', { who: 'admin', ...look });
    const first = page.locator('main tbody tr[data-index]').first();
    await first.waitFor(patient);
    // When it was stands in each look, phones included.
    expect(await first.textContent()).toMatch(/\d{1,2}:\d{2}/);
    await expectReadable(page, 'audit', look);
  });
});
