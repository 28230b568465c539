import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { addAnswer, mailingOf, mailingsIn, messagesIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';

const here = useInstallation();
const mail = useMail(here);

let company: number;
let rita: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await here.signIn(await here.addUser(company, 'worker'));
  await mail.connect(rita, 'recruiter0@company.test');
});

interface Thread {
  is_unread: boolean;
  message: { id: number; profile_id: number };
  last_kind: string;
  preview: string;
  messages: number;
  needs_attention: boolean;
}
const inbox = (caller: Caller, query = '') =>
  good(caller.get(`/api/v6/messaging/threads/${query}`)) as Promise<{ threads: Thread[]; total: number }>;
const people = async (query = '') => (await inbox(rita, query)).threads.map(({ message }) => message.profile_id);

it('[SENT-001] [SEND-009] shows each person once, latest activity first, and who waits for a reply', async () => {
  const anna = await mail.write(rita);
  await mail.becomes(rita, anna.id, 'sent');
  const boris = await mail.write(rita, { subject: 'Second' });
  await mail.becomes(rita, boris.id, 'sent');
  expect(await people()).toEqual([boris.profile, anna.profile]);
  expect(await people('?needs_attention=true')).toEqual([]);

  await mail.answer(anna.to, 'reply');
  await mail.becomes(rita, anna.id, 'replied');
  const { threads, total } = await inbox(rita);
  expect(total).toBe(2);
  expect(threads.map(({ message }) => message.profile_id)).toEqual([anna.profile, boris.profile]);
  expect(threads[0]).toMatchObject({ last_kind: 'reply', preview: 'Gladly', messages: 1, needs_attention: true });
  expect(threads[1]).toMatchObject({ last_kind: 'sent', needs_attention: false });
  expect(await people('?needs_attention=true')).toEqual([anna.profile]);
  expect(await people('?search=SECOND')).toEqual([boris.profile]);
  expect(await people('?limit=1&offset=1')).toEqual([boris.profile]);

  const reply = {
    profile_id: anna.profile,
    email: anna.to,
    subject: 'Re: Hello',
    body: '<p>Tuesday?</p>',
    request_key: 'key-thread-reply',
  };
  const { id } = await good(rita.post('/api/v6/messages/', { ...reply, reply_to: anna.id }));
  await mail.becomes(rita, id, 'sent');
  const [first] = (await inbox(rita)).threads;
  expect(first).toMatchObject({ message: { id, profile_id: anna.profile }, last_kind: 'sent', messages: 2, needs_attention: false });
  // Its headers place it in the person's conversation.
  const { mail: arrived } = await mail.newest(anna.to);
  const { message_id: earlier } = await messagesIn(here).one({ id: anna.id });
  expect(arrived.references[0]).toBe(earlier);
  expect(arrived.inReplyTo[0]).toBe(arrived.references.at(-1));
  expect(arrived.references).toHaveLength(2);

  // A match of any message shows the whole thread.
  const [found] = (await inbox(rita, '?search=Hello')).threads.filter(({ message }) => message.profile_id === anna.profile);
  expect(found).toMatchObject({ message: { id }, messages: 2, needs_attention: false });
  await here.sql(`update profiles set data = data || '{"first_name": "Boris", "last_name": "Quill"}' where id = $1`, [boris.profile]);
  expect(await people('?search=boris%20qu')).toEqual([boris.profile]);
  expect((await good(rita.get('/api/v6/mailing_recipients/?search=QUILL'))).messages).toMatchObject([{ id: boris.id }]);

  const { messages } = await good(rita.get(`/api/v6/messaging/thread/?profile_id=${anna.profile}`));
  expect(messages.map((one: { id: number; replies: { text: string }[] }) => [one.id, one.replies.map(({ text }) => text)])).toEqual([
    [anna.id, ['Gladly']],
    [id, []],
  ]);
  expect(messages[1].html).toContain('Tuesday?');
});

it('[ROLE-057] is hidden from others, and only its readers continue it, with the same person', async () => {
  const written = await mail.write(rita);
  const other = await mail.write(rita);
  const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  const colleague = await here.signIn(await here.addUser(company, 'worker'));
  expect(await inbox(stranger)).toEqual({ threads: [], total: 0, is_exact: true });
  expect(await good(stranger.get(`/api/v6/messaging/thread/?profile_id=${written.profile}`))).toEqual({ messages: [], assignee: null });
  // Users with the right see messages of colleagues, as in the list.
  expect((await inbox(colleague)).threads.map(({ message }) => message.profile_id)).toContain(written.profile);
  const reply = { profile_id: written.profile, email: written.to, subject: 'Re', body: '<p>x</p>', request_key: 'key-thread-wrong' };
  expect((await rita.post('/api/v6/messages/', { ...reply, reply_to: other.id })).body).toEqual({ reply_to: ['Not found'] });
  expect((await rita.post('/api/v6/messages/', { ...reply, reply_to: 987_654_321 })).body).toEqual({ reply_to: ['Not found'] });
  await mail.connect(colleague, 'recruiter1@company.test');
  // In a private mailing only the writer sees the list, the message and its reply.
  await mailingsIn(here).update({ id: await mailingOf(here, written.id) }, { access_type: 'private' });
  expect((await colleague.get(`/api/v6/messages/${written.id}/`)).status).toBe(403);
  expect((await colleague.post('/api/v6/messages/', { ...reply, reply_to: written.id })).body).toEqual({ reply_to: ['Not found'] });
});

it('[MAIL-001] needs attention until the reply is answered, whatever arrives later', async () => {
  const written = await mail.write(rita);
  await mail.becomes(rita, written.id, 'sent');
  await addAnswer(here, written.id, { kind: 'reply', seconds: 1 });
  await addAnswer(here, written.id, { kind: 'auto_reply', seconds: 6 });
  const rowOf = async () => (await inbox(rita)).threads.find(({ message }) => message.profile_id === written.profile);
  expect(await rowOf()).toMatchObject({ last_kind: 'auto_reply', needs_attention: true });
  const later = { profile_id: written.profile, email: written.to, subject: 'Re', body: '<p>x</p>', request_key: `key-later-${written.id}` };
  await good(rita.post('/api/v6/messages/', { ...later, send_at: new Date(here.clock.now().getTime() + 86_400_000).toISOString() }));
  expect(await rowOf()).toMatchObject({ needs_attention: true });
});

let counter = 0;
const replyTo = (who: Caller, { id, profile }: { id: number; profile: number }, more: object = {}) =>
  who.post('/api/v6/messages/', {
    profile_id: profile,
    reply_to: id,
    subject: 'Re: Hello',
    body: '<p>Tuesday?</p>',
    request_key: `key-answer-${counter++}`,
    ...more,
  });
/** Written by Rita to an address of the common base with contacts she has opened. */
async function writtenToBase(email: string) {
  const [profile = 0] = await addProfiles(here, 1, { input: { contacts: [{ type: 'email', value: email }] } });
  await good(rita.get(`/api/v6/profiles/${profile}/get-contacts/`));
  const letter = { profile_id: profile, subject: 'Hello', body: '<p>Hello</p>', request_key: `key-base-${profile}` };
  return { id: (await good(rita.post('/api/v6/messages/', letter))).id as number, profile };
}
interface Written {
  id: number;
  email: string;
  email_is_masked: boolean;
  replies: { from_address: string; from_address_is_masked: boolean }[];
}
const threadOf = async (who: Caller, profile: number): Promise<Written[]> =>
  (await good(who.get(`/api/v6/messaging/thread/?profile_id=${profile}`))).messages;

describe('a reply without an address', () => {
  let colleague: Caller;
  beforeAll(async () => {
    colleague = await here.signIn(await here.addUser(company, 'worker'));
    await mail.connect(colleague, 'recruiter2@company.test');
  });

  it('[SEND-009] goes to the last writer, else to the recipient', async () => {
    const written = await mail.write(rita);
    await mail.becomes(rita, written.id, 'sent');
    expect((await good(replyTo(rita, written))).email).toBe(written.to);
    await addAnswer(here, written.id, { from_address: 'from-home@people.test', seconds: 1 });
    await addAnswer(here, written.id, { from_address: 'From-Abroad@people.test', seconds: 10 });
    expect((await good(replyTo(rita, written))).email).toBe('From-Abroad@people.test');
    // The address shown during writing is used, whatever arrived since.
    expect((await good(replyTo(rita, written, { email: 'from-home@people.test' }))).email).toBe('from-home@people.test');
  });

  it('[CONT-009] [SEND-009] to a masked address asks to open the contacts, and then goes there', async () => {
    const email = 'olga.masked@people.test';
    const written = await writtenToBase(email);
    expect(await threadOf(rita, written.profile)).toMatchObject([{ email, email_is_masked: false }]);
    const [seen] = await threadOf(colleague, written.profile);
    expect(seen).toMatchObject({ email: 'o***@***.test', email_is_masked: true });
    const refused = await replyTo(colleague, written);
    expect([refused.status, refused.body]).toEqual([400, { email: ['Open the contacts first'] }]);
    await good(colleague.get(`/api/v6/profiles/${written.profile}/get-contacts/`));
    expect(await threadOf(colleague, written.profile)).toMatchObject([{ email, email_is_masked: false }]);
    expect((await good(replyTo(colleague, written))).email).toBe(email);
  });

  it('[CONT-009] stays masked for others if the person replied from another address of the common base', async () => {
    const [typed, closed] = ['anna.typed@people.test', 'anna.closed@people.test'];
    const [profile = 0] = await addProfiles(here, 1, { input: { contacts: [{ type: 'email', value: closed }] } });
    const { id } = await mail.write(rita, { profile_id: profile, email: typed });
    await addAnswer(here, id, { from_address: closed, seconds: 1 });
    const [seen] = await threadOf(colleague, profile);
    expect(seen).toMatchObject({ email: typed, email_is_masked: false, replies: [{ from_address_is_masked: true }] });
    expect((await replyTo(colleague, { id, profile })).body).toEqual({ email: ['Open the contacts first'] });
    // The owner of the mailbox has read it there.
    for (const more of [{}, { email: closed }]) expect((await good(replyTo(rita, { id, profile }, more))).email).toBe(closed);
    const answers = (await threadOf(colleague, profile)).slice(1);
    expect(answers).toMatchObject([{ email_is_masked: true }, { email_is_masked: true }]);
    expect(JSON.stringify(answers)).not.toContain(closed);
  });
});

it('[SEND-009] reports a suppressed address', async () => {
  const written = await mail.write(rita);
  const suppressionOf = async () =>
    (await good(rita.get(`/api/v6/messaging/thread/?profile_id=${written.profile}`))).messages[0].suppression;
  expect(await suppressionOf()).toBeNull();
  const admin = await here.signIn(await here.addUser(company, 'admin'));
  await good(admin.post('/api/v6/messaging/suppressions/', { addresses: written.to }));
  expect(await suppressionOf()).toBe('manual');
});

it('[SENT-001] shows the beginning of a message without link URLs', async () => {
  const body = '<p>See <a href="https://jobs.acme.io/go">the role</a> (remote).</p>';
  const { profile } = await mail.write(rita, { subject: 'Third', body });
  const { threads } = await inbox(rita, '?search=Third');
  expect(threads.map(({ message, preview }) => ({ profile: message.profile_id, preview }))).toEqual([
    { profile, preview: 'See the role (remote).' },
  ]);
});

const received = async (who: Caller, query = '') => (await inbox(who, `?received=true${query}`)).threads;
const unread = async (who: Caller) => (await good(who.get('/api/v6/messaging/unread/'))).count;

describe('the inbox', () => {
  let rita: Caller;
  let colleague: Caller;
  beforeAll(async () => {
    const own = await here.addCompany();
    rita = await here.signIn(await here.addUser(own, 'worker'));
    colleague = await here.signIn(await here.addUser(own, 'worker'));
    await mail.connect(rita, 'recruiter10@company.test');
  });
  const markRead = (profile: number) => good(rita.post('/api/v6/messaging/thread/read/', { profile_id: profile }));

  it('[SENT-001] lists people who wrote back, unread first, and counts the unread ones', async () => {
    const [early, late, silent, away] = [await mail.write(rita), await mail.write(rita), await mail.write(rita), await mail.write(rita)];
    for (const { id } of [early, late, silent, away]) await mail.becomes(rita, id, 'sent');
    await addAnswer(here, away.id, { kind: 'auto_reply', seconds: 1 });
    for (const { to, id } of [early, late]) {
      await mail.answer(to, 'reply');
      await mail.becomes(rita, id, 'replied');
    }
    expect(await unread(rita)).toBe(2);
    const people = async () => (await received(rita)).map(({ message, is_unread: isUnread }) => [message.profile_id, isUnread]);
    expect(new Set((await people()).map(([person]) => person))).toEqual(new Set([early.profile, late.profile, away.profile]));
    expect((await people()).map(([, isUnread]) => isUnread)).toEqual([true, true, false]);
    await markRead(late.profile);
    expect((await people())[0]).toEqual([early.profile, true]);
    expect(await unread(rita)).toBe(1);
    // A colleague sees the conversation, but the reply is not to them.
    expect((await received(colleague)).map(({ is_unread: isUnread }) => isUnread)).toEqual([false, false, false]);
    expect(await unread(colleague)).toBe(0);
    const byPages = [...(await received(rita, '&limit=1')), ...(await received(rita, '&limit=2&offset=1'))];
    expect(byPages.map(({ message }) => message.profile_id)).toEqual((await people()).map(([person]) => person));
    expect((await received(rita, '&search=Hello')).map(({ message }) => message.profile_id)).not.toContain(silent.profile);
  });

  it('[SEND-009] is read after an answer, and again unread after the next reply', async () => {
    const written = await mail.write(rita);
    await mail.becomes(rita, written.id, 'sent');
    await mail.answer(written.to, 'reply');
    await mail.becomes(rita, written.id, 'replied');
    const before = await unread(rita);
    const answer = await good(replyTo(rita, written));
    expect(await unread(rita)).toBe(before - 1);
    await mail.becomes(rita, answer.id, 'sent');
    await mail.answer(written.to, 'reply');
    await until(async () => expect(await unread(rita)).toBe(before));
    await markRead(written.profile);
    await markRead(written.profile);
    expect(await unread(rita)).toBe(before - 1);
  });
});

it('[SENT-001] lists scheduled messages apart from those that left', async () => {
  const [first, second] = [2, 1].map((days) => new Date(here.clock.now().getTime() + days * 86_400_000).toISOString());
  const [later, sooner] = [await mail.write(rita, { send_at: first }), await mail.write(rita, { send_at: second })];
  const left = await mail.write(rita);
  await mail.becomes(rita, left.id, 'sent');
  const idsOf = async (view: string) =>
    ((await good(rita.get(`/api/v6/mailing_recipients/?view=${view}&limit=100`))).messages as { id: number }[]).map(({ id }) => id);
  const scheduled = await idsOf('scheduled');
  expect(scheduled.indexOf(sooner.id)).toBeLessThan(scheduled.indexOf(later.id));
  expect(scheduled).not.toContain(left.id);
  expect(await idsOf('sent')).toContain(left.id);
  expect(await idsOf('sent')).not.toContain(sooner.id);
});
