import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '@headwater/sandbox/sandbox';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mailbox, MailboxCursor, ReadOutcome } from '../../modules/messaging/channels/mailbox-port.ts';
import { createSmtpImapProvider } from './provider.ts';

const user = 'recruiter@apart.test';
const password = 'Apart-Pass-1';
let directory: string;
let sandbox: Sandbox;
let mailbox: Mailbox;
let cursor: MailboxCursor;
let number = 0;

const control = (method: string, body?: object) =>
  fetch(`http://127.0.0.1:${sandbox.ports.http}/control/faults`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
const fault = async (name: string, text: string, times = 1000) =>
  expect((await control('POST', { fault: name, text, times })).status).toBe(201);

/** Sends a message to the own mailbox. Returns its subject. */
async function deliver(name = 'fine'): Promise<string> {
  const subject = `${name} ${(number += 1)}`;
  const from = { name: '', address: user };
  const outgoing = { messageId: `<apart-${number}@apart.test>`, from, to: from, replyTo: null, subject, text: 'Hello', html: null };
  const sent = await mailbox.send({ ...outgoing, date: new Date(), inReplyTo: null, references: [], headers: [] });
  expect(sent.outcome).toBe('accepted');
  return subject;
}

async function read(limit?: number): Promise<Extract<ReadOutcome, { ok: true }>> {
  const outcome = await mailbox.readNew({ cursor, ...(limit === undefined ? {} : { limit }) });
  if (!outcome.ok) throw new Error(outcome.failure.detail);
  ({ cursor } = outcome);
  return outcome;
}
/** Puts a message into a folder, like a filter of the server. */
async function file(folder: string, raw: Buffer): Promise<void> {
  const { imap: port } = sandbox.ports;
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, auth: { user, pass: password }, logger: false });
  await client.connect();
  await client.append(folder, raw);
  await client.logout();
}
const subjects = ({ messages }: Pick<Extract<ReadOutcome, { ok: true }>, 'messages'>) =>
  messages.map(({ raw }) => /^Subject: (.*)\r$/m.exec(Buffer.from(raw).toString())?.[1]);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-apart-'));
  sandbox = await startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, users: [{ address: user, password }] });
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const, user, password });
  const timeouts = { connect: 20_000, greeting: 20_000, answer: 20_000 };
  mailbox = createSmtpImapProvider({ onlyLoopback: true, timeouts }).open({
    smtp: server(sandbox.ports.smtp),
    imap: server(sandbox.ports.imap),
    from: { name: '', address: user },
  });
  cursor = {};
  const begin = await mailbox.readNew({ cursor: null });
  if (!begin.ok) throw new Error(begin.failure.detail);
  ({ cursor } = begin);
});
beforeEach(async () => {
  await control('DELETE');
});
afterAll(async () => {
  await mailbox.close();
  await sandbox.stop();
  await rm(directory, { recursive: true });
});

describe('a message that the server does not return', () => {
  it.each([
    ['imap_fetch', 'the whole fetch fails', /Internal error/],
    ['imap_drop', 'the connection closes', /\w/],
    ['imap_missing', 'the response omits it', /left it out/],
  ])('[SEND-009] %s: %s, and only this message is skipped', async (name, _what, detail) => {
    await fault(name, `Subject: bad`);
    const before = await deliver();
    await deliver('bad');
    const later = [await deliver(), await deliver()];
    const outcome = await read();
    expect(subjects(outcome)).toEqual([before, ...later]);
    expect(outcome.skipped).toMatchObject([{ id: expect.stringMatching(/^\d+$/), folder: 'INBOX', detail: expect.stringMatching(detail) }]);
    expect(outcome.more).toBe(false);
    expect(await read()).toMatchObject({ messages: [], skipped: [], more: false });
  });

  it('[SEND-009] is read if a retry succeeds', async () => {
    await fault('imap_fetch', 'Subject: shy', 2);
    const shy = await deliver('shy');
    const outcome = await read();
    expect([subjects(outcome), outcome.skipped]).toEqual([[shy], []]);
  });

  it('[SEND-009] is also skipped if older ones are returned', async () => {
    await fault('imap_fetch', 'Subject: lone');
    await deliver('lone');
    expect((await read()).skipped).toHaveLength(1);
  });

  it('[SEND-009] is not skipped while the server returns no message at all', async () => {
    await fault('imap_fetch', 'Subject: ');
    const waiting = [await deliver(), await deliver()];
    expect(await mailbox.readNew({ cursor })).toMatchObject({ ok: false, failure: { server: 'imap', reason: 'protocol' } });
    await control('DELETE');
    expect(subjects(await read())).toEqual(waiting);
  });

  it('[SEND-009] in the junk folder does not block the inbox', async () => {
    await fault('imap_fetch', 'X-Junk: yes');
    const fine = await deliver();
    const raw = Buffer.from('From: a@b.test\r\nSubject: junk\r\nX-Junk: yes\r\n\r\nHello\r\n');
    await file('Junk', raw);
    const first = await read();
    expect(subjects(first)).toEqual([fine]);
    expect(first.skipped).toMatchObject([{ folder: 'Junk' }]);
    await file('Junk', raw);
    expect((await read()).skipped).toMatchObject([{ folder: 'Junk' }]);
  });

  it('[SEND-009] does not block many others, which are read in small batches', async () => {
    await fault('imap_fetch', 'Subject: bad');
    const fine = [];
    for (let at = 0; at < 24; at += 1) {
      if (at % 8 === 3) await deliver('bad');
      else fine.push(await deliver());
    }
    const outcomes = [await read(), await read(), await read()];
    expect(outcomes.map(({ more }) => more)).toEqual([true, true, false]);
    expect(outcomes.flatMap(subjects)).toEqual(fine);
    expect(outcomes.flatMap(({ skipped }) => skipped)).toHaveLength(3);
  });
});
