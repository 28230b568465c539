import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { address as base, mail } from './product-url.ts';
import { axeFaults } from './axe.ts';
import { correspond } from './correspond.ts';
import { hideAddress } from './days.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';
import { startBrowser } from './windows.ts';

const email = 'unsubscriber@people.test';

interface Letter {
  id: number;
  profile: number;
  /** Path of the way to unsubscribe, and of the picture that counts. */
  link: string;
  counter: string;
}

const pathIn = (html: string, name: string) => new RegExp(`https?://[^/"]+(/api/v6/messaging/${name}/[^"]+)`).exec(html)?.[1] ?? '';

/** A letter that offers to unsubscribe, as it lies in somebody's inbox. */
async function sendLetter(page: Page): Promise<Letter> {
  await correspond(page);
  const path = '/api/v6/profiles/?q=%5B%22skill%3APython%22%5D&per_page=1&page=44';
  const found = (await send(page, { path })) as { profiles: { id: number }[] };
  const profile = found.profiles[0]?.id ?? 0;
  const text = '<p>Hello. <a href="https://jobs.acme.io/42">The vacancy</a></p><p>{{UNSUBSCRIBE}}</p>';
  const body = { profile_id: profile, email, subject: 'Go in Hamburg', body: text, request_key: crypto.randomUUID() };
  const { id } = (await send(page, { path: '/api/v6/messages/', method: 'POST', body })) as { id: number };
  const sent = async () => expect(((await send(page, { path: `/api/v6/messages/${id}/` })) as { status: string }).status).toBe('sent');
  await vi.waitFor(sent, { timeout: 60_000, interval: 200 });
  const html = await (await fetch(`${mail}/mailbox/${encodeURIComponent(email)}/INBOX/1/body`)).text();
  return { id, profile, link: pathIn(html, 'unsubscribe'), counter: pathIn(html, 'track') };
}

/** A stranger with a browser that runs no scripts. */
async function stranger({ locale, dark = false, phone = false }: { locale: string; dark?: boolean; phone?: boolean }): Promise<Page> {
  const viewport = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const context = await (
    await startBrowser()
  ).newContext({ javaScriptEnabled: false, locale, viewport, colorScheme: dark ? 'dark' : 'light' });
  return context.newPage();
}

async function picturesOf(path: string, name: string, ready: (page: Page) => Promise<unknown>): Promise<void> {
  for (const look of looks) {
    const page = await visits.open(path, { who: 'admin', ...look });
    await ready(page);
    await drawn(page);
    expect([lookName(look), await axeFaults(page), await overflowOf(page)]).toEqual([lookName(look), [], 0]);
    await picture(page, `${name}-${lookName(look)}`);
    await visits.leave(page);
  }
}

describe('the way out of a letter', () => {
  it('[SEND-010] [SEND-011] [DEC-04] [DEC-05] [MSET-001] [MSET-002] is taken without scripts, is seen before writing again, and is undone with a reason', async () => {
    const admin = await visits.open('/messaging/sent', { who: 'admin' });
    const letter = await sendLetter(admin);

    const russian = await stranger({ locale: 'ru-RU', dark: true, phone: true });
    await russian.goto(base + letter.link);
    await russian.getByRole('heading', { name: 'Отписаться от писем' }).first().waitFor();
    await picture(russian, 'unsubscribe-dark-ru-phone');
    const person = await stranger({ locale: 'en-GB' });
    await person.goto(base + letter.link);
    await picture(person, 'unsubscribe-light-en-desktop');
    await person.getByRole('button', { name: 'Unsubscribe' }).click();
    await person.getByRole('heading', { name: 'You are unsubscribed' }).first().waitFor();
    await picture(person, 'unsubscribed-light-en-desktop');

    await fetch(base + letter.counter);
    await admin.goto(`${base}/messaging/sent?message=${letter.id}`);
    await admin.getByText('Opened automatically').first().waitFor(patient);
    await admin.getByText('Unsubscribed', { exact: true }).first().waitFor(patient);
    await picture(admin, 'message-timeline');

    await admin.goto(`${base}/profiles/${letter.profile}`);
    await admin.getByRole('button', { name: 'Message', exact: true }).click();
    await admin
      .getByRole('combobox', { name: 'To' })
      .or(admin.getByRole('textbox', { name: 'To' }))
      .fill(email);
    await admin.getByText('This person has unsubscribed from messages of your company').first().waitFor(patient);
    await picture(admin, 'composer-suppressed');

    const list = await visits.open('/messaging/settings/company', { who: 'admin' });
    await list.getByLabel('Track opens').click();
    const saved = list.waitForResponse(
      (response) => response.url().includes('company_settings') && response.request().method() === 'PATCH',
    );
    await list.getByRole('region', { name: 'Company defaults' }).getByRole('button', { name: 'Save' }).click();
    expect(await (await saved).json()).toMatchObject({ track_opens: false, track_clicks: true });
    await list.getByRole('link', { name: 'Suppression list' }).click();
    const rows = list.getByRole('table', { name: 'Suppression list' }).getByRole('row');
    await rows.filter({ hasText: email }).waitFor(patient);
    await list.getByRole('button', { name: 'Add addresses' }).click();
    const typed = list.getByRole('dialog').getByRole('textbox', { name: 'Addresses' });
    await typed.fill('Anna <anna@list.test>, bob@list.test; wrong@@word');
    await list.getByRole('dialog').getByLabel('Note').fill('Asked by phone');
    await list.getByRole('dialog').getByRole('button', { name: 'Add addresses' }).click();
    await list.getByText('Not email addresses: wrong@@word').first().waitFor();
    await picture(list, 'suppressions-add');
    await typed.fill('carol@list.test');
    await list.getByRole('dialog').getByRole('button', { name: 'Add addresses' }).click();
    await rows.filter({ hasText: 'carol@list.test' }).waitFor(patient);
    await hideAddress('bob@list.test');
    await list.reload();
    await rows.filter({ hasText: 'Address not shown' }).waitFor(patient);
    const search = list.getByPlaceholder('Search by address or note');
    await search.fill('bob@list.test');
    await rows.filter({ hasText: email }).waitFor({ ...patient, state: 'detached' });
    const hidden = rows.filter({ hasText: 'Address not shown' });
    await list.getByText('An address that is not shown can be found by entering it in full.').waitFor(patient);
    await hidden.getByRole('button', { name: 'Remove an address that is not shown' }).click();
    await list.getByRole('dialog').getByText('write to this address').waitFor(patient);
    await list.keyboard.press('Escape');
    await search.fill('');
    await picturesOf('/messaging/suppressions', 'suppressions', (page) => page.getByText(email).first().waitFor(patient));

    await list.getByRole('button', { name: `Remove ${email}` }).click();
    await list.getByRole('dialog').getByLabel('Reason').fill('Has applied again');
    await picture(list, 'suppressions-release');
    await list.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await list.getByText(`${email} removed from the suppression list`).first().waitFor(patient);
    await list.locator('label').filter({ hasText: 'Removed' }).click();
    await rows.filter({ hasText: 'Has applied again' }).waitFor(patient);
    await picture(list, 'suppressions-released');
    await send(list, { path: '/api/v6/messaging/company_settings/', method: 'PATCH', body: { track_opens: true } });
  });

  it('[MSET-001] [MSET-002] shows each part of the settings under its own address', async () => {
    await picturesOf('/messaging/settings/deliverability', 'deliverability', (page) => page.getByText('DMARC').first().waitFor(patient));
    await picturesOf('/messaging/settings/company', 'company-messaging', (page) => page.getByRole('switch').first().waitFor(patient));
    await picturesOf('/messaging/settings/limits', 'sending-limits', (page) => page.locator('input[name=per_day]').waitFor(patient));
  });
});
