import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { type Correspondence, correspond } from './correspond.ts';
import { drawn, type Look, lookName, looks, movedOn, overflowOf, picture, shiftsOf, visits } from './visit.ts';

const address = 'admin@demo.headwater.test';

let person: Correspondence;

/** Checks of every picture, except layout shifts after input. */
async function checkPicture(page: Page, name: string, look: (typeof looks)[number]) {
  await drawn(page);
  await picture(page, `${name}-${lookName(look)}`);
  expect.soft(await axeFaults(page), name).toEqual([]);
  expect.soft(await overflowOf(page), name).toBeLessThanOrEqual(0);
}

async function shown(page: Page, name: string, look: (typeof looks)[number]) {
  await checkPicture(page, name, look);
  expect.soft(await shiftsOf(page), `${name}: ${await movedOn(page)}`).toBeLessThanOrEqual(0.02);
}

beforeAll(async () => {
  const page = await visits.enter('admin');
  person = await correspond(page);
  await visits.leave(page);
});

describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
  const open = (path: string, who?: Look['who']) => visits.open(path, { ...look, ...(who ? { who } : {}) });

  it('[SHELL-013] [SHELL-014] [SHELL-015] shows sign-in, license and limit pages', async () => {
    const page = await open('/login');
    await page.locator('input[name=email]').waitFor();
    await shown(page, 'sign-in', look);
    for (const path of ['license-expired', 'license-not-started', 'limit-exceeded']) {
      await page.goto(new URL(path, page.url()).href);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await shown(page, path, look);
    }
  });

  it('[SHELL-016] [SHELL-017] shows settings, the menu, the palette and the not-found page', async () => {
    const page = await open('/settings', 'admin');
    await page.getByText(address).first().waitFor();
    await shown(page, 'settings', look);
    await page.goto(new URL('/menu', page.url()).href);
    await page.locator('main nav').waitFor();
    await shown(page, 'menu', look);
    await page.goto(new URL('/nowhere', page.url()).href);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await shown(page, 'not-found', look);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Search or jump|Поиск и переход/).pressSequentially(look.language === 'en' ? 's' : 'с');
    await checkPicture(page, 'palette', look);
  });

  it('[PROF-001] [PROF-003] [SHELL-027] [SHELL-028] [SHELL-029] [SHELL-037] shows a profile, its views, the error page with its details, and the composer', async () => {
    const page = await open(`/profiles/${person.id}/`, 'admin');
    await page.locator('article h2').waitFor();
    await shown(page, 'profile', look);
    await page.goto(new URL(`/profiles/${person.id}/history`, page.url()).href);
    await page.locator('tbody tr[data-index="0"]').waitFor();
    await shown(page, 'history', look);
    await page.route('**/assets/HistoryPage*.js', (route) => route.abort());
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    await page.reload();
    const title = page.locator('h1 button');
    const details = page.getByText('Loading chunk profile-history failed');
    await title.waitFor();
    expect(await details.count()).toBe(0);
    await title.click();
    await details.waitFor();
    expect(await page.locator('a[href="/"]').count()).toBeGreaterThan(0);
    expect(logged.join('\n')).toContain('Loading chunk profile-history failed');
    await shown(page, 'error', look);
    await page.unrouteAll();
    await page.goto(new URL(`/profiles/${person.id}/`, page.url()).href);
    await page.getByRole('button', { name: look.language === 'en' ? 'Message' : 'Написать', exact: true }).click();
    await page.locator('.ProseMirror').nth(1).waitFor();
    await page.locator('.ProseMirror').first().fill('Python in Berlin, {{FIRST_NAME}}');
    await page.locator('.ProseMirror').nth(1).fill('Hello, {{FIRST_NAME}}.\n\nWould you like to talk to us?');
    await shown(page, 'composer', look);
  });

  it('[MSET-001] [SENT-001] shows messaging settings, the mailbox form and sent messages', async () => {
    const page = await open('/messaging/settings', 'admin');
    await page.getByText(address).first().waitFor();
    await shown(page, 'messaging-settings', look);
    await page.goto(new URL(`/messaging/sent`, page.url()).href);
    await page.locator('tbody tr[data-index="0"]').waitFor();
    await shown(page, 'sent', look);
    await page.goto(new URL(`/messaging/sent?message=${person.message}`, page.url()).href);
    await page.getByText('Gladly').first().waitFor();
    await shown(page, 'sent-message', look);
    // Other tests of this product may have written to hundreds of people, including this one.
    await page.goto(new URL(`/messaging/inbox?person=${person.id}`, page.url()).href);
    const conversation = page.getByRole('region', { name: look.language === 'en' ? 'Reply' : 'Ответ', exact: true });
    await conversation.getByRole('textbox').first().waitFor();
    const received = page.locator('[class*=received]').first();
    expect(await received.locator('strong').textContent()).toBe(await page.locator('header h2').textContent());
    await expect
      .poll(() => conversation.getByRole('button', { name: look.language === 'en' ? 'Send' : 'Отправить' }).isVisible())
      .toBe(true);
    await checkPicture(page, 'conversation', look);
    // Lower than any message, so that the scrolled content must be reachable by keyboard.
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ ...size, height: 440 });
    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize(size);
    const other = await open('/messaging/settings', 'other');
    await other.getByRole('button', { name: look.language === 'en' ? 'Enter servers' : 'Указать серверы' }).click();
    await other.locator('input[name=address]').waitFor();
    await shown(other, 'mailbox-form', look);
    await other.goto(new URL(`/messaging/sent?search=nobody-has-this`, page.url()).href);
    await other.locator('main h2').waitFor();
    await shown(other, 'sent-none', look);
  });
});
