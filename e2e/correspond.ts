import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { mail } from './product-url.ts';
import { send } from './visit.ts';

export const address = 'admin@demo.headwater.test';
const password = 'Demo-Headwater-1';

interface Servers {
  smtp: { host: string; port: number; security: string };
  imap: { host: string; port: number; security: string };
}

export interface Correspondence {
  /** Profile of a candidate who replied. */
  id: number;
  message: number;
}

interface Message {
  id: number;
  profile_id: number;
  status: string;
}

/** Connects the mailbox of the page's user, if not connected. */
export async function connect(page: Page, own = address): Promise<void> {
  const known = (await send(page, { path: '/api/v6/messaging/mailbox/' })) as { mailbox: object | null };
  if (known.mailbox) return;
  const servers = (await send(page, { path: `/api/v6/messaging/smtp_imap/servers/?address=${own}` })) as Servers;
  const at = (server: object) => ({ ...server, user: own, password });
  const body = { address: own, from_name: 'Ада Демо', smtp: at(servers.smtp), imap: at(servers.imap) };
  await send(page, { path: '/api/v6/messaging/smtp_imap/connect/', method: 'POST', body });
}

/** A profile that no other test writes to. */
export async function findPerson(page: Page, place = 40): Promise<{ id: number; email: string }> {
  const query = new URLSearchParams({ q: '["skill:Python"]', f: 'contacts:email', per_page: '1', page: String(place) });
  const found = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as { profiles: { id: number }[] };
  const id = found.profiles[0]?.id ?? 0;
  const opened = (await send(page, { path: `/api/v6/profiles/${id}/get-contacts/` })) as { contacts: { type: string; value: string }[] };
  return { id, email: opened.contacts.find((contact) => contact.type === 'email')?.value ?? '' };
}

/** Replies to the newest e-mail in a candidate's inbox. */
export async function answerNewest(email: string): Promise<void> {
  const inbox = `${mail}/mailbox/${encodeURIComponent(email)}/INBOX`;
  const listed = [...(await (await fetch(inbox)).text()).matchAll(/INBOX\/(\d+)"/g)].map(([, number]) => Number(number));
  const answer = new URLSearchParams({ kind: 'reply', text: 'Gladly: Thursday after three?' });
  await fetch(`${inbox}/${Math.max(...listed)}/answer`, { method: 'POST', body: answer, redirect: 'manual' });
}

/** Creates one replied message of the administrator, or returns the existing one. */
export async function correspond(page: Page): Promise<Correspondence> {
  const path = '/api/v6/mailing_recipients/?status=replied&search=Python+in+Berlin';
  const [known] = ((await send(page, { path })) as { messages: Message[] }).messages;
  if (known) return { id: known.profile_id, message: known.id };
  await connect(page);
  const { id, email } = await findPerson(page);
  const letter = {
    profile_id: id,
    email,
    subject: 'Python in Berlin, {{FIRST_NAME}}',
    body: '<p>Hello, {{FIRST_NAME}}.</p><p>We look for an engineer who likes plain code. Would you talk to us this week?</p><p>Ada</p>',
    request_key: crypto.randomUUID(),
  };
  const made = (await send(page, { path: '/api/v6/messages/', method: 'POST', body: letter })) as Message;
  const becomes = (status: string) =>
    vi.waitFor(
      async () => {
        const message = (await send(page, { path: `/api/v6/messages/${made.id}/` })) as Message;
        expect(message.status).toBe(status);
      },
      { timeout: 60_000, interval: 200 },
    );
  await becomes('sent');
  await answerNewest(email);
  await becomes('replied');
  return { id, message: made.id };
}
