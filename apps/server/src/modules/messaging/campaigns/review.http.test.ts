import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { changeEmail, closeContacts, limitContacts } from '../../../../test/contact-fixtures.ts';
import { mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { messagesIn, recipientsIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const hello = { subject: 'Hello', body: '<p>Hello</p>' };
const later = { subject: 'Once more', body: '<p>Have you seen it?</p>', send_delay: 5 * 86_400 };
const dayMs = 86_400_000;

let company: number;
let rita: Recruiter;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
});

const path = (id: number, rest = '') => `/api/v6/mailing_lists/${id}/${rest}`;
const infoOf = (id: number, query = '', { caller }: Recruiter = rita) => good(caller.get(path(id, `launch_info/?${query}`)));

async function twinOf({ email }: Reader): Promise<Reader> {
  const [twin] = (await addReaders(here, company, 1)) as [Reader];
  await changeEmail(here, twin.profile, email);
  return { ...twin, email };
}

describe('the review before a launch', () => {
  it('[MAIL-016] [MAIL-019] matches other mailings by address, across profiles of a person', async () => {
    const [anna, closed] = (await addReaders(here, company, 2)) as [Reader, Reader];
    const [other, opened] = [await twinOf(anna), await twinOf(closed)];
    const running = await newList(rita, { readers: [anna, closed], templates: [hello, later] });
    await good(rita.caller.post(path(running.id, 'launch/')));
    for (const { email } of [anna, closed]) await until(async () => expect(await mail.count(email)).toBe(1));
    await closeContacts(here, [opened]);
    const { id } = await newList(rita, { readers: [other, opened], templates: [hello] });
    expect(await infoOf(id)).toMatchObject({ total: 2, without_email: 1, in_other_mailings: 1, written_recently: 1 });
    // An address found later gives the same result before the launch.
    await good(rita.caller.get(`/api/v6/profiles/${opened.profile}/get-contacts/`));
    expect(await infoOf(id)).toMatchObject({ total: 2, without_email: 0, in_other_mailings: 2, written_recently: 2 });
    expect(await infoOf(id, 'leave_out=in_other_mailings')).toMatchObject({ will_receive: 0, left_out: 2 });
  });

  it('[MAIL-016] [MAIL-019] counts reachable recipients as ready, and leaves out those of other mailings or with recent contact', async () => {
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    const readers = await addReaders(here, company, 5);
    const [busy, replied, written, suppressed, free] = readers as [Reader, Reader, Reader, Reader, Reader];
    await good(admin.post('/api/v6/messaging/suppressions/', { addresses: suppressed.email }));
    const other = await newList(rita, { readers: [busy, replied, written], templates: [hello, later] });
    await good(rita.caller.post(path(other.id, 'launch/')));
    for (const { email } of [busy, replied, written]) await until(async () => expect(await mail.count(email)).toBe(1));
    const { id: answering } = await recipientsIn(here).one({ mailing_id: other.id, profile_id: replied.profile });
    await messagesIn(here).update({ recipient_id: answering }, { replied_at: here.clock.now() });
    const others = readers.filter((reader) => reader !== busy).map(({ profile }) => profile);
    await recipientsIn(here).update({ mailing_id: other.id, profile_id: others }, { ended: 'by_hand' });

    const { id } = await newList(rita, { readers, templates: [hello] });
    const about = { suppressed: 1, in_other_mailings: 1, replied_recently: 1, written_recently: 2, contact_limit_reached: false };
    expect(await infoOf(id)).toMatchObject({ ...about, ready_to_launch: 4, total: 4, will_receive: 4, left_out: 0 });
    const all = 'in_other_mailings,replied_recently,written_recently';
    expect(await infoOf(id, `leave_out=${all}`)).toMatchObject({ ...about, ready_to_launch: 1, will_receive: 1, left_out: 3 });
    expect((await rita.caller.get(path(id, 'launch_info/?leave_out=nobody'))).status).toBe(400);

    const launched = await good(rita.caller.post(path(id, 'launch/'), { leave_out: all.split(',') }));
    expect(launched).toMatchObject({ launched: 2, will_receive: 1, undo_until: null });
    await until(async () => expect(await mail.count(free.email)).toBe(1));
    for (const { email } of [busy, replied, written]) expect(await mail.count(email)).toBe(1);
    const { recipients } = await good(rita.caller.get(path(id, 'recipients/')));
    const statusOf = ({ profile }: Reader) =>
      recipients.find((row: { profile: { id: number } }) => row.profile.id === profile).status as string;
    expect([busy, replied, written].map(statusOf)).toEqual(['draft', 'draft', 'draft']);
  });

  it('[MAIL-016] counts rejected candidates of the vacancy, and leaves them out on request', async () => {
    const readers = (await addReaders(here, company, 2)) as [Reader, Reader];
    const { id, folder, candidates } = await newList(rita, { readers, templates: [hello] });
    const { statuses } = await good(rita.caller.get(`/api/v6/folders/${folder}/`));
    const rejected = statuses.find((status: { is_rejection: boolean }) => status.is_rejection).id;
    await good(rita.caller.patch(`/api/v6/candidates/${candidates[0]}/`, { status: rejected }));
    expect(await infoOf(id)).toMatchObject({ rejected: 1, will_receive: 2, left_out: 0 });
    expect(await infoOf(id, 'leave_out=rejected')).toMatchObject({ rejected: 1, will_receive: 1, left_out: 1 });
  });

  it("[DEC-10] shows the mailbox's limit of today, and the times of the first and last message", async () => {
    const fresh = await newRecruiter(here, mail, { company, unhurried: false });
    const { id } = await newList(fresh, { readers: await addReaders(here, company, 45), templates: [hello, later] });
    const info = await infoOf(id, '', fresh);
    expect(info.sender).toMatchObject({ daily_limit: 50, today_limit: 20, sent_today: 0 });
    const now = here.clock.now().getTime();
    expect(Math.abs(Date.parse(info.first_message_at) - now)).toBeLessThan(5000);
    // Twenty today and thirty tomorrow, then the follow-up.
    const days = (at: string) => (Date.parse(at) - now) / dayMs;
    expect(days(info.last_first_message_at)).toBeLessThan(2);
    expect(days(info.estimated_finish_at) - days(info.last_first_message_at)).toBeCloseTo(5, 0);
    const at = new Date(now + 7 * dayMs).toISOString();
    expect((await infoOf(id, `type=planned&launch_at=${encodeURIComponent(at)}`, fresh)).first_message_at).toBe(at);
    expect((await fresh.caller.get(path(id, 'launch_info/?type=planned'))).body).toHaveProperty('launch_at');
  });

  it('[DEC-10] [SEQ-009] shows when the next message of a running mailing leaves, or the reason', async () => {
    const { id } = await newList(rita, { readers: await addReaders(here, company, 2), templates: [hello, later] });
    expect((await infoOf(id)).next_message).toBeNull();
    const at = new Date(here.clock.now().getTime() + 3 * dayMs).toISOString();
    await good(rita.caller.post(path(id, 'launch/'), { send_delay_info: { type: 'planned', launch_at: at } }));
    expect((await infoOf(id)).next_message).toMatchObject({ reason: 'scheduled', expected_at: at });
    await good(rita.caller.post(path(id, 'stop/')));
    expect((await infoOf(id)).next_message).toBeNull();
    await good(rita.caller.post(path(id, 'launch/')));
    await until(async () => expect((await infoOf(id)).next_message).toMatchObject({ reason: 'next_step' }));
    const { next_message: next } = await infoOf(id);
    expect((Date.parse(next.expected_at) - here.clock.now().getTime()) / dayMs).toBeCloseTo(5, 1);
  });

  it("[SEQ-009] [DEC-10] shows that a recipient's message leaves when the sender may send", async () => {
    const busy = await newRecruiter(here, mail, { company });
    const [first, second] = (await addReaders(here, company, 2)) as [Reader, Reader];
    const done = await newList(busy, { readers: [first], templates: [hello] });
    await good(busy.caller.post(path(done.id, 'launch/')));
    await until(async () => expect(await mail.count(first.email)).toBe(1));
    await mailboxesIn(here).update({ user_id: busy.user.id }, { daily_limit: 1 });
    const { id } = await newList(busy, { readers: [second], templates: [hello] });
    await good(busy.caller.post(path(id, 'launch/')));
    const nextOf = async () => (await good(busy.caller.get(path(id, 'recipients/')))).recipients[0];
    const { id: recipient, next_send_at: next } = await nextOf();
    const why = await good(busy.caller.get(`/api/v6/mailing_recipients/${recipient}/why/`));
    expect(why).toMatchObject({ reason: 'daily_limit', expected_at: next });
    expect(Date.parse(next)).toBeGreaterThan(here.clock.now().getTime());
    expect((await good(busy.caller.get(`/api/v6/mailing_recipients/${recipient}/`))).next_send_at).toBe(next);
    await mailboxesIn(here).update({ user_id: busy.user.id }, { state: 'broken', failure: { detail: '' } });
    expect((await nextOf()).next_send_at).toBeNull();
  });

  it("[MSET-007] names the sender's mailbox while a colleague's mailing runs", async () => {
    const { id } = await newList(rita, { readers: await addReaders(here, company, 1), templates: [hello, later] });
    await good(rita.caller.post(path(id, 'launch/')));
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    expect((await good(admin.get(path(id, 'launch_info/')))).sender).toMatchObject({ address: rita.address });
  });

  it('[CONT-023] [CONT-025] [MAIL-042] rejects the addition if the contacts to open exceed the monthly quota', async () => {
    await limitContacts(here, company, 0);
    const closed = await addReaders(here, company, 1);
    await closeContacts(here, closed);
    const { id } = await newList(rita, { readers: await addReaders(here, company, 1), templates: [hello] });
    const input = { mailing_list_id: id, profile_ids: closed.map(({ profile }) => profile), open_contacts: true };
    const before = (await good(rita.caller.get(path(id, 'recipients/')))).count;
    const refused = await rita.caller.put('/api/v6/mailing_recipients/', input);
    expect(refused).toMatchObject({ status: 400, body: { code: 'opening_limit', hidden: 1, available: 0 } });
    expect((await good(rita.caller.get(path(id, 'recipients/')))).count).toBe(before);
    expect(await good(rita.caller.put('/api/v6/mailing_recipients/', { ...input, open_contacts: false }))).toMatchObject({
      without_email: 1,
    });
    expect(await infoOf(id)).toMatchObject({ without_email: 1, contacts_closed: 1, contact_limit_reached: true });
  });
});
