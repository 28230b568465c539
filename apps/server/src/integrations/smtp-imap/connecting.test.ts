import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MailboxSettings, MailSecurity, OutgoingMail, VerifyOutcome } from '../../modules/messaging/channels/mailbox-port.ts';
import { createSmtpImapProvider } from './provider.ts';

const user = 'recruiter@demo.headwater.test';
const password = 'a password';
const tls = join(import.meta.dirname, '../../../test/tls');
const provider = createSmtpImapProvider({ onlyLoopback: true });

let directory: string;
let sandbox: Sandbox;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-connecting-'));
  const users = [{ address: user, password }];
  sandbox = await startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, users, filesSentMail: false });
});
afterAll(async () => {
  await sandbox.stop();
  await rm(directory, { recursive: true, force: true });
});

const settings = (security: MailSecurity = 'none', port?: number): MailboxSettings => ({
  smtp: { host: '127.0.0.1', port: port ?? sandbox.ports.smtp, security, user, password },
  imap: { host: '127.0.0.1', port: port ?? sandbox.ports.imap, security, user, password },
  from: { name: 'Anna', address: user },
});

const reasonsOf = (known: VerifyOutcome) => (known.ok ? [] : known.failures.map(({ server, reason }) => `${server} ${reason}`));

async function reply(fault: string, text: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ fault, text });
  const answer = await fetch(`http://127.0.0.1:${sandbox.ports.http}/control/faults`, { method: 'POST', headers, body });
  expect(answer.status).toBe(201);
}

const message = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: `<${Math.random()}@demo.headwater.test>`,
  from: { name: 'Anna', address: user },
  to: { name: '', address: 'petr@mail.test' },
  replyTo: null,
  subject: 'Hello',
  text: 'Hello',
  html: null,
  date: new Date('2026-11-21T09:00:00Z'),
  inReplyTo: null,
  references: [],
  headers: [],
  ...more,
});

it('[MSET-011] reports immediately that the port requires or does not speak TLS', async () => {
  const [cert, key] = [await readFile(join(tls, 'mail.cert.pem')), await readFile(join(tls, 'mail.key.pem'))];
  const server = createServer({ cert, key }, (line) => void line.on('error', () => undefined).write('220 mail\r\n'));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (const security of ['none', 'starttls'] as const) {
    const begin = performance.now();
    expect(reasonsOf(await provider.verify(settings(security, port)))).toEqual(['smtp tls_port', 'imap tls_port']);
    expect(performance.now() - begin).toBeLessThan(10_000);
  }
  expect(reasonsOf(await provider.verify(settings('tls')))).toEqual(['smtp plain_port', 'imap plain_port']);
  server.close();
}, 40_000);

it('[MSET-011] reports a server without STARTTLS', async () => {
  expect(reasonsOf(await provider.verify(settings('starttls')))).toEqual(['smtp no_starttls', 'imap no_starttls']);
}, 40_000);

it('[MSET-010] [MSET-011] checks the sender address without sending', async () => {
  const text = `553 5.7.1 <${user}>: Sender address rejected: not owned by user`;
  await reply('smtp_rcpt', text);
  const refused = await provider.verify(settings());
  expect(refused).toEqual({ ok: false, failures: [{ server: 'smtp', reason: 'sender_refused', detail: text }] });
  // The account's own mailbox may be full temporarily.
  await reply('smtp_rcpt', '452 4.2.2 Mailbox full');
  expect((await provider.verify(settings())).ok).toBe(true);
  expect((await provider.verify(settings())).ok).toBe(true);
  expect(sandbox.counts().size).toBe(0);
});

it('[SEND-022] reports the size limit of the server for a larger message', async () => {
  const mailbox = provider.open(settings());
  const large = { filename: 'large.pdf', contentType: 'application/pdf', content: Buffer.alloc(20 * 1024 * 1024) };
  const outcome = await mailbox.send(message({ attachments: [large] }));
  expect(outcome).toMatchObject({ outcome: 'refused', permanence: 'permanent', reason: 'too_large', limit: 25 * 1024 * 1024 });
  await mailbox.close();
});

it('[SEND-009] stores sent messages as read, also if a read-only folder accepts no flags', async () => {
  const mailbox = provider.open(settings());
  const sent = message();
  await mailbox.send(sent);
  expect((await mailbox.findSent(sent.messageId, sent.to.address)).found).toBe('no');
  expect(await mailbox.appendToSent(sent.messageId, Buffer.from('Subject: Hello\r\n\r\nHello\r\n'))).toEqual({ result: 'appended' });
  await mailbox.close();
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: sandbox.ports.imap,
    secure: false,
    auth: { user, pass: password },
    logger: false,
  });
  await client.connect();
  const folder = await client.mailboxOpen('Sent', { readOnly: true });
  expect([...(folder.permanentFlags ?? [])]).toEqual([]);
  const newest = await client.fetchOne('*', { flags: true });
  expect(newest && [...(newest.flags ?? [])]).toEqual(['\\Seen']);
  await client.logout();
});
