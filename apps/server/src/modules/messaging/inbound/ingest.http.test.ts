import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectionsTo } from '../../../../test/channel-fixtures.ts';
import { useSharedInstallation, type TestUser } from '../../../../test/installation.ts';
import { addMailbox, mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { addSentMessage, answersIn, messagesIn } from '../../../../test/message-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { createLog } from '../../../platform/log.ts';
import { createMailReader } from '../../../platform/mail/reading/mail-reader.ts';
import type { IncomingMessage, Mailbox, ReadOutcome } from '../channels/mailbox-port.ts';
import { isIngested } from '../channels/ingested.ts';
import { readMailbox, type ReaderServices } from './reader.ts';

const here = useSharedInstallation();
const log = createLog('silent');
const complaints = vi.spyOn(log, 'error');
const mailReader = createMailReader();
afterAll(() => mailReader.close());
let company: number;
let owner: TestUser;
let counter = 0;

beforeAll(async () => {
  company = await here.addCompany();
  owner = await here.addUser(company, 'worker');
});

async function newMailbox(user = owner): Promise<number> {
  await mailboxesIn(here).delete({ user_id: user.id });
  return addMailbox(here, user);
}

interface Sent {
  id: number;
  messageId: string;
  email: string;
  profile: number;
}

/** Inserts a message sent by this mailbox, or by a deleted one. */
async function newMessage(mailboxId: number | null): Promise<Sent> {
  const [profile = 0] = await addProfiles(here, 1);
  return addSentMessage(here, { company, user: owner.id, profile, mailbox: mailboxId });
}

function answerTo(sent: Sent, { text = 'Gladly', id = `<${randomBytes(8).toString('hex')}@candidates.test>`, more = [] as string[] } = {}) {
  const headers = [...more, `From: ${sent.email}`, 'Subject: Re: Subject', `In-Reply-To: ${sent.messageId}`, `Message-ID: ${id}`];
  const source = [...headers, 'Content-Type: text/plain; charset=utf-8', '', text].join('\r\n');
  return incoming(source);
}

function incoming(source: string): IncomingMessage {
  counter += 1;
  return { id: String(counter), folder: 'INBOX', receivedAt: new Date().toISOString(), truncated: false, raw: Buffer.from(source) };
}

/** Delivery report of a mail server. */
const reportOn = ({ email, messageId }: Sent) =>
  [
    'From: Mail Delivery System <mailer-daemon@candidates.test>',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${randomBytes(8).toString('hex')}@candidates.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.candidates.test',
    '',
    `Final-Recipient: rfc822; ${email}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
    '--part',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    '',
    '--part--',
    '',
  ].join('\r\n');

/** Messages that the database rejects. */
const refused = new Set<number>();
/** Messages that fail with an internal error or a lost database. */
const failing = new Map<number, Error>();

type Batch = Extract<ReadOutcome, { ok: true }>;
const batch = (messages: IncomingMessage[], more = false): Batch => ({ ok: true, messages, cursor: { read: messages.length }, more });

/** Reads a mailbox with these messages. */
async function read(mailboxId: number, batches: (Batch | (() => Promise<Batch>))[]): Promise<void> {
  const left = [...batches];
  const readNew = async () => {
    const next = left.shift() ?? batch([]);
    return typeof next === 'function' ? next() : next;
  };
  const { database } = here.application;
  const connections = connectionsTo(() => ({ readNew }) as unknown as Mailbox);
  const services: ReaderServices = {
    database,
    clock: here.clock,
    log,
    connections,
    mailReader,
    policy: {
      prepare: async () => new Map(),
      suppressed: async () => new Map(),
      suppress: async () => undefined,
      eventsOf: async () => [],
    },
    announce: async (tx, { messageId }) => {
      const failure = failing.get(messageId);
      if (failure) throw failure;
      if (refused.has(messageId)) await sql`select 1 / 0`.execute(tx);
    },
  };
  await readMailbox(services, mailboxId);
}

const repliesTo = async ({ id }: Sent) => (await answersIn(here).find({ message_id: id })).map((row) => row.own_text);
const isAnswered = async ({ id }: Sent) => (await messagesIn(here).one({ id })).replied_at !== null;
const mailboxRow = (id: number) => mailboxesIn(here).one({ id });

describe('a message that cannot be stored unchanged', () => {
  it('[SEND-009] is stored when an emoji crosses the length limit, like the messages after it', async () => {
    const mailbox = await newMailbox();
    const [first, second] = [await newMessage(mailbox), await newMessage(mailbox)];
    const text = `${'a'.repeat(499)}😀 and more`;
    await read(mailbox, [batch([answerTo(first, { text }), answerTo(second)])]);
    expect(await repliesTo(first)).toEqual([text]);
    expect(await isAnswered(second)).toBe(true);
    const [event] = await here.sql<{ data: { text: string } }>(
      "select data from message_events where message_id = $1 and type = 'replied'",
      [first.id],
    );
    expect(event?.data.text).toBe('a'.repeat(499));
    expect(await mailboxRow(mailbox)).toMatchObject({ cursor: { read: 2 }, read_at: expect.any(Date) });
  });

  it('is stored once with a very long Message-ID or one with a NUL', async () => {
    const mailbox = await newMailbox();
    const [first, second] = [await newMessage(mailbox), await newMessage(mailbox)];
    const long = answerTo(first, { id: `<${randomBytes(4000).toString('hex')}@candidates.test>` });
    const odd = answerTo(second, { id: '<a\0b@candidates.test>', text: 'Yes\0', more: [`Subject: Re:\0 a${'😀'.repeat(600)}`] });
    await read(mailbox, [batch([long, odd])]);
    await read(mailbox, [batch([long, odd])]);
    expect([await repliesTo(first), await repliesTo(second)]).toEqual([['Gladly'], ['Yes']]);
  });

  it('is skipped with a warning if the database rejects it, and its changes are rolled back', async () => {
    const mailbox = await newMailbox();
    const [first, second] = [await newMessage(mailbox), await newMessage(mailbox)];
    refused.add(first.id);
    complaints.mockClear();
    await read(mailbox, [batch([answerTo(first), answerTo(second)])]);
    expect(complaints).toHaveBeenCalledTimes(1);
    expect([await isAnswered(first), await isAnswered(second)]).toEqual([false, true]);
    expect(await repliesTo(first)).toEqual([]);
    expect(await mailboxRow(mailbox)).toMatchObject({ cursor: { read: 2 } });
  });
});

describe('a reply', () => {
  it('notifies the owner of the mailbox once, unlike an automatic reply', async () => {
    const mailbox = await newMailbox();
    const [sent, away] = [await newMessage(mailbox), await newMessage(mailbox)];
    const answer = answerTo(sent);
    await read(mailbox, [batch([answer, answerTo(away, { more: ['Auto-Submitted: auto-replied'] })])]);
    await read(mailbox, [batch([answer])]);
    const raised = await here.sql(`select kind, object_id::int as message from notices where user_id = $1 and profile_id = any($2)`, [
      owner.id,
      [sent.profile, away.profile],
    ]);
    expect(raised).toEqual([{ kind: 'reply', message: sent.id }]);
  });
});

const keptOf = async ({ id }: Sent) => (await answersIn(here).find({ message_id: id })).map(({ kind, own_text: text }) => [kind, text]);

describe('mail of a thread', () => {
  const listed = [
    'List-Unsubscribe: <https://crm.test/u/1>',
    'List-Id: <people.candidates.test>',
    'Precedence: bulk',
    'Precedence: list',
    'Auto-Submitted: no\r\nList-Unsubscribe: <https://crm.test/u/1>',
  ];

  it.each(listed)('[SEND-009] is a reply with %j', async (header) => {
    const mailbox = await newMailbox();
    const sent = await newMessage(mailbox);
    await read(mailbox, [batch([answerTo(sent, { more: [header] })])]);
    expect(await keptOf(sent)).toEqual([['reply', 'Gladly']]);
    expect(await isAnswered(sent)).toBe(true);
  });

  it('[SEND-009] of a list is a reply if it names a message of the thread or our subject', async () => {
    const mailbox = await newMailbox();
    const [first, second] = [await newMessage(mailbox), await newMessage(mailbox)];
    const own = '<own-reply@candidates.test>';
    const more = ['List-Unsubscribe: <https://crm.test/u/1>'];
    const again = answerTo({ ...first, messageId: own }, { more, text: 'One more thing' });
    const [sent] = await messagesIn(here).find({ id: second.id });
    const bySubject = incoming(
      [...more, `From: ${second.email}`, `Subject: Re: ${sent?.subject ?? ''}`, 'Message-ID: <by-subject@candidates.test>', '', 'Yes'].join(
        '\r\n',
      ),
    );
    await read(mailbox, [batch([answerTo(first, { id: own }), again, bySubject])]);
    expect([await repliesTo(first), await repliesTo(second)]).toEqual([['Gladly', 'One more thing'], ['Yes']]);
  });

  it('[SEND-009] ignores a newsletter of the same person', async () => {
    const mailbox = await newMailbox();
    const sent = await newMessage(mailbox);
    const head = [`From: ${sent.email}`, 'Subject: News of May', 'Message-ID: <news@candidates.test>', 'List-Id: <news.candidates.test>'];
    await read(mailbox, [batch([incoming([...head, '', 'Read on'].join('\r\n'))])]);
    expect([await keptOf(sent), await isAnswered(sent)]).toEqual([[], false]);
  });

  it('[SEND-009] shows notices and warnings without other effects', async () => {
    const mailbox = await newMailbox();
    const sent = await newMessage(mailbox);
    const notice = answerTo({ ...sent, email: 'no-reply@candidates.test' }, { text: 'Your request was received' });
    const delay = incoming(reportOn(sent).replace('Action: failed', 'Action: delayed').replace('Status: 5.1.1', 'Status: 4.4.1'));
    await read(mailbox, [batch([notice, delay])]);
    expect(await keptOf(sent)).toEqual([
      ['other', 'Your request was received'],
      ['other', '550 5.1.1 User unknown'],
    ]);
    expect(await stateOf(sent)).toEqual({ state: 'sent', error_reason: null, left: true });
    expect(await isAnswered(sent)).toBe(false);
  });
});

describe('a message with an error', () => {
  it('[SEND-009] is skipped after any error, and the messages after it are read', async () => {
    const mailbox = await newMailbox();
    const [first, second] = [await newMessage(mailbox), await newMessage(mailbox)];
    failing.set(first.id, new RangeError('Maximum call stack size exceeded'));
    await read(mailbox, [batch([answerTo(first), answerTo(second)])]);
    expect([await isAnswered(first), await isAnswered(second)]).toEqual([false, true]);
    expect(await mailboxRow(mailbox)).toMatchObject({ cursor: { read: 2 } });
    expect(await here.sql('select reason, detail from unreadable_messages where mailbox_id = $1', [mailbox])).toEqual([
      { reason: 'not_kept', detail: 'Maximum call stack size exceeded' },
    ]);
  });

  it('[SEND-009] is read again after the database was unavailable', async () => {
    const mailbox = await newMailbox();
    const sent = await newMessage(mailbox);
    failing.set(sent.id, Object.assign(new Error('terminating connection'), { code: '57P01' }));
    const answer = answerTo(sent);
    await expect(read(mailbox, [batch([answer])])).rejects.toThrow('terminating connection');
    expect(await mailboxRow(mailbox)).toMatchObject({ cursor: null });
    failing.clear();
    await read(mailbox, [batch([answer])]);
    expect(await isAnswered(sent)).toBe(true);
  });
});

describe('known replies', () => {
  it('[DEC-10] are complete only after a mailbox is read to its end', async () => {
    const mailbox = await newMailbox();
    const seen: boolean[] = [];
    const look = async () => {
      const row = await mailboxRow(mailbox);
      seen.push(isIngested({ read_at: row?.read_at ?? null }, here.clock.now()));
    };
    await read(mailbox, [
      batch([], true),
      async () => {
        await look();
        return batch([]);
      },
    ]);
    await look();
    expect(seen).toEqual([false, true]);
  });

  it('include replies to messages sent before the mailbox was reconnected', async () => {
    const mailbox = await newMailbox();
    const [byThread, byAddress] = [await newMessage(null), await newMessage(null)];
    const unthreaded = answerTo({ ...byAddress, messageId: '<of-somebody@elsewhere.test>' });
    await read(mailbox, [batch([answerTo(byThread), unthreaded])]);
    expect([await repliesTo(byThread), await repliesTo(byAddress)]).toEqual([['Gladly'], ['Gladly']]);
  });

  it('are kept when the owner’s account is deleted, and deleted with their writer', async () => {
    const leaving = await here.addUser(company, 'worker');
    const mailbox = await newMailbox(leaving);
    const [kept, erased] = [await newMessage(mailbox), await newMessage(mailbox)];
    await messagesIn(here).update({ id: [kept.id, erased.id] }, { created_by: leaving.id });
    await read(mailbox, [batch([answerTo(kept), answerTo(erased)])]);
    await here.sql('delete from users where id = $1', [leaving.id]);
    expect([await repliesTo(kept), await repliesTo(erased)]).toEqual([['Gladly'], ['Gladly']]);
    await here.sql('delete from profiles where id = $1', [erased.profile]);
    expect([await repliesTo(kept), await repliesTo(erased)]).toEqual([['Gladly'], []]);
    expect(await answersIn(here).find({ from_address: erased.email })).toEqual([]);
  });
});

const stateOf = async ({ id }: Sent) => {
  const { state, error_reason, sent_at: sentAt } = await messagesIn(here).one({ id });
  return { state, error_reason, left: sentAt !== null };
};
const newWaiting = async (mailbox: number) => {
  const sent = await newMessage(mailbox);
  const inNineHours = new Date(Date.now() + 9 * 3_600_000);
  await messagesIn(here).update({ id: sent.id }, { state: 'planned', resent: true, sent_at: null, send_at: inNineHours });
  return sent;
};

describe('mail about a message that waits for a resend', () => {
  const absence = { text: 'I am away', more: ['Auto-Submitted: auto-replied'] };

  it('[SEND-008] [SEND-009] confirms it as sent: a reply, or an absence notice that names it', async () => {
    const mailbox = await newMailbox();
    const [answered, unnamed, away] = [await newWaiting(mailbox), await newWaiting(mailbox), await newWaiting(mailbox)];
    const byAddress = answerTo({ ...unnamed, messageId: '<of-somebody@elsewhere.test>' });
    await read(mailbox, [batch([answerTo(answered), byAddress, answerTo(away, absence)])]);
    for (const sent of [answered, unnamed, away]) expect(await stateOf(sent)).toEqual({ state: 'sent', error_reason: null, left: true });
    expect(await Promise.all([answered, unnamed, away].map(isAnswered))).toEqual([true, true, false]);
  });

  it('[SEND-008] [SEND-023] ends it with a bounce', async () => {
    const mailbox = await newMailbox();
    const bounced = await newWaiting(mailbox);
    const delivery = incoming(reportOn(bounced));
    await read(mailbox, [batch([delivery])]);
    expect(await stateOf(bounced)).toEqual({ state: 'error', error_reason: 'bounce', left: true });
  });

  it('[SEND-008] does not confirm it with an absence notice that names no message', async () => {
    const mailbox = await newMailbox();
    const waiting = await newWaiting(mailbox);
    await read(mailbox, [batch([answerTo({ ...waiting, messageId: '<of-somebody@elsewhere.test>' }, absence)])]);
    expect(await stateOf(waiting)).toEqual({ state: 'planned', error_reason: null, left: false });
    expect(await repliesTo(waiting)).toEqual(['I am away']);
  });
});
