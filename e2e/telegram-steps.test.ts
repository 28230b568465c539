import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { expectReadable } from './axe.ts';
import { address, connect } from './correspond.ts';
import { takeLimitsOff } from './days.ts';
import { answerAs, codeFor, onPhoneOf } from './phones.ts';
import { address as base } from './product-url.ts';
import { drawn, looks, patient, picture, send, visits } from './visit.ts';

const list = '/messaging/sequences';
const username = 'steps_journey_x';
const phone = '+79995550177';
const withinMinute = { timeout: 60_000, interval: 300 };

let sequence = 0;

interface Account {
  id: number;
  phone_number: string;
  is_online: boolean;
}
interface Recipient {
  ended: string | null;
  messages_sent: number;
  messages: { channel: string; status: string }[];
  profile: { id: number; name: string };
}

const call = <Answer>(page: Page, path: string, more: { method?: string; body?: object } = {}) =>
  send(page, { path, ...more }) as Promise<Answer>;

/** SIM card of the company without a limit of new dialogs. */
async function freeAccount(page: Page): Promise<Account> {
  const path = '/api/internal/telegram/accounts/';
  const add = async () => {
    await call(page, `${path}send_code_request/`, { method: 'POST', body: { phone_number: phone } });
    return call<Account>(page, path, { method: 'POST', body: { phone_number: phone, code: await codeFor(phone) } });
  };
  const before = (await call<{ results: Account[] }>(page, path)).results.find((each) => each.phone_number === phone);
  const { id } = before ?? (await add());
  await call(page, `${path}${id}/`, { method: 'PUT', body: { limit_total: 100, warms_up: false } });
  const known = async () => (await call<{ results: Account[] }>(page, path)).results.find((each) => each.id === id);
  await vi.waitFor(async () => expect(await known()).toMatchObject({ is_online: true }), withinMinute);
  return { id, phone_number: phone, is_online: true };
}

/** Adds one person with a Telegram dialog, and one with only an e-mail address. */
async function addPeople(page: Page, account: Account): Promise<{ reached: number; other: number }> {
  const query = new URLSearchParams({ q: '[]', f: 'contacts:email', per_page: '20', page: '80' });
  const { profiles } = await call<{ profiles: { id: number }[] }>(page, `/api/v6/profiles/?${query.toString()}`);
  let other = 0;
  const [reached = 0, ...rest] = profiles.map(({ id }) => id);
  for (const id of rest) {
    const answer = JSON.stringify(await call(page, `/api/v6/profiles/${id}/get-contacts/`));
    if (!answer.includes('"telegram"')) other = id;
    if (other) break;
  }
  const dialog = { profile_id: reached, username, telegram_account_id: account.id };
  await call(page, '/api/internal/telegram/dialogs/get_or_create/', { method: 'POST', body: dialog });
  await call(page, `/api/v6/sequences/${sequence}/add_profile/`, {
    method: 'POST',
    body: { profile_ids: [reached, other], source: 'search' },
  });
  return { reached, other };
}

const recipientOf = async (page: Page, profile: number) =>
  (await call<{ recipients: Recipient[] }>(page, `/api/v6/sequences/${sequence}/recipients/?profile_id=${profile}`)).recipients[0];

/** Removes the sending hours, so that the test can run at any time. */
async function anyHour(page: Page): Promise<void> {
  await page.getByLabel('From', { exact: true }).fill('');
  await page.getByLabel('Until').fill('');
  await page.getByRole('combobox', { name: 'Days' }).click();
  await page.getByRole('option', { name: 'Every day' }).click();
}

async function write(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Subject', exact: true }).click();
  await page.keyboard.type('A quiet job');
  await page.getByRole('textbox', { name: 'Text of the message' }).click();
  await page.keyboard.type('Would you talk to us?');
  await anyHour(page);
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Telegram message' }).click();
  const text = page.getByRole('textbox', { name: 'Text of the message' });
  await text.fill('Hello ');
  await page.getByRole('button', { name: 'Variable' }).first().click();
  await page.getByRole('menuitem', { name: 'First name' }).click();
  await expect.poll(() => text.inputValue(), patient).toBe('Hello {{FIRST_NAME}}');
  await page.keyboard.type(', have you read it?');
  await page.getByText('If empty, the subject of the email before it: A quiet job').first().waitFor(patient);
  await page.getByRole('textbox', { name: 'Days' }).fill('0');
  await anyHour(page);
  await page.getByText('Saved', { exact: true }).first().waitFor(patient);
}

describe('a sequence with a Telegram step', () => {
  it('[SEQ-003] [SEQ-005] [SEQ-009] [SEQ-014] [TG-012] [TG-013] reaches people by Telegram, falls back to e-mail, and ends on a reply', async () => {
    const page = await visits.open('/icon.svg', { who: 'admin' });
    await connect(page);
    await takeLimitsOff(address);
    const account = await freeAccount(page);
    await page.goto(`${base}${list}/new`);
    await page.getByLabel('Name').fill('Two channels');
    await page.getByRole('button', { name: 'Create sequence' }).click();
    await page.waitForURL(/\/sequences\/\d+\/edit/, patient);
    sequence = Number(/sequences\/(\d+)/.exec(page.url())?.[1]);
    await write(page);
    const { reached, other } = await addPeople(page, account);
    await page.reload();
    await page
      .getByRole('button', { name: /Message 2/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Next recipient' }).click();
    await page.getByText('In Telegram', { exact: true }).first().waitFor(patient);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Review and launch' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('1 reached in Telegram').waitFor(patient);
    await review.getByText('1 not reached in Telegram').waitFor(patient);
    await drawn(page);
    await picture(page, 'telegram-steps-review');
    await review.getByRole('button', { name: 'Launch', exact: true }).click();
    await page.getByText('Launched for 2 people').first().waitFor(patient);
    // A person with closed contacts gets the Telegram step but no e-mail.
    await vi.waitFor(async () => expect(await recipientOf(page, reached)).toMatchObject({ messages_sent: 1 }), withinMinute);
    await vi.waitFor(async () => expect(await recipientOf(page, other)).toMatchObject({ messages_sent: 2 }), withinMinute);
    expect((await recipientOf(page, reached))?.messages.map(({ channel }) => channel)).toEqual(['telegram']);
    expect((await recipientOf(page, other))?.messages.map(({ channel }) => channel)).toEqual(['email', 'email']);
    const texts = (await onPhoneOf(username)).map(({ text }) => text);
    expect(texts).toEqual([expect.stringMatching(/^Hello .+, have you read it\?$/)]);
    await answerAs(username, { phone: account.phone_number, text: 'Gladly' });
    await vi.waitFor(async () => expect(await recipientOf(page, reached)).toMatchObject({ ended: 'replied' }), withinMinute);
    const name = (await recipientOf(page, reached))?.profile.name ?? '';
    await page.getByRole('row', { name }).getByText('Replied').first().waitFor(patient);
  });

  it.each(looks)('[SEQ-005] shows its screens without axe violations: $scheme, $language, phone $phone', async (look) => {
    const page = await visits.open(`${list}/${sequence}`, { ...look, who: 'admin' });
    const shown = async (name: string) => {
      await drawn(page);
      await expectReadable(page, `telegram-steps-${name}`, look);
    };
    await page.getByRole('row').nth(1).waitFor(patient);
    await shown('people');
    await page.getByRole('row').nth(2).click();
    await page.getByText('have you read it?').first().waitFor(patient);
    await shown('person');
    await page.goto(`${base}${list}/${sequence}/edit`);
    await page.locator('ol > li').nth(1).locator('button').first().click();
    await page.locator('textarea').first().waitFor(patient);
    await shown('edit');
  });
});
