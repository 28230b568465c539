import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { connect } from './correspond.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, startVisits, type Visits } from './visit.ts';

let visits: Visits;
let sequence: number;
let recipient: number;
let limits: Limits;

interface Limits {
  company_id: number;
  contacts_per_month: number | null;
  contacts_per_month_user: number | null;
}

const change = (staff: Page, { company_id: id, ...body }: Limits) => send(staff, { path: `/api/v6/companies/${id}/`, method: 'PUT', body });

const more = (limit: number | null) => (limit === null ? null : limit + 1000);

/** Other journeys open contacts too: for a while there is enough left of the month. Answers the limits of before. */
async function raiseLimits(page: Page): Promise<Limits> {
  const { company } = (await send(page, { path: '/api/internal/users/me/' })) as { company: { company_id: number } };
  const id = company.company_id;
  const staff = await visits.enter('staff');
  const before = (await send(staff, { path: `/api/v6/companies/${id}/` })) as Limits;
  const { contacts_per_month: ofCompany, contacts_per_month_user: ofPerson } = before;
  await change(staff, { company_id: id, contacts_per_month: more(ofCompany), contacts_per_month_user: more(ofPerson) });
  await staff.context().close();
  return { company_id: id, contacts_per_month: ofCompany, contacts_per_month_user: ofPerson };
}

/** People whose addresses nobody here has opened. */
async function closedPeople(page: Page, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let at = 5; found.length < count; at += 1) {
    const query = new URLSearchParams({ f: 'contacts:email', page: String(at) });
    const { profiles } = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as { profiles: { id: number }[] };
    if (profiles.length === 0) throw new Error('Nobody is left whose address is closed');
    for (const { id } of profiles) {
      const path = `/api/v6/profiles/${id}/contacts/`;
      const { contacts } = (await send(page, { path })) as { contacts: { type: string; value: string | null }[] };
      const emails = contacts.filter(({ type }) => type === 'email');
      if (found.length < count && emails.length > 0 && emails.every(({ value }) => value === null)) found.push(id);
    }
  }
  return found;
}
beforeAll(async () => {
  visits = await startVisits();
  const page = await visits.enter('admin');
  await connect(page);
  limits = await raiseLimits(page);
  const profiles = await closedPeople(page, 3);
  const templates = [{ subject: 'Hello', body: '<p>Hello</p>' }];
  const made = await send(page, { path: '/api/v6/sequences/', method: 'POST', body: { name: 'Closed contacts', templates } });
  sequence = (made as { id: number }).id;
  const path = `/api/v6/sequences/${sequence}/`;
  await send(page, { path: `${path}add_profile/`, method: 'POST', body: { profile_ids: profiles } });
  const { recipients } = (await send(page, { path: `${path}recipients/` })) as { recipients: { id: number }[] };
  recipient = recipients[0]?.id ?? 0;
  await page.context().close();
});
afterEach(() => visits.leave());
afterAll(async () => {
  await change(await visits.enter('staff'), limits);
  await visits.browser.close();
});

const words = {
  en: {
    review: 'Review and launch',
    open: 'Open contacts',
    launch: 'Open contacts and launch',
    closed: 'Contacts not opened yet, so this person',
  },
  ru: {
    review: 'Проверить и запустить',
    open: 'Открыть контакты',
    launch: 'Открыть контакты и запустить',
    closed: 'Контакты ещё не открыты, и',
  },
};

async function review(page: Page, said: (typeof words)['en']) {
  await page.getByRole('button', { name: said.review }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: said.open, exact: true }).click();
  return dialog;
}

describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
  const said = words[look.language];

  it('[CONT-018] [MAIL-037] says whose contacts a launch would open, and of a recipient that theirs are closed', async () => {
    const page = await visits.open(`/messaging/sequences/${sequence}?tab=launch`, { ...look, who: 'admin' });
    const dialog = await review(page, said);
    await dialog.getByRole('button', { name: said.launch }).first().waitFor();
    await drawn(page);
    await picture(page, `open-and-launch-${lookName(look)}`);
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.goto(new URL(`/messaging/sequences/${sequence}?tab=recipients&recipient=${recipient}`, page.url()).href);
    await page.getByText(said.closed).first().waitFor(patient);
    await drawn(page);
    await picture(page, `recipient-closed-${lookName(look)}`);
    expect.soft(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});

it('[CONT-018] [MAIL-037] opens the contacts and launches', async () => {
  const page = await visits.open(`/messaging/sequences/${sequence}?tab=launch`, { who: 'admin' });
  let offered = -1;
  page.on('response', async (answer) => {
    if (!answer.url().includes('/launch_info/')) return;
    // As many as are left this month: other journeys open contacts too.
    const info = (await answer.json()) as { contacts_to_open: number; contacts_left: number | null };
    offered = Math.min(info.contacts_to_open, info.contacts_left ?? info.contacts_to_open);
  });
  const dialog = await review(page, words.en);
  await expect.poll(() => offered, patient).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: words.en.launch }).first().waitFor();
  const expected = offered;
  await dialog.getByRole('button', { name: words.en.launch }).click();
  await dialog.waitFor({ state: 'detached' });
  const path = `/api/v6/sequences/${sequence}/recipients/`;
  const { recipients } = (await send(page, { path })) as { recipients: { email: string; email_problem: string | null }[] };
  const opened = recipients.filter(({ email_problem: problem }) => problem === null);
  expect(opened).toHaveLength(expected);
  expect(opened.every(({ email }) => email !== '' && !email.includes('*'))).toBe(true);
});
