import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectNoAxeFaults } from './axe.ts';
import { answerAs, codeFor, deleteAs, editAs, onPhoneOf } from './phones.ts';
import { begin, bubble, field, messages, peopleOf } from './telegram-page.ts';
import { patient, picture, send, startVisits, type Visits } from './visit.ts';

/** What one does with messages of a dialog, as in Telegram itself. */

const phone = '+79995550175';
const api = '/api/internal/telegram/';
const username = 'talkative_person_x';

let visits: Visits;
let sim = 0;
let dialog = 0;

const isOnPhone = (text: string) =>
  vi.waitFor(async () => expect((await onPhoneOf(username)).map((message) => message.text)).toContain(text), patient);
/** By whom it is said last, the number that it has on the candidate's phone. */
const numberOf = async (text: string) => (await onPhoneOf(username)).findLast((message) => message.text === text)?.id ?? 0;

beforeAll(async () => {
  visits = await startVisits();
  const page = await visits.enter('admin');
  await send(page, { path: `${api}accounts/send_code_request/`, method: 'POST', body: { phone_number: phone } });
  const body = { phone_number: phone, code: await codeFor(phone) };
  ({ id: sim } = (await send(page, { path: `${api}accounts/`, method: 'POST', body })) as { id: number });
  await send(page, { path: `${api}accounts/${sim}/`, method: 'PUT', body: { limit_total: 100, warms_up: false } });
  const [profile = 0] = (await peopleOf(page, 10)).slice(9);
  dialog = (await begin(page, profile, username)).id;
  await send(page, { path: `${api}dialogs/${dialog}/`, method: 'PATCH', body: { access_type: 'private' } });
  await send(page, { path: `${api}dialogs/${dialog}/send_message/`, method: 'POST', body: { message: 'What salary do you expect?' } });
  await isOnPhone('What salary do you expect?');
  await page.context().close();
});
afterEach(() => visits.leave());
afterAll(async () => {
  const page = await visits.enter('admin');
  if (sim) await send(page, { path: `${api}accounts/${sim}/`, method: 'DELETE' });
  await visits.browser.close();
});

const open = async () => {
  const page = await visits.open(`${messages}?dialog=${dialog}`, { who: 'admin' });
  await field(page).waitFor();
  return page;
};

describe('what a candidate does with what they wrote', () => {
  it('[TG-030] shows a changed message as it is now, and what it said before where one asks for it', async () => {
    const page = await open();
    await answerAs(username, { phone, text: 'About 300' });
    await bubble(page, 'About 300').waitFor(patient);
    await editAs(username, await numberOf('About 300'), 'About 350');
    await bubble(page, 'About 350').waitFor(patient);
    expect(await page.getByText('About 300').count()).toBe(0);
    await bubble(page, 'About 350').getByRole('button', { name: 'edited' }).click();
    await page.getByRole('list', { name: 'Earlier text' }).getByText('About 300').waitFor();
    await expectNoAxeFaults(page);
  });

  it('[TG-030] keeps a deleted message to be read, and says that it was deleted', async () => {
    const page = await open();
    await answerAs(username, { phone, text: 'Please forget that' });
    await bubble(page, 'Please forget that').waitFor(patient);
    await deleteAs(username, await numberOf('Please forget that'));
    await bubble(page, 'Please forget that').getByText('Deleted in Telegram').waitFor(patient);
    await expectNoAxeFaults(page);
  });
});

describe('a message that answers another one', () => {
  it('[TG-050] goes with what it answers, whose quote leads there', async () => {
    const page = await open();
    await answerAs(username, { phone, text: 'Could I work from Lisbon?' });
    const asked = bubble(page, 'Could I work from Lisbon?');
    await asked.waitFor(patient);
    await asked.hover();
    await asked.getByRole('button', { name: 'Reply' }).click();
    await page.getByRole('group', { name: 'Reply to' }).getByText('Could I work from Lisbon?').waitFor();
    await expectNoAxeFaults(page);
    await field(page).fill('Yes, from anywhere');
    await field(page).press('Enter');
    await page.getByRole('group', { name: 'Reply to' }).waitFor({ state: 'detached' });
    await isOnPhone('Yes, from anywhere');
    const sent = (await onPhoneOf(username)).at(-1);
    expect(sent?.reply_to).toBe(await numberOf('Could I work from Lisbon?'));
    await bubble(page, 'Yes, from anywhere').getByRole('button', { name: 'In reply to' }).click();
    await page.locator('[data-marked]').filter({ hasText: 'Could I work from Lisbon?' }).waitFor();
  });

  it('[TG-034] leads far up, where older messages are read for it', async () => {
    const first = await numberOf('What salary do you expect?');
    for (let at = 1; at <= 60; at += 1) await answerAs(username, { phone, text: `Line ${at}` });
    await answerAs(username, { phone, text: 'To your first question', reply_to: first });
    const page = await open();
    const answer = bubble(page, 'To your first question');
    await answer.waitFor(patient);
    await answer.getByRole('button', { name: 'In reply to' }).click();
    await page.locator('[data-marked]').filter({ hasText: 'What salary do you expect?' }).waitFor(patient);
  });

  it('[TG-050] ends by Escape, and the field keeps what was written', async () => {
    const page = await open();
    const last = bubble(page, 'To your first question');
    await last.hover();
    await last.getByRole('button', { name: 'Reply' }).click();
    await field(page).fill('Half a sentence');
    await field(page).press('Escape');
    await page.getByRole('group', { name: 'Reply to' }).waitFor({ state: 'detached' });
    expect(await field(page).inputValue()).toBe('Half a sentence');
    await field(page).fill('');
  });
});

describe('files that are dropped on a dialog', () => {
  it('[TG-057] [TG-058] go along with the message, with the bounds of chosen ones', async () => {
    const page = await open();
    const data = await page.evaluateHandle(() => {
      const files = new DataTransfer();
      files.items.add(new File(['One'], 'one.txt', { type: 'text/plain' }));
      files.items.add(new File(['Two'], 'two.txt', { type: 'text/plain' }));
      files.items.add(new File(['MZ'], 'three.exe'));
      return files;
    });
    const conversation = page.getByRole('log', { name: 'Conversation' });
    await conversation.dispatchEvent('dragenter', { dataTransfer: data });
    await page.getByText('Drop files to attach them').waitFor();
    await picture(page, 'telegram-drop');
    await conversation.dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('Drop files to attach them').waitFor({ state: 'detached' });
    await page.getByText('three.exe: Illegal file type').waitFor();
    await page.getByRole('button', { name: 'Remove one.txt' }).waitFor(patient);
    await page.getByRole('button', { name: 'Remove two.txt' }).waitFor(patient);
    const isReady = async () => page.getByRole('button', { name: 'Send' }).isEnabled();
    await expect.poll(isReady, patient).toBe(true);
    await field(page).fill('Both files');
    await field(page).press('Enter');
    await expect
      .poll(async () => (await onPhoneOf(username)).slice(-2).map(({ file }) => file?.name), patient)
      .toEqual(['one.txt', 'two.txt']);
  });
});
