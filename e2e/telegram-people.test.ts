import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectReadable } from './axe.ts';
import { closedPeople } from './closed-contacts.ts';
import { answerAs } from './phones.ts';
import { addSimCard, api, bubble, deleteSimCard, field, messages } from './telegram-page.ts';
import { drawn, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

/** Dialogs in the search and in vacancies. They are private, because other tests count theirs. */

const phone = '+79995550202';
const found = `/profiles/?q=${encodeURIComponent('["skill:Java"]')}`;

let sim = 0;
let people: number[];
let dialogs: number[];
let vacancy: number;

const call = async <T>(page: Page, path: string, body: object) => (await send(page, { path, method: 'POST', body })) as T;

/** A private dialog with one message that has left. */
async function writeTo(page: Page, profileId: number, username: string): Promise<number> {
  const begun = { profile_id: profileId, username, telegram_account_id: sim };
  const { id } = await call<{ id: number }>(page, `${api}dialogs/get_or_create/`, begun);
  await send(page, { path: `${api}dialogs/${id}/`, method: 'PATCH', body: { access_type: 'private' } });
  await call(page, `${api}dialogs/${id}/send_message/`, { message: 'Would you talk to us?' });
  const states = async () =>
    ((await send(page, { path: `${api}dialogs/${id}/messages/` })) as { results: { state: string }[] }).results.map(({ state }) => state);
  await vi.waitFor(async () => expect(await states()).toEqual(['sent']), patient);
  return id;
}

beforeAll(async () => {
  const page = await visits.enter('admin');
  sim = await addSimCard(page, phone);
  const java = (await send(page, { path: `/api/v6${found}&per_page=12` })) as { profiles: { id: number }[] };
  people = java.profiles.slice(0, 3).map(({ id }) => id);
  dialogs = [await writeTo(page, people[0] ?? 0, 'answers_at_once'), await writeTo(page, people[1] ?? 0, 'says_nothing_yet')];
  await answerAs('answers_at_once', { phone, text: 'Gladly, at four' });
  vacancy = (await call<{ id: number }>(page, '/api/v6/folders/', { name: `By Telegram ${sim}`, company_name: 'Acme' })).id;
  await call(page, '/api/v6/candidates/', { folder_id: vacancy, profiles: people });
  await visits.leave(page);
});
afterAll(() => deleteSimCard(sim));

const row = (page: Page, at: number) => page.locator(`[data-profile="${people[at]}"]`);
const isOpen = (page: Page, at: number) =>
  page.waitForURL((url) => url.pathname === messages && url.searchParams.get('dialog') === String(dialogs[at]), patient);

describe('the row of a found person', () => {
  it('[RSLT-012] shows the last message by Telegram, its author, time and state, and leads there', async () => {
    const page = await visits.open(found, { who: 'admin' });
    const answered = row(page, 0).getByRole('link', { name: /^Telegram, replied, .+\. Candidate: Gladly, at four$/ });
    await answered.waitFor(patient);
    await row(page, 1)
      .getByRole('link', { name: /^Telegram, (sent|read), .+\. Alice Morgan: Would you talk to us\?$/ })
      .waitFor();
    expect(await row(page, 2).locator('[data-flag="dialog"]').count()).toBe(0);
    await answered.hover();
    await page.getByRole('tooltip').filter({ hasText: 'Gladly, at four' }).waitFor();
    await picture(page, 'telegram-search-row');
    await answered.click();
    await isOpen(page, 0);
    await bubble(page, 'Gladly, at four').waitFor(patient);
  });

  it('writes in the existing dialog', async () => {
    const page = await visits.open(found, { who: 'admin' });
    await row(page, 1).hover();
    await picture(page, 'telegram-search-actions');
    await row(page, 1)
      .getByRole('button', { name: /^Write in Telegram: / })
      .click();
    await isOpen(page, 1);
    await field(page).waitFor();
  });

  it('[TG-049] [TG-073] asks once whom to write to, however often it is pressed, also to try again', async () => {
    const page = await visits.open('/profiles/?f=contacts:telegram', { who: 'admin' });
    let isRefused = true;
    let calls = 0;
    await page.route('**/dialogs/usernames/**', async (route) => {
      calls += 1;
      if (isRefused) return route.fulfill({ status: 409, contentType: 'application/json', body: '{"detail":"Not now"}' });
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return route.continue();
    });
    const person = page.locator('[data-profile]').first();
    await person.hover();
    const write = person.locator('button[aria-label^="Write in Telegram: "]');
    await write.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Not now').waitFor(patient);
    expect([await dialog.count(), calls]).toEqual([1, 1]);
    isRefused = false;
    await dialog.getByRole('button', { name: 'Try again' }).click();
    // The dialog shows that it is loading.
    await page.locator('[role="dialog"][aria-busy="true"]').waitFor(patient);
    await dialog.getByRole('textbox', { name: 'Username' }).waitFor(patient);
    expect([await dialog.count(), calls]).toEqual([1, 2]);
  });

  it('[CONT-009] begins with a username once the contacts are open', async () => {
    const admin = await visits.enter('admin');
    const [{ id, at } = { id: 0, at: 0 }] = await closedPeople(admin, { type: 'telegram', count: 1 });
    const page = await visits.open(`/profiles/?f=contacts:telegram&page=${at}`, { who: 'admin' });
    const fresh = page.locator(`[data-profile="${id}"]`);
    await fresh.scrollIntoViewIfNeeded();
    await fresh.hover();
    await fresh.getByRole('button', { name: /^Write in Telegram: / }).click();
    const form = page.getByRole('dialog');
    await form.getByText('The username is among the contacts that are not open yet.').waitFor(patient);
    const username = form.getByRole('textbox', { name: 'Username' });
    expect(await username.inputValue()).toBe('');
    await picture(page, 'telegram-masked-username');
    await form.getByRole('button', { name: 'Open contacts' }).click();
    await expect.poll(() => username.inputValue(), patient).toMatch(/^\w{4,32}$/);
    await form.getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('a candidate', () => {
  it('[CAND-006] [CAND-008] shows the last message by Telegram, is found by it, and is written to from the row and the card', async () => {
    const page = await visits.open(`/folders/${vacancy}`, { who: 'admin' });
    const rows = page.locator('tbody tr[data-index]');
    await expect.poll(() => rows.count(), patient).toBe(3);
    const replied = rows.filter({ hasText: 'Replied' });
    await replied.getByText('By Telegram', { exact: true }).waitFor({ state: 'attached' });
    await picture(page, 'telegram-candidates');
    await page.getByRole('button', { name: 'Filter by messages' }).click();
    await page.getByRole('menuitemradio', { name: 'Replied' }).click();
    await expect.poll(() => rows.count(), patient).toBe(1);
    await page.getByRole('button', { name: /^Write in Telegram: / }).click();
    await isOpen(page, 0);
    await page.goto(new URL(`/folders/${vacancy}?view=board`, page.url()).href);
    const card = page.locator('[data-candidate]').filter({ hasText: 'Replied' });
    await card.hover();
    await picture(page, 'telegram-board');
    await card.getByRole('button', { name: /^Write in Telegram: / }).click();
    await isOpen(page, 0);
  });

  it('[CAND-006] shows on a phone how far messages got, and is written to from the row', async () => {
    const page = await visits.open(`/folders/${vacancy}`, { who: 'admin', phone: true });
    const row = page.locator('tbody tr[data-index]').filter({ hasText: 'Replied' });
    await row.getByText('By Telegram', { exact: true }).waitFor({ state: 'attached', ...patient });
    await drawn(page);
    await picture(page, 'telegram-candidates-narrow');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await row.getByRole('button', { name: /^Write in Telegram: / }).click();
    await isOpen(page, 0);
  });

  it('[DEC-07] says that there is a reply at the moment at which it comes', async () => {
    const page = await visits.open(`/folders/${vacancy}?messages=replied`, { who: 'admin' });
    const rows = page.locator('tbody tr[data-index]');
    await expect.poll(() => rows.count(), patient).toBe(1);
    await answerAs('says_nothing_yet', { phone, text: 'Now I do' });
    await expect.poll(() => rows.count(), patient).toBe(2);
  });
});

describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
  const shots = [
    ['found', () => found, '[data-flag="dialog"]'],
    ['candidates', () => `/folders/${vacancy}`, 'tbody tr[data-index]'],
    ['board', () => `/folders/${vacancy}?view=board`, '[data-candidate] [data-channel="telegram"]'],
  ] as const;
  it('[DEC-15] shows rows, candidates and cards readably', async () => {
    const page = await visits.open('/icon.svg', { ...look, who: 'admin' });
    for (const [name, path, ready] of shots) {
      await page.goto(new URL(path(), page.url()).href);
      await page.locator(`main :is(${ready}):visible`).first().waitFor();
      await drawn(page);
      await expectReadable(page, `telegram-${name}`, look);
    }
  });
});
