import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { messagesIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { acceptMessages } from './planner/record-outcomes.ts';
import { settled, until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const hour = 3_600_000;
const day = 86_400;
const one = { subject: 'One', body: '<p>First</p>' };

let company: number;
beforeAll(async () => {
  company = await here.addCompany({ features: { has_messaging: true, has_sequences: true } });
});

const newSender = () => newRecruiter(here, mail, { company });
const launch = ({ caller }: Recruiter, id: number) => good(caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
const messagesTo = async ({ caller }: Recruiter, { profile }: Reader) =>
  (await good(caller.get(`/api/v6/mailing_recipients/?profile_id=${profile}`))).messages;

/** Waits for the number of messages to the reader; returns the newest id. */
const sentTo = (sender: Recruiter, reader: Reader, count: number): Promise<number> =>
  until(async () => {
    const messages: { id: number; status: string }[] = await messagesTo(sender, reader);
    expect(messages.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'sent'));
    return Math.max(...messages.map(({ id }) => id));
  });

/** The state of a message to resend, optionally while its worker still has the first copy. */
const waitOnceMore = (id: number, worker: string | null = null) =>
  messagesIn(here).update(
    { id },
    {
      state: 'planned',
      sent_at: null,
      resent: true,
      attempts: 0,
      send_at: new Date(here.clock.now().getTime() + 10 * hour),
      claimed_by: worker,
      status_changed_at: here.clock.now(),
    },
  );

async function sequenceTo(sender: Recruiter, reader: Reader, delay: number): Promise<number> {
  const templates = [one, { subject: 'Two', body: '<p>Second</p>', send_delay: delay }];
  const { id } = await good(sender.caller.post('/api/v6/sequences/', { name: 'Engineers', templates }));
  await good(sender.caller.post(`/api/v6/sequences/${id}/add_profile/`, { profile_id: reader.profile }));
  await launch(sender, id);
  return id;
}

const undecided = { status: 'error', error_reason: 'unknown_outcome' };

describe('a message that waits to be resent', () => {
  it(
    '[SEND-008] [SEND-009] [DEC-04] is not resent after a reply to its first copy, and has no follow-up',
    { timeout: 40_000 },
    async () => {
      const rita = await newSender();
      const [anna, boris] = (await addReaders(here, company, 2)) as [Reader, Reader];
      const sequence = await sequenceTo(rita, anna, 2 * day);
      await mail.write(rita.caller, { profile_id: boris.profile, email: boris.email });
      for (const reader of [anna, boris]) {
        await waitOnceMore(await sentTo(rita, reader, 1));
        await mail.answer(reader.email, 'reply');
      }
      for (const reader of [anna, boris]) {
        await until(async () => expect(await messagesTo(rita, reader)).toMatchObject([{ status: 'replied', sent_at: expect.any(String) }]));
      }
      const { recipients } = await good(rita.caller.get(`/api/v6/sequences/${sequence}/recipients/`));
      expect(recipients).toMatchObject([{ ended: 'replied', status: 'replied', messages_sent: 1 }]);
      here.clock.advance(3 * day * 1000);
      await settled();
      expect([await mail.count(anna.email), await mail.count(boris.email)]).toEqual([1, 1]);
    },
  );

  it(
    "[SEND-008] [MAIL-039] needs a user's decision if its mailing is stopped, and continues accordingly",
    { timeout: 40_000 },
    async () => {
      const rita = await newSender();
      const [anna] = (await addReaders(here, company, 1)) as [Reader];
      // A sequence, because a list of one message may be finished by now.
      const list = await sequenceTo(rita, anna, 2 * day);
      const id = await sentTo(rita, anna, 1);
      await waitOnceMore(id);
      await good(rita.caller.post(`/api/v6/mailing_lists/${list}/stop/`, {}));
      expect(await messagesTo(rita, anna)).toMatchObject([{ id, ...undecided }]);
      here.clock.advance(11 * hour);
      await settled();
      expect(await mail.count(anna.email)).toBe(1);
      await good(rita.caller.post(`/api/v6/messages/${id}/decide/`, { decision: 'send_again' }));
      await sentTo(rita, anna, 1);
      expect(await mail.count(anna.email)).toBe(2);
      // A copy was sent: the next unknown outcome needs a user again.
      expect(await messagesIn(here).one({ id })).toMatchObject({ resent: true });
    },
  );

  it('[SEND-008] [MAIL-039] is recorded as sent if the worker of the first copy learns so after a stop', async () => {
    const rita = await newSender();
    const [anna] = (await addReaders(here, company, 1)) as [Reader];
    const list = await sequenceTo(rita, anna, 2 * day);
    const id = await sentTo(rita, anna, 1);
    await waitOnceMore(id, 'the first worker');
    await good(rita.caller.post(`/api/v6/mailing_lists/${list}/stop/`, {}));
    const accepted = { ids: [id], workerId: 'the first worker' };
    await here.application.database.asSystem((tx) => acceptMessages(tx, accepted, here.clock.now()));
    expect(await messagesTo(rita, anna)).toMatchObject([{ id, status: 'sent' }]);
    here.clock.advance(11 * hour);
    await settled();
    expect(await mail.count(anna.email)).toBe(1);
  });

  it("[SEND-008] [MSET-007] needs a user's decision if its mailbox is replaced", { timeout: 40_000 }, async () => {
    const [rita, other] = [await newSender(), await newSender()];
    const [anna, boris] = (await addReaders(here, company, 2)) as [Reader, Reader];
    await sequenceTo(rita, anna, 60);
    await mail.write(rita.caller, { profile_id: boris.profile, email: boris.email });
    await Promise.all([sentTo(rita, anna, 1), sentTo(rita, boris, 1)]);
    here.clock.advance(61_000);
    const ids = [await sentTo(rita, anna, 2), await sentTo(rita, boris, 1)];
    for (const id of ids) await waitOnceMore(id);
    await mailboxesIn(here).update({ user_id: rita.user.id }, { state: 'broken' });
    await mail.connect(rita.caller, other.address);
    for (const id of ids) expect(await good(rita.caller.get(`/api/v6/messages/${id}/`))).toMatchObject(undecided);
    expect((await rita.caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    for (const id of ids) expect(await good(rita.caller.get(`/api/v6/messages/${id}/`))).toMatchObject(undecided);
    here.clock.advance(11 * hour);
    await settled();
    expect([await mail.count(anna.email), await mail.count(boris.email)]).toEqual([2, 1]);
  });
});
