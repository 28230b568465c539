import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '@headwater/sandbox/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mailbox, MailboxCursor, OutgoingMail } from '../../modules/messaging/channels/mailbox-port.ts';
import { detailText } from '../../modules/messaging/messages/public.ts';
import { messageIdIn } from '#platform/mail/reading/message-id.ts';
import { createSmtpImapProvider } from './provider.ts';

const user = 'recruiter@views.test';
const password = 'Views-Pass-1';
let directory: string;
let sandbox: Sandbox;
let mailbox: Mailbox;
let between: Server;
const sockets = new Set<Socket>();
let number = 0;

/** Rewrites server responses to simulate other servers. */
let rewrite = (said: string) => said;

function forward(near: Socket): void {
  const far = connect(sandbox.ports.imap, '127.0.0.1');
  for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
  near.on('data', (chunk) => far.write(chunk)).on('close', () => far.destroy());
  far.on('data', (chunk) => near.write(Buffer.from(rewrite(chunk.toString('latin1')), 'latin1'))).on('close', () => near.destroy());
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-views-'));
  sandbox = await startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, users: [{ address: user, password }] });
  between = createServer(forward);
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const, user, password });
  const imap = server((between.address() as AddressInfo).port);
  mailbox = createSmtpImapProvider({ onlyLoopback: true }).open({
    smtp: server(sandbox.ports.smtp),
    imap,
    from: { name: '', address: user },
  });
});
afterAll(async () => {
  await mailbox.close();
  for (const socket of sockets) socket.destroy();
  between.close();
  await sandbox.stop();
  await rm(directory, { recursive: true });
});

/** Sends a message to the own mailbox: it appears in the inbox and in the Sent folder. */
async function deliver(): Promise<string> {
  const outgoing: OutgoingMail = {
    messageId: `<view-${(number += 1)}@views.test>`,
    from: { name: '', address: user },
    to: { name: '', address: user },
    replyTo: null,
    subject: 'Hello',
    text: 'Hello',
    html: null,
    date: new Date('2026-11-21T09:00:00Z'),
    inReplyTo: null,
    references: [],
    headers: [],
  };
  expect((await mailbox.send(outgoing)).outcome).toBe('accepted');
  return outgoing.messageId;
}

async function read(cursor: MailboxCursor | null): Promise<{ ids: (string | null)[]; cursor: MailboxCursor }> {
  const outcome = await mailbox.readNew({ cursor });
  if (!outcome.ok) throw new Error(outcome.failure.detail);
  return { ids: outcome.messages.map(({ raw }) => messageIdIn(raw)), cursor: outcome.cursor };
}

const asked = async (id: string) => (await mailbox.findSent(id, user)).found;

describe('a message is found', () => {
  it('[SEND-009] if the server assigns its number before it becomes visible', async () => {
    await deliver();
    // Two messages are being stored at each poll.
    rewrite = (said) => said.replaceAll(/\[UIDNEXT (\d+)\]/g, (_whole, next: string) => `[UIDNEXT ${Number(next) + 2}]`);
    let last = await read(null);
    expect(last.ids).toEqual([]);
    for (let turn = 0; turn < 3; turn += 1) {
      const arrived = await deliver();
      last = await read(last.cursor);
      expect(last.ids).toEqual([arrived]);
    }
    expect((await read(last.cursor)).ids).toEqual([]);
  });

  it('[SEND-009] if the inbox is the only folder and stays open between polls', async () => {
    rewrite = (said) => said.replace(/\* LIST \([^)]*\) "\/" "Junk"\r\n/, '');
    await mailbox.close();
    let last = await read(null);
    expect(Object.keys((last.cursor as { folders: object }).folders)).toEqual(['INBOX']);
    for (let turn = 0; turn < 3; turn += 1) {
      const arrived = await deliver();
      last = await read(last.cursor);
      expect(last.ids).toEqual([arrived]);
    }
  });

  it('[SEND-008] in a Sent folder that was open before it was sent', async () => {
    expect(await asked('<never@views.test>')).toBe('no');
    const sent = await deliver();
    expect(await asked(sent)).toBe('yes');
  });
});

it("[I18N-011] [SEND-008] a missing Sent folder is reported in the owner's language", async () => {
  rewrite = (said) => said.replace(/\* LIST \([^)]*\) "\/" "Sent"\r\n/, '');
  await mailbox.close();
  const outcome = await mailbox.findSent('<never@views.test>', user);
  const detail = outcome.found === 'cannot_tell' ? outcome.failure.detail : null;
  expect(detailText(detail, 'ru')).toBe('В ящике нет папки «Отправленные»');
  expect(detailText(detail, 'en')).toBe('The mailbox has no Sent folder');
});
