import { beforeAll, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { messagesIn, recipientsIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const minute = 60_000;

let company: number;
let counter = 0;
beforeAll(async () => {
  company = await here.addCompany();
});

async function recruiter() {
  const user = await here.addUser(company, 'worker');
  const caller = await here.signIn(user);
  await mail.connect(caller, `recruiter${counter++}@company.test`);
  return { caller, user };
}

const mailboxOf = async (caller: Caller) => (await good(caller.get('/api/v6/messaging/mailbox/'))).mailbox;
const messageOf = (caller: Caller, id: number) => good(caller.get(`/api/v6/messages/${id}/`));
const whyOf = (caller: Caller, id: number) => good(caller.get(`/api/v6/messages/${id}/why/`));
const suppressed = async (address: string) =>
  (await here.sql('select id from suppressions where company_id = $1 and address = $2', [company, address])).length > 0;

it.each([
  ['smtp_rcpt', '553 5.7.1 <bob@company.test>: Sender address rejected: not owned by user'],
  ['smtp_rcpt', '554 5.7.1 <x@candidates.test>: Relay access denied'],
  ['smtp_rcpt', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
  ['smtp_mail', '550 5.1.0 Address rejected'],
])('[SEND-026] [DEC-10] %s %s pauses the mailbox with the reason and suppresses no address', async (fault, text) => {
  const { caller } = await recruiter();
  await mail.nextFault(fault, { text });
  const written = await mail.write(caller);
  await until(async () => expect((await mailboxOf(caller)).pause_reason).toContain(text.slice(4)));
  expect((await messageOf(caller, written.id)).status).toBe('planned');
  expect(await whyOf(caller, written.id)).toMatchObject({ reason: 'retry', text: expect.stringContaining(text.slice(4)) as string });
  expect(await suppressed(written.to)).toBe(false);
  here.clock.advance(16 * minute);
  await mail.becomes(caller, written.id, 'sent');
  expect(await mailboxOf(caller)).toMatchObject({ pause_reason: null, paused_until: null });
});

it('[SEND-024] [SEND-032] too much mail pauses the mailbox and keeps attempts', async () => {
  const { caller } = await recruiter();
  await mail.nextFault('smtp_rcpt', { text: '450 4.7.1 Error: too much mail from 192.0.2.1' });
  const written = await mail.write(caller);
  await until(async () => expect((await mailboxOf(caller)).paused_until).not.toBeNull());
  expect((await mailboxOf(caller)).pause_reason).toBeNull();
  expect(await messagesIn(here).one({ id: written.id })).toMatchObject({ attempts: 0, deferrals: 1 });
  here.clock.advance(2 * minute);
  await mail.becomes(caller, written.id, 'sent');
});

it.each([
  ['smtp_rcpt', '452 4.2.2 Quota exceeded (mailbox for user is full)'],
  ['smtp_rcpt', '552 5.2.2 Mailbox is full'],
  ['smtp_data', '552 5.2.2 <x@candidates.test> Quota exceeded'],
])('[SEND-026] %s %s is a temporary bounce of that message only', async (fault, text) => {
  const { caller } = await recruiter();
  await mail.nextFault(fault, { text });
  const full = await mail.write(caller);
  const bounced = await mail.becomes(caller, full.id, 'soft_bounced');
  expect(bounced).toMatchObject({ error_reason: 'soft_bounce', label: 'SoftBounced' });
  expect(bounced['error_hint']).not.toMatch(/change the email/i);
  expect(await mailboxOf(caller)).toMatchObject({ paused_until: null, pause_reason: null });
  const other = await mail.write(caller);
  await mail.becomes(caller, other.id, 'sent');
  expect(await suppressed(full.to)).toBe(false);
  here.clock.advance(4 * 60 * minute + minute);
  await mail.becomes(caller, full.id, 'sent');
});

it('[SEND-026] [SENT-006] a later temporary bounce keeps the message as sent, and it is sent again', async () => {
  const { caller } = await recruiter();
  const written = await mail.write(caller);
  await mail.becomes(caller, written.id, 'sent');
  await mail.answer(written.to, 'bounce_soft');
  const bounced = await mail.becomes(caller, written.id, 'soft_bounced');
  expect(bounced['sent_at']).not.toBeNull();
  const types = (bounced['timeline'] as { type: string }[]).map(({ type }) => type);
  expect(types.indexOf('soft_bounce')).toBeGreaterThan(types.indexOf('sent'));
  expect(await suppressed(written.to)).toBe(false);
  here.clock.advance(4 * 60 * minute + minute);
  await mail.becomes(caller, written.id, 'sent');
  await until(async () => expect(await mail.count(written.to)).toBe(2));
});

it('[SEND-026] [SEQ-032] a failed message launched again has all attempts', async () => {
  const sender = await newRecruiter(here, mail, { company });
  const readers = await addReaders(here, company, 1);
  const [{ email }] = readers as [Reader];
  const { id } = await newList(sender, { readers, templates: [{ subject: 'Hello', body: '<p>Hello</p>' }] });
  await good(sender.caller.post(`/api/v6/mailing_lists/${id}/launch/`));
  await until(async () => expect(await mail.count(email)).toBe(1));
  const { id: recipient } = await recipientsIn(here).one({ mailing_id: id });
  await mail.becomes(sender.caller, (await messagesIn(here).one({ recipient_id: recipient })).id, 'sent');
  const failed = { state: 'error', error_reason: 'soft_bounce', soft_bounces: 3, deferrals: 5, resent: true } as const;
  const [message] = await messagesIn(here).update({ recipient_id: recipient }, failed);
  await recipientsIn(here).update({ id: recipient }, { ended: null });
  await mail.nextFault('smtp_rcpt', { text: '452 4.2.2 Quota exceeded (mailbox for user is full)', to: email });
  expect(await good(sender.caller.post(`/api/v6/mailing_lists/${id}/relaunch_failed/`))).toEqual({ error_relaunched: 1 });
  await mail.becomes(sender.caller, message?.id ?? 0, 'soft_bounced');
  expect(await messagesIn(here).one({ recipient_id: recipient })).toMatchObject({ soft_bounces: 1, deferrals: 0, resent: false });
});

it('[SEND-022] a message that is too large fails immediately', async () => {
  const { caller } = await recruiter();
  await mail.nextFault('smtp_data', { text: '552 5.3.4 Message size exceeds fixed limit' });
  const written = await mail.write(caller);
  expect(await mail.becomes(caller, written.id, 'error')).toMatchObject({
    error_reason: 'too_large',
    error_text: 'The message is too large',
  });
});

it('[MSET-010] a mailbox with a refused address is not connected, and the field shows the reason', async () => {
  const { caller } = await recruiter();
  const { smtp, imap } = await mailboxOf(caller);
  await mail.nextFault('smtp_rcpt', { text: '553 5.7.1 Sender address rejected: not owned by user' });
  const servers = { smtp: { ...smtp, password: 'Mail-Pass-1' }, imap: { ...imap, password: 'Mail-Pass-1' } };
  const { status, body } = await caller.post('/api/v6/messaging/smtp_imap/connect/', { address: smtp.user, from_name: '', ...servers });
  expect(status).toBe(400);
  expect(body.address).toEqual([expect.stringContaining('not owned by user')]);
});
