import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { messagesIn, recipientsIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { settled, until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const hour = 3600_000;
const path = '/api/v6/messaging/mailbox/';
// Not among the mailboxes that other tests use.
const spare = 'recruiter9@company.test';
let company: number;
let admin: Caller;
let rita: Recruiter;

beforeAll(async () => {
  company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
  rita = await newRecruiter(here, mail, { company });
});

const newcomer = () => newRecruiter(here, mail, { company });
const disconnect = async ({ caller }: Recruiter) => expect((await caller.delete(path)).status).toBe(200);
const mailboxOf = async ({ caller }: Recruiter) => (await caller.get(path)).body.mailbox;
const messageOf = async ({ caller }: Recruiter, id: number) => (await caller.get(`/api/v6/messages/${id}/`)).body;
const rowOf = ({ user }: Recruiter) => mailboxesIn(here).one({ user_id: user.id, state: ['connected', 'broken'] });

/** Starts a sequence of two messages an hour apart and waits for the first. */
async function begun(recruiter: Recruiter) {
  const [reader] = (await addReaders(here, company, 1)) as [Reader];
  const templates = [
    { subject: 'One', body: '<p>First</p>' },
    { subject: 'Two', body: '<p>Second</p>', send_delay: 3600 },
  ];
  const { id } = await good(recruiter.caller.post('/api/v6/sequences/', { name: 'Engineers', templates }));
  await good(recruiter.caller.post(`/api/v6/sequences/${id}/add_profile/`, { profile_id: reader.profile }));
  await good(recruiter.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
  const recipient = async () =>
    (await good(recruiter.caller.get(`/api/v6/sequences/${id}/recipients/?profile_id=${reader.profile}`))).recipients[0];
  await until(async () => expect(await recipient()).toMatchObject({ messages_sent: 1 }));
  const why = async () => (await good(recruiter.caller.get(`/api/v6/mailing_recipients/${(await recipient()).id}/why/`))).reason;
  return { id, reader, recipient, why };
}

const readAnew = (recruiter: Recruiter) => until(async () => expect((await rowOf(recruiter)).read_at).toEqual(here.clock.now()));

describe('a reconnected mailbox', () => {
  it('[SEND-009] [SENT-004] keeps replies, and reads those of the pause before sending follow-ups', async () => {
    const answered = await mail.write(rita.caller);
    await mail.becomes(rita.caller, answered.id, 'sent');
    const { reader, recipient } = await begun(rita);
    await mail.answer(answered.to, 'reply');
    await mail.becomes(rita.caller, answered.id, 'replied');
    const before = await mailboxOf(rita);
    await disconnect(rita);
    expect(await mailboxOf(rita)).toBeNull();
    expect((await messageOf(rita, answered.id)).replies).toMatchObject([{ kind: 'reply', text: 'Gladly' }]);
    expect(await mailboxesIn(here).one({ user_id: rita.user.id })).toMatchObject({ secret: '', failure: null });
    await mail.answer(reader.email, 'reply');
    here.clock.advance(2 * hour);
    await settled();
    await mail.connect(rita.caller, rita.address.toUpperCase());
    await until(async () => expect(await recipient()).toMatchObject({ ended: 'replied', messages_sent: 1 }));
    expect(await mail.count(reader.email)).toBe(1);
    expect(await mailboxOf(rita)).toMatchObject({ id: before.id, connected_at: before.connected_at });
  });

  it('[SEND-009] receives replies to old messages, also of deleted mailboxes', async () => {
    const old = await mail.write(rita.caller);
    await mail.becomes(rita.caller, old.id, 'sent');
    const { sent_at: sentAt } = await messagesIn(here).one({ id: old.id });
    await messagesIn(here).update({ id: old.id }, { mailbox_id: null, sent_at: new Date(Number(sentAt) - 72 * hour) });
    await disconnect(rita);
    await mail.connect(rita.caller, rita.address);
    await mail.answer(old.to, 'reply');
    expect(await mail.becomes(rita.caller, old.id, 'replied')).toMatchObject({ replies: [{ kind: 'reply' }] });
  });

  it('[DEC-10] keeps its pause and warm-up', async () => {
    const pausedUntil = new Date(here.clock.now().getTime() + hour);
    const connectedAt = new Date(Number((await rowOf(rita)).connected_at) - 9 * 24 * hour);
    await mailboxesIn(here).update(
      { user_id: rita.user.id },
      { paused_until: pausedUntil, connected_at: connectedAt, daily_limit: 100, ramps: true },
    );
    const limitToday = async () =>
      (await good(admin.get('/api/v6/messaging/sending_limits/'))).mailboxes.find(
        (one: { owner: { id: number } }) => one.owner.id === rita.user.id,
      ).limit_today;
    const before = await limitToday();
    await disconnect(rita);
    await mail.connect(rita.caller, rita.address);
    expect(await rowOf(rita)).toMatchObject({ paused_until: pausedUntil });
    expect([await limitToday(), before]).toEqual([100, 100]);
    await mailboxesIn(here).update({ user_id: rita.user.id }, { paused_until: null, daily_limit: null });
  });
});

describe('a replacement mailbox', () => {
  it('[SEQ-014] [DEC-10] sends no follow-ups to messages of the previous mailbox until it is back or the mailing is launched again', async () => {
    const vera = await newcomer();
    const [back, anew] = [await begun(vera), await begun(vera)];
    await disconnect(vera);
    await mail.connect(vera.caller, spare);
    here.clock.advance(2 * hour);
    await readAnew(vera);
    await settled();
    expect([await back.why(), await anew.why()]).toEqual(['other_mailbox', 'other_mailbox']);
    const heldIn = async ({ id }: { id: number }) =>
      (await good(vera.caller.get(`/api/v6/mailing_lists/${id}/launch_info/`))).held_follow_ups;
    expect(await heldIn(anew)).toEqual({ count: 1, addresses: [vera.address] });
    expect([await mail.count(back.reader.email), await mail.count(anew.reader.email)]).toEqual([1, 1]);
    // SENT-004: the sender of a sent message does not change.
    expect((await anew.recipient()).messages[0].from).toMatchObject({ address: vera.address });
    await good(vera.caller.post(`/api/v6/mailing_lists/${anew.id}/stop/`));
    // A launch ends the wait for the other mailbox, but not for this one.
    expect(await heldIn(anew)).toEqual({ count: 0, addresses: [] });
    await until(async () => {
      await here.sql(`update mailboxes set read_at = read_at - interval '11 minutes' where address = $1`, [spare]);
      expect((await heldIn(anew)).addresses).toEqual([spare]);
    });
    await readAnew(vera);
    await good(vera.caller.post(`/api/v6/mailing_lists/${anew.id}/launch/`, {}));
    await until(async () => expect(await mail.count(anew.reader.email)).toBe(2));
    expect([await heldIn(anew), await heldIn(back)]).toEqual([
      { count: 0, addresses: [] },
      { count: 1, addresses: [vera.address] },
    ]);
    expect((await anew.recipient()).messages.map((one: { from: { address: string } }) => one.from.address)).toEqual([vera.address, spare]);
    await disconnect(vera);
    await mail.connect(vera.caller, vera.address);
    await until(async () => expect(await mail.count(back.reader.email)).toBe(2));
    await disconnect(vera);
  });

  it('takes over waiting messages of a broken one, except follow-ups', async () => {
    const wanda = await newcomer();
    const { id, recipient, reader, why } = await begun(wanda);
    const waiting = await mail.write(wanda.caller, { send_at: new Date(here.clock.now().getTime() + 2 * hour).toISOString() });
    const [broken] = await mailboxesIn(here).update({ user_id: wanda.user.id }, { state: 'broken', failure: { detail: '' } });
    // Created before the mailbox broke.
    await messagesIn(here).insert({
      company_id: company,
      recipient_id: (await recipient()).id,
      step: 1,
      mailbox_id: broken?.id ?? 0,
      created_by: wanda.user.id,
      message_id: '<follow-up@company.test>',
      subject: 'Two',
      html: '<p>Second</p>',
      body_text: 'Second',
      send_at: here.clock.now(),
      is_mass: true,
    });
    await recipientsIn(here).update({ mailing_id: id }, { next_at: null });
    await mail.connect(wanda.caller, spare);
    here.clock.advance(3 * hour);
    await mail.becomes(wanda.caller, waiting.id, 'sent');
    await until(async () => expect(await why()).toBe('other_mailbox'));
    expect(await mail.count(reader.email)).toBe(1);
    await disconnect(wanda);
  });
});

describe('concurrent requests', () => {
  it('[SEND-001] [MSET-006] a message written during a disconnect is sent, fails with a reason, or is refused', async () => {
    const tanya = await newcomer();
    for (let turn = 0; turn < 6; turn += 1) {
      const [written] = await Promise.all([mail.write(tanya.caller), tanya.caller.delete(path)]);
      expect([200, 403]).toContain(written.status);
      await until(async () => {
        const stuck = await here.sql(
          `select from messages join mailboxes on mailboxes.id = mailbox_id where mailboxes.state = 'disconnected'
           and messages.state in ('planned', 'claimed', 'handed_over')`,
        );
        expect(stuck).toEqual([]);
      });
      await mail.connect(tanya.caller, tanya.address);
    }
    const message = await mail.write(tanya.caller);
    await mail.becomes(tanya.caller, message.id, 'sent');
  });

  it('[MSET-007] repeated connects connect the mailbox without an error', async () => {
    const uma = await newcomer();
    await disconnect(uma);
    const both = [0, 1, 2, 3].map(() => mail.connect(uma.caller, uma.address));
    await Promise.all(both);
    await mailboxesIn(here).delete({ user_id: uma.user.id });
    await Promise.all([0, 1, 2, 3].map(() => mail.connect(uma.caller, uma.address)));
    expect(await mailboxesIn(here).find({ user_id: uma.user.id })).toMatchObject([{ state: 'connected', address: uma.address }]);
  });

  it('[SENT-006] open tables are notified of messages that end with a mailbox', async () => {
    const yana = await newcomer();
    const waiting = await mail.write(yana.caller, { send_at: new Date(here.clock.now().getTime() + hour).toISOString() });
    const doubtful = await mail.write(yana.caller);
    await mail.becomes(yana.caller, doubtful.id, 'sent');
    const leaseUntil = new Date(here.clock.now().getTime() + hour);
    await messagesIn(here).update({ id: doubtful.id }, { state: 'handed_over', claimed_by: 'killed', lease_until: leaseUntil });
    const listening = new Client({ connectionString: here.databaseUrl });
    await listening.connect();
    await listening.query('listen headwater_events');
    const heard = new Set<number>();
    listening.on('notification', ({ payload = '{}' }) => {
      const event = JSON.parse(payload) as { topic: string; ids: number[] };
      if (event.topic === 'messages') for (const id of event.ids) heard.add(id);
    });
    await disconnect(yana);
    await until(async () => expect(heard).toEqual(new Set([waiting.id, doubtful.id])));
    await listening.end();
  });
});
