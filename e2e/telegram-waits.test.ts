import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAs, delaySending, freezeSim, refuseSending } from './phones.ts';
import { waitedForAnswer } from './days.ts';
import { addSimCard, begin, deleteSimCard, field, manager, messages, noSnackbar, peopleOf, refuseCalls, rowOf } from './telegram-page.ts';
import { lookName, looks, overflowOf, patient, phoneLooks, picture, visits } from './visit.ts';

const phone = '+79995550171';
const username = 'waits_person_x';

let sim = 0;
let dialog = 0;
let other = 0;

beforeAll(async () => {
  const page = await visits.enter('admin');
  sim = await addSimCard(page, phone);
  const [first = 0, second = 0] = (await peopleOf(page, 12)).slice(10);
  dialog = (await begin(page, first, username)).id;
  other = (await begin(page, second, 'waits_nobody_missing')).id;
  await visits.leave(page);
});
afterAll(() => deleteSimCard(sim));

/** Among the dialogs of its own SIM card: others of the line come and go. */
const open = async (id: number, look = {}) => {
  const page = await visits.open(`${messages}?sim=${sim}&dialog=${id}`, { who: 'admin', ...look });
  await field(page)
    .or(page.getByRole('textbox', { name: 'Сообщение', exact: true }))
    .waitFor(patient);
  return page;
};

describe('a message that waits', () => {
  it("[TG-060] [TG-073] counts down the pause of Telegram by the server's clock, says why, and leaves when it is over", async () => {
    const page = await open(dialog);
    // The countdown follows the server's clock, not that of the computer.
    await page.addInitScript(() => {
      const { now } = Date;
      Date.now = () => now() + 3 * 86_400_000;
    });
    await page.reload();
    await field(page).fill('Before');
    await field(page).press('Enter');
    const line = (text: string) => page.locator('[data-line]').filter({ hasText: text });
    await line('Before').getByText('Sent', { exact: true }).waitFor(patient);
    await refuseSending('FLOOD_WAIT_12');
    await field(page).fill('After');
    await field(page).press('Enter');
    const words = line('After').locator('[data-put-off]');
    await words.filter({ hasText: /^request limit exceeded: try again in \d+ seconds$/ }).waitFor(patient);
    const seconds = async () => Number(/\d+/.exec(await words.innerText())?.[0]);
    const first = await seconds();
    expect(first).toBeLessThanOrEqual(12);
    await line('After')
      .getByText(/^Will be sent/)
      .waitFor();
    await expect.poll(seconds, patient).toBeLessThan(first);
    await picture(page, 'telegram-waits');
    await line('After').getByRole('button', { name: 'Why has this not gone out yet?' }).click();
    await line('After')
      .getByText(/^Telegram asked this SIM card to wait · about /)
      .waitFor(patient);
    expect(await words.count()).toBe(1);
    await picture(page, 'telegram-waits-why');
    // A refused deletion is shown at the message.
    await page.route('**/messages/*/', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, contentType: 'application/json', body: '{"detail":"It is leaving already"}' })
        : route.continue(),
    );
    await line('After').getByRole('button', { name: 'Delete', exact: true }).click();
    await line('After').getByRole('alert').filter({ hasText: 'It is leaving already' }).waitFor(patient);
    await noSnackbar(page);
    await line('After').getByText('Sent', { exact: true }).waitFor({ timeout: 40_000 });
    await page.context().close();
  }, 90_000);

  it('[TG-060] [DEC-10] says why also while it is on its way and Telegram does not answer', async () => {
    const page = await open(dialog);
    await delaySending(8000);
    await field(page).fill('Slowly');
    await field(page).press('Enter');
    const line = page.locator('[data-line]').filter({ hasText: 'Slowly' });
    const why = line.getByRole('button', { name: 'Why has this not gone out yet?' });
    await why.waitFor(patient);
    await page.reload();
    await why.click(patient);
    await line.getByText(/It is being sent right now/).waitFor(patient);
    expect(await line.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    await picture(page, 'telegram-on-its-way');
    await line.getByText('Sent', { exact: true }).waitFor({ timeout: 40_000 });
  }, 90_000);

  it('[TG-008] to an unknown username is sent once the dialog has another one', async () => {
    const page = await open(other);
    await field(page).fill('Are you there?');
    await field(page).press('Enter');
    await page.getByRole('alert').filter({ hasText: 'There is no Telegram user with this name' }).waitFor(patient);
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('textbox', { name: 'Another username' }).fill('waits_found_x');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('link', { name: '@waits_found_x' }).waitFor(patient);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.locator('[data-line]').getByText('Sent', { exact: true }).waitFor(patient);
    await page.getByRole('textbox', { name: 'Another username' }).waitFor({ state: 'detached', ...patient });
    await noSnackbar(page);
  });
});

describe('an open conversation', () => {
  it('[DEC-15] is a log with a name, and reads out what comes, each time', async () => {
    const page = await open(dialog);
    const log = page.getByRole('log', { name: 'Conversation' });
    await log.getByText('Before', { exact: true }).waitFor(patient);
    const news = page.getByRole('status').filter({ hasText: 'Candidate:' });
    expect(await news.count()).toBe(0);
    for (const text of ['Here I am', 'What is it about?']) {
      await answerAs(username, { phone, text });
      await log.getByText(text, { exact: true }).waitFor(patient);
      await expect.poll(() => news.innerText(), patient).toBe(`Candidate: ${text}`);
    }
  });
});

describe('the keys', () => {
  it('[TG-001] [TG-030] [DEC-15] Alt with an arrow opens the next dialog and the one before, also out of the field', async () => {
    const page = await open(other);
    const ids = async () => page.locator('[data-dialog]').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-dialog'))));
    await expect.poll(async () => (await ids()).includes(other), patient).toBe(true);
    const shown = await ids();
    const at = shown.indexOf(other);
    const step = at + 1 < shown.length ? 1 : -1;
    const steps = await page.evaluate(() => history.length);
    await field(page).fill('Half a sentence');
    await page
      .locator('form input[type="file"]')
      .setInputFiles({ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') });
    const remove = page.getByRole('button', { name: 'Remove offer.txt' });
    await remove.waitFor(patient);
    await field(page).press(step > 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
    await page.waitForURL((url) => Number(url.searchParams.get('dialog')) === shown[at + step], patient);
    await field(page).waitFor(patient);
    await expect.poll(() => field(page).inputValue(), patient).toBe('');
    expect(await remove.count()).toBe(0);
    await field(page).press(step > 0 ? 'Alt+ArrowUp' : 'Alt+ArrowDown');
    await page.waitForURL((url) => Number(url.searchParams.get('dialog')) === other, patient);
    await expect.poll(() => field(page).inputValue(), patient).toBe('Half a sentence');
    // The chosen file is kept like the text, and Back leaves the dialogs.
    await remove.click();
    expect(await page.evaluate(() => history.length)).toBe(steps);
    await field(page).fill('');
    await page.getByRole('heading').first().click();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Open next dialog').waitFor(patient);
  });
});

describe('a person who waits for an answer', () => {
  it('[TG-014] is marked above the field, and the mark is removed and restored by hand', async () => {
    await answerAs(username, { phone, text: 'Thanks, found something else' });
    const page = await open(dialog);
    await page.locator('[data-line]').getByText('Thanks, found something else').waitFor(patient);
    await waitedForAnswer(dialog);
    await page.reload();
    const other = await visits.open(`${messages}?sim=${sim}&show=attention`, { who: 'admin' });
    const row = other.locator(`[data-dialog="${dialog}"]`);
    await row.waitFor(patient);
    const end = page.getByRole('button', { name: 'No answer needed' });
    await end.waitFor(patient);
    await picture(page, 'telegram-answer-need');
    await end.click();
    await end.waitFor({ state: 'hidden' });
    // DEC-07: open lists follow both changes.
    await row.waitFor({ state: 'detached', ...patient });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor(patient);
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count(), patient).toBe(0);
    // A refusal is shown beside the button.
    await refuseCalls(page, '**/answer_need/', 'They have written again');
    await end.click();
    await page.getByRole('alert').filter({ hasText: 'They have written again' }).waitFor(patient);
    await noSnackbar(page);
    await picture(page, 'telegram-answer-need-refused');
  });
});

describe('a message without text', () => {
  it.each(looks)('[TG-055] has its name in the list and in the dialog: $language, $scheme, phone $phone', async (look) => {
    const names =
      look.language === 'en'
        ? ['Voice message', 'Contact', 'Location', 'Sticker']
        : ['Голосовое сообщение', 'Контакт', 'Геопозиция', 'Стикер'];
    const page = await open(dialog, look);
    const base64 = Buffer.from('OggS').toString('base64');
    await answerAs(username, { phone, text: '', file: { name: '', mime_type: 'audio/ogg', base64, as: 'voice' } });
    await answerAs(username, { phone, text: '', contact: { first_name: 'Вера', last_name: 'Ильина', phone: '79990000001' } });
    await answerAs(username, { phone, text: '', location: { latitude: 55.75, longitude: 37.5 } });
    await answerAs(username, { phone, text: '', file: { name: '', mime_type: 'image/webp', base64, as: 'sticker' } });
    for (const name of names) await page.locator('[data-line]').getByText(name, { exact: true }).last().waitFor(patient);
    await picture(page, `telegram-kinds-${lookName(look)}`);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});

describe('on a phone', () => {
  it.each(phoneLooks)('[TG-016] the list of SIM cards says all that its columns say: $scheme, $language', async (look) => {
    await answerAs(username, { phone, text: 'Hello' });
    const page = await visits.open(manager, { ...look, who: 'admin' });
    const row = rowOf(page, phone);
    for (const words of look.language === 'en' ? [/^Added /, /^Dialogs created: [12]$/] : [/^Добавлена /, /^Создано диалогов: [12]$/])
      await row.getByText(words).waitFor(patient);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await picture(page, `telegram-sims-stacked-${lookName(look)}`);
  });
});

describe('a SIM card that Telegram has frozen', () => {
  it.each(looks)('[TG-037] [DEC-10] says so at its messages and in its row: $scheme, $language, phone $phone', async (look) => {
    await freezeSim(phone);
    const page = await open(dialog, look);
    const text = `Kept ${lookName(look)}`;
    await page.getByRole('textbox', { name: /^(?:Message|Сообщение)$/ }).fill(text);
    await page.getByRole('button', { name: /^(?:Send|Отправить)$/ }).click();
    const line = page.locator('[data-line]').filter({ hasText: text });
    await line
      .locator('[data-put-off]')
      .filter({ hasText: /^(?:Telegram has frozen|Telegram заморозил)/ })
      .waitFor(patient);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await picture(page, `telegram-frozen-${lookName(look)}`);
    const sims = await visits.open(manager, { ...look, who: 'admin' });
    await rowOf(sims, phone)
      .getByText(/^(?:Frozen|Заморожена)$/)
      .waitFor(patient);
    expect(await overflowOf(sims)).toBeLessThanOrEqual(0);
    await picture(sims, `telegram-sims-frozen-${lookName(look)}`);
  });
});
