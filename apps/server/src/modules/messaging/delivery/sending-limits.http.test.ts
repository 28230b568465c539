import { beforeAll, describe, expect, it } from 'vitest';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { addMessage, messagesIn } from '../../../../test/message-fixtures.ts';
import { settled, until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const path = '/api/v6/messaging/sending_limits/';
let admin: Caller;
let recruiter: Recruiter;

beforeAll(async () => {
  const company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
  recruiter = await newRecruiter(here, mail, { company, unhurried: false });
});

const mailbox = async () => (await admin.get(path)).body.mailboxes[0];

describe('the limits of a company', () => {
  it.each([
    { per_day: 2, per_domain_per_hour: null },
    { per_day: null, per_domain_per_hour: 2 },
  ])('[DEC-10] apply to concurrent mailboxes: %o', async (limits) => {
    const company = await here.addCompany();
    const boss = await here.signIn(await here.addUser(company, 'admin'));
    await good(boss.patch(path, limits));
    const recruiters = await Promise.all(Array.from({ length: 4 }, () => newRecruiter(here, mail, { company })));
    const launch_at = new Date(here.clock.now().getTime() + 60_000).toISOString();
    const all: Reader[] = [];
    for (const one of recruiters) {
      const readers = await addReaders(here, company, 2);
      all.push(...readers);
      const { id } = await newList(one, { readers, templates: [{ subject: 'Hello', body: '<p>Hello</p>' }] });
      await good(one.caller.post(`/api/v6/mailing_lists/${id}/launch/`, { send_delay_info: { type: 'planned', launch_at } }));
    }
    here.clock.advance(61_000);
    const left = async () => (await Promise.all(all.map(({ email }) => mail.count(email)))).reduce((sum, count) => sum + count, 0);
    await until(async () => expect(await left()).toBeGreaterThanOrEqual(2));
    await settled();
    expect(await left()).toBe(2);
  });

  it.each([
    { per_day: 1, per_domain_per_hour: null },
    { per_day: null, per_domain_per_hour: 1 },
  ])('[DEC-10] ignore claimed messages of other companies: %o', async (limits) => {
    const [company, others] = [await here.addCompany(), await here.addCompany()];
    const [reader] = (await addReaders(here, company, 1)) as [Reader];
    const [theirs] = (await addReaders(here, others, 1)) as [Reader];
    const lease_until = new Date(here.clock.now().getTime() + 3_600_000);
    const { id: user } = await here.addUser(others, 'worker');
    const message = { is_mass: true, state: 'claimed', claimed_by: 'another', lease_until, to_domain: 'readers.test' } as const;
    await addMessage(here, { company: others, user, ...theirs, message });
    await good((await here.signIn(await here.addUser(company, 'admin'))).patch(path, limits));
    const rita = await newRecruiter(here, mail, { company });
    const { id } = await newList(rita, { readers: [reader], templates: [{ subject: 'Hello', body: '<p>Hello</p>' }] });
    await good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`));
    await until(async () => expect(await mail.count(reader.email)).toBe(1));
  });

  it('[DEC-10] apply to a message of a killed worker after another one was sent instead', async () => {
    const company = await here.addCompany();
    const boss = await here.signIn(await here.addUser(company, 'admin'));
    await good(boss.patch(path, { per_day: 1, per_domain_per_hour: null }));
    const [rita, olga] = [await newRecruiter(here, mail, { company }), await newRecruiter(here, mail, { company })];
    const [first, second] = (await addReaders(here, company, 2)) as [Reader, Reader];
    const { id } = await newList(rita, { readers: [first], templates: [{ subject: 'Hello', body: '<p>Hello</p>' }] });
    await good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`));
    await until(async () => expect(await mail.count(first.email)).toBe(1));
    const { id: mailbox } = await mailboxesIn(here).one({ user_id: olga.user.id });
    const over = new Date(here.clock.now().getTime() - 60_000);
    const left = await addMessage(here, {
      company,
      user: olga.user.id,
      ...second,
      message: { is_mass: true, state: 'claimed', claimed_by: 'killed', lease_until: over, mailbox_id: mailbox, send_at: over },
    });
    await settled();
    expect(await mail.count(second.email)).toBe(0);
    expect(await messagesIn(here).one({ id: left.id })).toMatchObject({ state: 'planned', attempts: 0 });
    expect(await good(olga.caller.get(`/api/v6/messages/${left.id}/why/`))).toMatchObject({ reason: 'company_limit' });
    await good(boss.patch(path, { per_day: 2 }));
    await until(async () => expect(await mail.count(second.email)).toBe(1));
  });
});

it('[COMP-018] [COMP-019] messages of a company wait without a license and leave with one', async () => {
  const company = await here.addCompany();
  const rita = await newRecruiter(here, mail, { company });
  const boss = await here.signIn(await here.addUser(company, 'admin'));
  const [reader] = (await addReaders(here, company, 1)) as [Reader];
  const { id } = await newList(rita, { readers: [reader], templates: [{ subject: 'Hello', body: '<p>Hello</p>' }] });
  const launch_at = new Date(here.clock.now().getTime() + 60_000).toISOString();
  await good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, { send_delay_info: { type: 'planned', launch_at } }));
  const over = (paidTill: string | null) => here.sql('update companies set paid_till = $2 where id = $1', [company, paidTill]);
  await over('2020-01-01T00:00:00Z');
  here.clock.advance(61_000);
  await settled();
  expect(await mail.count(reader.email)).toBe(0);
  const message = await messagesIn(here).one({ company_id: company });
  expect(message.state).toBe('planned');
  // The company's users cannot ask for the reason: nothing is open to them.
  expect((await boss.get(`/api/v6/messages/${message.id}/why/`)).status).toBe(403);
  await over(null);
  await until(async () => expect(await mail.count(reader.email)).toBe(1));
});

describe('the limits of sending', () => {
  it("[DEC-10] have careful defaults until an admin changes them, and show today's use", async () => {
    expect(await admin.get(path)).toMatchObject({ status: 200, body: { per_day: 2000, per_domain_per_hour: 100 } });
    expect(await mailbox()).toMatchObject({
      address: recruiter.address,
      owner: { id: recruiter.user.id },
      state: 'connected',
      daily_limit: 50,
      gap_seconds: 120,
      ramps: true,
      sent_today: 0,
    });
    expect((await mailbox()).limit_today).toBeLessThan(50);
    expect((await mailbox()).paused_until).toBeNull();
    const pause = (until: Date | null) =>
      mailboxesIn(here).update({ user_id: recruiter.user.id }, { paused_until: until, paused_reason: '554 <x@y.test>' });
    await pause(new Date(Date.now() + 3_600_000));
    const paused = await mailbox();
    expect(Date.parse(paused.paused_until)).toBeGreaterThan(Date.now());
    expect(JSON.stringify(paused)).not.toContain('x@y.test');
    await pause(null);
    expect((await recruiter.caller.get(path)).status).toBe(403);
    expect(await admin.patch(path, { per_day: 500 })).toMatchObject({ status: 200, body: { per_day: 500, per_domain_per_hour: 100 } });
    expect(await admin.patch(path, { per_domain_per_hour: null })).toMatchObject({ body: { per_day: 500, per_domain_per_hour: null } });
  });

  it('[DEC-10] apply immediately to waiting messages', async () => {
    const { id } = await mailbox();
    const change = (limits: object) => admin.patch(`${path}mailboxes/${id}/`, limits);
    expect(await change({ daily_limit: 1, ramps: false })).toMatchObject({ status: 200, body: { daily_limit: 1, limit_today: 1 } });
    const first = await mail.write(recruiter.caller);
    await mail.becomes(recruiter.caller, first.id, 'sent');
    const second = await mail.write(recruiter.caller);
    const why = await recruiter.caller.get(`/api/v6/messages/${second.id}/why/`);
    expect(why.body).toMatchObject({ reason: 'daily_limit', expected_at: expect.any(String) });
    expect(await mail.count(second.to)).toBe(0);
    expect(await mailbox()).toMatchObject({ sent_today: 1 });
    await change({ daily_limit: null });
    await mail.becomes(recruiter.caller, second.id, 'sent');
    expect(await mail.count(second.to)).toBe(1);
  });

  it('[DEC-10] do not delay an answer to a person who replied; other messages wait for the morning', async () => {
    const { id } = await mailbox();
    const change = (limits: object) => admin.patch(`${path}mailboxes/${id}/`, limits);
    const known = await mail.write(recruiter.caller);
    await mail.becomes(recruiter.caller, known.id, 'sent');
    await mail.answer(known.to, 'reply');
    await mail.becomes(recruiter.caller, known.id, 'replied');
    const sentToday = (await mailbox()).sent_today as number;
    await change({ daily_limit: sentToday });
    const waitTo = async (profile: number) => (await good(recruiter.caller.get(`/api/v6/messaging/next_wait/?profile_id=${profile}`))).wait;
    const held = await mail.write(recruiter.caller);
    const wait = await waitTo(held.profile);
    expect(wait).toMatchObject({ reason: 'daily_limit' });
    expect(new Date(wait.expected_at).getUTCHours()).toBe(8);
    expect(await waitTo(known.profile)).toBeNull();
    const letter = {
      profile_id: known.profile,
      reply_to: known.id,
      subject: 'Re: Hello',
      body: '<p>Tuesday?</p>',
      request_key: 'key-over-limit',
    };
    const answer = await good(recruiter.caller.post('/api/v6/messages/', letter));
    await mail.becomes(recruiter.caller, answer.id, 'sent');
    expect(await mail.count(held.to)).toBe(0);

    const midnight = Date.parse(wait.expected_at) - 8 * 3_600_000;
    here.clock.advance(midnight + 60_000 - here.clock.now().getTime());
    const fresh = await mail.write(recruiter.caller);
    await mail.becomes(recruiter.caller, fresh.id, 'sent');
    await settled();
    expect(await mail.count(held.to)).toBe(0);
    const why = await good(recruiter.caller.get(`/api/v6/messages/${held.id}/why/`));
    expect(why).toMatchObject({ reason: 'daily_limit', expected_at: wait.expected_at });
    here.clock.advance(8 * 3_600_000);
    await mail.becomes(recruiter.caller, held.id, 'sent');
    await change({ daily_limit: null });
  });

  it("[DEC-10] [MSET-006] survive a reconnect of the mailbox, with today's count", async () => {
    const { id } = await mailbox();
    const limits = { daily_limit: 3, gap_seconds: 7, ramps: false };
    expect((await admin.patch(`${path}mailboxes/${id}/`, limits)).status).toBe(200);
    const third = await mail.write(recruiter.caller);
    await mail.becomes(recruiter.caller, third.id, 'sent');
    for (const address of [recruiter.address, 'recruiter9@company.test']) {
      expect((await recruiter.caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
      expect((await admin.get(path)).body.mailboxes).toMatchObject([{ ...limits, state: 'disconnected', sent_today: 3 }]);
      await mail.connect(recruiter.caller, address);
      expect(await mailbox()).toMatchObject({ ...limits, address, limit_today: 3, sent_today: 3 });
    }
    const fourth = await mail.write(recruiter.caller);
    expect((await recruiter.caller.get(`/api/v6/messages/${fourth.id}/why/`)).body).toMatchObject({ reason: 'daily_limit' });
    expect(await mail.count(fourth.to)).toBe(0);
    await admin.patch(`${path}mailboxes/${(await mailbox()).id}/`, { daily_limit: null, gap_seconds: 120 });
    await mail.becomes(recruiter.caller, fourth.id, 'sent');
    expect(await mail.count(fourth.to)).toBe(1);
  });

  it('[DEC-10] can be seen and changed without a connected mailbox, by any mailbox of the user', async () => {
    const { id, address } = await mailbox();
    expect((await recruiter.caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    const change = (limits: object) => admin.patch(`${path}mailboxes/${id}/`, limits);
    expect(await change({ daily_limit: 77 })).toMatchObject({ status: 200, body: { id, state: 'disconnected', daily_limit: 77 } });
    await mail.connect(recruiter.caller, 'recruiter8@company.test');
    expect(await mailbox()).toMatchObject({ address: 'recruiter8@company.test', daily_limit: 77, gap_seconds: 120 });
    // The list was read before the owner connected another mailbox.
    expect(await change({ daily_limit: null })).toMatchObject({
      status: 200,
      body: { address: 'recruiter8@company.test', daily_limit: null },
    });
    expect((await recruiter.caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    await mail.connect(recruiter.caller, address);
    expect(await mailbox()).toMatchObject({ id, address, daily_limit: null, gap_seconds: 120 });
  });

  it('[DEC-10] [REQ-042] reject invalid values, each at its field', async () => {
    const { id } = await mailbox();
    expect(await admin.patch(path, { per_day: 0, per_domain_per_hour: 'many' })).toMatchObject({
      status: 400,
      body: { per_day: [expect.any(String)], per_domain_per_hour: [expect.any(String)] },
    });
    const wrong = await admin.patch(`${path}mailboxes/${id}/`, { daily_limit: 1.5, gap_seconds: -1, ramps: 'yes' });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body).toSorted()).toEqual(['daily_limit', 'gap_seconds', 'ramps']);
    expect(await mailbox()).toMatchObject({ daily_limit: null, gap_seconds: 120, ramps: false });
  });
});
