import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { byEmail, digestSteps } from '../../../test/digest-fixtures.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { startSmtpServer } from '../../../test/smtp-server.ts';
import type { Database } from '#platform/database/database.ts';
import { requeueDigest } from './digest.ts';
import { requeueForEmail } from './store.ts';

const smtp = await startSmtpServer();
const here = useInstallation({ HEADWATER_SMTP_URL: smtp.url });
const path = '/api/v6/notices/';
afterAll(() => smtp.stop());

let company: number;
beforeAll(async () => {
  company = await here.addCompany();
});
beforeEach(() => {
  smtp.hangs = 'never';
  smtp.refusals = [];
  smtp.beforeText = async () => undefined;
});

const { newReply, addressee, digests, run, begin, holdNotices, waitsForHold } = digestSteps(here, smtp, () => company);
const readAll = (who: Caller) => good(who.post(`${path}read/`, { up_to: Number.MAX_SAFE_INTEGER }));

describe('the daily digest', () => {
  it('contains unread notices exactly once, also after a rejected attempt, without delaying other users', async () => {
    const [first, second] = [await addressee(), await addressee()];
    smtp.refusals = ['451 4.3.0 Not now'];
    expect(await run()).toBe(1);
    expect([(await digests(first.user)).length, (await digests(second.user)).length]).toEqual([0, 1]);
    expect([await run(), await run()]).toEqual([0, 0]);
    for (const { user } of [first, second]) expect(await digests(user)).toMatchObject([{ subject: '1 new notification' }]);
    const [email] = await digests(first.user);
    expect(email?.text).toContain('Vera Reply replied to your message');
    expect(email?.text).toContain('http://headwater.test/notices');
  });

  it('omits read notices and includes those not shown in the product', async () => {
    const [{ user, who, raise }, unseen] = [await newReply(), await newReply()];
    await byEmail(who);
    await byEmail(unseen.who, { in_app: false });
    for (const one of [raise, unseen.raise]) await one();
    for (const one of [who, unseen.who]) await readAll(one);
    expect(await run()).toBe(0);
    expect(await digests(user)).toEqual([]);
    expect(await digests(unseen.user)).toHaveLength(1);
  });

  it('omits notices read between attempts, and kinds disabled since', async () => {
    const [reader, unwilling] = [await addressee(), await addressee()];
    smtp.refusals = ['451 4.3.0 Not now', '451 4.3.0 Not now'];
    expect(await run()).toBe(2);
    await readAll(reader.who);
    await good(unwilling.who.patch(`${path}settings/`, { kind: 'reply', email: false }));
    expect(await run()).toBe(0);
    expect([await digests(reader.user), await digests(unwilling.user)]).toEqual([[], []]);
    // Enabling the kind again does not bring back earlier notices.
    await byEmail(unwilling.who);
    expect([await run(), await digests(unwilling.user)]).toEqual([0, []]);
  });

  it('waits while the company has no license, and skips inactive users', async () => {
    const [{ user }, off] = [await addressee(), await addressee()];
    await here.sql('update users set is_active = false where id = $1', [off.user.id]);
    await here.sql(`update companies set paid_till = now() - interval '1 day' where id = $1`, [company]);
    expect([await run(), await digests(user)]).toEqual([0, []]);
    await here.sql('update companies set paid_till = null where id = $1', [company]);
    expect(await run()).toBe(0);
    expect([(await digests(user)).length, await digests(off.user)]).toEqual([1, []]);
  });

  it('[DEC-09] waits in a restored copy until sending is enabled', async () => {
    const { user } = await addressee();
    await here.application.sendingLock.engage();
    expect([await run(), await digests(user)]).toEqual([0, []]);
    await here.application.sendingLock.release();
    expect([await run(), (await digests(user)).length]).toEqual([0, 1]);
  });

  it('summarizes ten thousand replies without delaying other users', async () => {
    const { user, who, profile, message } = await newReply();
    await byEmail(who);
    await here.sql(
      `insert into notices (company_id, user_id, kind, payload, key, profile_id, object_id, in_app, for_email, created_at)
       select $1, $2, 'reply', '{"channel": "email"}', 'flood ' || n, $3, $4, true, true, now() from generate_series(1, 10000) n`,
      [company, user.id, profile, message],
    );
    expect((await good(who.get(`${path}unread/`))).count).toBe(1000);
    expect([await run(), await run()]).toEqual([0, 0]);
    expect(await digests(user)).toMatchObject([{ subject: '1,000 new notifications' }]);
    await readAll(who);
    expect((await good(who.get(`${path}unread/`))).count).toBe(0);
  });
});

const insertNotice = `insert into notices (company_id, user_id, kind, payload, key, profile_id, object_id, in_app, for_email, created_at)
  values ($1, $2, 'reply', '{"channel": "email"}', $3, $4, $5, true, true, now())`;
const noticeValues = ({ user, profile, message }: Awaited<ReturnType<typeof newReply>>, key: string) => [
  company,
  user.id,
  key,
  profile,
  message,
];
describe('a failed digest', () => {
  it.each([
    ['while the commit is in progress', 1],
    ['while the commit takes longer than the statement timeout', 2],
  ])('is queued again %s', async (_words, leastTries) => {
    const person = await addressee();
    const digestKey = randomUUID();
    const ids = (await here.sql<{ id: number }>('select id from notices where user_id = $1', [person.user.id])).map(({ id }) => id);
    const taking = `update notices set for_email = false, digest_key = '${digestKey}' where user_id = $1`;
    const keep = await begin(taking, [person.user.id]);
    const { database } = here.application;
    let tries = 0;
    const inCompany: Database['inCompany'] = (id, work, options) =>
      database.inCompany(
        id,
        async (tx) => {
          tries += 1;
          await sql`set local statement_timeout = 500`.execute(tx);
          return work(tx);
        },
        options,
      );
    const taken = { person: { companyId: company, userId: person.user.id }, digestKey, ids };
    const requeuing = requeueDigest({ database: { ...database, inCompany }, clock: here.clock }, taken, new AbortController().signal);
    // The test awaits failures below.
    requeuing.catch(() => undefined);
    await waitsForHold();
    await vi.waitFor(() => expect(tries).toBeGreaterThanOrEqual(leastTries), { timeout: 45_000, interval: 10 });
    await keep();
    await requeuing;
    expect(await run()).toBe(0);
    expect(await digests(person.user)).toHaveLength(1);
  });
});

describe('a digest sent by another process', () => {
  it('is not sent again by a process after a rollback', async () => {
    const person = await addressee();
    expect(await run()).toBe(0);
    const notices = await here.sql<{ id: number; digest_key: string | null }>(
      `select id, digest_key from notices where user_id = ${person.user.id}`,
    );
    expect(notices).toMatchObject([{ digest_key: expect.any(String) }]);
    const ids = notices.map(({ id }) => id);
    await here.application.database.inCompany(company, (tx) => requeueForEmail(tx, randomUUID(), ids));
    expect(await run()).toBe(0);
    expect(await digests(person.user)).toHaveLength(1);
    await here.application.database.inCompany(company, (tx) => requeueForEmail(tx, notices[0]?.digest_key ?? '', ids));
    expect(await run()).toBe(0);
    expect(await digests(person.user)).toHaveLength(2);
  });
});

/** Runs `change` on the person's notices shortly before their digest is complete. */
async function changeWhileSending(person: { user: TestUser }, change: string): Promise<void> {
  const release = await holdNotices(person.user);
  const running = run();
  await waitsForHold();
  await release(change);
  expect(await running).toBe(0);
}

describe('a digest during sending', () => {
  it('omits notices read before the message is complete', async () => {
    const person = await addressee();
    await here.sql(insertNotice, noticeValues(person, 'read'));
    await changeWhileSending(person, `update notices set read_at = now() where user_id = $1 and key = 'read'`);
    expect(await digests(person.user)).toMatchObject([{ subject: '1 new notification' }]);
  });

  it('is not sent if all notices are read before the message is complete', async () => {
    const person = await addressee();
    await changeWhileSending(person, 'update notices set read_at = now() where user_id = $1');
    expect(await digests(person.user)).toEqual([]);
  });

  it('leaves notices committed during sending to the next digest', async () => {
    const person = await newReply();
    await byEmail(person.who);
    const keep = await begin(insertNotice, noticeValues(person, 'late'));
    await person.raise();
    smtp.beforeText = async () => {
      smtp.beforeText = async () => undefined;
      await keep();
    };
    expect(await run()).toBe(0);
    expect(await digests(person.user)).toMatchObject([{ subject: '1 new notification' }]);
    expect([await run(), await run()]).toEqual([0, 0]);
    expect(await digests(person.user)).toMatchObject([{ subject: '1 new notification' }, { subject: '1 new notification' }]);
  });

  it('leaves notices raised during preparation to the next digest', async () => {
    const person = await addressee();
    await readAll(person.who);
    // Preparation lists the waiting notices before it reads the settings.
    const release = await begin('lock table notice_settings in access exclusive mode');
    const running = run();
    await waitsForHold();
    await here.sql(insertNotice, noticeValues(person, 'late'));
    await release();
    expect([await running, await digests(person.user)]).toEqual([0, []]);
    expect([await run(), await run()]).toEqual([0, 0]);
    expect(await digests(person.user)).toMatchObject([{ subject: '1 new notification' }]);
  });
});
