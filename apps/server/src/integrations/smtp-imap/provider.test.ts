import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '@headwater/sandbox/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mailbox, MailboxProvider, MailboxSettings, MailServer, OutgoingMail } from '../../modules/messaging/channels/mailbox-port.ts';
import { until } from '../../../test/settled.ts';
import { messageIdIn } from '#platform/mail/reading/message-id.ts';
import { parseMail } from '#platform/mail/parse.ts';
import { createSmtpImapProvider } from './provider.ts';

const USER = 'recruiter@demo.headwater.test';
const PASSWORD = 'a password with spaces \\ and "quotes"';

let directory: string;
let sandbox: Sandbox;
let provider: MailboxProvider;
let mailbox: Mailbox;
let number = 0;

const server = (port: number, changes: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  user: USER,
  password: PASSWORD,
  ...changes,
});

const settings = (changes: { smtp?: Partial<MailServer>; imap?: Partial<MailServer> | null } = {}): MailboxSettings => ({
  smtp: server(sandbox.ports.smtp, changes.smtp),
  imap: changes.imap === null ? null : server(sandbox.ports.imap, changes.imap),
  from: { name: 'Рекрутер, Анна', address: USER },
});

const start = (filesSentMail = true): Promise<Sandbox> =>
  startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, users: [{ address: USER, password: PASSWORD }], filesSentMail });

/** Fails tests about timeouts soon, and no other test. */
const hasty = { connect: 1000, greeting: 1000, answer: 1500 };
const newProvider = (timeouts = { connect: 20_000, greeting: 20_000, answer: 20_000 }): MailboxProvider =>
  createSmtpImapProvider({ onlyLoopback: true, timeouts, reconnect: { first: 50, longest: 100 } });

const outgoing = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: `<letter-${(number += 1)}@demo.headwater.test>`,
  from: { name: 'Рекрутер, Анна', address: USER },
  to: { name: 'Пётр "Петя" Иванов', address: 'petr@mail.test' },
  replyTo: null,
  subject: 'Вакансия: инженер — Берлин',
  text: 'Здравствуйте, Пётр!\n\n.точка в начале строки\n',
  html: '<p>Здравствуйте, Пётр!</p>',
  date: new Date('2026-11-21T09:00:00Z'),
  inReplyTo: null,
  references: [],
  headers: [{ name: 'List-Unsubscribe', value: '<https://example.test/u/1>' }],
  ...changes,
});

const http = (path: string, init?: RequestInit): Promise<Response> => fetch(`http://127.0.0.1:${sandbox.ports.http}${path}`, init);

async function fault(name: string, milliseconds = 0): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await http('/control/faults', { method: 'POST', headers, body: JSON.stringify({ fault: name, milliseconds }) });
  expect(answer.status).toBe(201);
}

/** Replies to the newest message of a candidate. */
async function answerAs(candidate: string, kind: string, text = ''): Promise<void> {
  const folder = await (await http(`/mailbox/${candidate}/INBOX`)).text();
  const uid = /INBOX\/(\d+)"/.exec(folder)?.[1];
  const body = new URLSearchParams({ kind, text });
  const answer = await http(`/mailbox/${candidate}/INBOX/${uid}/answer`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
}

async function source(candidate: string): Promise<string> {
  const folder = await (await http(`/mailbox/${candidate}/INBOX`)).text();
  const uid = /INBOX\/(\d+)"/.exec(folder)?.[1];
  const page = await (await http(`/mailbox/${candidate}/INBOX/${uid}?view=source`)).text();
  return page.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

const counted = (message: OutgoingMail): number => sandbox.counts().get(message.messageId) ?? 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-mail-'));
  sandbox = await start();
  provider = newProvider();
  mailbox = provider.open(settings());
});

beforeEach(async () => {
  await http('/control/faults', { method: 'DELETE' });
});

afterAll(async () => {
  await mailbox.close();
  await sandbox.stop();
  await rm(directory, { recursive: true });
});

const reasons = async (using: MailboxProvider, host: string): Promise<string[]> => {
  const outcome = await using.verify(settings({ smtp: { host }, imap: { host } }));
  return outcome.ok ? [] : outcome.failures.map(({ reason }) => reason);
};

const silent = (): Promise<Server> =>
  new Promise((resolve) => {
    const listening = createServer(() => undefined).listen(0, '127.0.0.1', () => resolve(listening));
  });

describe('verify', () => {
  it('[MSET-008] finds the Sent folder of a mailbox that opens', async () => {
    expect(await provider.verify(settings())).toEqual({ ok: true, sentFolder: 'Sent' });
  });

  it('[MSET-011] reports the problem of each server', async () => {
    const deaf = await silent();
    const deafPort = (deaf.address() as AddressInfo).port;
    const cases: [MailboxSettings, [string, string][]][] = [
      [
        settings({ smtp: { password: 'no' }, imap: { password: 'no' } }),
        [
          ['smtp', 'wrong_password'],
          ['imap', 'wrong_password'],
        ],
      ],
      [settings({ imap: null }), [['imap', 'imap_missing']]],
      [
        settings({ smtp: { port: 1 }, imap: { port: 1 } }),
        [
          ['smtp', 'refused'],
          ['imap', 'refused'],
        ],
      ],
      [settings({ smtp: { host: 'no-such-host.invalid' } }), [['smtp', 'host_unknown']]],
      [
        settings({ smtp: { security: 'tls' }, imap: { security: 'tls' } }),
        [
          ['smtp', 'plain_port'],
          ['imap', 'plain_port'],
        ],
      ],
      [
        settings({ smtp: { security: 'starttls' }, imap: { security: 'starttls' } }),
        [
          ['smtp', 'no_starttls'],
          ['imap', 'no_starttls'],
        ],
      ],
      [
        settings({ smtp: { port: deafPort }, imap: { port: deafPort } }),
        [
          ['smtp', 'timeout'],
          ['imap', 'timeout'],
        ],
      ],
      [settings({ imap: { port: sandbox.ports.http } }), [['imap', 'timeout']]],
    ];
    for (const [given, expected] of cases) {
      const isTimeout = expected.some(([, reason]) => reason === 'timeout');
      const outcome = await newProvider(isTimeout ? hasty : undefined).verify(given);
      expect(outcome.ok ? [] : outcome.failures.map(({ server, reason }) => [server, reason])).toEqual(expected);
      expect(JSON.stringify(outcome)).not.toContain(PASSWORD);
    }
    deaf.close();
  });

  it('[MSET-011] connects only to loopback in demo mode, and never to metadata addresses', async () => {
    expect(await reasons(provider, '192.0.2.7')).toEqual(['address_forbidden', 'address_forbidden']);
    const open = createSmtpImapProvider({ ports: [{ from: 1, to: 65_535 }] });
    for (const host of ['169.254.169.254', '[fe80::1]', '::ffff:169.254.169.254', '100.100.100.200', '0.0.0.0']) {
      expect(await reasons(open, host)).toEqual(['address_forbidden', 'address_forbidden']);
    }
  });
});

describe('send', () => {
  it('[MSET-009] sends one copy with the given Message-ID, text and html, and Cyrillic intact', async () => {
    const message = outgoing();
    const sent = await mailbox.send(message);
    expect(sent).toMatchObject({ outcome: 'accepted', response: expect.stringContaining('kept') });
    expect(counted(message)).toBe(1);
    const raw = await source('petr@mail.test');
    expect(raw).toContain(`Message-ID: ${message.messageId}`);
    expect(raw).toContain('multipart/alternative');
    expect(raw).toContain('List-Unsubscribe: <https://example.test/u/1>');
    const page = await (await http('/mailbox/petr@mail.test/INBOX', { headers: { 'accept-language': 'ru' } })).text();
    expect(page).toContain('Вакансия: инженер — Берлин');
    expect(page).toContain('Рекрутер, Анна');
  });

  it('[MSET-009] keeps a line that begins with a dot', async () => {
    await mailbox.send(outgoing({ to: { name: '', address: 'dots@mail.test' }, text: 'one\n.two\n..three\n.', html: null }));
    const read = await (await http('/mailbox/dots@mail.test/INBOX/1')).text();
    expect(read).toMatch(/one\r?\n\.two\r?\n\.\.three\r?\n\./);
  });

  it('[MSET-009] prevents header injection by a name, a subject or a header', async () => {
    const evil = 'x\r\nBcc: victim@mail.test\r\nX-Evil: yes';
    const to = { name: evil, address: 'literal@mail.test' };
    expect((await mailbox.send(outgoing({ to, subject: evil, from: { name: evil, address: USER } }))).outcome).toBe('accepted');
    const head = (await source('literal@mail.test')).split(/\r?\n\r?\n/)[0] ?? '';
    expect(head).not.toMatch(/^(?:Bcc|X-Evil):/m);
    const refused: Partial<OutgoingMail>[] = [
      { to: { name: '', address: 'a@mail.test\r\nRCPT TO:<victim@mail.test>' } },
      { to: { name: '', address: 'a@mail.test>, <victim@mail.test' } },
      { from: { name: '', address: `${USER}\nX: y` } },
      { messageId: '<a@b>\r\nX-Evil: yes' },
      { references: ['<a@b.test>\nX: y'] },
      { inReplyTo: 'x' },
      { headers: [{ name: 'X-A', value: 'b\nBcc: victim@mail.test' }] },
      { headers: [{ name: 'X-A:\r\nBcc', value: 'victim@mail.test' }] },
      { headers: [{ name: 'Bcc', value: 'victim@mail.test' }] },
    ];
    for (const changes of refused) {
      expect(await mailbox.send(outgoing(changes))).toMatchObject({ outcome: 'refused', permanence: 'permanent', reason: 'bad_message' });
    }
    expect(await (await http('/')).text()).not.toContain('victim@mail.test');
  });

  it('[SEND-026] distinguishes permanent and temporary rejections', async () => {
    await fault('permanent');
    expect(await mailbox.send(outgoing())).toMatchObject({ outcome: 'refused', permanence: 'permanent', reason: 'content', code: 554 });
    await fault('recipient_refused');
    expect(await mailbox.send(outgoing())).toMatchObject({ outcome: 'refused', permanence: 'permanent', reason: 'recipient', code: 550 });
    await fault('temporary');
    const message = outgoing();
    expect(await mailbox.send(message)).toMatchObject({ outcome: 'refused', permanence: 'temporary', reason: 'server', code: 451 });
    expect(counted(message)).toBe(0);
    expect((await mailbox.send(message)).outcome).toBe('accepted');
    const wrongPassword = provider.open(settings({ smtp: { password: 'no' } }));
    expect(await wrongPassword.send(outgoing())).toMatchObject({ outcome: 'refused', permanence: 'permanent', reason: 'wrong_password' });
    await wrongPassword.close();
  });

  it('[SEND-009] returns unknown if the connection drops after the final dot, and the Sent folder settles it', async () => {
    const kept = outgoing();
    await fault('drop_after_dot');
    expect((await mailbox.send(kept)).outcome).toBe('unknown');
    expect(counted(kept)).toBe(1);
    expect(await mailbox.findSent(kept.messageId, 'petr@mail.test')).toEqual({ found: 'yes', folder: 'Sent' });
    const lost = outgoing();
    await fault('drop_unkept');
    expect((await mailbox.send(lost)).outcome).toBe('unknown');
    expect(await mailbox.findSent(lost.messageId, 'petr@mail.test')).toEqual({ found: 'no', folder: 'Sent' });
    const impatient = newProvider(hasty).open(settings());
    await fault('slow', 2_500);
    expect((await impatient.send(outgoing())).outcome).toBe('unknown');
    await impatient.close();
  });

  it('[SEND-009] sends many messages over few connections, each once', async () => {
    const messages = Array.from({ length: 120 }, () => outgoing());
    const outcomes = await Promise.all(messages.map((message) => mailbox.send(message)));
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']));
    expect(messages.map(counted)).toEqual(messages.map(() => 1));
  });
});

describe('the Sent folder', () => {
  it('[SEND-009] matches the complete id only, and stores no second copy', async () => {
    const message = outgoing();
    const sent = await mailbox.send(message);
    if (sent.outcome !== 'accepted') throw new Error(JSON.stringify(sent));
    expect(await mailbox.appendToSent(message.messageId, sent.raw)).toEqual({ result: 'already_there' });
    expect((await mailbox.findSent(`${message.messageId.slice(0, -1)}.more>`, 'petr@mail.test')).found).toBe('no');
    const closed = provider.open(settings({ imap: { port: 1 } }));
    expect(await closed.findSent(message.messageId, 'petr@mail.test')).toMatchObject({
      found: 'cannot_tell',
      failure: { reason: 'refused' },
    });
  });

  it('[SEND-009] stores the message if the server does not, and mail survives a restart of the server', async () => {
    await mailbox.close();
    await sandbox.stop();
    sandbox = await start(false);
    mailbox = provider.open(settings());
    const message = outgoing();
    const sent = await mailbox.send(message);
    if (sent.outcome !== 'accepted') throw new Error(JSON.stringify(sent));
    expect((await mailbox.findSent(message.messageId, 'petr@mail.test')).found).toBe('no');
    expect(await mailbox.appendToSent(message.messageId, sent.raw)).toEqual({ result: 'appended' });
    expect((await mailbox.findSent(message.messageId, 'petr@mail.test')).found).toBe('yes');
    await mailbox.close();
    await sandbox.stop();
    sandbox = await start();
    mailbox = provider.open(settings());
    expect((await mailbox.findSent(message.messageId, 'petr@mail.test')).found).toBe('yes');
    expect(counted(message)).toBe(1);
  });
});

describe('reading', () => {
  it('[SEND-009] reads replies and bounces once, from the saved position', async () => {
    const begin = await mailbox.readNew({ cursor: null });
    if (!begin.ok) throw new Error(begin.failure.detail);
    expect(begin.messages).toEqual([]);
    const message = outgoing({ to: { name: 'Мария', address: 'maria@mail.test' } });
    await mailbox.send(message);
    await answerAs('maria@mail.test', 'reply', 'Спасибо, интересно!');
    await answerAs('maria@mail.test', 'out_of_office');
    await answerAs('maria@mail.test', 'bounce_hard');
    const first = await mailbox.readNew({ cursor: begin.cursor, limit: 2 });
    if (!first.ok) throw new Error(first.failure.detail);
    expect(first.more).toBe(true);
    const rest = await mailbox.readNew({ cursor: JSON.parse(JSON.stringify(first.cursor)) as typeof first.cursor });
    if (!rest.ok) throw new Error(rest.failure.detail);
    const [reply, autoReply, bounce] = await Promise.all([...first.messages, ...rest.messages].map(({ raw }) => parseMail(raw)));
    expect(reply).toMatchObject({ inReplyTo: [message.messageId], references: [message.messageId], subject: `Re: ${message.subject}` });
    expect(reply?.from).toEqual({ name: 'Мария', address: 'maria@mail.test' });
    expect(reply?.text).toContain('Спасибо, интересно!');
    expect(autoReply?.headers).toContainEqual({ name: 'auto-submitted', value: 'auto-replied' });
    expect(bounce?.reports.map(({ mediaType }) => mediaType)).toEqual(['message/delivery-status', 'text/rfc822-headers']);
    expect(bounce?.reports[1]?.text).toContain(message.messageId);
    const later = await mailbox.readNew({ cursor: null, since: new Date(Date.now() + 60_000) });
    expect(later).toMatchObject({ ok: true, messages: [] });
    const nothing = await mailbox.readNew({ cursor: rest.cursor });
    expect(nothing).toMatchObject({ ok: true, messages: [], more: false });
  });

  it('[SEND-009] restarts without loss after the server renumbers the folder', async () => {
    const before = await mailbox.readNew({ cursor: null, since: new Date('2026-01-01') });
    if (!before.ok) throw new Error(before.failure.detail);
    expect(before.messages.length).toBeGreaterThan(2);
    await mailbox.send(outgoing({ to: { name: '', address: 'late@mail.test' } }));
    await answerAs('late@mail.test', 'reply', 'Late answer');
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ mailbox: USER, folder: 'INBOX' });
    expect((await http('/control/renumber', { method: 'POST', headers, body })).status).toBe(204);
    const known = new Set(before.messages.map(({ raw }) => messageIdIn(raw)));
    let after = await mailbox.readNew({ cursor: before.cursor });
    if (!after.ok) after = await mailbox.readNew({ cursor: before.cursor });
    if (!after.ok) throw new Error(after.failure.detail);
    const fresh = after.messages.filter(({ raw }) => !known.has(messageIdIn(raw)));
    expect(await Promise.all(fresh.map(async ({ raw }) => (await parseMail(raw)).text.split(/\r?\n/)[0]))).toEqual(['Late answer']);
    expect(after.cursor).not.toMatchObject({
      folders: { INBOX: { uidValidity: (before.cursor as { folders: { INBOX: { uidValidity: string } } }).folders.INBOX.uidValidity } },
    });
  });

  it('[SEND-009] is notified of new mail immediately, also after an outage of the server', async () => {
    const onNew = vi.fn<() => void>();
    const stop = new AbortController();
    const watching = mailbox.watch(onNew, stop.signal);
    await until(() => expect(onNew).toHaveBeenCalledTimes(1));
    await mailbox.send(outgoing({ to: { name: '', address: USER } }));
    await until(() => expect(onNew).toHaveBeenCalledTimes(2));
    const { smtp, imap, http: page } = sandbox.ports;
    await mailbox.close();
    await sandbox.stop();
    const users = [{ address: USER, password: PASSWORD }];
    sandbox = await startSandbox({ directory, smtpPort: smtp, imapPort: imap, httpPort: page, users });
    await until(() => expect(onNew).toHaveBeenCalledTimes(3));
    stop.abort();
    expect(await watching).toEqual({ ended: 'aborted' });
    const wrongPassword = provider.open(settings({ imap: { password: 'no' } }));
    expect(await wrongPassword.watch(onNew, new AbortController().signal)).toMatchObject({
      ended: 'failed',
      failure: { reason: 'wrong_password' },
    });
  });
});
