import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectNoAxeFaults } from './axe.ts';
import { answerAs, codeFor, deleteAs, editAs, onPhoneOf } from './phones.ts';
import { begin, bubble, field, messages, peopleOf } from './telegram-page.ts';
import { patient, send, startVisits, type Visits } from './visit.ts';

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
