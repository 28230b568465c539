import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { address as base, mail } from './product-url.ts';
import { expectNoAxeFaults } from './axe.ts';
import { picture as keepPicture, visits } from './visit.ts';

/** Main workflow of a recruiter. Each step depends on the previous one. */
const email = 'recruiter@demo.headwater.test';
const password = 'Demo-Headwater-1';
const vacancy = `Journey ${Date.now()}`;

let page: Page;
const faults: string[] = [];

const picture = (name: string) => keepPicture(page, `journey-${name}`);
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 45_000 });

beforeAll(async () => {
  page = await visits.open('/icon.svg', { isKept: true });
  page.on('pageerror', (error) => faults.push(String(error)));
});

describe('[ROLE-004] [SHELL-001] the journey of a recruiter', () => {
  it('[ACC-001] [ACC-014] [ACC-016] [ACC-032] signs in and opens the requested page', async () => {
    await page.goto(`${base}/folders/`);
    await page.waitForURL(/\/login\?next=/);
    await page.locator('input[name=email]').fill(email);
    await page.keyboard.press('Enter');
    await page.locator('input[type=password]').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong email or password').first().waitFor();
    await expectNoAxeFaults(page);
    await picture('sign-in');
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/folders\/?$/);
  });

  it('[SHELL-006] [SHELL-039] [SHELL-043] [SHELL-046] shows the shell, a page for unknown addresses and the palette', async () => {
    for (const name of ['Search', 'Vacancies', 'Messaging']) await page.getByRole('link', { name, exact: true }).first().waitFor();
    await page.goto(`${base}/no/such/page`);
    await page
      .getByRole('heading', { name: /not found/i })
      .first()
      .waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or jump to…').fill('vacan');
    await picture('palette');
    await page.keyboard.press('Escape');
  });

  it('[SRCH-009] [RSLT-010] finds people and opens one beside the list', async () => {
    await page.goto(`${base}/`);
    const skills = page.getByRole('textbox', { name: 'Skills' }).or(page.getByRole('combobox', { name: 'Skills' }));
    await skills.fill('Python');
    await skills.press('Enter');
    await page.waitForURL(/\/profiles\/\?q=/);
    const total = page.locator('[data-total]');
    await eventually(async () => Number(await total.getAttribute('data-total'))).toBeGreaterThan(10);
    await page.locator('[data-profile]').first().click();
    await page.locator('article').getByRole('heading', { level: 3, name: 'Skills' }).first().waitFor();
    await picture('search');
    await expectNoAxeFaults(page);
  });

  it('[CAND-017] [CAND-033] [CAND-034] adds selected people to a new vacancy', async () => {
    const query = new URLSearchParams({ q: '["skill:Python"]', f: 'contacts:email' });
    await page.goto(`${base}/profiles/?${query.toString()}`);
    for (const index of [0, 1, 2]) await page.locator('[data-profile]').nth(index).getByRole('checkbox').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Add to vacancy' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Vacancy', { exact: true }).fill(vacancy);
    await dialog.getByRole('option', { name: `Create “${vacancy}”` }).click();
    await page.getByText(`3 people added to ${vacancy}`).first().waitFor();
    await picture('added');
  });

  it('[VAC-001] [CAND-007] [CAND-015] [CAND-016] shows them in the candidates table and changes single and multiple statuses', async () => {
    await page.goto(`${base}/folders/`);
    await page.getByRole('link', { name: vacancy }).click();
    await page.waitForURL(/\/folders\/\d+/);
    await eventually(() => page.locator('tbody tr[data-index]').count()).toBe(3);
    await picture('candidates');
    const path = `/api/v6${new URL(page.url()).pathname.replace(/\/$/, '')}/candidates/`;
    const statuses = async () => {
      const answer = await page.evaluate(
        async (url) => (await (await fetch(url)).json()) as { candidates: { status: { name: string } }[] },
        path,
      );
      return answer.candidates.map((candidate) => candidate.status.name).toSorted();
    };
    expect(await statuses()).toEqual(['New', 'New', 'New']);
    await page
      .locator('tbody tr[data-index="0"]')
      .getByRole('button', { name: /Change status/ })
      .click();
    await page.getByRole('menuitem', { name: 'Contacted' }).click();
    await eventually(statuses).toEqual(['Contacted', 'New', 'New']);
    for (const index of [1, 2]) await page.locator(`tbody tr[data-index="${index}"]`).getByRole('checkbox').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Interview' }).click();
    await eventually(statuses).toEqual(['Contacted', 'Interview', 'Interview']);
    await expectNoAxeFaults(page);
  });

  it('[MSET-001] [MSET-006] [MSET-011] connects the mailbox after the password is corrected', async () => {
    await page.goto(`${base}/messaging/settings`);
    await page.getByRole('button', { name: 'Enter servers' }).click();
    // The form contains the account and its default servers.
    await eventually(() => page.locator('input[name=smtp_host]').inputValue()).toBe('127.0.0.1');
    expect(await page.locator('input[name=address]').inputValue()).toBe(email);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('address');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Enter servers' }).click();
    await page.locator('input[name=from_name]').fill('Rita Demo');
    await eventually(() => page.locator('input[name=smtp_host]').inputValue()).toBe('127.0.0.1');
    await page.locator('input[name=smtp_password]').fill('wrong');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('The server refused this user name or password').first().waitFor();
    await page.locator('input[name=smtp_password]').fill(password);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await page
      .getByText(/SMTP 127\.0\.0\.1:\d+ · IMAP 127\.0\.0\.1:\d+/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await page.getByText(`Test message sent to ${email}`).first().waitFor();
    await eventually(async () => (await fetch(`${mail}/mailbox/${encodeURIComponent(email)}/INBOX`)).text()).toContain('Test message');
    await page.getByRole('button', { name: 'Edit servers' }).click();
    expect(await page.locator('input[name=from_name]').inputValue()).toBe('Rita Demo');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await picture('mailbox');
    await expectNoAxeFaults(page);
  });

  it('[SEND-001] [SEND-037] [SENT-001] [CAND-006] writes one message; exactly one copy reaches the mail server and appears on all screens', async () => {
    const person = await page.evaluate(async (folder) => {
      const list = (await (await fetch('/api/v6/folders/?per_page=50')).json()) as { folders: { id: number; name: string }[] };
      const id = list.folders.find((one) => one.name === folder)?.id;
      const answer = (await (await fetch(`/api/v6/folders/${id}/candidates/`)).json()) as { candidates: { profile: { id: number } }[] };
      for (const { profile } of answer.candidates) {
        const headers = { 'x-csrftoken': /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '' };
        const opened = (await (await fetch(`/api/v6/profiles/${profile.id}/get-contacts/`, { headers })).json()) as {
          contacts: { type: string; value: string }[];
        };
        const address = opened.contacts.find((contact) => contact.type === 'email')?.value;
        if (address) return { id: profile.id, address, folder: id };
      }
      throw new Error('nobody of the three has an address');
    }, vacancy);
    await page.goto(`${base}/profiles/${person.id}/`);
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await page.getByRole('textbox', { name: 'Subject', exact: true }).click();
    await page.keyboard.type('Hello, {{FIRST_NAME}}');
    // EDIT-034: a chip, as in the text.
    const chip = page.locator('.ProseMirror').first().locator('[data-variable=FIRST_NAME]');
    // The chip shows its value.
    await eventually(() => chip.getAttribute('title')).toBe('FIRST_NAME');
    expect(await chip.textContent()).not.toBe('FIRST_NAME');
    await page.locator('.ProseMirror').nth(1).click();
    await page.keyboard.type('We would like to talk to you, {{FULL_NAME}}.');
    // An empty variable is refused at its place, and its value is requested.
    await page.keyboard.press('Enter');
    await page.keyboard.type('About {{VACANCY}}');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The variable VACANCY is empty for this person').first().waitFor();
    await eventually(() => page.locator('.ProseMirror-selectednode[data-variable=VACANCY]').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Enter VACANCY' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Value of VACANCY');
    await page.keyboard.type('the data team');
    await expectNoAxeFaults(page);
    await picture('composer');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const inbox = `${mail}/mailbox/${encodeURIComponent(person.address)}/INBOX`;
    const copies = async () => ((await (await fetch(inbox)).text()).match(/Hello, /g) ?? []).length;
    await eventually(copies).toBe(1);
    await page.getByText('Sent', { exact: true }).first().waitFor({ timeout: 45_000 });
    await page.goto(`${base}/messaging/sent`);
    await page
      .getByText(/^Hello, /)
      .first()
      .waitFor();
    await picture('sent');
    expect(await copies()).toBe(1);
    const answer = new URLSearchParams({ kind: 'reply', text: 'With pleasure!' });
    // Another test may have written to the same person.
    const letters = [...(await (await fetch(inbox)).text()).matchAll(/INBOX\/(\d+)"/g)].map(([, number]) => Number(number));
    expect(
      (await fetch(`${inbox}/${Math.max(...letters)}/answer`, { method: 'POST', body: answer, redirect: 'manual' })).status,
    ).toBeLessThan(400);
    const replied = page.getByRole('row').filter({ hasText: 'Hello, ' }).filter({ hasText: 'Replied' }).first();
    await replied.waitFor({ timeout: 45_000 });
    await replied.getByText(/^Hello, /).click();
    await page.getByText('With pleasure!').first().waitFor();
    await picture('reply');
    await page.goto(`${base}/folders/${person.folder}`);
    await page
      .getByText(/Replied/)
      .first()
      .waitFor();
  });

  it('[I18N-001] [ROLE-006] switches to Russian and shows another company none of this data', async () => {
    const stranger = await visits.open('/login');
    const answers = await stranger.evaluate(
      async ({ vacancyName, secret }) => {
        const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
        const headers = { 'content-type': 'application/json', 'x-csrftoken': token };
        const body = JSON.stringify({ email: 'recruiter@other.headwater.test', password: secret });
        await fetch('/api/v6/login/', { method: 'POST', headers, body });
        const folders = await (await fetch('/api/v6/folders/?per_page=100')).text();
        // The subject of this test: others may send messages from that company too.
        const messages = (await (await fetch('/api/v6/mailing_recipients/?search=Hello')).json()) as { total: number };
        return { hasVacancy: folders.includes(vacancyName), messages: messages.total };
      },
      { vacancyName: vacancy, secret: password },
    );
    expect(answers).toEqual({ hasVacancy: false, messages: 0 });
    await stranger.goto(`${base}/settings`);
    await stranger.getByText('Русский').first().click();
    await stranger.getByText('Вакансии').first().waitFor();
  });

  it('[SHELL-027] [SHELL-028] causes no errors', () => {
    expect(faults).toEqual([]);
  });
});
