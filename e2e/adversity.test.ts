import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdRequests } from './hold.ts';
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
const shown = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
const pathOf = (page: Page) => new URL(page.url()).pathname;

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

describe('tabs of one browser', () => {
  it('[I18N-001] [ACC-032] [DEC-07] share the language, the theme, changes of data and the end of the session', async () => {
    const first = await visits.open('/settings', { who: 'recruiter' });
    const second = await first.context().newPage();
    await second.goto(`${base}/settings`);
    await shown(second, 'Settings');
    await first.getByText('Русский').click();
    await shown(second, 'Настройки');
    await second.getByRole('link', { name: 'Вакансии' }).first().click();
    await shown(second, /^Вакансии/);
    await first.getByText('English').click();
    await shown(second, /^Vacancies/);
    const scheme = () => second.locator('html').getAttribute('data-mantine-color-scheme');
    await first.getByText('Dark').click();
    await expect.poll(scheme, patient).toBe('dark');
    await first.getByText('System').click();
    await expect.poll(scheme, patient).toBe('light');
    // More tabs than a browser's connection limit per host.
    const more = await Promise.all(Array.from({ length: 6 }, () => first.context().newPage()));
    await Promise.all(more.map((page) => page.goto(`${base}/folders/`)));
    const name = `Heard in every tab ${Date.now()}`;
    const { id } = (await send(first, { path: '/api/v6/folders/', method: 'POST', body: { name } })) as { id: number };
    await Promise.all([second, ...more].map((page) => page.getByText(name).first().waitFor(patient)));
    await send(first, { path: `/api/v6/folders/${id}/`, method: 'DELETE' });
    await Promise.all(more.map((page) => page.close()));
    await first.goto(`${base}/logout/`);
    await first.waitForURL((url) => url.pathname === '/login');
    // The event stream ends, so the other tab redirects without a click.
    await second.waitForURL((url) => url.pathname === '/login');
    expect(new URL(second.url()).searchParams.get('next')).toContain('/folders');
  });

  it('[ACC-032] save the same form in turn, keep input when the session ends, and reload for another user', async () => {
    const first = await visits.enter('admin');
    await send(first, { path: '/api/v6/user/settings/', method: 'PATCH', body: { language: 'en', range_measure: 'km' } });
    const second = await first.context().newPage();
    for (const page of [first, second]) await page.goto(`${base}/messaging/settings/signature`);
    for (const [page, text] of [
      [first, 'First'],
      [second, 'Second'],
    ] as const) {
      await signature(page).fill(text);
      await save(page).click();
      await saved(page);
    }
    await first.reload();
    await expect.poll(() => signature(first).textContent(), patient).toBe('Second');
    await second.close();
    await signature(first).fill('Ada, Acme: typed before the session ended');
    await first.context().clearCookies({ name: 'headwater_session' });
    await save(first).click();
    const dialog = first.getByRole('dialog', { name: 'Sign in to continue' });
    await dialog.locator('input[type=password]').fill('wrong');
    await first.keyboard.press('Enter');
    await dialog.getByText('Wrong email or password').first().waitFor();
    await picture(first, 'session-ended');
    await dialog.locator('input[type=password]').fill(password);
    await first.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await signature(first).textContent()).toBe('Ada, Acme: typed before the session ended');
    await save(first).click();
    await saved(first);
    expect(pathOf(first)).toBe('/messaging/settings/signature');
    const other = await first.context().newPage();
    await other.goto(`${base}/login`);
    await other.locator('input[name=email]').fill('hm@demo.headwater.test');
    await other.keyboard.press('Enter');
    await other.locator('input[type=password]').fill(password);
    await other.keyboard.press('Enter');
    await other.waitForURL((url) => url.pathname === '/folders/');
    await first.waitForURL((url) => url.pathname === '/folders/');
  });
});

describe('a slow network', () => {
  it('[SEND-037] sends once for repeated clicks, keeps the text after a failure, and shows progress', async () => {
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
    // The response waits until the button shows it.
    const sending = await holdRequests(page, '**/api/v6/messages/');
    const sendButton = dialog.getByRole('button', { name: 'Send', exact: true });
    await sendButton.evaluate((node: HTMLButtonElement) => {
      node.click();
      node.click();
      node.click();
    });
    await expect.poll(() => sendButton.getAttribute('data-loading'), patient).toBe('true');
    await expect.poll(sending.count, patient).toBe(1);
    await sending.release();
    await dialog.waitFor({ state: 'hidden' });
    expect(posts).toBe(1);
    // The next screen loads until its code is released.
    const { release } = await holdRequests(page, '**/assets/**');
    await page.getByRole('link', { name: 'Vacancies' }).first().click();
    await page.locator('[data-navigating]').waitFor({ state: 'attached' });
    await release();
    await page
      .getByRole('heading', { name: /^Vacancies/ })
      .first()
      .waitFor();
    await page.locator('[data-navigating]').waitFor({ state: 'detached' });
  });
});

describe('long words', () => {
  it("[PROF-001] do not widen a phone's page", async () => {
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
