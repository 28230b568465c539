import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { answerAs, answerFirst, codeFor, deleteAs, editAs, endSession, onPhoneOf, reactAs, readAs } from './phones.ts';
import { fileOfSize } from './files.ts';
import { api, begin, bubble, field, manager, messages, openForm, peopleOf, rowOf } from './telegram-page.ts';
import { drawn, lookName, looks, overflowOf, patient, phoneLooks, picture, send, visits } from './visit.ts';

const phone = '+79995550101';
const maria = 'maria_sokolova';
const found = `/profiles/?q=${encodeURIComponent('["skill:Java"]')}`;

let person = 0;
let main = 0;
let vacancy = 0;

const call = async <T>(page: Page, path: string, body: object) => (await send(page, { path, method: 'POST', body })) as T;
const idOf = (page: Page) => Number(new URL(page.url()).searchParams.get('dialog'));
const isOpen = (page: Page, id: number) =>
  page.waitForURL((url) => url.pathname === messages && url.searchParams.get('dialog') === String(id), patient);

beforeAll(async () => {
  const page = await visits.enter('admin');
  const { profiles } = (await send(page, { path: `/api/v6${found}&per_page=1` })) as { profiles: { id: number }[] };
  person = profiles[0]?.id ?? 0;
  await call(page, `/api/v6/profiles/${person}/contacts/`, { type: 'telegram', value: '@from_profile' });
  vacancy = (await call<{ id: number }>(page, '/api/v6/folders/', { name: 'By Telegram', company_name: 'Acme' })).id;
  await call(page, '/api/v6/candidates/', { folder_id: vacancy, profiles: [person] });
  await visits.leave(page);
});

describe('Telegram', () => {
  it('[TG-015] [TG-016] [TG-021] [TG-022] [TG-065] [TG-075] [DEC-01] adds a SIM card by the code sent to its phone', async () => {
    const page = await visits.open(manager, { who: 'admin' });
    const form = await openForm(page, '+7 (999) 555-01-01');
    const code = form.getByRole('textbox', { name: 'Code' });
    await form.getByText('5 attempts left').waitFor();
    const right = await codeFor(phone);
    await code.fill(right === '00000' ? '00001' : '00000');
    await code.press('Enter');
    await form.getByText('4 attempts left').waitFor();
    await code.fill(right);
    await form.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(`${phone} added`).waitFor();
    await rowOf(page, phone).getByText('Connected').waitFor(patient);
    const { results } = (await send(page, { path: `${api}accounts/` })) as { results: { id: number; phone_number: string }[] };
    const { id } = results.find(({ phone_number: number }) => number === phone) ?? { id: 0 };
    await send(page, { path: `${api}accounts/${id}/`, method: 'PUT', body: { limit_total: 100, warms_up: false } });
  });

  it('[TG-008] [TG-013] [TG-032] [TG-033] [TG-050] [TG-057] [TG-058] [TG-068] [TG-069] [DEC-07] sends and receives messages of a dialog started from a profile', async () => {
    const page = await visits.open(`/profiles/${person}`, { who: 'recruiter' });
    await page.getByRole('button', { name: 'Write in Telegram' }).click();
    const form = page.getByRole('dialog');
    const username = form.getByRole('textbox', { name: 'Username' });
    await expect.poll(() => username.inputValue(), patient).toMatch(/^\w{4,32}$/);
    await username.fill('a b');
    await form.getByRole('button', { name: 'Open dialog' }).click();
    await form.getByText('Enter a username: 4 to 32 Latin letters').waitFor();
    await username.fill(`https://t.me/${maria}`);
    await form.getByRole('button', { name: 'Open dialog' }).click();
    await page.waitForURL((url) => url.pathname === messages && url.searchParams.has('dialog'), patient);
    main = idOf(page);
    const words = 'שלום, נדבר ב־16:00? 👩🏽‍💻';
    await field(page).fill(words);
    expect(await field(page).evaluate((box) => getComputedStyle(box).direction)).toBe('rtl');
    await field(page).press('Enter');
    await bubble(page, words).getByText('Sent', { exact: true }).waitFor(patient);
    expect((await onPhoneOf(maria)).map(({ text }) => text)).toEqual([words]);
    await readAs(maria, phone);
    await bubble(page, words).getByText('Read', { exact: true }).waitFor(patient);
    await answerAs(maria, { phone, text: 'Gladly, at four' });
    await bubble(page, 'Gladly, at four').waitFor(patient);
    await expect.poll(async () => (await onPhoneOf(maria)).at(-1)?.read, patient).toBe(true);
    await page.locator('input[type=file]').setInputFiles(fileOfSize('offer.txt', 5 * 1024 * 1024));
    await page.getByRole('button', { name: 'Remove offer.txt' }).waitFor(patient);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(async () => (await onPhoneOf(maria)).at(-1)?.file?.name, patient).toBe('offer.txt');
    const base64 = Buffer.from('Skills').toString('base64');
    await answerAs(maria, { phone, text: '', file: { name: 'cv.txt', mime_type: 'text/plain', base64 } });
    const file = page.getByRole('button', { name: 'Download cv.txt' });
    await file.waitFor(patient);
    const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
    expect(download.suggestedFilename()).toBe('cv.txt');
  });

  it('[PROF-033] [RSLT-012] [CAND-006] [CAND-008] [DEC-07] leads to a dialog from the bell, the profile, a search, a vacancy and its board', async () => {
    const page = await visits.open('/notices', { who: 'recruiter' });
    await answerAs(maria, { phone, text: 'And where?' });
    const notice = page.getByRole('row', { name: /replied in Telegram/ }).first();
    await notice.waitFor(patient);
    await notice.press('Enter');
    await isOpen(page, main);
    await bubble(page, 'And where?').waitFor(patient);
    const go = (path: string) => page.goto(new URL(path, page.url()).href);
    await go(`/profiles/${person}`);
    const told = page.getByRole('listitem').filter({ hasText: 'Received by Telegram' }).first();
    await told.getByText('And where?').waitFor(patient);
    await told.getByRole('link', { name: 'Open dialog' }).click();
    await isOpen(page, main);
    await go(found);
    const shown = page
      .locator(`[data-profile="${person}"]`)
      .getByRole('link', { name: /^Telegram, replied, .+\. Candidate: And where\?$/ });
    await shown.waitFor(patient);
    await shown.hover();
    await page.getByRole('tooltip').filter({ hasText: 'And where?' }).waitFor();
    await shown.click();
    await isOpen(page, main);
    await go(`/folders/${vacancy}?messages=replied`);
    await page.getByRole('button', { name: /^Write in Telegram: / }).click();
    await isOpen(page, main);
    await go(`/folders/${vacancy}?view=board`);
    const card = page.locator('[data-candidate]').filter({ hasText: 'Replied' });
    await card.hover();
    await card.getByRole('button', { name: /^Write in Telegram: / }).click();
    await isOpen(page, main);
  });

  it('[TG-002] [TG-034] keeps the reading position in a long dialog, and searches the whole dialog', async () => {
    for (let at = 1; at <= 110; at += 1) await answerAs(maria, { phone, text: `Line ${at}` });
    const admin = await visits.enter('admin');
    const path = `${api}dialogs/${main}/messages/`;
    await expect.poll(async () => JSON.stringify(await send(admin, { path })), patient).toContain('Line 110');
    const page = await visits.open(`${messages}?dialog=${main}`, { who: 'recruiter' });
    const log = page.getByRole('log', { name: 'Conversation' });
    // The dialog opens at the first unread message, far above its end.
    await log.getByText('Line 1', { exact: true }).waitFor(patient);
    expect(await log.getByText('Line 110', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Search in this dialog' }).click();
    await page.getByRole('textbox', { name: 'Search in this dialog' }).fill('line');
    await page.getByText('1 of 110').waitFor(patient);
    await page.locator('[data-marked]').filter({ hasText: 'Line 110' }).waitFor(patient);
    await page.getByRole('button', { name: 'Close search' }).click();
    const last = (await send(page, { path })) as { results: { message_id: number }[] };
    await call(page, `${api}dialogs/${main}/mark_as_read/`, { max_id: last.results.at(-1)?.message_id });
    await page.reload();
    await bubble(page, 'Line 110').waitFor(patient);
    const scroller = page.locator('section[data-scroller]');
    const older = async () => {
      await scroller.evaluate((box) => (box.scrollTop = 0));
      return page.getByText('Gladly, at four').count();
    };
    await expect.poll(older, patient).toBeGreaterThan(0);
    const lines = await page.locator('[data-line]').evaluateAll((all) => all.map((line) => (line as HTMLElement).dataset['line']));
    expect(new Set(lines).size).toBe(lines.length);
  });
});

const drafted = 'drafted_person_x';
const text = (page: Page) => field(page).inputValue();

describe('a draft', () => {
  it('is equal in two tabs during typing, disappears from both after sending, and survives a closed or crashed tab', async () => {
    const one = await visits.open('/icon.svg', { who: 'admin' });
    const { id } = await begin(one, (await peopleOf(one, 7))[6] ?? 0, drafted);
    const openTab = async (page: Page) => {
      await page.goto(new URL(`${messages}?dialog=${id}`, one.url()).href);
      await field(page).waitFor(patient);
      return page;
    };
    const kept = async () => ((await send(one, { path: `${api}dialogs/${id}/` })) as { draft: string }).draft;
    await openTab(one);
    const two = await openTab(await one.context().newPage());
    await field(one).pressSequentially('Hello');
    await expect.poll(() => text(two), patient).toBe('Hello');
    await field(two).fill('Hello, Anna');
    await expect.poll(() => text(one), patient).toBe('Hello, Anna');
    await one.locator(`[data-dialog="${id}"]`).getByText('Draft:').waitFor(patient);
    await field(one).press('Enter');
    for (const page of [one, two]) await expect.poll(() => text(page), patient).toBe('');
    await expect.poll(async () => (await onPhoneOf(drafted)).map((message) => message.text), patient).toEqual(['Hello, Anna']);
    expect(await kept()).toBe('');
    await field(two).fill('Closed at once');
    await two.close({ runBeforeUnload: true });
    await expect.poll(kept, patient).toBe('Closed at once');
    await expect.poll(() => text(one), patient).toBe('Closed at once');
    const three = await openTab(await one.context().newPage());
    await three.route('**/draft/', (route) => route.abort());
    await field(three).fill('Not saved anywhere else');
    await three.goto('chrome://crash', { timeout: 5000 }).catch(() => {});
    await one.reload();
    await expect.poll(() => text(one), patient).toBe('Not saved anywhere else');
    await expect.poll(kept, patient).toBe('Not saved anywhere else');
  });
});

describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
  it('[TG-001] [TG-029] [DEC-15] dialogs, SIM cards and their links are readable', async () => {
    const numberOf = async (text: string) => (await onPhoneOf(maria)).findLast((message) => message.text === text)?.id ?? 0;
    await answerAs(maria, { phone, text: 'About 320', reply_to: await numberOf('Line 110') });
    await editAs(maria, await numberOf('About 320'), 'About 340, from June');
    await reactAs(maria, await numberOf('About 340, from June'), '🤝');
    await answerAs(maria, { phone, text: 'Do not call me at work' });
    await deleteAs(maria, await numberOf('Do not call me at work'));
    const stranger = `unknown_caller_${lookName(look).replaceAll('-', '_')}`;
    await answerFirst(stranger, { phone, text: 'Hello, is the vacancy still open?' });
    const page = await visits.open('/icon.svg', { ...look, who: 'admin' });
    const path = `${api}dialogs/?search=${stranger}`;
    const strange = async () => ((await send(page, { path })) as { results: { id: number }[] }).results[0]?.id ?? 0;
    await expect.poll(strange, patient).toBeGreaterThan(0);
    const link = await strange();
    const shots = [
      ['dialog', `${messages}?dialog=${main}`, 'section [data-line]'],
      ['link', `${messages}?dialog=${link}&details=shown`, 'aside form'],
      ['list', messages, '[data-dialog]'],
      ['no-matches', `${messages}?search=zzz`, 'button:has-text("ilters"), button:has-text("фильтры")'],
      ['sims', manager, 'td'],
      ['found', found, '[data-flag="dialog"]'],
      ['candidates', `/folders/${vacancy}`, 'tbody tr[data-index]'],
      ['board', `/folders/${vacancy}?view=board`, '[data-candidate] [data-channel="telegram"]'],
    ] as const;
    for (const [name, address, ready] of shots) {
      await page.goto(new URL(address, page.url()).href);
      await page.locator(`main :is(${ready}):visible`).first().waitFor(patient);
      await drawn(page);
      await expectReadable(page, `telegram-${name}`, look);
    }
  });
});

describe('on a phone', () => {
  it.each(phoneLooks)(
    '[TG-016] [CAND-006] the list of SIM cards and a candidate contain the data of all columns: $scheme, $language',
    async (look) => {
      const page = await visits.open(manager, { ...look, who: 'admin' });
      const row = rowOf(page, phone);
      for (const words of look.language === 'en' ? [/^Added /, /^Dialogs created: \d$/] : [/^Добавлена /, /^Создано диалогов: \d$/])
        await row.getByText(words).waitFor(patient);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await picture(page, `telegram-sims-stacked-${lookName(look)}`);
      await page.goto(new URL(`/folders/${vacancy}`, page.url()).href);
      const candidate = page.locator('tbody tr[data-index]').first();
      await candidate
        .getByText(look.language === 'en' ? 'By Telegram' : 'В Telegram', { exact: true })
        .waitFor({ state: 'attached', ...patient });
      await drawn(page);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await candidate.getByRole('button', { name: /^(?:Write in Telegram|Написать в Telegram): / }).click();
      await isOpen(page, main);
    },
  );
});

describe('a SIM card after its session was ended elsewhere', () => {
  it('[TG-017] [TG-037] closes its dialogs, signs in again with a code, and opens its dialogs', async () => {
    await endSession(phone);
    const dialog = await visits.open(`${messages}?dialog=${main}`, { who: 'recruiter' });
    await dialog.getByText('The session was ended elsewhere').first().waitFor(patient);
    expect(await field(dialog).count()).toBe(0);
    const page = await visits.open(manager, { who: 'admin' });
    await rowOf(page, phone).getByText('Signed out').waitFor(patient);
    const choose = async (item: string) => {
      await page.getByRole('button', { name: `Actions for ${phone}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Sign in again');
    const form = page.getByRole('dialog', { name: 'Sign in again' });
    await form.getByRole('button', { name: 'Send code' }).click();
    await form.getByText('5 attempts left').waitFor();
    await form.getByRole('textbox', { name: 'Code' }).fill(await codeFor(phone));
    await form.getByRole('button', { name: 'Confirm' }).click();
    await rowOf(page, phone).getByText('Connected').waitFor(patient);
    await choose('View all chats');
    await page.waitForURL((url) => url.pathname === messages && url.searchParams.has('sim'), patient);
    await page.locator(`[data-dialog="${main}"]`).waitFor(patient);
    // The open dialog has its field again.
    await field(dialog).waitFor(patient);
  });
});
