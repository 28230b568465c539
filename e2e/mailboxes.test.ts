import { axeFaults } from './axe.ts';
import { address, answerNewest, connect, correspond } from './correspond.ts';
import { takeLimitsOff, troubleMailbox } from './days.ts';
import { mail } from './product-url.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const reason = '550 5.7.1 Our system has detected that this message is likely unsolicited mail';

beforeAll(async () => {
  const page = await visits.enter('admin');
  await correspond(page);
  await visits.leave(page);
  await troubleMailbox(address, { reason, missingCopies: 1 });
});
afterAll(async () => {
  await troubleMailbox(address, { reason: null, missingCopies: 0 });
  // Other tests of this product send many messages.
  await takeLimitsOff(address);
});

const words = {
  en: {
    paused: /^Mailings wait until \d+ \w+, \d\d:\d\d$/,
    pill: 'Paused',
    used: /^\d+ of \d+ messages sent today · warming up to 50 a day$/,
    missing: '1 sent message is missing from the Sent folder',
  },
  ru: {
    paused: /^Рассылки продолжатся \d+ \S+, \d\d:\d\d$/,
    pill: 'Пауза',
    used: /^Сегодня отправлено \d+ из \d+ · прогрев до 50 в день$/,
    missing: '1 отправленного сообщения нет в папке «Отправленные»',
  },
};

describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
  const said = words[look.language];

  it('[DEC-10] [MSET-001] explains why a mailbox waits, its limit for today, and missing copies', async () => {
    const page = await visits.open('/messaging/settings', { ...look, who: 'admin' });
    await page.getByText(said.paused).first().waitFor();
    await page.getByText(said.pill, { exact: true }).first().waitFor();
    await page.getByText(said.used).first().waitFor();
    await page.getByText(reason).first().waitFor();
    await page.getByText(said.missing).first().waitFor();
    await drawn(page);
    await picture(page, `mailbox-paused-${lookName(look)}`);
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.goto(new URL('/messaging/settings/limits', page.url()).href);
    await page.getByText(said.paused).first().waitFor();
    // The server's error may contain an address that is closed to others.
    expect(await page.getByText(reason).count()).toBe(0);
    await drawn(page);
    await picture(page, `limits-paused-${lookName(look)}`);
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});

const account = 'recruiter@other.headwater.test';

async function exchange(page: Page, number: number): Promise<void> {
  const path = `/api/v6/profiles/?q=%5B%22skill%3APython%22%5D&per_page=1&page=${number}`;
  const found = (await send(page, { path })) as { profiles: { id: number }[] };
  const letter = {
    profile_id: found.profiles[0]?.id ?? 0,
    email: `provider${number}@people.test`,
    subject: 'Rust in Porto',
    body: '<p>Hello. Would you talk to us this week?</p>',
    request_key: crypto.randomUUID(),
  };
  const { id } = (await send(page, { path: '/api/v6/messages/', method: 'POST', body: letter })) as { id: number };
  const becomes = async (status: string) => {
    const look = async () => expect(((await send(page, { path: `/api/v6/messages/${id}/` })) as { status: string }).status).toBe(status);
    await vi.waitFor(look, { timeout: 60_000, interval: 200 });
  };
  await becomes('sent');
  await answerNewest(letter.email);
  await becomes('replied');
}

async function disconnect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Enter servers' }).first().waitFor();
}

/** Selects the account on the provider's page and returns. */
async function consent(page: Page): Promise<void> {
  await page.waitForURL((url) => url.origin === mail);
  await page.getByLabel(account).check();
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** `kept`: subset of the variants; the last one determines the user's language. */
async function picturesOf(name: string, ready: (page: Page) => Promise<unknown>, kept = looks): Promise<void> {
  for (const look of kept) {
    const page = await visits.open('/messaging/settings', { who: 'other', ...look });
    await ready(page);
    await drawn(page);
    expect([lookName(look), await axeFaults(page), await overflowOf(page)]).toEqual([lookName(look), [], 0]);
    await picture(page, `${name}-${lookName(look)}`);
    await visits.leave(page);
  }
}

describe('a mail service connected by consent', () => {
  it('[MSET-006] [MSET-008] [MSET-009] [MSET-011] [MSET-012] [MSET-014] Google: a missing permission, the connection, a message, its reply, an alias', async () => {
    await picturesOf('mail-services', (page) => page.getByText('Google', { exact: true }).first().waitFor(patient));
    const page = await visits.open('/messaging/settings', { who: 'other' });
    await page.getByRole('button', { name: 'Connect Google' }).click();
    await page.waitForURL((url) => url.origin === mail);
    await page.getByLabel(account).check();
    await page.getByLabel(/gmail\.readonly/).uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('All mail access rights must be granted').first().waitFor();
    await page.getByRole('heading', { name: 'Failed to connect the integration' }).first().waitFor();
    await picture(page, 'mail-service-refused');
    await page.getByRole('link', { name: 'Back to Messaging settings' }).click();
    await page.getByRole('button', { name: 'Connect Google' }).click();
    await consent(page);
    await page.getByText('Mailbox connected').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/messaging/settings');
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await exchange(page, 48);
    await page.getByRole('combobox', { name: 'Send from' }).click();
    await page.getByRole('option', { name: /Hiring team/ }).click();
    await page.getByText('Saved').first().waitFor();
    await picturesOf('gmail-connected', (shown) => shown.locator('input[value^="Hiring team"]').waitFor(patient), looks.slice(1, 2));
    await send(page, { path: '/api/v6/messaging/settings/', method: 'PATCH', body: { sender_alias: null } });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${mail}/control/grants`, { method: 'POST', headers, body: JSON.stringify({ mailbox: account, change: 'revoke' }) });
    await vi.waitFor(
      async () => {
        const known = (await send(page, { path: '/api/v6/messaging/mailbox/' })) as { mailbox: { state: string } };
        expect(known.mailbox.state).toBe('broken');
      },
      { timeout: 60_000, interval: 500 },
    );
    await picturesOf('gmail-broken', (shown) => shown.getByRole('alert').first().waitFor(patient), looks.slice(3));
    await page.reload();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await consent(page);
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await disconnect(page);
  });

  it('[MSET-006] [MSET-009] Microsoft 365: the connection, a message, its reply', async () => {
    const page = await visits.open('/messaging/settings', { who: 'other' });
    await page.getByRole('button', { name: 'Connect Microsoft 365' }).click();
    await consent(page);
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await exchange(page, 49);
    await disconnect(page);
  });
});

beforeAll(async () => {
  const page = await visits.enter('admin');
  await connect(page);
  await visits.leave(page);
});

const labels = {
  en: { from: 'From', to: 'Until', launch: 'Launch', later: 'At a date', date: 'Date', time: 'Time' },
  ru: { from: 'С', to: 'До', launch: 'Запуск', later: 'На дату', date: 'Дата', time: 'Время' },
} as const;

it.each(['en', 'ru'] as const)(
  '[SEND-015] [MAIL-009] accepts 12-hour and 24-hour times by keyboard and shows 24 hours in every language: %s',
  async (language) => {
    const page = await visits.open('/icon.svg', { who: 'admin', language });
    const { id: folder } = (await send(page, { path: '/api/v6/folders/', method: 'POST', body: { name: `Hours ${language}` } })) as {
      id: number;
    };
    const templates = [{ subject: 'Hello', body: '<p>Hello</p>' }];
    const body = { folder_id: folder, templates };
    const { id } = (await send(page, { path: '/api/v6/mailing_lists/', method: 'POST', body })) as { id: number };
    const windowOf = async () => {
      const list = (await send(page, { path: `/api/v6/mailing_lists/${id}/` })) as { templates: Record<string, string | null>[] };
      return [list.templates[0]?.['send_time_from'], list.templates[0]?.['send_time_to']];
    };
    const words = labels[language];
    await page.goto(new URL(`/folders/${folder}/messaging`, page.url()).href);
    const from = page.getByLabel(words.from, { exact: true });
    const to = page.getByLabel(words.to, { exact: true });
    await from.click();
    await page.keyboard.type('9.30');
    await page.keyboard.press('Tab');
    await page.keyboard.type('6 pm');
    await page.keyboard.press('Enter');
    expect([await from.inputValue(), await to.inputValue()]).toEqual(['09:30', '18:00']);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(windowOf, patient).toEqual(['09:30:00', '19:00:00']);
    await to.fill('noon');
    await page.keyboard.press('Tab');
    expect(await to.inputValue()).toBe('19:00');

    await page.getByRole('link', { name: words.launch }).click();
    await page.getByText(words.later, { exact: true }).click();
    const time = page.getByLabel(words.time, { exact: true });
    expect(await time.inputValue()).toBe('09:00');
    await page.getByLabel(words.date, { exact: true }).fill('2099-01-31');
    await time.fill('2:15pm');
    await page.keyboard.press('Enter');
    expect(await time.inputValue()).toBe('14:15');
  },
);
