import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPhoneOf } from './phones.ts';
import { addSimCard, begin, deleteSimCard, field, manager, messages, noSnackbar, openForm, peopleOf } from './telegram-page.ts';
import { patient, picture, visits } from './visit.ts';

const phone = '+79995550164';
const username = 'bounds_person_x';
const mega = 1024 * 1024;

let sim = 0;
let dialog = 0;

beforeAll(async () => {
  const page = await visits.enter('admin');
  sim = await addSimCard(page, phone);
  const [profile = 0] = (await peopleOf(page, 8)).slice(7);
  dialog = (await begin(page, profile, username)).id;
  await visits.leave(page);
});
afterAll(() => deleteSimCard(sim));

const open = async () => {
  const page = await visits.open(`${messages}?dialog=${dialog}`, { who: 'admin' });
  await field(page).waitFor();
  return page;
};
const lastOnPhone = async () => (await onPhoneOf(username)).at(-1);
const choose = (page: Page, name: string, bytes: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });

describe('what is written into a dialog', () => {
  it('[TG-050] is counted in the units that Telegram counts, of which an emoji has two', async () => {
    const page = await open();
    const longest = '😀'.repeat(2048);
    await field(page).fill(`${longest}!`);
    await page.getByText('4,097 of 4,096 characters').waitFor();
    await field(page).press('Enter');
    await page.getByText('A message may have up to 4,096 characters').waitFor();
    expect(await field(page).inputValue()).toBe(`${longest}!`);
    await field(page).fill(`  ${longest}\n`);
    await field(page).press('Enter');
    await expect.poll(async () => (await lastOnPhone())?.text, patient).toBe(longest);
    await noSnackbar(page);
  });

  it('[TG-050] runs from right to left where its words do, and arrives as it was typed', async () => {
    const page = await open();
    const words = 'שלום, נדבר ב־16:00? 👩🏽‍💻';
    await field(page).fill(words);
    expect(await field(page).evaluate((box) => getComputedStyle(box).direction)).toBe('rtl');
    await field(page).press('Enter');
    await expect.poll(async () => (await lastOnPhone())?.text, patient).toBe(words);
    const shown = page.locator('[data-line]').last().locator('[dir="auto"]');
    await expect.poll(() => shown.textContent(), patient).toBe(words);
    expect(await shown.evaluate((line) => line.matches(':dir(rtl)'))).toBe(true);
  });

  it('[TG-057] [TG-058] takes a file of 5 MB, and of one byte more or of another type nothing, with the words kept', async () => {
    const page = await open();
    await field(page).fill('With a file');
    await choose(page, 'large.txt', Buffer.alloc(5 * mega + 1, 'a'));
    await page.getByText('File too large (over 5 MB)').waitFor();
    await choose(page, 'picture.png', Buffer.from('MZ this is a program'));
    await page.getByText('Illegal file type').waitFor(patient);
    expect(await field(page).inputValue()).toBe('With a file');
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0);
    await choose(page, 'whole.txt', Buffer.alloc(5 * mega, 'a'));
    await page.getByRole('button', { name: 'Remove whole.txt' }).waitFor(patient);
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled(), patient).toBe(true);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(async () => (await lastOnPhone())?.file?.name, patient).toBe('whole.txt');
  });

  it('[TG-008] [TG-013] to somebody whom Telegram does not know says so at the message, which may be deleted', async () => {
    const admin = await visits.open('/icon.svg', { who: 'admin' });
    const [profile = 0] = (await peopleOf(admin, 9)).slice(8);
    const { id } = await begin(admin, profile, 'nobody_missing');
    await admin.goto(new URL(`${messages}?dialog=${id}`, admin.url()).href);
    await field(admin).fill('Are you there?');
    await field(admin).press('Enter');
    const line = admin.locator('[data-line]').filter({ hasText: 'Are you there?' });
    await line.getByRole('alert').filter({ hasText: 'There is no Telegram user with this name' }).waitFor(patient);
    await noSnackbar(admin);
    await picture(admin, 'telegram-nobody');
    await line.getByRole('button', { name: 'Delete', exact: true }).click();
    await line.waitFor({ state: 'detached', ...patient });
  });
});

describe('the phone of a SIM card', () => {
  it('[TG-022] [TG-064] is refused at its field, which keeps it, unless it is a number in any notation', async () => {
    const page = await visits.open(manager, { who: 'admin' });
    for (const typed of ['+7', '12', 'не телефон', '+7 999 555 01 65 ext. 5', '+1234567890123456']) {
      await page.reload();
      const form = await openForm(page, typed);
      const number = form.getByRole('textbox', { name: 'Phone number' });
      await expect.poll(() => number.getAttribute('aria-invalid'), patient).toBe('true');
      await form.getByText('Phone number in wrong format or not recognised').waitFor();
      expect(await number.inputValue()).toBe(typed);
      await noSnackbar(page);
    }
    for (const typed of ['8 (999) 555-01-65', '007 999 555 01 65', ' +7\u2011999\u2011555.01.65 ', '＋７９９９５５５０１６５']) {
      await page.reload();
      const form = await openForm(page, typed);
      await form.getByText(/^Telegram .*\+79995550165/).waitFor(patient);
      await form.getByRole('textbox', { name: 'Code' }).waitFor();
    }
  });
});
