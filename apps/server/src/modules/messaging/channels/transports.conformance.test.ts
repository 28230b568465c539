import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '@headwater/sandbox/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSmtpImapProvider } from '../../../integrations/smtp-imap/provider.ts';
import { movableClock } from '#platform/clock.ts';
import { answerAs, control, grant, mailPassword, mailUser, openSandbox, providerOf } from '../../../../test/mail-services.ts';
import { until } from '../../../../test/settled.ts';
import { parseMail } from '#platform/mail/parse.ts';
import { messageIdIn } from '#platform/mail/reading/message-id.ts';
import type { IncomingMessage, Mailbox, MailServer, OutgoingMail, ReadOutcome } from './mailbox-port.ts';

/** Parses a message and adds the references known to the service. */
async function readOne({ raw, references = [] }: IncomingMessage) {
  const mail = await parseMail(raw);
  return { ...mail, references: [...mail.references, ...references] };
}

const firstLines = async (messages: IncomingMessage[]) =>
  Promise.all(messages.map(async ({ raw }) => (await parseMail(raw)).text.split(/\r?\n/)[0]));

/** Every transport passes the same tests. */
const transports = ['smtp_imap', 'gmail', 'outlook'] as const;

let directory: string;
let sandbox: Sandbox;
const clock = movableClock(new Date());
let number = 0;

const server = (port: number): MailServer => ({ host: '127.0.0.1', port, security: 'none', user: mailUser, password: mailPassword });

/** Milliseconds of an answer in tests about timeouts. */
const hasty = 1000;

async function connect(name: (typeof transports)[number], answer = 20_000): Promise<Mailbox> {
  if (name !== 'smtp_imap') {
    const provider = providerOf(name, { sandbox, clock, timeoutMs: answer });
    return provider.open(await grant(provider, name));
  }
  const timeouts = { connect: 20_000, greeting: 20_000, answer };
  const provider = createSmtpImapProvider({ onlyLoopback: true, timeouts, reconnect: { first: 50, longest: 100 } });
  return provider.open({ smtp: server(sandbox.ports.smtp), imap: server(sandbox.ports.imap), from: { name: '', address: mailUser } });
}

const compose = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: `<contract-${(number += 1)}@demo.headwater.test>`,
  from: { name: 'Рекрутер, Анна', address: mailUser },
  to: { name: 'Пётр "Петя" Иванов', address: `petr${number}@mail.test` },
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

const file = (filename: string, bytes: number) => ({ filename, contentType: 'application/pdf', content: Buffer.alloc(bytes, filename) });

/** Source of the message from the reading page. */
const sourceOf = (page: string) => {
  const [, escaped = ''] = /<pre>([\s\S]*)<\/pre>/.exec(page) ?? [];
  return escaped
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
};

const fault = (what: string, milliseconds = 0) => control(sandbox, 'faults', { fault: what, milliseconds });

const counted = ({ messageId }: OutgoingMail) => sandbox.counts().get(messageId) ?? 0;

function read(outcome: ReadOutcome) {
  if (!outcome.ok) throw new Error(`${outcome.failure.reason}: ${outcome.failure.detail}`);
  return outcome;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-transports-'));
  sandbox = await openSandbox(directory);
});
afterAll(async () => {
  await sandbox.stop();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  await fetch(`http://127.0.0.1:${sandbox.ports.http}/control/faults`, { method: 'DELETE' });
});

describe.each(transports)('%s', (name) => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await connect(name);
  });
  afterAll(() => mailbox.close());

  it('[MSET-009] [SEND-008] sends one copy with text, HTML and headers intact, and finds it by our id', async () => {
    const message = compose();
    expect(await mailbox.send(message)).toMatchObject({ outcome: 'accepted' });
    expect(counted(message)).toBe(1);
    const inbox = `http://127.0.0.1:${sandbox.ports.http}/mailbox/${message.to.address}/INBOX/1`;
    const source = (await (await fetch(`${inbox}?view=source`)).text()).replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect(source).toContain('multipart/alternative');
    expect(source).toContain('List-Unsubscribe: <https://example.test/u/1>');
    expect(await (await fetch(`${inbox}?view=text`)).text()).toContain('.точка в начале строки');
    expect(await mailbox.findSent(message.messageId, message.to.address)).toMatchObject({ found: 'yes' });
    const other = message.messageId.replace('<', '<x');
    expect(await mailbox.findSent(other, message.to.address)).toMatchObject({ found: 'no' });
    expect(await mailbox.appendToSent(message.messageId, new Uint8Array())).toEqual({ result: 'already_there' });
  });

  it('[EDIT-031] sends files, also those above the limit of one call', async () => {
    const message = compose({ attachments: [file('small.pdf', 1000), file('large.pdf', 3_100_000)] });
    expect(await mailbox.send(message)).toMatchObject({ outcome: 'accepted' });
    const inbox = `http://127.0.0.1:${sandbox.ports.http}/mailbox/${message.to.address}/INBOX/1`;
    const received = await parseMail(Buffer.from(sourceOf(await (await fetch(`${inbox}?view=source`)).text())));
    expect(received.attachments.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['small.pdf', 1000],
      ['large.pdf', 3_100_000],
    ]);
    expect(received.text).toContain('Здравствуйте, Пётр!');
  });

  it('[SEND-008] prevents header injection, and rejects invalid messages', async () => {
    const evil = 'x\r\nBcc: victim@mail.test';
    const flat = compose({ subject: evil, to: { name: evil, address: 'literal@mail.test' } });
    expect(await mailbox.send(flat)).toMatchObject({ outcome: 'accepted' });
    const broken = compose({ to: { name: '', address: 'a@mail.test>, <victim@mail.test' } });
    expect(await mailbox.send(broken)).toMatchObject({ outcome: 'refused', permanence: 'permanent', reason: 'bad_message' });
    expect(await (await fetch(`http://127.0.0.1:${sandbox.ports.http}/`)).text()).not.toContain('victim@mail.test');
  });

  it('[SEND-008] [SEND-009] reports a lost answer as unknown, and then distinguishes kept from lost messages', async () => {
    const kept = compose();
    await fault('drop_after_dot');
    expect((await mailbox.send(kept)).outcome).toBe('unknown');
    expect(await mailbox.findSent(kept.messageId, kept.to.address)).toMatchObject({ found: 'yes' });
    const lost = compose();
    await fault('drop_unkept');
    expect((await mailbox.send(lost)).outcome).toBe('unknown');
    clock.advance(1001);
    expect(await mailbox.findSent(lost.messageId, lost.to.address)).toMatchObject({ found: 'no' });
    expect((await mailbox.send(lost)).outcome).toBe('accepted');
    const slow = compose();
    const impatient = await connect(name, hasty);
    await fault('slow', 1500);
    expect((await impatient.send(slow)).outcome).toBe('unknown');
    await impatient.close();
    await until(() => expect(counted(slow)).toBe(1));
    expect([kept, lost, slow].map(counted)).toEqual([1, 1, 1]);
  });

  it('[SEND-024] [SEND-026] distinguishes permanent from temporary refusals, and reports the time to wait', async () => {
    const message = compose();
    await fault('permanent');
    expect(await mailbox.send(message)).toMatchObject({ outcome: 'refused', permanence: 'permanent' });
    await fault('limit', 90_000);
    const limited = await mailbox.send(message);
    expect(limited).toMatchObject({ outcome: 'refused', permanence: 'temporary', reason: 'limit' });
    const asked = limited.outcome === 'refused' ? (limited.retryAfter ?? /in (\d+) seconds/.exec(limited.response)?.[1]) : 0;
    expect(Number(asked)).toBe(90);
    expect(read(await mailbox.readNew({ cursor: null })).messages).toEqual([]);
    clock.advance(90_000);
    await fault('mailbox_full');
    expect(await mailbox.send(message)).toMatchObject({ outcome: 'refused', reason: 'mailbox_full' });
    expect(counted(message)).toBe(0);
    expect((await mailbox.send(message)).outcome).toBe('accepted');
  });

  it('[SEND-009] reads each reply once from the cursor, with the message that it answers', async () => {
    const begin = read(await mailbox.readNew({ cursor: null }));
    expect(begin.messages).toEqual([]);
    const message = compose({ to: { name: 'Мария', address: `maria-${name}@mail.test` } });
    await mailbox.send(message);
    for (const kind of ['reply', 'out_of_office', 'bounce_hard'])
      await answerAs(sandbox, message.to.address, { kind, text: kind === 'reply' ? 'Спасибо!' : '' });
    const first = read(await mailbox.readNew({ cursor: begin.cursor, limit: 2 }));
    expect(first.messages).toHaveLength(2);
    expect(first.more).toBe(true);
    const kept = JSON.parse(JSON.stringify(first.cursor)) as typeof first.cursor;
    const rest = read(await mailbox.readNew({ cursor: kept }));
    const all = await Promise.all([...first.messages, ...rest.messages].map(readOne));
    expect(all.map(({ subject }) => subject)).toEqual([
      `Re: ${message.subject}`,
      `Automatic reply: ${message.subject}`,
      'Undelivered Mail Returned to Sender',
    ]);
    expect(all[0]?.references).toContain(message.messageId);
    expect(all[0]?.text).toContain('Спасибо!');
    const ids = [...(all[2]?.references ?? []), ...(all[2]?.reports ?? []).map(({ text }) => text)].join(' ');
    expect(ids).toContain(message.messageId);
    expect(read(await mailbox.readNew({ cursor: rest.cursor }))).toMatchObject({ messages: [], more: false });
  });

  it('[SEND-009] starts at a given time without a cursor, and restarts without loss after the server lost it', async () => {
    const start = new Date(Date.now() - 1000);
    const message = compose({ to: { name: '', address: `late-${name}@mail.test` } });
    await mailbox.send(message);
    await answerAs(sandbox, message.to.address, { kind: 'reply', text: 'First' });
    const before = read(await mailbox.readNew({ cursor: null, since: start }));
    expect(await firstLines(before.messages)).toContain('First');
    await answerAs(sandbox, message.to.address, { kind: 'reply', text: 'Second' });
    if (name === 'smtp_imap') {
      const body = JSON.stringify({ mailbox: mailUser, folder: 'INBOX' });
      await fetch(`http://127.0.0.1:${sandbox.ports.http}/control/renumber`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    } else await control(sandbox, 'grants', { mailbox: mailUser, change: 'forget_history' });
    let again = await mailbox.readNew({ cursor: before.cursor });
    if (!again.ok) again = await mailbox.readNew({ cursor: before.cursor });
    const known = new Set(before.messages.map(({ raw }) => messageIdIn(raw)));
    const fresh = read(again).messages.filter(({ raw }) => !known.has(messageIdIn(raw)));
    expect(await firstLines(fresh)).toContain('Second');
    expect(read(await mailbox.readNew({ cursor: read(again).cursor })).messages).toEqual([]);
  });

  it('[SEND-009] reports new mail until it is stopped', async () => {
    const onNew = vi.fn<() => void>();
    const stop = new AbortController();
    const watching = mailbox.watch(onNew, stop.signal);
    await until(() => expect(onNew).toHaveBeenCalled());
    const calls = onNew.mock.calls.length;
    await mailbox.send(compose({ to: { name: '', address: mailUser } }));
    await until(() => expect(onNew.mock.calls.length).toBeGreaterThan(calls));
    stop.abort();
    expect(await watching).toEqual({ ended: 'aborted' });
  });
});

describe.each(['gmail', 'outlook'] as const)('%s, while messages are held back locally', (name) => {
  it('[SEND-024] [SEND-032] does not count an attempt while the service asks to wait', async () => {
    const mailbox = await connect(name);
    await fault('limit', 60_000);
    expect(await mailbox.send(compose())).toMatchObject({ outcome: 'refused', reason: 'limit', retryAfter: 60 });
    const held = compose();
    expect(await mailbox.send(held)).toEqual({ outcome: 'not_begun', detail: 'Retry after 60 s', retryAfter: 60 });
    clock.advance(60_000);
    expect((await mailbox.send(held)).outcome).toBe('accepted');
    expect(counted(held)).toBe(1);
    await mailbox.close();
  });

  it('[SEND-032] does not count an attempt that times out while waiting for a connection', async () => {
    const mailbox = await connect(name, hasty);
    const places = name === 'gmail' ? 4 : 3;
    const messages = Array.from({ length: places + 1 }, () => compose());
    for (let index = 0; index < places; index += 1) await fault('slow', 1500);
    const outcomes = await Promise.all(messages.map((one) => mailbox.send(one)));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['not_begun', ...Array.from({ length: places }, () => 'unknown')]);
    const held = messages[outcomes.findIndex(({ outcome }) => outcome === 'not_begun')];
    expect(held && counted(held)).toBe(0);
    await mailbox.close();
  });

  it('[MSET-012] lists the addresses of the account, its own first', async () => {
    const provider = providerOf(name, { sandbox, clock });
    const known = await provider.aliases(await grant(provider, name));
    expect(known.ok && known.aliases.map(({ address }) => address)).toEqual([mailUser, `hiring.${mailUser}`]);
  });
});
