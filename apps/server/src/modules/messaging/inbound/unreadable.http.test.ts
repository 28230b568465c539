import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectionsTo } from '../../../../test/channel-fixtures.ts';
import { useSharedInstallation, type TestUser } from '../../../../test/installation.ts';
import { addMailbox, mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { addSentMessage, messagesIn } from '../../../../test/message-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { createLog } from '../../../platform/log.ts';
import { createMailReader } from '../../../platform/mail/reading/mail-reader.ts';
import type { IncomingMessage, Mailbox } from '../channels/mailbox-port.ts';
import { readMailbox, type ReaderServices } from './reader.ts';

const here = useSharedInstallation();
const log = createLog('silent');
const reported = vi.spyOn(log, 'error');
const entry = new URL('../../../../test/misbehaving-reader-process.ts', import.meta.url);
const mailReader = createMailReader({ entry, timeoutMs: 10_000, memoryMb: 96 });
afterAll(() => mailReader.close());

let company: number;
let owner: TestUser;
let admin: TestUser;
let mailbox: number;
let counter = 0;

beforeAll(async () => {
  company = await here.addCompany();
  owner = await here.addUser(company, 'worker');
  admin = await here.addUser(company, 'admin');
  mailbox = await addMailbox(here, owner, { address: 'reader@company.test' });
});

async function newMessage(): Promise<{ id: number; messageId: string; email: string }> {
  const [profile = 0] = await addProfiles(here, 1);
  return addSentMessage(here, { company, user: owner.id, profile, mailbox });
}

function incoming(text: string, about?: { messageId: string; email: string }): IncomingMessage {
  counter += 1;
  const source = [
    `Message-ID: <in-${counter}@candidates.test>`,
    `From: ${about?.email ?? 'stranger@elsewhere.test'}`,
    ...(about ? [`In-Reply-To: ${about.messageId}`] : []),
    'Subject: Re: Subject',
    '',
    text,
  ];
  return {
    id: String(counter),
    folder: 'INBOX',
    receivedAt: '2026-11-22T09:00:00.000Z',
    truncated: false,
    raw: Buffer.from(source.join('\r\n')),
  };
}

async function read(messages: IncomingMessage[]): Promise<void> {
  const batches = [messages, []];
  const readNew = async () => ({ ok: true, messages: batches.shift() ?? [], cursor: { read: messages.length }, more: false });
  const services: ReaderServices = {
    database: here.application.database,
    clock: here.clock,
    log,
    mailReader,
    connections: connectionsTo(() => ({ readNew }) as unknown as Mailbox),
    policy: {
      prepare: async () => new Map(),
      suppressed: async () => new Map(),
      suppress: async () => undefined,
      eventsOf: async () => [],
    },
    announce: async () => undefined,
  };
  await readMailbox(services, mailbox);
}

const isAnswered = async ({ id }: { id: number }) => (await messagesIn(here).one({ id })).replied_at !== null;
const listed = async (user = admin) => (await (await here.signIn(user)).get('/api/v6/messaging/unreadable/')).body;

describe('a message that cannot be read', () => {
  it.each([
    ['please throw', 'defect'],
    ['please loop', 'too_slow'],
    ['please crash', 'crashed'],
    ['please fill the memory', 'crashed'],
  ])('[SEND-009] %s: is skipped and reported, and the next message is read', async (text, reason) => {
    const [before, behind] = [await newMessage(), await newMessage()];
    const hostile = incoming(text);
    reported.mockClear();
    await read([incoming('Gladly', before), hostile, incoming('Gladly', behind)]);
    expect([await isAnswered(before), await isAnswered(behind)]).toEqual([true, true]);
    expect((await mailboxesIn(here).one({ id: mailbox })).cursor).toEqual({ read: 3 });
    expect((await listed()).results[0]).toMatchObject({
      mailbox: 'reader@company.test',
      folder: 'INBOX',
      remote_id: hostile.id,
      message_id: `<in-${hostile.id}@candidates.test>`,
      reason,
      received_at: '2026-11-22T09:00:00.000Z',
    });
    expect(reported).toHaveBeenCalledTimes(1);
    expect(reported.mock.calls[0]?.[0]).toMatchObject({ mailbox, folder: 'INBOX', remoteId: hostile.id, reason });
  });

  it('[SEND-009] is skipped after the server crashed several times while reading it', async () => {
    const [before, behind] = [await newMessage(), await newMessage()];
    const [first, fatal, last] = [incoming('Gladly', before), incoming('Hello'), incoming('Gladly', behind)];
    await here.sql('insert into reading_attempts (mailbox_id, company_id, message_key, attempts) values ($1, $2, $3, 4)', [
      mailbox,
      company,
      `INBOX/${fatal.id}`,
    ]);
    await read([first, fatal, last]);
    expect([await isAnswered(before), await isAnswered(behind)]).toEqual([true, true]);
    expect((await listed()).results[0]).toMatchObject({ remote_id: fatal.id, reason: 'interrupted' });
    expect(await here.sql('select from reading_attempts where mailbox_id = $1', [mailbox])).toEqual([]);
  });

  it('[SEND-009] is recorded before it is read, outside a transaction', async () => {
    const seen: unknown[] = [];
    const spy = vi.spyOn(mailReader, 'read').mockImplementationOnce(async () => {
      seen.push(...(await here.sql('select message_key, attempts from reading_attempts where mailbox_id = $1', [mailbox])));
      seen.push(
        ...(await here.sql("select query from pg_stat_activity where state = 'idle in transaction' and datname = current_database()")),
      );
      return { unreadable: 'defect', detail: '' };
    });
    const message = incoming('Hello');
    await read([message]);
    spy.mockRestore();
    expect(seen).toEqual([{ message_key: `INBOX/${message.id}`, attempts: 1 }]);
  });

  it('is shown to administrators of its company only', async () => {
    const elsewhere = await here.addUser(await here.addCompany(), 'admin');
    expect((await listed(elsewhere)).results).toEqual([]);
    expect((await (await here.signIn(owner)).get('/api/v6/messaging/unreadable/')).status).toBe(403);
  });
});
