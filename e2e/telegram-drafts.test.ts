import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeFaults } from './axe.ts';
import { onPhoneOf } from './phones.ts';
import { addSimCard, api, begin, deleteSimCard, field, messages, peopleOf } from './telegram-page.ts';
import { drawn, type Look, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

const phone = '+79995550163';
const username = 'drafted_person_x';

let sim = 0;
let dialog = 0;

beforeAll(async () => {
  const page = await visits.enter('admin');
  sim = await addSimCard(page, phone);
  const [, , , , , , profile = 0] = await peopleOf(page, 7);
  dialog = (await begin(page, profile, username)).id;
  await visits.leave(page);
});
afterAll(() => deleteSimCard(sim));

const address = () => `${messages}?dialog=${dialog}`;
const text = (page: Page) => field(page).inputValue();
const draftOf = async (page: Page) => ((await send(page, { path: `${api}dialogs/${dialog}/` })) as { draft: string }).draft;

/** Two windows of one person with the dialog, in which nothing is written yet. */
async function openTwice(look: Look = {}): Promise<[Page, Page]> {
  const one = await visits.open('/icon.svg', { ...look, who: 'admin' });
  await send(one, { path: `${api}dialogs/${dialog}/draft/`, method: 'PUT', body: { message: '' } });
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
    await expect.poll(async () => (await onPhoneOf(username)).map((message) => message.text), patient).toEqual(['Hello, Anna']);
    expect(await draftOf(one)).toBe('');
    expect(await two.locator(`[data-dialog="${dialog}"]`).getByText('Draft:').count()).toBe(0);
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
    await page.locator(`[data-dialog="${dialog}"]`).getByText('Draft:').waitFor(patient);
    await field(page).fill('');
    await page.locator(`[data-dialog="${dialog}"]`).getByText('Draft:').waitFor({ state: 'detached' });
  });

  it('is there again where the tab was closed at once', async () => {
    const [one, two] = await openTwice();
    await field(two).fill('Closed at once');
    await two.close({ runBeforeUnload: true });
    await expect.poll(() => draftOf(one), patient).toBe('Closed at once');
    await expect.poll(() => text(one), patient).toBe('Closed at once');
  });

  it('is there again where the tab crashed while the server was not reached', async () => {
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
