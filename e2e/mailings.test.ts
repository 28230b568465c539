import { isProof } from '@headwater/domain/testing/sample';
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { address as base, mail } from './product-url.ts';
import { axeFaults, expectReadable } from './axe.ts';
import { address, answerNewest, connect } from './correspond.ts';
import { takeLimitsOff } from './days.ts';
import { drawn, lookName, otherLooks, patient, picture, send, visits } from './visit.ts';

/** Recipients of one launch; several pages in proofs. */
const people = isProof ? 300 : 40;
const pages = Math.ceil(people / 100);
/** Number of cut funnel names. */
const cutNames = (page: Page) =>
  page.locator('[class*=stageName]').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
/** Hundreds of messages take long on a busy machine. */
const long = { timeout: 90_000, interval: 500 };

let vacancy = 0;

interface Recipient {
  id: number;
  email: string;
  profile: { id: number; name: string };
  messages_sent: number;
}
interface List {
  id: number;
  status: string;
  totals: Record<string, number>;
  templates: { subject: string; send_delay: number; delay_kind: string; custom_variables: { name: string; value: string }[] }[];
}

const post = (page: Page, path: string, body: object) => send(page, { path, method: 'POST', body });
const listOf = async (page: Page) =>
  ((await send(page, { path: `/api/v6/mailing_lists/?folder_id=${vacancy}` })) as { mailing_lists: List[] }).mailing_lists[0] as List;

async function recipientsOf(page: Page, list: number): Promise<Recipient[]> {
  const found: Recipient[] = [];
  for (let at = 1; at <= pages; at += 1) {
    const path = `/api/v6/mailing_lists/${list}/recipients/?per_page=100&page=${at}`;
    // oxlint-disable-next-line no-await-in-loop -- one page at a time
    found.push(...((await send(page, { path })) as { recipients: Recipient[] }).recipients);
  }
  return found;
}

async function fillVacancy(page: Page): Promise<number> {
  const { id } = (await post(page, '/api/v6/folders/', { name: 'Many people' })) as { id: number };
  const ids: number[] = [];
  for (let at = 1; at <= pages; at += 1) {
    const query = new URLSearchParams({ q: '[]', f: 'contacts:email', per_page: String(Math.min(people, 100)), page: String(at) });
    // oxlint-disable-next-line no-await-in-loop -- one page at a time
    const found = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as { profiles: { id: number }[] };
    ids.push(...found.profiles.map((profile) => profile.id));
  }
  await post(page, '/api/v6/candidates/', { folder_id: id, profiles: ids });
  const counted = async () =>
    expect(((await send(page, { path: `/api/v6/folders/${id}/` })) as { candidates_count: number }).candidates_count).toBe(people);
  await vi.waitFor(counted, long);
  return id;
}

const lettersIn = async (email: string) =>
  new Set(
    [...(await (await fetch(`${mail}/mailbox/${encodeURIComponent(email)}/INBOX`)).text()).matchAll(/INBOX\/(\d+)"/g)].map(([, at]) => at),
  ).size;

const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor(patient);
/** Selection count; the pager and the cells contain similar texts. */
const chosenCount = (page: Page, text: string) => page.locator('output').getByText(text, { exact: true });
const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the message' });
/** Number of a total, matched by prefix, as names contain each other. */
const total = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Progress of the mailing' }).getByRole('button', { name: new RegExp(`^${name}\\b`) });
const counted = async (page: Page, name: string) => Number(/^\D+(\d+)/.exec(await total(page, name).innerText())?.[1]);

/** Horizontal overflow of a text or table, in pixels. */
const wider = (element: Element) => element.scrollWidth - element.clientWidth;

async function launch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review and launch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Review and launch' });
  await dialog.getByText('people get a message').first().waitFor(patient);
  await dialog.getByRole('button', { name: 'Launch', exact: true }).click();
  await dialog.waitFor({ state: 'hidden', ...patient });
}

/** Writes the first message and two follow-ups, and removes the second one. */
async function write(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Subject', exact: true }).click();
  await page.keyboard.type('Plain code in Berlin, {{first_name}}');
  await bodyOf(page).click();
  await page.keyboard.type('Hello {{first_name}}, would you talk to us about {{position}}?');
  await page.getByLabel('Value of FIRST_NAME').fill('colleague');
  await page.getByLabel('Value of POSITION').fill('your work');
  // No sending hours, so that the test can run at any time.
  await page.getByLabel('From', { exact: true }).fill('');
  await page.getByLabel('Until').fill('');
  await page.getByRole('combobox', { name: 'Days' }).click();
  await page.getByRole('option', { name: 'Every day' }).click();
  await page.getByRole('button', { name: 'Add follow-up' }).click();
  await page.getByRole('region', { name: 'Message 2' }).first().waitFor();
  await bodyOf(page).click();
  await page.keyboard.type('Did my letter reach you?');
  await page.getByRole('textbox', { name: 'Days' }).fill('5');
  await page.getByRole('button', { name: 'Add follow-up' }).click();
  await page.getByRole('region', { name: 'Message 3' }).first().waitFor();
  await page.getByRole('button', { name: 'Delete message 3' }).click();
  await page.getByText('Messages deleted').first().waitFor(patient);
  await saved(page);
}

const sequenceNames = async (page: Page) =>
  ((await send(page, { path: '/api/v6/sequences/?per_page=100' })) as { sequences: { name: string }[] }).sequences.map(({ name }) => name);

/** Running sequence of the user with one recipient. */
async function runSequence(page: Page, name: string): Promise<void> {
  const templates = [{ subject: 'Hello', body: '<p>Would you talk to us?</p>' }];
  const { id } = (await post(page, '/api/v6/sequences/', { name, templates })) as { id: number };
  const query = new URLSearchParams({ q: '["skill:Java"]', f: 'contacts:email', per_page: '1' });
  const found = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as { profiles: { id: number }[] };
  await post(page, `/api/v6/sequences/${id}/add_profile/`, {
    profile_ids: found.profiles.map((profile) => profile.id),
    open_contacts: true,
  });
  await post(page, `/api/v6/mailing_lists/${id}/launch/`, {});
}

describe('a mailing', () => {
  it('[MAIL-001] [MAIL-002] [MAIL-003] [MAIL-004] [MAIL-005] [MAIL-020] [MAIL-048] [MAIL-058] [MAIL-059] [MAIL-060] [SEND-006] writes to each person once, and shows the replies', async () => {
    const page = await visits.open('/icon.svg', { who: 'admin' });
    await connect(page);
    await takeLimitsOff(address);
    vacancy = await fillVacancy(page);
    await page.goto(`${base}/folders/${vacancy}/`);
    await page.getByRole('link', { name: 'Message all' }).click();
    await page.getByRole('button', { name: 'Create mailing' }).click();
    await write(page);
    await expectReadable(page, 'mailing-message');
    const [first, second, ...others] = (await listOf(page)).templates;
    expect([first?.subject, second?.subject, others]).toEqual(['Plain code in Berlin, {{FIRST_NAME}}', '', []]);
    expect([second?.send_delay, second?.delay_kind]).toEqual([5 * 86_400, 'business']);

    await page.getByRole('link', { name: 'Recipients' }).click();
    // All candidates of the vacancy, with their contacts closed.
    await chosenCount(page, `0 of ${people} selected`).waitFor(patient);
    const ids = (await recipientsOf(page, (await listOf(page)).id)).map((recipient) => recipient.id);
    await send(page, { path: '/api/v6/mailing_recipients/', method: 'DELETE', body: { ids } });
    await page.reload();
    await page.getByText('no recipients').first().waitFor(patient);
    await page.getByRole('button', { name: 'Add candidates' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(new RegExp(` · ${people}$`)).check();
    await dialog.getByLabel('Open contacts where').check();
    await dialog.getByRole('button', { name: `Add ${people} people` }).click();
    await dialog.waitFor({ state: 'hidden', timeout: 60_000 });
    await chosenCount(page, `0 of ${people} selected`).waitFor(patient);
    await expectReadable(page, 'mailing-personalization');
    const { id } = await listOf(page);
    const everybody = await recipientsOf(page, id);
    expect(new Set(everybody.map(({ email }) => email)).size).toBe(people);

    const [one] = everybody;
    if (!one) throw new Error('nobody to look at');
    await page.getByRole('row', { name: one.profile.name }).first().click();
    await page.getByLabel('POSITION').fill('compilers');
    await page.locator('[class*=pane]').getByText('Saved').first().waitFor(patient);
    await page.getByText('Preview', { exact: true }).click();
    await page.frameLocator('iframe').first().getByText('about compilers?').first().waitFor(patient);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Launch' }).click();
    await expect.poll(() => page.locator('main nav [aria-current=page]').allTextContents(), patient).toEqual(['Launch']);
    await page.getByText('Ready to launch').first().waitFor(patient);
    await page.getByText(address).first().waitFor();
    await launch(page);
    const launched = page.getByRole('status').filter({ hasText: `Launched for ${people} people. Sending starts now` });
    await launched.waitFor(patient);
    // The notice of the deleted message may still offer its undo.
    await launched.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone', { exact: true }).first().waitFor(patient);
    expect((await listOf(page)).status).toBe('draft');
    expect(await counted(page, 'Draft')).toBe(people);
    await launch(page);
    await page.getByRole('button', { name: 'Undo launch' }).first().waitFor(patient);
    await vi.waitFor(async () => expect(await counted(page, 'Sent')).toBe(people), long);
    expect((await recipientsOf(page, id)).filter(({ messages_sent: sent }) => sent !== 1)).toEqual([]);
    for (const { email } of everybody.slice(0, 20)) expect(await lettersIn(email)).toBe(1);

    await answerNewest(one.email);
    await vi.waitFor(async () => expect(await counted(page, 'Replied')).toBe(1), long);
    await total(page, 'Replied').click();
    await page.getByRole('row', { name: one.profile.name }).click();
    await page.getByText('The person has replied, so nothing more is sent').first().waitFor(patient);
    await expectReadable(page, 'mailing-launch');
    // Space is smallest between the launch and the recipient.
    expect.soft(await cutNames(page)).toBe(0);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Message', exact: true }).click();
    await page.getByText('The mailing is running. Stop it to change the messages.').first().waitFor(patient);
    await page.getByRole('link', { name: 'Launch' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Mailing list stopped').first().waitFor(patient);
    expect((await listOf(page)).status).toBe('stopped');
    await page.getByText('Resume as scheduled').first().waitFor(patient);
  }, 300_000);

  it.each(otherLooks)('[MAIL-001] shows its three tabs without axe violations: $scheme, $language, phone $phone', async (look) => {
    const page = await visits.open(`/folders/${vacancy}/messaging`, { ...look, who: 'admin' });
    const shown = async (name: string) => {
      await drawn(page);
      await expectReadable(page, `mailing-${name}`, look);
    };
    const tab = (index: number) =>
      page
        .getByRole('navigation', { name: look.language === 'en' ? 'Parts of the mailing' : 'Части рассылки' })
        .getByRole('link')
        .nth(index);
    await page.locator('.ProseMirror').first().waitFor(patient);
    await shown('message');
    await tab(1).click();
    await page.getByRole('row').nth(3).waitFor(patient);
    await shown('personalization');
    await tab(2).click();
    await page.getByRole('row').nth(3).waitFor(patient);
    await page.getByRole('row').nth(1).click();
    await page.locator('ol').last().waitFor(patient);
    await shown('launch');
    // Space is smallest between the launch and the recipient.
    expect.soft(await cutNames(page), lookName(look)).toBe(0);
  });

  it('[SEQ-009] [DEC-10] shows its recipients uncut in Russian at any window width', async () => {
    const page = await visits.open('/icon.svg', { who: 'admin', language: 'ru', width: 1280 });
    // The follow-ups wait for their day again.
    await post(page, `/api/v6/mailing_lists/${(await listOf(page)).id}/launch/`, {});
    await page.goto(`${base}/folders/${vacancy}/messaging`);
    await page.getByRole('link', { name: 'Запуск' }).click();
    const note = page.getByText(/^Отправится \d+ .*, \d\d:\d\d$/).first();
    await note.waitFor(patient);
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.getByRole('table').locator('xpath=..').evaluate(wider), { message: `table at ${width}` }).toBe(0);
      expect.soft(await note.evaluate(wider), `note at ${width}`).toBe(0);
      expect.soft(await cutNames(page), `names of the funnel at ${width}`).toBe(0);
    }
  });

  it("[MAIL-035] [MAIL-058] [DEC-07] is deleted after a confirmation, and disappears from colleagues' open screens", async () => {
    const page = await visits.open(`/folders/${vacancy}/messaging`, { who: 'admin' });
    const colleague = await visits.open(`/folders/${vacancy}/messaging`, { who: 'recruiter' });
    await colleague.getByRole('link', { name: 'Launch' }).first().waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete mailing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Mailing list deleted').first().waitFor(patient);
    await page.getByText('No mailings yet').first().waitFor(patient);
    await colleague.getByText('No mailings yet').first().waitFor(patient);
  });

  it('[CAND-010] [MAIL-042] [MAIL-043] adds candidates selected in the vacancy', async () => {
    const page = await visits.open(`/folders/${vacancy}/`, { who: 'admin' });
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await page.getByRole('row').nth(2).getByRole('checkbox').check();
    const bar = page.getByRole('toolbar');
    await bar.getByRole('button', { name: 'Sequence' }).click();
    await page.getByRole('dialog', { name: 'Add 2 people to a sequence' }).first().waitFor(patient);
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Mailing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByText('2 people added to “Mailing 1”').first().waitFor(patient);
    await bar.waitFor({ state: 'hidden' });
  });

  it('[MAIL-042] [SEQ-031] [DEC-13] adds all results of a search, shows progress, creates one list for two clicks, and undoes it', async () => {
    const colleague = await visits.open('/icon.svg', { who: 'recruiter' });
    await post(colleague, '/api/v6/sequences/', { name: 'Of a colleague' });
    await visits.leave(colleague);
    const page = await visits.open(`/profiles/?${new URLSearchParams({ q: '["skill:Python"]' }).toString()}`, { who: 'admin' });
    await runSequence(page, 'Already on its way');
    await page.getByRole('checkbox', { name: 'Select everyone on this page' }).check();
    await page.getByRole('button', { name: /^Select all [\d,]+ results/ }).click();
    await page.getByRole('button', { name: 'Sequence', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Add all [\d,]+ people found$/ });
    const field = dialog.getByRole('combobox', { name: 'Sequence' });
    // Running sequences and those of colleagues are not preselected.
    await expect.poll(() => field.inputValue(), patient).toMatch(/^New: Sequence \d+$/);
    await field.click();
    await page
      .getByRole('option', { name: /^Of a colleague.*Draft.*0 people · Rita Keller$/ })
      .first()
      .waitFor();
    await page
      .getByRole('option', { name: /^Already on its way.*Running.*1 person$/ })
      .first()
      .click();
    await dialog.getByText('It is running: everyone you add gets the first message now').first().waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    await picture(page, 'mailing-add-found-running-light-en');
    await field.click();
    await picture(page, 'mailing-add-found-light-en');
    await page.getByRole('option', { name: /^New: / }).click();
    await page.route('**/recipients/add_all/', (route) =>
      route.fulfill({ status: 503, json: { detail: 'Not now', code: 'server_error' } }),
    );
    const before = await sequenceNames(page);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await page.unroute('**/recipients/add_all/');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const notice = page.getByText(/^[\d,]+ people added to “Sequence \d+”/);
    await notice.waitFor(patient);
    expect((await sequenceNames(page)).length).toBe(before.length + 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').first().waitFor(patient);
  });

  it('[ROLE-042] is closed to hiring managers', async () => {
    const page = await visits.open(`/folders/${vacancy}/messaging`, { who: 'hm' });
    await page.waitForURL(/\/folders\/?$/, patient);
  });
});
