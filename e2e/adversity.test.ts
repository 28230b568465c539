import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address as base } from './product-url.ts';
import { type Correspondence, correspond } from './correspond.ts';
import { overflowOf, patient, picture, send, visits } from './visit.ts';

const password = 'Demo-Headwater-1';
const signature = (page: Page) => page.locator('.ProseMirror');
const save = (page: Page) =>
  page
    .locator('form')
    .filter({ has: page.locator('.ProseMirror') })
    .getByRole('button', { name: 'Save', exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-index'));

let person: Correspondence;

beforeAll(async () => {
  const page = await visits.enter('admin');
  person = await correspond(page);
  await visits.leave(page);
});
afterAll(async () => {
  const page = await visits.open('/settings', { who: 'admin' });
  await send(page, { path: '/api/v6/messaging/settings/', method: 'PATCH', body: { signature: '' } });
});

/** 400 ms away, 50 kB a second, until the page's context is closed. */
async function slow(page: Page) {
  const link = await page.context().newCDPSession(page);
  const rate = 50 * 1024;
  await link.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: rate, uploadThroughput: rate });
}

describe('a language that is chosen', () => {
  it('[ACC-044] [I18N-005] stays where the next screen is opened before it is saved, and is taken back where it cannot be', async () => {
    const page = await visits.open('/settings', { who: 'recruiter' });
    const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first();
    await heading('Settings').waitFor();
    const settings = '**/api/v6/user/settings/';
    const held: Route[] = [];
    await page.route(settings, (route) => void held.push(route));
    await page.getByText('Русский').click();
    await heading('Настройки').waitFor(patient);
    await page.getByRole('link', { name: 'Вакансии' }).first().click();
    await heading(/^Вакансии/).waitFor(patient);
    const answered = page.waitForResponse(settings);
    expect(held).toHaveLength(1);
    await held[0]?.continue();
    expect((await answered).status()).toBe(200);
    await page.unroute(settings);
    await page.goto(`${base}/settings`);
    await heading('Настройки').waitFor();
    await page.route(settings, (route) => route.abort());
    await page.getByText('English').click();
    await page.getByRole('alert').first().waitFor(patient);
    await expect.poll(() => page.locator('html').getAttribute('lang'), patient).toBe('ru');
    await heading('Настройки').waitFor();
  });

  it('[ACC-044] [I18N-005] is the one that the server has where two in a row cannot be saved', async () => {
    const page = await visits.open('/settings', { who: 'recruiter' });
    const heading = (name: string) => page.getByRole('heading', { name }).first();
    await heading('Settings').waitFor();
    const settings = '**/api/v6/user/settings/';
    const held: Route[] = [];
    await page.route(settings, (route) => void held.push(route));
    await page.getByText('Русский').click();
    await heading('Настройки').waitFor(patient);
    await page.getByText('English').click();
    await heading('Settings').waitFor(patient);
    let failed = 0;
    page.on('requestfailed', (call) => void (failed += Number(call.url().includes('/user/settings/'))));
    await page.route(settings, (route) => route.abort());
    await Promise.all(held.map((route) => route.abort()));
    await expect.poll(() => failed, patient).toBe(2);
    // What would be shown again is shown at once.
    await sleep(1000);
    const shown = await page.evaluate(() => [document.documentElement.lang, localStorage.getItem('headwater.language')]);
    expect(shown).toEqual(['en', 'en']);
    await page.unroute(settings);
    await page.getByRole('link', { name: 'Vacancies' }).first().click();
    await heading('Vacancies').waitFor(patient);
  });
});

describe('two tabs of one browser', () => {
  it('[I18N-001] [ACC-032] share the language, the theme and the end of the session', async () => {
    const first = await visits.open('/settings', { who: 'recruiter' });
    const second = await first.context().newPage();
    await second.goto(`${base}/settings`);
    await second.getByRole('heading', { name: 'Settings' }).first().waitFor();
    await first.getByText('Русский').click();
    await second.getByRole('heading', { name: 'Настройки' }).first().waitFor();
    await second.getByRole('link', { name: 'Вакансии' }).first().click();
    await second
      .getByRole('heading', { name: /^Вакансии/ })
      .first()
      .waitFor();
    await first.getByText('English').click();
    await second
      .getByRole('heading', { name: /^Vacancies/ })
      .first()
      .waitFor();
    await first.getByText('Dark').click();
    await expect.poll(() => second.locator('html').getAttribute('data-mantine-color-scheme'), patient).toBe('dark');
    await first.getByText('System').click();
    await expect.poll(() => second.locator('html').getAttribute('data-mantine-color-scheme'), patient).toBe('light');
    await first.goto(`${base}/logout/`);
    await first.waitForURL((url) => url.pathname === '/login');
    // It hears that the session is over, without a press.
    await second.waitForURL((url) => url.pathname === '/login');
    expect(new URL(second.url()).searchParams.get('next')).toContain('/folders');
  });

  it('[DEC-07] hear of changes in more tabs than a browser has connections', async () => {
    const first = await visits.open('/folders/', { who: 'recruiter' });
    const others = await Promise.all(Array.from({ length: 7 }, () => first.context().newPage()));
    await Promise.all(others.map((page) => page.goto(`${base}/folders/`)));
    const name = `Heard in every tab ${Date.now()}`;
    const { id } = (await send(first, { path: '/api/v6/folders/', method: 'POST', body: { name } })) as { id: number };
    await Promise.all([first, ...others].map((page) => page.getByText(name).first().waitFor(patient)));
    await send(first, { path: `/api/v6/folders/${id}/`, method: 'DELETE' });
  });

  it('start afresh where another person signs in', async () => {
    const first = await visits.enter('recruiter');
    await first.goto(`${base}/settings`);
    await first.getByText('recruiter@demo.headwater.test').first().waitFor();
    const second = await first.context().newPage();
    await second.goto(`${base}/login`);
    await second.locator('input[name=email]').fill('hm@demo.headwater.test');
    await second.keyboard.press('Enter');
    await second.locator('input[type=password]').fill(password);
    await second.keyboard.press('Enter');
    await second.waitForURL((url) => url.pathname === '/folders/');
    await first.waitForURL((url) => url.pathname === '/folders/');
  });

  it('save the same form one after the other, and the last one holds', async () => {
    const first = await visits.open('/messaging/settings/signature', { who: 'admin' });
    const second = await first.context().newPage();
    await second.goto(`${base}/messaging/settings/signature`);
    for (const [page, text] of [
      [first, 'First'],
      [second, 'Second'],
    ] as const) {
      await signature(page).fill(text);
      await save(page).click();
      await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    }
    await first.reload();
    await expect.poll(() => signature(first).textContent(), patient).toBe('Second');
  });
});

describe('a session that ends under typed text', () => {
  it('[ACC-032] asks for the password over the form, and nothing typed is lost', async () => {
    const page = await visits.enter('admin');
    await page.goto(`${base}/messaging/settings/signature`);
    await signature(page).fill('Ada, Acme: typed before the session ended');
    await page.context().clearCookies({ name: 'headwater_session' });
    await save(page).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
    await dialog.locator('input[type=password]').fill('wrong');
    await page.keyboard.press('Enter');
    await dialog.getByText('Wrong email or password').first().waitFor();
    await picture(page, 'session-ended');
    await dialog.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await signature(page).textContent()).toBe('Ada, Acme: typed before the session ended');
    await save(page).click();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    expect(pathOf(page)).toBe('/messaging/settings/signature');
  });
});

describe('a slow network', () => {
  it('[SEND-037] sends once however often Send is pressed, keeps the text on a failure, and shows that it works', async () => {
    const page = await visits.open(`/profiles/${person.id}/`, { who: 'admin' });
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Message to / });
    await dialog.locator('.ProseMirror').nth(1).waitFor();
    await dialog.locator('.ProseMirror').first().fill('Slow line');
    await dialog.locator('.ProseMirror').nth(1).fill('Typed over a slow line.');
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && /\/messages\/?$/.test(new URL(request.url()).pathname)) posts += 1;
    });
    await page.route('**/api/v6/messages/', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('No connection to the server').first().waitFor();
    expect(await dialog.locator('.ProseMirror').nth(1).textContent()).toBe('Typed over a slow line.');
    await page.unrouteAll();
    posts = 0;
    await slow(page);
    // The answer waits until it was seen that one waits for it.
    const asks: Route[] = [];
    await page.route('**/api/v6/messages/', (route) => void asks.push(route));
    const sendButton = dialog.getByRole('button', { name: 'Send', exact: true });
    await sendButton.evaluate((node: HTMLButtonElement) => {
      node.click();
      node.click();
      node.click();
    });
    await expect.poll(() => sendButton.getAttribute('data-loading'), patient).toBe('true');
    await expect.poll(() => asks.length, patient).toBe(1);
    for (const route of asks) await route.continue();
    await dialog.waitFor({ state: 'hidden' });
    expect(posts).toBe(1);
    await page.getByRole('link', { name: 'Vacancies' }).first().click();
    await page.locator('[data-navigating]').waitFor({ state: 'attached' });
    await page
      .getByRole('heading', { name: /^Vacancies/ })
      .first()
      .waitFor();
    await page.locator('[data-navigating]').waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('hands on keys', () => {
  it('walk the table as fast as they press, open a row and close it', async () => {
    const page = await visits.open('/messaging/sent', { who: 'admin' });
    await page.locator('tbody tr[data-index="0"]').waitFor();
    const rows = await page.locator('tbody tr[data-index]').count();
    await page.evaluate(() => {
      for (const key of ['j', 'j']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'KeyJ', bubbles: true }));
    });
    await expect.poll(() => focusedRow(page), patient).toBe(String(Math.min(1, rows - 1)));
    await page.keyboard.press('k');
    await expect.poll(() => focusedRow(page), patient).toBe('0');
    await page.keyboard.press('Enter');
    const close = page.getByRole('button', { name: 'Close' });
    await close.waitFor();
    await page.keyboard.press('Escape');
    await close.waitFor({ state: 'detached' });
    await page.goBack();
    await close.waitFor();
    await page.goForward();
    await close.waitFor({ state: 'detached' });
    const search = page.getByRole('textbox', { name: 'Search by name, subject or address' });
    await search.fill('nobody-has-this');
    await page.getByRole('heading', { name: 'No results match your filters' }).first().waitFor();
    await page.goBack();
    await page.locator('tbody tr[data-index="0"]').waitFor();
    await expect.poll(() => search.inputValue(), patient).toBe('');
  });

  it('reach everything of a profile, with the way past the menu first', async () => {
    const page = await visits.open(`/profiles/${person.id}/`, { who: 'admin' });
    await page.locator('article h2').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^(Add tag|Edit tags)$/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Message');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(outline).toBe('solid');
  });
});

describe('long words', () => {
  it('[PROF-001] keep a phone within its width', async () => {
    const name = 'Константинопольская-Рождественская Александрина-Елизавета Всеволодовна';
    const page = await visits.open('/settings', { who: 'admin', language: 'ru', phone: true });
    await page.route(new RegExp(`/api/internal/profiles/${person.id}/?$`), async (route) => {
      const answer = await route.fetch();
      const profile = (await answer.json()) as { current_positions: object[] };
      const position = {
        ...profile.current_positions[0],
        title: 'Ведущий-инженер-программист-исследователь-высоконагруженных-систем',
        company: name,
      };
      await route.fulfill({ response: answer, json: { ...profile, name, current_positions: [position], skills: [] } });
    });
    await page.goto(`${base}/profiles/${person.id}/`);
    await page.getByText(name).first().waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await picture(page, 'profile-long-name');
  });
});
