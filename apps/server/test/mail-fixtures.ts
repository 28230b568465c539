import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ParsedMail } from '@headwater/domain/mail/message';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import { parseMail } from '../src/platform/mail/parse.ts';
import type { Caller, Installation } from './installation.ts';
import { dateMail } from './mail-services.ts';
import { addProfiles } from './vacancy-fixtures.ts';
import { until } from './settled.ts';

const password = 'Mail-Pass-1';
const templates = { subject: 'Hello', body: '<p>Hello</p>' };
let counter = 0;

export interface Arrived {
  mail: ParsedMail;
  html: string;
}

export interface Written {
  id: number;
  to: string;
  profile: number;
}

/** A mail server, and a worker that sends and reads mail. */
export interface Mail {
  /** Connects the mailbox; recruiter0 to recruiter9@company.test exist. */
  connect(caller: Caller, address: string): Promise<void>;
  /** Sends a message to a new person or to the given address; returns the response. */
  write(caller: Caller, more?: object): Promise<Written & { status: number; body: Record<string, unknown> }>;
  becomes(caller: Caller, id: number, status: string): Promise<Record<string, unknown>>;
  /** The newest message of that inbox. */
  newest(address: string): Promise<Arrived>;
  /** Subjects of the inbox, oldest first. */
  subjects(address: string): Promise<string[]>;
  /** Number of messages in the inbox. */
  count(address: string): Promise<number>;
  /** Reply or bounce to the first message of that inbox. */
  answer(address: string, kind: 'reply' | 'bounce_hard' | 'bounce_soft'): Promise<void>;
  /** Fault of the mail server for the next message. */
  nextFault(fault: string, more?: { text?: string; to?: string; times?: number }): Promise<void>;
}

const unescape = (text: string) =>
  text.replace(/&(?:#(\d+)|(lt|gt|quot|amp));/g, (_whole, code?: string, name = '') =>
    code ? String.fromCharCode(Number(code)) : ({ lt: '<', gt: '>', quot: '"' }[name as 'lt'] ?? '&'),
  );
const inbox = (address: string) => `/mailbox/${encodeURIComponent(address)}/INBOX`;

/** Starts a mail server for a test file; call it at the top of the file. */
export function useMail(here: Installation): Mail {
  let sandbox: Sandbox;
  let worker: { stop(): Promise<void> };
  const folder = mkdtempSync(join(tmpdir(), 'headwater-sandbox-'));
  beforeAll(async () => {
    const users = Array.from({ length: 200 }, (_, index) => ({ address: `recruiter${index}@company.test`, password }));
    sandbox = await startSandbox({ directory: folder, smtpPort: 0, imapPort: 0, httpPort: 0, users });
    worker = await here.application.startWorker();
  });
  afterAll(async () => {
    await worker.stop();
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const page = async (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${sandbox.ports.http}${path}`, init);
  const numbers = async (address: string) =>
    [...(await (await page(inbox(address))).text()).matchAll(/INBOX\/(\d+)"/g)].map((match) => Number(match[1]));
  const open = async (address: string, number: number) => {
    const shown = await (await page(`${inbox(address)}/${number}?view=source`)).text();
    return parseMail(Buffer.from(unescape(/<pre[^>]*>([\s\S]*)<\/pre>/.exec(shown)?.[1] ?? '')));
  };
  return {
    async connect(caller, address) {
      const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none', user: address, password });
      const servers = { smtp: server(sandbox.ports.smtp), imap: server(sandbox.ports.imap) };
      const answer = await caller.post('/api/v6/messaging/smtp_imap/connect/', { address, from_name: 'Rita', ...servers });
      expect(answer).toMatchObject({ status: 200 });
    },
    async write(caller, more = {}) {
      counter += 1;
      const [profile = 0] = await addProfiles(here, 1);
      const message = {
        profile_id: profile,
        email: `anna${counter}@candidates.test`,
        request_key: `key-letter-${counter}`,
        ...templates,
        ...more,
      };
      const { status, body } = await caller.post('/api/v6/messages/', message);
      return { status, body, id: body.id, to: message.email, profile };
    },
    becomes: (caller, id, status) =>
      until(
        async () => {
          const { body } = await caller.get(`/api/v6/messages/${id}/`);
          expect(body.status).toBe(status);
          return body;
        },
        { timeout: 45_000 },
      ),
    async newest(address) {
      const number = Math.max(...(await numbers(address)));
      return { mail: await open(address, number), html: await (await page(`${inbox(address)}/${number}/body`)).text() };
    },
    async subjects(address) {
      const all = (await numbers(address)).toSorted((one, other) => one - other);
      return Promise.all(all.map(async (number) => (await open(address, number)).subject));
    },
    count: async (address) => (await numbers(address)).length,
    async answer(address, kind) {
      // Servers date by seconds, so their clock suffices unless the test moved its own.
      const now = here.clock.now();
      if (now.getTime() - Date.now() > 60_000) await dateMail(sandbox, now);
      const body = new URLSearchParams({ kind, text: 'Gladly' });
      const answer = await page(`${inbox(address)}/1/answer`, { method: 'POST', body, redirect: 'manual' });
      expect(answer.status).toBeLessThan(400);
    },
    async nextFault(fault, more = {}) {
      const headers = { 'content-type': 'application/json' };
      expect((await page('/control/faults', { method: 'POST', headers, body: JSON.stringify({ fault, times: 1, ...more }) })).status).toBe(
        201,
      );
    },
  };
}
