import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { mail } from './product-url.ts';
import { axeFaults } from './axe.ts';
import { answerNewest } from './correspond.ts';
import { drawn, lookName, looks, overflowOf, patient, picture, send, visits } from './visit.ts';

const address = 'recruiter@other.headwater.test';

/** One letter to somebody whom no other journey writes to, and its answer. */
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

/** Chooses the account on the provider's page and comes back. */
async function consent(page: Page): Promise<void> {
  await page.waitForURL((url) => url.origin === mail);
  await page.getByLabel(address).check();
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** `kept`: which of the looks; the last one leaves the person its language. */
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

describe('a mail service that is connected by consent', () => {
  it('[MSET-006] [MSET-008] [MSET-009] [MSET-011] [MSET-012] [MSET-014] Google: a right that is missing, the connection, a letter, its answer, an alias', async () => {
    await picturesOf('mail-services', (page) => page.getByText('Google', { exact: true }).first().waitFor(patient));
    const page = await visits.open('/messaging/settings', { who: 'other' });
    await page.getByRole('button', { name: 'Connect Google' }).click();
    await page.waitForURL((url) => url.origin === mail);
    await page.getByLabel(address).check();
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
    await fetch(`${mail}/control/grants`, { method: 'POST', headers, body: JSON.stringify({ mailbox: address, change: 'revoke' }) });
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

  it('[MSET-006] [MSET-009] Microsoft 365: the connection, a letter, its answer', async () => {
    const page = await visits.open('/messaging/settings', { who: 'other' });
    await page.getByRole('button', { name: 'Connect Microsoft 365' }).click();
    await consent(page);
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await exchange(page, 49);
    await disconnect(page);
  });
});
