import { beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeFaults, expectReadable } from './axe.ts';
import { fileOfSize } from './files.ts';
import { answerAs, codeFor, endSession, holdFilesBack, onPhoneOf, readAs } from './phones.ts';
import { begin, bubble, field, hearNothing, manager, messages, noSnackbar, openForm, peopleOf, rowOf } from './telegram-page.ts';
import { drawn, lookName, looks, patient, picture, send, visits } from './visit.ts';

const phone = '+79995550101';
const withPassword = '+12025550101';

describe('SIM cards', () => {
  it('[TG-015] [TG-016] [TG-021] [TG-022] [TG-065] [TG-075] [DEC-01] are added by a phone and the code that is sent to it', async () => {
    const page = await visits.open(manager, { who: 'admin' });
    const form = await openForm(page, '+7 (999) 555-01-01');
    const code = form.getByRole('textbox', { name: 'Code' });
    await form.getByText('5 attempts left').waitFor();
    const right = await codeFor(phone);
    await code.fill(right === '00000' ? '00001' : '00000');
    await code.press('Enter');
    await form.getByText('Wrong authentication code').waitFor();
    await form.getByText('4 attempts left').waitFor();
    await noSnackbar(page);
    await code.fill(right);
    await form.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(`${phone} added`).waitFor();
    await rowOf(page, phone).getByText('Connected').waitFor(patient);
    await expectNoAxeFaults(page);
  });

  it('[DEC-06] ask for the password of two-step verification, and keep the code', async () => {
    const page = await visits.open(manager, { who: 'admin' });
    const form = await openForm(page, withPassword);
    await form.getByText('5 attempts left').waitFor();
    await form.getByRole('textbox', { name: 'Code' }).fill(await codeFor(withPassword));
    await form.getByRole('button', { name: 'Confirm' }).click();
    const password = form.locator('input[type=password]');
    await password.fill('nonsense');
    await form.getByRole('button', { name: 'Sign in' }).click();
    await form.getByText('Wrong password').waitFor();
    await password.fill('sandbox');
    await form.getByRole('button', { name: 'Sign in' }).click();
    await rowOf(page, withPassword).waitFor(patient);
  });

  it('[TG-062] [TG-064] [TG-073] say at the field what Telegram refuses', async () => {
    const page = await visits.open(manager, { who: 'admin' });
    for (const [number, words] of [
      ['+12025550102', 'Phone permanently banned by the messenger'],
      ['+12025550105', 'Phone number in wrong format or not recognised'],
    ] as const) {
      await page.reload();
      const form = await openForm(page, number);
      await form.getByText(words).waitFor();
      expect(await form.getByRole('textbox', { name: 'Phone number' }).getAttribute('aria-invalid')).toBe('true');
      await noSnackbar(page);
    }
  });

  it('[TG-060] [DEC-06] count down for how many seconds Telegram wants to be left alone', async () => {
    const page = await visits.open(manager, { who: 'admin' });
    const form = await openForm(page, '+12025550104');
    const words = form.getByText(/^request limit exceeded: try again in \d+ seconds$/).first();
    await words.waitFor();
    const first = Number(/\d+/.exec((await words.textContent()) ?? '')?.[0]);
    expect(first).toBeGreaterThan(200);
    expect(await form.getByRole('button', { name: 'Send code' }).isDisabled()).toBe(true);
    await expect.poll(async () => Number(/\d+/.exec((await words.textContent()) ?? '')?.[0]), patient).toBeLessThan(first);
  });

  it('[TG-018] [TG-020] [TG-036] are given another name and limit', async () => {
    const page = await visits.open(manager, { who: 'admin' });
    const choose = async (item: string) => {
      await page.getByRole('button', { name: `Actions for ${phone}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Set new message limit');
    const limit = page.getByRole('dialog').getByRole('textbox', { name: 'New dialogs a day' });
    await limit.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('This field cannot be empty').waitFor(patient);
    await limit.fill('101');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => limit.getAttribute('aria-invalid'), patient).toBe('true');
    await limit.fill('100');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await choose('Edit');
    await page.getByRole('textbox', { name: 'Name in your company' }).fill('Engineering');
    await page.getByRole('switch', { name: 'Warm up' }).setChecked(false, { force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    const row = rowOf(page, phone);
    await row.getByText('Engineering').waitFor();
    await row.getByText('100 / 100').waitFor(patient);
  });

  it('[TG-023] are only seen by whom no administrator has let manage them', async () => {
    const page = await visits.open(manager, { who: 'recruiter' });
    await rowOf(page, phone).waitFor();
    expect(await page.getByRole('button', { name: 'Add SIM card' }).count()).toBe(0);
    await page.getByRole('button', { name: `Actions for ${phone}` }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['View all chats']);
  });

  it('[TG-019] are deleted once that is confirmed', async () => {
    const page = await visits.open(manager, { who: 'admin' });
    await page.getByRole('button', { name: `Actions for ${withPassword}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await rowOf(page, withPassword).waitFor({ state: 'detached' });
  });
});

describe('dialogs', () => {
  let ids: number[];
  let main: number;
  let refused: number;
  beforeAll(async () => {
    const page = await visits.enter('recruiter');
    ids = await peopleOf(page, 6);
    main = (await begin(page, ids[0] ?? 0, 'maria_sokolova')).id;
    refused = (await begin(page, ids[1] ?? 0, 'hidden_person_private')).id;
    await visits.leave(page);
  });

  it('[TG-033] [TG-050] [DEC-07] go both ways while they are open, with read marks of both sides', async () => {
    const page = await visits.open(`${messages}?dialog=${main}`, { who: 'recruiter' });
    await field(page).fill('Would you talk to us?\nToday or tomorrow');
    await field(page).press('Enter');
    await bubble(page, 'Would you talk to us?').getByText('Sent', { exact: true }).waitFor(patient);
    expect(await field(page).inputValue()).toBe('');
    expect((await onPhoneOf('maria_sokolova')).map(({ text }) => text)).toEqual(['Would you talk to us?\nToday or tomorrow']);
    await readAs('maria_sokolova', phone);
    await bubble(page, 'Would you talk to us?').getByText('Read', { exact: true }).waitFor(patient);
    await answerAs('maria_sokolova', { phone, text: 'Gladly, at four' });
    await bubble(page, 'Gladly, at four').waitFor(patient);
    await expect.poll(async () => (await onPhoneOf('maria_sokolova')).at(-1)?.read, patient).toBe(true);
    await expectNoAxeFaults(page);
  });

  it('[PROF-033] appear in the bell and in the activity of the profile, which lead to them', async () => {
    const page = await visits.open('/notices', { who: 'recruiter' });
    await answerAs('maria_sokolova', { phone, text: 'And where?' });
    const row = page.getByRole('row', { name: /replied in Telegram/ }).first();
    await row.waitFor(patient);
    await picture(page, 'telegram-notice');
    await row.press('Enter');
    await page.waitForURL((url) => url.pathname === messages && url.searchParams.get('dialog') === String(main), patient);
    await bubble(page, 'And where?').waitFor(patient);
    await page.goto(new URL(`/profiles/${ids[0]}`, page.url()).href);
    const told = page.getByRole('listitem').filter({ hasText: 'Received by Telegram' }).first();
    await told.getByText('And where?').waitFor(patient);
    await told.scrollIntoViewIfNeeded();
    await picture(page, 'telegram-activity');
    await told.getByRole('link', { name: 'Open dialog' }).click();
    await bubble(page, 'And where?').waitFor(patient);
  });

  it('[TG-063] [TG-073] show at a message why it was not sent, and try it again in its place', async () => {
    const page = await visits.open(`${messages}?dialog=${refused}`, { who: 'recruiter' });
    await field(page).fill('Hello there');
    await field(page).press('Enter');
    await page.getByText('User privacy settings forbid the action').first().waitFor(patient);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('User privacy settings forbid the action').first().waitFor(patient);
    await noSnackbar(page);
    // TG-014: it is among those that need attention.
    await page.getByText('Needs attention', { exact: true }).click();
    await expect.poll(() => page.locator('[data-dialog]').count(), patient).toBe(1);
    expect(new URL(page.url()).searchParams.get('show')).toBe('attention');
    await page.goBack();
    await expect.poll(() => page.locator('[data-dialog]').count(), patient).toBe(2);
  });

  it('take 4,096 characters and not one more', async () => {
    const page = await visits.open(`${messages}?dialog=${main}`, { who: 'recruiter' });
    await field(page).fill('я'.repeat(4097));
    await page.getByText('4,097 of 4,096 characters').waitFor();
    await field(page).press('Enter');
    await page.getByText('A message may have up to 4,096 characters').waitFor();
    expect((await field(page).inputValue()).length).toBe(4097);
    await field(page).fill('я'.repeat(4096));
    await field(page).press('Enter');
    await expect.poll(async () => (await onPhoneOf('maria_sokolova')).at(-1)?.text.length, patient).toBe(4096);
  });

  it('[TG-057] [TG-058] [TG-068] [TG-069] carry files of known types of up to 5 MB', async () => {
    const page = await visits.open(`${messages}?dialog=${main}`, { who: 'recruiter' });
    await field(page).waitFor();
    const choose = (name: string, bytes: number) => page.locator('input[type=file]').setInputFiles(fileOfSize(name, bytes));
    await choose('large.txt', 5 * 1024 * 1024 + 1);
    await page.getByText('File too large (over 5 MB)').waitFor();
    await choose('run.exe', 10);
    await page.getByText('Illegal file type').waitFor();
    await choose('offer.txt', 2048);
    await field(page).fill('The offer');
    await page.getByRole('button', { name: 'Remove offer.txt' }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(async () => (await onPhoneOf('maria_sokolova')).at(-1)?.file?.name, patient).toBe('offer.txt');
    await answerAs('maria_sokolova', {
      phone,
      text: '',
      file: { name: 'cv.txt', mime_type: 'text/plain', base64: Buffer.from('Skills').toString('base64') },
    });
    const file = page.getByRole('button', { name: 'Download cv.txt' });
    await file.waitFor(patient);
    const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
    expect(download.suggestedFilename()).toBe('cv.txt');
  });

  it.each(looks)('[TG-052] show when a failed file is requested again, and request it on demand: %o', async (look) => {
    const name = `portfolio-${lookName(look)}.txt`;
    await holdFilesBack(1);
    const file = { name, mime_type: 'text/plain', base64: Buffer.from('Skills').toString('base64') };
    await answerAs('maria_sokolova', { phone, text: 'My portfolio', file });
    const page = await visits.open(`${messages}?dialog=${main}`, { who: 'recruiter', ...look });
    const again = page.getByRole('button', { name: /^(?:Try now|Попробовать сейчас)$/ }).last();
    await again.waitFor(patient);
    await picture(page, `telegram-file-later-${lookName(look)}`);
    await again.click();
    await page.getByRole('button', { name: new RegExp(`(?:Download|Скачать) ${name}`) }).waitFor(patient);
  });

  it('[TG-034] load what is older above the line that is read, which keeps its place', async () => {
    for (let at = 1; at <= 60; at += 1) await answerAs('maria_sokolova', { phone, text: `Line ${at}` });
    const page = await visits.open(`${messages}?dialog=${main}`, { who: 'recruiter' });
    await bubble(page, 'Line 60').waitFor(patient);
    const scroller = page.locator('section[data-scroller]');
    const older = async () => {
      await scroller.evaluate((box) => (box.scrollTop = 0));
      return page.getByText('Would you talk to us?').count();
    };
    await expect.poll(older, patient).toBeGreaterThan(0);
    const lines = await page.locator('[data-line]').evaluateAll((all) => all.map((line) => (line as HTMLElement).dataset['line']));
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('[TG-003] [TG-006] [DEC-07] are navigated by keys, and the address holds the open parts', async () => {
    const page = await visits.open(messages, { who: 'recruiter' });
    await page.locator('[data-dialog]').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await field(page).waitFor();
    expect(new URL(page.url()).searchParams.get('dialog')).not.toBeNull();
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('complementary', { name: 'Details' }).getByText(phone).waitFor();
    await page.goBack();
    await page.goBack();
    expect(new URL(page.url()).searchParams.get('dialog')).toBeNull();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('New dialog').waitFor();
  });

  it('[TG-007] [TG-010] [TG-011] show messages without an event after a refresh, and the list after a reload', async () => {
    const page = await visits.enter('recruiter');
    await hearNothing(page);
    await page.goto(new URL(`${messages}?dialog=${main}`, page.url()).href);
    const lines = page.locator('[data-line]');
    await lines.first().waitFor(patient);
    const arrives = async (text: string) => {
      await answerAs('maria_sokolova', { phone, text });
      const path = `/api/internal/telegram/dialogs/${main}/messages/?limit=5`;
      await expect.poll(async () => JSON.stringify(await send(page, { path })), patient).toContain(text);
      expect(await lines.filter({ hasText: text }).count()).toBe(0);
    };
    await arrives('Told by no event');
    await page.getByRole('button', { name: 'Refresh dialog' }).click();
    await lines.filter({ hasText: 'Told by no event' }).waitFor(patient);
    await arrives('Nor was this');
    await page.reload();
    await page.locator(`[data-dialog="${main}"]`, { hasText: 'Nor was this' }).waitFor(patient);
    await page.context().close();
  });

  it('[TG-001] [TG-002] are listed, and narrowed by words and by filters', async () => {
    const page = await visits.open(messages, { who: 'recruiter' });
    const rows = page.getByRole('list', { name: 'Dialogs' }).locator('[data-dialog]');
    const search = page.getByRole('textbox', { name: 'Search by name, username or text' });
    await expect.poll(() => rows.count(), patient).toBe(2);
    await search.fill('Gladly, at four');
    await expect.poll(() => rows.count(), patient).toBe(1);
    expect(await rows.first().getAttribute('data-dialog')).toBe(String(main));
    expect(new URL(page.url()).searchParams.get('search')).toBe('Gladly, at four');
    await search.press('Escape');
    await expect.poll(() => rows.count(), patient).toBe(2);
    await page.getByText('Needs attention', { exact: true }).click();
    await search.fill('Gladly, at four');
    await page.getByText('No results match your filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rows.count(), patient).toBe(2);
  });

  it('[TG-017] are shown by SIM card, from the list of these', async () => {
    const page = await visits.open(manager, { who: 'recruiter' });
    await page.getByRole('button', { name: `Actions for ${phone}` }).click();
    await page.getByRole('menuitem', { name: 'View all chats' }).click();
    await page.waitForURL((url) => url.pathname === messages && url.searchParams.has('sim'), patient);
    const sim = new URL(page.url()).searchParams.get('sim');
    const of = (await send(page, { path: `/api/internal/telegram/dialogs/?telegram_account_id=${sim}` })) as { count: number };
    expect(of.count).toBe(2);
    await expect.poll(() => page.locator('[data-dialog]').count(), patient).toBe(of.count);
  });

  it('[TG-053] [TG-054] [TG-073] show a refusal at its action, and hide failed background calls', async () => {
    const page = await visits.open(`${messages}?dialog=${main}`, { who: 'recruiter' });
    await field(page).waitFor();
    const refuse = (call: string) =>
      page.route(`**/${call}/`, (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{"detail":"Something went wrong"}' }),
      );
    await refuse('mark_as_read');
    const refused = page.waitForResponse((answer) => answer.url().includes('mark_as_read') && answer.status() === 500);
    await answerAs('maria_sokolova', { phone, text: 'Are you there?' });
    await bubble(page, 'Are you there?').waitFor(patient);
    await refused;
    await noSnackbar(page);
    expect(await page.getByText('Something went wrong').count()).toBe(0);
    await refuse('send_message');
    await field(page).fill('I am');
    await field(page).press('Enter');
    await page.getByText('Something went wrong').waitFor();
    expect(await field(page).inputValue()).toBe('I am');
    await noSnackbar(page);
    await page.unroute('**/send_message/');
    await field(page).press('Enter');
    await bubble(page, 'I am').getByText('Sent', { exact: true }).waitFor(patient);
  });

  it('[TG-008] [TG-013] [TG-032] start from a profile with a username', async () => {
    const page = await visits.open(`/profiles/${ids[2]}`, { who: 'recruiter' });
    await send(page, { path: `/api/v6/profiles/${ids[2]}/contacts/`, method: 'POST', body: { type: 'telegram', value: '@from_profile' } });
    await page.reload();
    await page.getByRole('button', { name: 'Write in Telegram' }).click();
    const form = page.getByRole('dialog');
    await expect.poll(() => form.getByRole('textbox', { name: 'Username' }).inputValue(), patient).toMatch(/^\w{4,32}$/);
    await form.getByRole('textbox', { name: 'Username' }).fill('a b');
    await form.getByRole('button', { name: 'Open dialog' }).click();
    await form.getByText('Enter a username: 4 to 32 Latin letters').waitFor();
    await form.getByRole('textbox', { name: 'Username' }).fill('https://t.me/from_profile');
    await form.getByRole('button', { name: 'Open dialog' }).click();
    await field(page).waitFor();
    expect(page.url()).toContain(messages);
    await expect.poll(() => page.locator('[data-dialog]').count(), patient).toBe(3);
  });

  it('[TG-009] say that nothing has been written yet, and take the first message', async () => {
    const page = await visits.enter('recruiter');
    const { id } = await begin(page, ids[3] ?? 0, 'empty_dialog_here');
    await page.goto(new URL(`${messages}?dialog=${id}`, page.url()).href);
    await page.getByText(/^Nothing has been written to .+ yet$/).waitFor(patient);
    await field(page).waitFor();
  });

  it('[TG-037] close where the session of their SIM card was ended elsewhere, and open again with a code', async () => {
    await endSession(phone);
    const dialog = await visits.open(`${messages}?dialog=${main}`, { who: 'recruiter' });
    await dialog.getByText('The session was ended elsewhere').first().waitFor(patient);
    expect(await field(dialog).count()).toBe(0);
    const page = await visits.open(manager, { who: 'admin' });
    await rowOf(page, phone).getByText('Signed out').waitFor(patient);
    await page.getByRole('button', { name: `Actions for ${phone}` }).click();
    await page.getByRole('menuitem', { name: 'Sign in again' }).click();
    const form = page.getByRole('dialog', { name: 'Sign in again' });
    await form.getByRole('button', { name: 'Send code' }).click();
    await form.getByText('5 attempts left').waitFor();
    await form.getByRole('textbox', { name: 'Code' }).fill(await codeFor(phone));
    await form.getByRole('button', { name: 'Confirm' }).click();
    await rowOf(page, phone).getByText('Connected').waitFor(patient);
  });

  describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
    const shots = [
      ['dialog', () => `${messages}?dialog=${main}`, 'section [data-line]'],
      ['details', () => `${messages}?dialog=${main}&details=shown`, 'aside dl'],
      ['list', () => messages, '[data-dialog]'],
      ['no-matches', () => `${messages}?search=zzz`, 'button:has-text("ilters"), button:has-text("фильтры")'],
      ['sims', () => manager, 'td'],
    ] as const;
    it('[DEC-15] are readable', async () => {
      const page = await visits.open('/icon.svg', { ...look, who: 'recruiter' });
      for (const [name, path, ready] of shots) {
        await page.goto(new URL(path(), page.url()).href);
        await page.locator(`main :is(${ready}):visible`).first().waitFor();
        await drawn(page);
        await expectReadable(page, `telegram-${name}`, look);
      }
    });
  });
});
