import { expectNoAxeFaults } from './axe.ts';
import { fileOfSize } from './files.ts';
import { onPhoneOf } from './phones.ts';
import { addSimCard, api, begin, deleteSimCard, field, manager, messages, noSnackbar, openForm, peopleOf } from './telegram-page.ts';
import { type Look, drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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
const chooser = (page: Page) => page.locator('input[type=file]');

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
    await chooser(page).setInputFiles(fileOfSize('large.txt', 5 * mega + 1));
    await page.getByText('File too large (over 5 MB)').waitFor();
    await chooser(page).setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('MZ this is a program') });
    await page.getByText('Illegal file type').waitFor(patient);
    expect(await field(page).inputValue()).toBe('With a file');
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0);
    await chooser(page).setInputFiles(fileOfSize('whole.txt', 5 * mega));
    await page.getByRole('button', { name: 'Remove whole.txt' }).waitFor(patient);
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled(), patient).toBe(true);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(async () => (await lastOnPhone())?.file?.name, patient).toBe('whole.txt');
  });

  it('[TG-008] [TG-013] to an unknown username shows the error at the message, which may be deleted', async () => {
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

const drafted = 'drafted_person_x';

let draftDialog = 0;

beforeAll(async () => {
  const page = await visits.enter('admin');
  const [, , , , , , profile = 0] = await peopleOf(page, 7);
  draftDialog = (await begin(page, profile, drafted)).id;
  await visits.leave(page);
});

const address = () => `${messages}?dialog=${draftDialog}`;
const text = (page: Page) => field(page).inputValue();
const draftOf = async (page: Page) => ((await send(page, { path: `${api}dialogs/${draftDialog}/` })) as { draft: string }).draft;

/** Two windows of one person with the dialog, in which nothing is written yet. */
async function openTwice(look: Look = {}): Promise<[Page, Page]> {
  const one = await visits.open('/icon.svg', { ...look, who: 'admin' });
  await send(one, { path: `${api}dialogs/${draftDialog}/draft/`, method: 'PUT', body: { message: '' } });
  const two = await one.context().newPage();
  await two.emulateMedia({ colorScheme: look.scheme ?? 'light', reducedMotion: 'reduce' });
  await two.setViewportSize(one.viewportSize() ?? { width: 1440, height: 900 });
  for (const page of [one, two]) {
    await page.goto(new URL(address(), one.url()).href);
    await page.locator('form textarea').first().waitFor();
    expect(await page.locator('form textarea').first().inputValue()).toBe('');
  }
  return [one, two];
}

const box = (page: Page) => page.locator('form textarea').first();
const warned = (page: Page) => page.locator('form [role="alert"]').count();
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Changed in another tab' });

describe('a draft in two tabs', () => {
  it('is taken over as it is written, and is gone in both once it is sent', async () => {
    const [one, two] = await openTwice();
    await field(one).pressSequentially('Hello');
    await expect.poll(() => text(two), patient).toBe('Hello');
    await field(two).fill('Hello, Anna');
    await expect.poll(() => text(one), patient).toBe('Hello, Anna');
    await field(one).press('Enter');
    await expect.poll(() => text(one), patient).toBe('');
    await expect.poll(() => text(two), patient).toBe('');
    await expect.poll(async () => (await onPhoneOf(drafted)).map((message) => message.text), patient).toEqual(['Hello, Anna']);
    expect(await draftOf(one)).toBe('');
    expect(await two.locator(`[data-dialog="${draftDialog}"]`).getByText('Draft:').count()).toBe(0);
  });

  it('keeps both texts where both have typed, until one is taken', async () => {
    const [one, two] = await openTwice();
    await Promise.all([field(one).fill('Would Monday suit you?'), field(two).fill('Would Friday suit you?')]);
    const behind = async () => {
      for (const page of [one, two]) if ((await notice(page).count()) > 0) return page;
      return undefined;
    };
    await expect.poll(behind, patient).toBeDefined();
    const page = (await behind()) ?? two;
    const other = page === one ? two : one;
    const [mine, theirs] = [await text(page), await text(other)];
    expect(mine).not.toBe(theirs);
    await notice(page).getByText(theirs).waitFor();
    await expectNoAxeFaults(page);
    await page.getByRole('button', { name: 'Use that' }).click();
    expect(await text(page)).toBe(theirs);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await text(page)).toBe(mine);
    await expect.poll(() => text(other), patient).toBe(mine);
    await expect.poll(() => draftOf(page), patient).toBe(mine);
  });

  it('is kept as mine where that is wanted, and by the other tab then', async () => {
    const [one, two] = await openTwice();
    await Promise.all([field(one).fill('Would Monday suit you?'), field(two).fill('Would Friday suit you?')]);
    await expect.poll(async () => (await notice(one).count()) + (await notice(two).count()), patient).toBe(1);
    const page = (await notice(one).count()) > 0 ? one : two;
    const mine = await text(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => text(page === one ? two : one), patient).toBe(mine);
    for (const each of [one, two]) expect(await notice(each).count()).toBe(0);
  });
});

describe('a draft of a tab', () => {
  it('is kept through a reload, and shown in the list', async () => {
    const page = await visits.open(address(), { who: 'admin' });
    await field(page).fill('Not finished');
    await page.reload();
    await expect.poll(() => text(page), patient).toBe('Not finished');
    await page.locator(`[data-dialog="${draftDialog}"]`).getByText('Draft:').waitFor(patient);
    await field(page).fill('');
    await page.locator(`[data-dialog="${draftDialog}"]`).getByText('Draft:').waitFor({ state: 'detached' });
  });

  it('survives closing the tab right after typing', async () => {
    const [one, two] = await openTwice();
    await field(two).fill('Closed at once');
    await two.close({ runBeforeUnload: true });
    await expect.poll(() => draftOf(one), patient).toBe('Closed at once');
    await expect.poll(() => text(one), patient).toBe('Closed at once');
  });

  it('survives a crash of the tab while the server is unreachable', async () => {
    const [one, two] = await openTwice();
    await two.route('**/draft/', (route) => route.abort());
    await field(two).fill('Not saved anywhere else');
    await two.goto('chrome://crash').catch(() => {});
    await one.reload();
    await expect.poll(() => text(one), patient).toBe('Not saved anywhere else');
    await expect.poll(() => draftOf(one), patient).toBe('Not saved anywhere else');
  });
});

describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
  it('[DEC-15] says that there is another text without a fault that a machine can find', async () => {
    const [one, two] = await openTwice(look);
    await Promise.all([box(one).fill('Would Monday suit you?'), box(two).fill('Would Friday suit you?\nOr the week after?')]);
    await expect.poll(async () => (await warned(one)) + (await warned(two)), patient).toBe(1);
    const page = (await warned(one)) > 0 ? one : two;
    await drawn(page);
    await picture(page, `telegram-draft-${lookName(look)}`);
    await expectNoAxeFaults(page);
    expect.soft(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});
