import { axeFaults, expectReadable } from './axe.ts';
import { closedPeople } from './closed-contacts.ts';
import { answerNewest, connect, correspond, findPerson } from './correspond.ts';
import { hideAddress, replyFrom } from './days.ts';
import { address as base, mail } from './product-url.ts';
import { drawn, lookName, looks, otherLooks, overflowOf, patient, picture, send, visits } from './visit.ts';
import { startBrowser } from './windows.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const colleague = 'recruiter@demo.headwater.test';

interface Written {
  id: number;
  email: string;
  message: number;
}

let answered: Written;
let closed: Written;
beforeAll(async () => {
  const page = await visits.enter('admin');
  await connect(page);
  answered = await write(page, 44);
  closed = await write(page, 45);
  await becomes(page, answered, 'sent');
  await answerNewest(answered.email);
  await becomes(page, answered, 'replied');
  await visits.leave(page);
  const other = await visits.enter('recruiter');
  await connect(other, colleague);
  await visits.leave(other);
});
afterAll(async () => {
  const page = await visits.enter('recruiter');
  await send(page, { path: '/api/v6/messaging/mailbox/', method: 'DELETE' });
});

/** Sends a message to a profile that no other test writes to. */
async function write(page: Page, place: number): Promise<Written> {
  const person = await findPerson(page, place);
  const letter = { profile_id: person.id, email: person.email, subject: 'A talk this week', body: '<p>Would you talk to us?</p>' };
  const body = { ...letter, request_key: crypto.randomUUID() };
  const { id } = (await send(page, { path: '/api/v6/messages/', method: 'POST', body })) as { id: number };
  return { ...person, message: id };
}

const becomes = (page: Page, { message }: Written, status: string) =>
  vi.waitFor(async () => expect(((await send(page, { path: `/api/v6/messages/${message}/` })) as { status: string }).status).toBe(status), {
    timeout: 60_000,
    interval: 200,
  });

/** Addresses of the messages to a profile, newest first. */
const sentTo = async (page: Page, { id }: Written) =>
  ((await send(page, { path: `/api/v6/mailing_recipients/?profile_id=${id}` })) as { messages: { email: string }[] }).messages.map(
    ({ email }) => email,
  );

describe('a reply', () => {
  it('[SEND-009] goes to the shown address, even if the person writes from another one before it is sent', async () => {
    const page = await visits.open(`/messaging/inbox?person=${answered.id}`, { who: 'admin' });
    const box = page.getByRole('region', { name: 'Reply', exact: true });
    const text = box.getByRole('textbox', { name: `Reply to ${answered.email}` });
    await text.fill('Thursday at four?');
    await replyFrom('from-home@people.test', { message: answered.message, text: 'Please write to this address from now on' });
    await page.getByText('Please write to this address').first().waitFor(patient);
    expect(await text.textContent()).toContain('Thursday at four?');
    await box.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(`Sending to ${answered.email}`).first().waitFor();
    expect(await sentTo(page, answered)).toEqual([answered.email, answered.email]);

    // A new reply goes to the newest address.
    await box.getByRole('textbox', { name: 'Reply to from-home@people.test' }).fill('Gladly');
    await box.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Sending to from-home@people.test').first().waitFor();
    expect((await sentTo(page, answered))[0]).toBe('from-home@people.test');
  });
});

describe.each(otherLooks)('a reply to a masked address, $scheme, $language, phone: $phone', (look) => {
  it('[CONT-009] [SEND-009] waits until the contacts are opened', async () => {
    const page = await visits.open(`/messaging/inbox?person=${closed.id}`, { ...look, who: 'recruiter' });
    const box = page.getByRole('region', { name: look.language === 'en' ? 'Reply' : 'Ответ', exact: true });
    await box.getByRole('textbox', { name: '***' }).first().waitFor();
    expect(await box.getByRole('button', { name: look.language === 'en' ? 'Send' : 'Отправить', exact: true }).isDisabled()).toBe(true);
    await box
      .getByRole('button', { name: look.language === 'en' ? 'Open contacts' : 'Открыть контакты' })
      .first()
      .waitFor();
    await drawn(page);
    await picture(page, `reply-masked-${lookName(look)}`);
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});

it('[CONT-009] [SEND-009] a reply goes to a masked address after its contacts are opened', async () => {
  const page = await visits.open(`/messaging/inbox?person=${closed.id}`, { who: 'recruiter' });
  const box = page.getByRole('region', { name: 'Reply', exact: true });
  await box.getByRole('textbox', { name: '***' }).fill('May I ask as well?');
  expect(await box.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  await expectReadable(page, 'reply-masked');
  await box.getByRole('button', { name: 'Open contacts' }).click();
  const text = box.getByRole('textbox', { name: `Reply to ${closed.email}` });
  expect(await text.textContent()).toContain('May I ask as well?');
  await box.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(`Sending to ${closed.email}`).first().waitFor();
  expect((await sentTo(page, closed))[0]).toBe(closed.email);
});

let sequence: number;
let recipient: number;

beforeAll(async () => {
  const page = await visits.enter('admin');
  await connect(page);
  const profiles = await closedPeople(page, 3);
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

describe.each(otherLooks)('$scheme, $language, phone: $phone', (look) => {
  const said = words[look.language];

  it('[CONT-018] [MAIL-037] lists the contacts that a launch opens, and marks recipients with closed ones', async () => {
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

it('[CONT-018] [MAIL-037] marks recipients with closed contacts, lists those that a launch opens, opens them and launches', async () => {
  const page = await visits.open(`/messaging/sequences/${sequence}?tab=recipients&recipient=${recipient}`, { who: 'admin' });
  await page.getByText(words.en.closed).first().waitFor(patient);
  await page.goto(new URL(`/messaging/sequences/${sequence}?tab=launch`, page.url()).href);
  const dialog = await review(page, words.en);
  await dialog.getByRole('button', { name: words.en.launch }).first().waitFor();
  await expectReadable(page, 'open-and-launch');
  // The monthly limit applies: other tests open contacts too.
  const info = await send(page, { path: `/api/v6/mailing_lists/${sequence}/launch_info/` });
  const { contacts_to_open: closed, contacts_left: left } = info as { contacts_to_open: number; contacts_left: number | null };
  const expected = Math.min(closed, left ?? closed);
  expect(expected).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: words.en.launch }).click();
  await dialog.waitFor({ state: 'detached' });
  const path = `/api/v6/sequences/${sequence}/recipients/`;
  const { recipients } = (await send(page, { path })) as { recipients: { email: string; email_problem: string | null }[] };
  const opened = recipients.filter(({ email_problem: problem }) => problem === null);
  expect(opened).toHaveLength(expected);
  expect(opened.every(({ email }) => email !== '' && !email.includes('*'))).toBe(true);
});

const email = 'unsubscriber@people.test';

interface ReceivedEmail {
  id: number;
  profile: number;
  /** Path of the unsubscribe link, and of the tracking pixel. */
  link: string;
  counter: string;
}

const pathIn = (html: string, name: string) => new RegExp(`https?://[^/"]+(/api/v6/messaging/${name}/[^"]+)`).exec(html)?.[1] ?? '';

/** A received e-mail with an unsubscribe link. */
async function sendEmail(page: Page): Promise<ReceivedEmail> {
  await correspond(page);
  const path = '/api/v6/profiles/?q=%5B%22skill%3APython%22%5D&per_page=1&page=44';
  const found = (await send(page, { path })) as { profiles: { id: number }[] };
  const profile = found.profiles[0]?.id ?? 0;
  const text = '<p>Hello. <a href="https://jobs.acme.io/42">The vacancy</a></p><p>{{UNSUBSCRIBE}}</p>';
  const body = { profile_id: profile, email, subject: 'Go in Hamburg', body: text, request_key: crypto.randomUUID() };
  const { id } = (await send(page, { path: '/api/v6/messages/', method: 'POST', body })) as { id: number };
  const sent = async () => expect(((await send(page, { path: `/api/v6/messages/${id}/` })) as { status: string }).status).toBe('sent');
  await vi.waitFor(sent, { timeout: 60_000, interval: 200 });
  const html = await (await fetch(`${mail}/mailbox/${encodeURIComponent(email)}/INBOX/1/body`)).text();
  return { id, profile, link: pathIn(html, 'unsubscribe'), counter: pathIn(html, 'track') };
}

/** Opens a visitor's browser without scripts. */
async function openAsVisitor({ locale, dark = false, phone = false }: { locale: string; dark?: boolean; phone?: boolean }): Promise<Page> {
  const viewport = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const context = await (
    await startBrowser()
  ).newContext({ javaScriptEnabled: false, locale, viewport, colorScheme: dark ? 'dark' : 'light' });
  return context.newPage();
}

async function picturesOf(path: string, name: string, ready: (page: Page) => Promise<unknown>): Promise<void> {
  for (const look of looks) {
    const page = await visits.open(path, { who: 'admin', ...look });
    await ready(page);
    await drawn(page);
    expect([lookName(look), await axeFaults(page), await overflowOf(page)]).toEqual([lookName(look), [], 0]);
    await picture(page, `${name}-${lookName(look)}`);
    await visits.leave(page);
  }
}

describe('the unsubscribe link of an e-mail', () => {
  it('[SEND-010] [SEND-011] [DEC-04] [DEC-05] [MSET-001] [MSET-002] works without scripts, is shown before writing again, and is reverted with a reason', async () => {
    const admin = await visits.open('/messaging/sent', { who: 'admin' });
    const letter = await sendEmail(admin);

    const russian = await openAsVisitor({ locale: 'ru-RU', dark: true, phone: true });
    await russian.goto(base + letter.link);
    await russian.getByRole('heading', { name: 'Отписаться от писем' }).first().waitFor();
    await picture(russian, 'unsubscribe-dark-ru-phone');
    const person = await openAsVisitor({ locale: 'en-GB' });
    await person.goto(base + letter.link);
    await picture(person, 'unsubscribe-light-en-desktop');
    await person.getByRole('button', { name: 'Unsubscribe' }).click();
    await person.getByRole('heading', { name: 'You are unsubscribed' }).first().waitFor();
    await picture(person, 'unsubscribed-light-en-desktop');

    await fetch(base + letter.counter);
    await admin.goto(`${base}/messaging/sent?message=${letter.id}`);
    await admin.getByText('Opened automatically').first().waitFor(patient);
    await admin.getByText('Unsubscribed', { exact: true }).first().waitFor(patient);
    await picture(admin, 'message-timeline');

    await admin.goto(`${base}/profiles/${letter.profile}`);
    await admin.getByRole('button', { name: 'Message', exact: true }).click();
    await admin
      .getByRole('combobox', { name: 'To' })
      .or(admin.getByRole('textbox', { name: 'To' }))
      .fill(email);
    await admin.getByText('This person has unsubscribed from messages of your company').first().waitFor(patient);
    await picture(admin, 'composer-suppressed');

    const list = await visits.open('/messaging/settings/company', { who: 'admin' });
    await list.getByLabel('Track opens').click();
    const [saved] = await Promise.all([
      list.waitForResponse((response) => response.url().includes('company_settings') && response.request().method() === 'PATCH'),
      list.getByRole('region', { name: 'Company defaults' }).getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(await saved.json()).toMatchObject({ track_opens: false, track_clicks: true });
    await list.getByRole('link', { name: 'Suppression list' }).click();
    const rows = list.getByRole('table', { name: 'Suppression list' }).getByRole('row');
    await rows.filter({ hasText: email }).waitFor(patient);
    await list.getByRole('button', { name: 'Add addresses' }).click();
    const typed = list.getByRole('dialog').getByRole('textbox', { name: 'Addresses' });
    await typed.fill('Anna <anna@list.test>, bob@list.test; wrong@@word');
    await list.getByRole('dialog').getByLabel('Note').fill('Asked by phone');
    await list.getByRole('dialog').getByRole('button', { name: 'Add addresses' }).click();
    await list.getByText('Not email addresses: wrong@@word').first().waitFor();
    await picture(list, 'suppressions-add');
    await typed.fill('carol@list.test');
    await list.getByRole('dialog').getByRole('button', { name: 'Add addresses' }).click();
    await rows.filter({ hasText: 'carol@list.test' }).waitFor(patient);
    await hideAddress('bob@list.test');
    await list.reload();
    await rows.filter({ hasText: 'Address not shown' }).waitFor(patient);
    const search = list.getByPlaceholder('Search by address or note');
    await search.fill('bob@list.test');
    await rows.filter({ hasText: email }).waitFor({ ...patient, state: 'detached' });
    const hidden = rows.filter({ hasText: 'Address not shown' });
    await list.getByText('An address that is not shown can be found by entering it in full.').waitFor(patient);
    await hidden.getByRole('button', { name: 'Remove an address that is not shown' }).click();
    await list.getByRole('dialog').getByText('write to this address').waitFor(patient);
    await list.keyboard.press('Escape');
    await search.fill('');
    await picturesOf('/messaging/suppressions', 'suppressions', (page) => page.getByText(email).first().waitFor(patient));

    await list.getByRole('button', { name: `Remove ${email}` }).click();
    await list.getByRole('dialog').getByLabel('Reason').fill('Has applied again');
    await picture(list, 'suppressions-release');
    await list.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await list.getByText(`${email} removed from the suppression list`).first().waitFor(patient);
    await list.locator('label').filter({ hasText: 'Removed' }).click();
    await rows.filter({ hasText: 'Has applied again' }).waitFor(patient);
    await picture(list, 'suppressions-released');
    await send(list, { path: '/api/v6/messaging/company_settings/', method: 'PATCH', body: { track_opens: true } });
  });

  it('[MSET-001] [MSET-002] each part of the settings has its own address', async () => {
    await picturesOf('/messaging/settings/deliverability', 'deliverability', (page) => page.getByText('DMARC').first().waitFor(patient));
    await picturesOf('/messaging/settings/company', 'company-messaging', (page) => page.getByRole('switch').first().waitFor(patient));
    await picturesOf('/messaging/settings/limits', 'sending-limits', (page) => page.locator('input[name=per_day]').waitFor(patient));
  });
});
