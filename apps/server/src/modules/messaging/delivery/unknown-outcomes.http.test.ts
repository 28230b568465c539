import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import { createSmtpImapProvider } from '../../../integrations/smtp-imap/provider.ts';
import { createLog } from '../../../platform/log.ts';
import { connectionsTo } from '../../../../test/channel-fixtures.ts';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { addUnlimitedCompany, mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { messagesIn, recipientsIn } from '../../../../test/message-fixtures.ts';
import { control, dateMail } from '../../../../test/mail-services.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { createMailReader } from '../../../platform/mail/reading/mail-reader.ts';
import type { OutboundDecision, OutboundPolicy } from '../messages/outbound-policy.ts';
import type { Mailbox, MailServer } from '../channels/mailbox-port.ts';
import { readMailbox } from '../inbound/reader.ts';
import { until } from '../../../../test/settled.ts';
import { deliverNext, type SenderServices } from './sender/deliver.ts';

const here = useInstallation();
const log = createLog('silent');
const password = 'Mail-Pass-1';
const people = Array.from({ length: 20 }, (_, index) => `doubter${index}@company.test`);
const settle = 600_000;
const leases = { claim: 60_000, smtp: { handOver: settle + 100_000, settle }, service: { handOver: 195_000, settle: 75_000 } };
const quiet = async () => undefined;

let folder: string;
let sandbox: Sandbox;
let company: number;
let counter = 0;
const open: Mailbox[] = [];
const mailReader = createMailReader();
afterAll(() => mailReader.close());

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-doubts-'));
  const users = people.map((address) => ({ address, password }));
  sandbox = await startSandbox({ directory: folder, smtpPort: 0, imapPort: 0, httpPort: 0, users });
  company = await addUnlimitedCompany(here);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((mailbox) => mailbox.close()));
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

const server = (user: string, port: number): MailServer => ({ host: '127.0.0.1', port, security: 'none', user, password });
const serversOf = (address: string) => ({ smtp: server(address, sandbox.ports.smtp), imap: server(address, sandbox.ports.imap) });

async function connect(caller: Caller, userId: number, address: string): Promise<number> {
  const connected = await caller.post('/api/v6/messaging/smtp_imap/connect/', { address, from_name: 'Rita', ...serversOf(address) });
  expect(connected.status).toBe(200);
  const where = { user_id: userId, state: 'connected' } as const;
  const [row] = await mailboxesIn(here).update(where, { files_sent: true, daily_limit: null, gap_seconds: 0 });
  return Number(row?.id);
}

/**
 * A mailbox with a server that files sent mail, so that absence from the Sent folder is a proof.
 */
async function newRecruiter() {
  const address = people[counter++] ?? '';
  const user = await here.addUser(company, 'worker');
  const caller = await here.signIn(user);
  return { caller, user, address, mailboxId: await connect(caller, user.id, address) };
}

/**
 * A connection to the sandbox. `silence`: the longest accepted pause of the server; `untilText`:
 * limit until the message's text, in milliseconds.
 */
function lineTo(address: string, silence: number, untilText = 30_000): Mailbox {
  const timeouts = { connect: 2000, greeting: 2000, answer: silence };
  const provider = createSmtpImapProvider({ onlyLoopback: true, timeouts, sendTimes: { untilText, text: 60_000 } });
  const mailbox = provider.open({ ...serversOf(address), from: { name: 'Rita', address } });
  open.push(mailbox);
  return mailbox;
}

/** One of several workers, which takes steps on request. */
function workerWith(
  mailbox: Mailbox,
  decorate: (letter: OutboundDecision & { refusal: null }) => OutboundDecision = (letter) => letter,
): SenderServices {
  const plain = { refusal: null, decorate: (mail: Parameters<Mailbox['send']>[0]) => mail } as const;
  const reading = {
    database: here.application.database,
    clock: here.clock,
    log,
    connections: connectionsTo(() => mailbox),
    announce: quiet,
  };
  const policy: OutboundPolicy = {
    prepare: async (_tx, leaving) => new Map(leaving.map(({ id }) => [id, decorate(plain)])),
    suppressed: async () => new Map(),
    suppress: quiet,
    eventsOf: async () => [],
  };
  return {
    ...reading,
    leases,
    workerId: `worker ${Math.random()}`,
    ingest: (id) => readMailbox({ ...reading, policy, mailReader }, id),
    readImage: quiet,
    readFile: quiet,
    policy,
    maySend: async () => true,
    announceMany: quiet,
  };
}

async function write(caller: Caller, count = 1): Promise<number[]> {
  const profiles = await addProfiles(here, count);
  const ids: number[] = [];
  for (const profile of profiles) {
    const letter = { profile_id: profile, email: `to${profile}@doubts.test`, subject: 'Hello', body: '<p>Hello</p>' };
    const { status, body } = await caller.post('/api/v6/messages/', { ...letter, request_key: `key-doubts-${profile}` });
    expect(status).toBe(200);
    ids.push(body.id);
  }
  return ids;
}

async function rowOf(id: number | undefined) {
  const row = await messagesIn(here).one({ id: id ?? 0 });
  return { ...row, copies: sandbox.counts().get(row.message_id) ?? 0 };
}
const fault = (what: string, more: object = {}) => control(sandbox, 'faults', { fault: what, ...more });
const now = () => here.clock.now().getTime();

describe('a message without an answer of the server', () => {
  it('[SEND-008] [SEND-009] is not resent while the server may still file the first copy', async () => {
    const { caller, address, mailboxId } = await newRecruiter();
    const [id] = await write(caller);
    await fault('slow', { milliseconds: 1200 });
    const worker = workerWith(lineTo(address, 300));
    await deliverNext(worker, mailboxId);
    const doubted = await rowOf(id);
    expect(doubted).toMatchObject({ state: 'handed_over', copies: 0 });
    expect((doubted.lease_until?.getTime() ?? 0) - now()).toBeGreaterThanOrEqual(settle);
    here.clock.advance(settle - 1000);
    expect(await deliverNext(worker, mailboxId)).toBe(false);
    // Any worker finds it once it is there.
    await until(async () => expect((await rowOf(id)).copies).toBe(1));
    here.clock.advance(2000);
    await deliverNext(workerWith(lineTo(address, 300)), mailboxId);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', copies: 1 });
  });

  it('[SEND-008] [SEND-009] is resent automatically once; a second unknown outcome needs a user', async () => {
    const { caller, address, mailboxId } = await newRecruiter();
    const [id] = await write(caller);
    const worker = workerWith(lineTo(address, 2000));
    const step = () => deliverNext(worker, mailboxId);
    await fault('drop_unkept', { times: 2 });
    await step();
    here.clock.advance(settle + 1000);
    await step();
    expect(await rowOf(id)).toMatchObject({ state: 'planned', copies: 0, sent_at: null });
    await step();
    here.clock.advance(settle + 1000);
    await step();
    expect(await rowOf(id)).toMatchObject({ state: 'unknown', copies: 0 });
    expect((await caller.post(`/api/v6/messages/${id}/decide/`, { decision: 'send_again' })).status).toBe(200);
    await step();
    expect(await rowOf(id)).toMatchObject({ state: 'sent', copies: 1 });
  });

  it('[SEND-008] [SEND-009] is not resent with an unread reply to its first copy, and keeps the time of that copy', async () => {
    const { caller, address, mailboxId } = await newRecruiter();
    const [id] = await write(caller);
    const line = lineTo(address, 2000);
    // Stored, but not found yet: a server that files sent mail with a delay.
    const late = workerWith({ ...line, findSent: async () => ({ found: 'no', folder: 'Sent' }) });
    await fault('drop_after_dot');
    const leftAt = here.clock.now();
    await deliverNext(late, mailboxId);
    here.clock.advance(settle + 1000);
    await deliverNext(late, mailboxId);
    expect(await rowOf(id)).toMatchObject({ state: 'planned', copies: 1, sent_at: null });
    const { recipient_id: recipientId } = await messagesIn(here).one({ id: id ?? 0 });
    const { email } = await recipientsIn(here).one({ id: recipientId });
    const inbox = `http://127.0.0.1:${sandbox.ports.http}/mailbox/${encodeURIComponent(email)}/INBOX/1/answer`;
    await dateMail(sandbox, here.clock.now());
    await fetch(inbox, { method: 'POST', body: new URLSearchParams({ kind: 'reply', text: 'Gladly' }), redirect: 'manual' });
    const failure = { server: 'imap', reason: 'timeout', detail: 'Away' } as const;
    await deliverNext(workerWith({ ...line, readNew: async () => ({ ok: false, failure }) }), mailboxId);
    expect(await rowOf(id)).toMatchObject({ state: 'planned', copies: 1 });
    await mailboxesIn(here).update({ id: mailboxId }, { read_at: null });
    expect((await caller.get(`/api/v6/messages/${id}/why/`)).body).toMatchObject({ reason: 'unread' });
    here.clock.advance(61_000);
    await deliverNext(workerWith(line), mailboxId);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', copies: 1, sent_at: leftAt });
    expect((await caller.get(`/api/v6/messages/${id}/`)).body).toMatchObject({ status: 'replied' });
  });

  it('[SEND-008] [SEND-032] has all attempts when resent, after any number of lookups', async () => {
    const { caller, address, mailboxId } = await newRecruiter();
    const [id] = await write(caller);
    const line = lineTo(address, 2000);
    const failure = { server: 'imap', reason: 'timeout', detail: 'Away' } as const;
    let asked = 0;
    const findSent: Mailbox['findSent'] = async (messageId, to) => {
      asked += 1;
      return asked < 8 ? { found: 'cannot_tell', failure } : line.findSent(messageId, to);
    };
    const worker = workerWith({ ...line, findSent });
    await fault('drop_unkept');
    await deliverNext(worker, mailboxId);
    while ((await rowOf(id)).state === 'handed_over') {
      here.clock.advance(settle + 1000);
      await deliverNext(worker, mailboxId);
    }
    expect(asked).toBe(8);
    await fault('temporary', { times: 6 });
    for (const minutes of [1, 5, 30, 120, 360]) {
      await deliverNext(worker, mailboxId);
      expect(await rowOf(id)).toMatchObject({ state: 'planned' });
      here.clock.advance(minutes * 60_000 - 1000);
      expect(await deliverNext(worker, mailboxId)).toBe(false);
      here.clock.advance(2000);
    }
    await deliverNext(worker, mailboxId);
    expect(await messagesIn(here).one({ id: id ?? 0 })).toMatchObject({ state: 'error', error_reason: 'max_retries' });
  });
});

describe('a handed-over message', () => {
  it('[SEND-008] [SEND-009] leaves in time or not at all, however slow earlier ones are', async () => {
    const { caller, address, mailboxId } = await newRecruiter();
    const ids = await write(caller, 6);
    await fault('slow', { times: 6, milliseconds: 900 });
    const worker = workerWith(lineTo(address, 5000, 1500));
    await deliverNext(worker, mailboxId);
    const rows = await Promise.all(ids.map(rowOf));
    const kept = rows.filter(({ copies }) => copies === 1);
    expect(kept.map(({ state }) => state)).toEqual(kept.map(() => 'sent'));
    const waiting = rows.filter(({ copies }) => copies === 0);
    expect(waiting.length).toBeGreaterThan(0);
    for (const row of waiting) expect(row).toMatchObject({ state: 'planned', attempts: 0, sent_at: null });
    while (await deliverNext(worker, mailboxId));
    for (const id of ids) expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1, copies: 1 });
  });

  it('[SEND-008] counts its lease from the handover, however long its files took to load', async () => {
    const { caller, address, mailboxId } = await newRecruiter();
    const [id] = await write(caller);
    const line = lineTo(address, 2000);
    let lease = 0;
    const send: Mailbox['send'] = async (mail) => {
      lease = ((await rowOf(id)).lease_until?.getTime() ?? 0) - now();
      return line.send(mail);
    };
    const slowly = workerWith({ ...line, send }, (letter) => ({
      refusal: null,
      decorate: (mail) => {
        here.clock.advance(50_000);
        return letter.decorate(mail);
      },
    }));
    await deliverNext(slowly, mailboxId);
    expect(lease).toBe(leases.smtp.handOver);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', sent_at: here.clock.now() });
  });

  it('[SEND-008] [MSET-007] is not resent on demand while a worker may still be sending it', async () => {
    const { caller, user, address, mailboxId } = await newRecruiter();
    const [id] = await write(caller);
    await fault('slow', { milliseconds: 1500 });
    const sending = deliverNext(workerWith(lineTo(address, 5000)), mailboxId);
    await until(async () => expect((await rowOf(id)).state).toBe('handed_over'));
    expect((await caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ state: 'unknown', copies: 0 });
    const next = people[counter++] ?? '';
    const nextId = await connect(caller, user.id, next);
    const decided = await caller.post(`/api/v6/messages/${id}/decide/`, { decision: 'send_again' });
    expect(decided).toMatchObject({ status: 200, body: { status: 'planned' } });
    const other = workerWith(lineTo(next, 5000));
    expect(await deliverNext(other, nextId)).toBe(false);
    await sending;
    expect(await rowOf(id)).toMatchObject({ state: 'sent', copies: 1, sent_at: expect.any(Date) });
    here.clock.advance(leases.smtp.handOver + 1000);
    expect(await deliverNext(other, nextId)).toBe(false);
    expect((await rowOf(id)).copies).toBe(1);
  });
});
