import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../mail-load/ask.ts';
import { signIn } from '../product/start-product.ts';
import type { Target } from './part.ts';

const address = 'recruiter@demo.headwater.test';
const administrator = 'admin@demo.headwater.test';
const password = 'Demo-Headwater-1';
const sendMs = 120_000;
/** One per second. */
const mostRetries = 300;

export interface Sent {
  id: number;
  email: string;
  messageId: string;
}

/** A recruiter of the demo with a connected mailbox. */
export interface Recruiter {
  address: string;
  /** Writes to this many people and waits until the messages are sent. */
  write(count: number): Promise<Sent[]>;
  isReplied(sent: Sent): Promise<boolean>;
  /** Mailbox cursor in the inbox. */
  lastRead(): Promise<number>;
  /** Reasons of skipped messages, one each. */
  unreadable(): Promise<string[]>;
}

type Call = (path: string, body?: object) => Promise<unknown>;

async function callerOf(origin: string, email: string): Promise<Call> {
  const cookie = `csrftoken=t; ${await signIn(origin, email)}`;
  return async (path, body) => {
    const headers = { cookie, 'x-csrftoken': 't', 'content-type': 'application/json' };
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    let answer = await fetch(`${origin}${path}`, { headers, ...sent });
    // Search answers 503 until its index is built.
    for (let count = 0; answer.status === 503 && count < mostRetries; count += 1) {
      await sleep(1000);
      answer = await fetch(`${origin}${path}`, { headers, ...sent });
    }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

async function connectMailbox(call: Call): Promise<void> {
  const path = `/api/v6/messaging/smtp_imap/servers/?address=${address}`;
  const servers = (await call(path)) as Record<'smtp' | 'imap', object>;
  const [smtp, imap] = [servers.smtp, servers.imap].map((server) => ({ ...server, user: address, password }));
  await call('/api/v6/messaging/smtp_imap/connect/', { address, smtp, imap });
}

async function writeOne(call: Call, profile: number): Promise<Omit<Sent, 'messageId'>> {
  const opened = (await call(`/api/v6/profiles/${profile}/get-contacts/`)) as { contacts: { type: string; value: string }[] };
  const email = opened.contacts.find(({ type }) => type === 'email')?.value ?? '';
  const draft = { profile_id: profile, email, subject: 'A job', body: '<p>Would you talk to us?</p>', request_key: crypto.randomUUID() };
  const { id } = (await call('/api/v6/messages/', draft)) as { id: number };
  return { id, email };
}

export async function startRecruiter({ origin, dataDir }: Target): Promise<Recruiter> {
  const [call, callAsAdministrator] = [await callerOf(origin, address), await callerOf(origin, administrator)];
  const kept = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim();
  const database = `postgres://headwater:${kept('password')}@127.0.0.1:${kept('port')}/headwater`;
  await connectMailbox(call);
  // Limits would slow the setup.
  await ask(database, `update mailboxes set gap_seconds = 0, daily_limit = null, ramps = false where address = '${address}'`);
  const statusOf = async (id: number) => ((await call(`/api/v6/messages/${id}/`)) as { status: string }).status;
  return {
    address,
    async write(count) {
      const query = new URLSearchParams({ q: '[]', f: 'contacts:email', per_page: String(count) });
      const { profiles } = (await call(`/api/v6/profiles/?${query.toString()}`)) as { profiles: { id: number }[] };
      const written: Omit<Sent, 'messageId'>[] = [];
      for (const { id } of profiles) written.push(await writeOne(call, id));
      const begin = performance.now();
      for (const { id } of written) {
        while ((await statusOf(id)) !== 'sent') {
          if (performance.now() - begin > sendMs) throw new Error(`The message ${id} is ${await statusOf(id)} after ${sendMs / 1000} s.`);
          await sleep(200);
        }
      }
      const rows = await ask<{ id: string; message_id: string }>(database, 'select id, message_id from messages');
      const ids = new Map(rows.map((row) => [Number(row.id), row.message_id]));
      return written.map((sent) => ({ ...sent, messageId: ids.get(sent.id) ?? '' }));
    },
    isReplied: async ({ id }) => (await statusOf(id)) === 'replied',
    async lastRead() {
      const rows = await ask<{ uid: number | null }>(
        database,
        `select (cursor -> 'folders' -> 'INBOX' ->> 'lastUid')::int as uid from mailboxes where address = '${address}'`,
      );
      return rows[0]?.uid ?? 0;
    },
    async unreadable() {
      const { results } = (await callAsAdministrator('/api/v6/messaging/unreadable/')) as { results: { reason: string }[] };
      return results.map(({ reason }) => reason);
    },
  };
}
