import { beforeAll, describe, expect, it } from 'vitest';
import { momentAt } from '@headwater/domain/time/send-window';
import { wallClock } from '@headwater/domain/time/zone';
import { useInstallation } from '../../../../test/installation.ts';
import { messagesIn, recipientsIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { settled, until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const day = 86_400;
const zone = 'Europe/Berlin';
const steps = [
  { subject: 'One', body: '<p>First</p>' },
  { subject: 'Two', body: '<p>Second</p>', send_delay: 2 * day, delay_kind: 'business', send_time: '10:00:00', send_time_zone: zone },
  { subject: 'Three', body: '<p>Third</p>', send_delay: 3 * day, send_time: '15:30:00', send_time_zone: zone },
];

let company: number;
let rita: Recruiter;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
  // A Thursday morning, so that two business days span a weekend.
  here.clock.set(momentAt(nextThursday(), '09:15:00', zone));
});

function nextThursday(): string {
  for (let at = here.clock.now().getTime(); ; at += day * 1000) {
    const date = new Date(at).toISOString().slice(0, 10);
    if (at > here.clock.now().getTime() && new Date(`${date}T00:00:00Z`).getUTCDay() === 4) return date;
  }
}

const call = (id: number, more = '') => `/api/v6/sequences/${id}/${more}`;
const launch = (id: number) => good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
const add = (id: number, body: object) => good(rita.caller.post(call(id, 'add_profile/'), body));
const arrived = (reader: Reader, count: number) => until(async () => expect(await mail.count(reader.email)).toBe(count));
const recipientOf = async (id: number, reader: Reader) =>
  (await good(rita.caller.get(call(id, `recipients/?profile_id=${reader.profile}`)))).recipients[0];
/** Moves the clock to the hour of a later day. */
const moveTo = (days: number, time: string) => {
  const date = wallClock(new Date(here.clock.now().getTime() + days * day * 1000), zone).slice(0, 10);
  here.clock.set(momentAt(date, time, zone));
};

describe('a sequence', () => {
  it(
    '[SEQ-007] [SEQ-009] [SEQ-014] [SEQ-015] [SEQ-016] [SEQ-017] [SEQ-025] [SEQ-026] [SEQ-027] [SEQ-028] [SEQ-030] [SEQ-031] [SEQ-033] sends its steps on business and calendar days at their hours',
    { timeout: 60_000 },
    async () => {
      const [anna, boris] = (await addReaders(here, company, 2)) as [Reader, Reader];
      const { id } = await good(rita.caller.post('/api/v6/sequences/', { name: 'Engineers', templates: steps }));
      expect(await add(id, { profile_id: anna.profile })).toMatchObject({ added_profile_ids: [anna.profile], without_email: 0 });
      expect(await launch(id)).toMatchObject({ launched: 1 });
      await arrived(anna, 1);
      // A running sequence writes to new recipients immediately.
      await add(id, { profile_ids: [boris.profile, anna.profile], source: 'search' });
      await arrived(boris, 1);
      await until(async () =>
        expect(await recipientOf(id, anna)).toMatchObject({ messages_sent: 1, messages_total: 3, email: anna.email, source: 'profile' }),
      );
      const planned = wallClock(new Date((await recipientOf(id, anna)).next_send_at), zone);
      expect({ weekday: new Date(`${planned.slice(0, 10)}T00:00:00Z`).getUTCDay(), time: planned.slice(11) }).toEqual({
        weekday: 1,
        time: '10:00:00',
      });
      moveTo(2, '12:00:00');
      await settled();
      moveTo(2, '09:59:00');
      await settled();
      expect(await mail.count(anna.email)).toBe(1);
      moveTo(0, '10:00:01');
      await Promise.all([arrived(anna, 2), arrived(boris, 2)]);
      await mail.answer(boris.email, 'reply');
      await until(async () => expect((await recipientOf(id, boris)).ended).toBe('replied'));
      moveTo(3, '15:30:01');
      await arrived(anna, 3);
      await until(async () =>
        expect(await recipientOf(id, anna)).toMatchObject({ ended: 'finished', messages_sent: 3, next_send_at: null }),
      );
      expect(await mail.count(boris.email)).toBe(2);
      const whole = await good(rita.caller.get(call(id)));
      expect(whole).toMatchObject({
        id,
        mailing_list_id: id,
        messaging_type: 'sequence',
        status: 'sending',
        recipients_count: 2,
        totals: { sent: 2, replied: 1 },
      });
      expect(whole.templates.map((one: { stats: object }) => one.stats)).toMatchObject([
        { sent: 2, opened: 1, replied: 1 },
        { sent: 2 },
        { sent: 1 },
      ]);
      expect((await good(rita.caller.get('/api/v6/sequences/?search=engin'))).sequences).toHaveLength(1);
      expect((await rita.caller.patch(call(id), { templates: [] })).status).toBe(409);
      expect((await good(rita.caller.patch(call(id), { name: 'Called anew' }))).name).toBe('Called anew');
      expect((await good(rita.caller.get('/api/v6/mailing_lists/?per_page=100'))).mailing_lists).toEqual([]);
    },
  );

  it('[SEQ-010] [SEQ-011] [SEQ-012] [SEQ-021] [SEQ-029] [SEQ-032] exports its recipients, resends failed messages, and is deleted with or without history', async () => {
    const [anna, boris] = (await addReaders(here, company, 2)) as [Reader, Reader];
    const { id } = await good(rita.caller.post('/api/v6/sequences/', { name: 'Two', templates: [steps[0]] }));
    await add(id, { profile_ids: [anna.profile, boris.profile] });
    expect((await rita.caller.post(call(id, 'relaunch_failed/'))).body.code).toBe('mailing_not_running');
    await launch(id);
    await Promise.all([arrived(anna, 1), arrived(boris, 1)]);
    await until(async () => expect((await recipientOf(id, boris)).messages_sent).toBe(1));
    const { id: recipientId } = await recipientOf(id, boris);
    await messagesIn(here).update({ recipient_id: recipientId }, { state: 'error', error_reason: 'max_retries' });
    await recipientsIn(here).update({ id: recipientId }, { ended: null });
    expect((await recipientOf(id, boris)).messages[0]).toMatchObject({
      status: 'error',
      error_hint: 'Wait until the limits of the mail provider are restored',
    });
    expect(await good(rita.caller.post(call(id, 'relaunch_failed/')))).toEqual({ error_relaunched: 1 });
    await arrived(boris, 2);
    const table = await rita.caller.get(call(id, 'recipients/export/'));
    expect(table.headers['content-type']).toContain('text/csv');
    expect(String(table.body)).toContain(boris.email);
    // In the terms of the screens.
    expect(String(table.body)).toMatch(/,(Sent|Pending),\d,[^,]+,[^,]*,Search,/);
    const chosen = await rita.caller.get(call(id, `recipients/export/?ids=${(await recipientOf(id, anna)).id}`));
    expect([String(chosen.body).includes(anna.email), String(chosen.body).includes(boris.email)]).toEqual([true, false]);
    expect((await rita.caller.delete('/api/v6/mailing_recipients/', { ids: [(await recipientOf(id, anna)).id] })).status).toBe(200);
    expect(await recipientOf(id, anna)).toBeUndefined();
    const sentTo = async (reader: Reader) =>
      (await good(rita.caller.get(`/api/v6/mailing_recipients/?profile_id=${reader.profile}`))).total;
    expect(await sentTo(anna)).toBe(1);
    await until(async () => expect((await recipientOf(id, boris)).messages[0].status).toBe('sent'));
    await good(rita.caller.delete(call(id, '?saveMessagingHistory=false')));
    expect((await rita.caller.get(call(id))).status).toBe(404);
    expect(await sentTo(boris)).toBe(0);
  });

  it('A/B: sends each half its variant, and counts replies by variant', async () => {
    const readers = await addReaders(here, company, 12);
    const { id } = await good(
      rita.caller.post('/api/v6/sequences/', {
        name: 'Forms',
        templates: [{ ...steps[0], variant_b: { subject: 'Other', body: '<p>Other</p>' } }],
      }),
    );
    await add(id, { profile_ids: readers.map((reader) => reader.profile) });
    await launch(id);
    await until(async () => expect((await good(rita.caller.get(call(id)))).totals.sent).toBe(12));
    const { templates } = await good(rita.caller.get(call(id)));
    const { a, b, leader } = templates[0].ab;
    expect([a.sent + b.sent, a.sent > 0, b.sent > 0, leader]).toEqual([12, true, true, null]);
    const reader = readers[0] as Reader;
    const { variant } = await recipientOf(id, reader);
    expect((await mail.newest(reader.email)).mail.subject).toBe(variant === 'a' ? 'One' : 'Other');
  });
});

describe('limits', () => {
  it('[DEC-03] [DEC-09] [DEC-10] apply window, pause and warm-up of a mailbox, and show the reason', { timeout: 60_000 }, async () => {
    const boris = await newRecruiter(here, mail, { company, unhurried: false });
    const readers = await addReaders(here, company, 30);
    const window = { send_time_from: '09:00:00', send_time_to: '18:00:00', send_time_zone: zone };
    const { id } = await good(boris.caller.post('/api/v6/sequences/', { name: 'Slow', templates: [{ ...steps[0], ...window }] }));
    await good(boris.caller.post(call(id, 'add_profile/'), { profile_ids: readers.map((reader) => reader.profile) }));
    moveTo(1, '17:57:00');
    await good(boris.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
    const sent = async () => (await good(boris.caller.get(call(id)))).totals.sent;
    await until(async () => expect(await sent()).toBe(1));
    await settled();
    expect(await sent()).toBe(1);
    const waiting = (await good(boris.caller.get(call(id, 'recipients/?per_page=100')))).recipients.filter(
      (one: { messages_sent: number }) => one.messages_sent === 0,
    );
    const why = async () => good(boris.caller.get(`/api/v6/mailing_recipients/${waiting[0].id}/why/`));
    expect(await why()).toMatchObject({ reason: 'gap', text: 'The mailbox pauses between messages' });
    here.clock.advance(151_000);
    await until(async () => expect(await sent()).toBe(2));
    // The window closes until the next day.
    here.clock.advance(120_000);
    await settled();
    expect(await sent()).toBe(2);
    await until(async () => expect((await why()).reason).toMatch(/window|scheduled/));
    moveTo(1, '09:00:01');
    for (let minutes = 0; minutes < 70; minutes += 3) {
      if ((await sent()) >= 22) break;
      await settled();
      here.clock.advance(180_000);
    }
    await settled();
    const today = await sent();
    // Two on the evening before; then the daily limit of a new mailbox.
    expect(today - 2).toBeLessThanOrEqual(30);
    expect(today - 2).toBeGreaterThanOrEqual(20);
  });
});
