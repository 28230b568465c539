import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { closedPeople } from './closed-contacts.ts';
import { connect } from './correspond.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

let sequence: number;
let recipient: number;

beforeAll(async () => {
  const page = await visits.enter('admin');
  await connect(page);
  const profiles = (await closedPeople(page, { type: 'email', count: 3 })).map(({ id }) => id);
  const templates = [{ subject: 'Hello', body: '<p>Hello</p>' }];
  const made = await send(page, { path: '/api/v6/sequences/', method: 'POST', body: { name: 'Closed contacts', templates } });
  sequence = (made as { id: number }).id;
  const path = `/api/v6/sequences/${sequence}/`;
  await send(page, { path: `${path}add_profile/`, method: 'POST', body: { profile_ids: profiles } });
  const { recipients } = (await send(page, { path: `${path}recipients/` })) as { recipients: { id: number }[] };
  recipient = recipients[0]?.id ?? 0;
  await visits.leave(page);
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
