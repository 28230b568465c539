import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { addMailbox, mailboxesIn } from '../../../test/mailbox-fixtures.ts';
import { good, until } from '../../../test/mailing-fixtures.ts';
import { addSentMessage } from '../../../test/message-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { markBroken } from '#modules/messaging/channels/public.ts';
import { eraseProfile } from '#modules/profiles/public.ts';
import { deleteOldNoticesHandler } from './digest.ts';
import { raiseNotice } from './public.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const path = '/api/v6/notices/';

let company: number;
let owner: TestUser;
let caller: Caller;
let colleague: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  owner = await here.addUser(company, 'worker', { language: 'en' });
  caller = await here.signIn(owner);
  colleague = await here.signIn(await here.addUser(company, 'worker'));
});

interface Listed {
  id: number;
  kind: string;
  is_read: boolean;
  person: { id: number; name: string } | null;
  job: { kind: string; status: string } | null;
  detail: string;
}
const listOf = async (who: Caller, query = '') => (await good(who.get(`${path}?per_page=100${query}`))).notices as Listed[];
const unreadOf = async (who: Caller) => (await good(who.get(`${path}unread/`))).count as number;

/** A person with one notice of a reply about somebody. */
async function withReply() {
  const user = await here.addUser(company, 'worker', { language: 'en' });
  const who = await here.signIn(user);
  const [profile = 0] = await addProfiles(here, 1, { input: { first_name: 'Vera', last_name: 'Reply' } });
  const { id: message } = await addSentMessage(here, { company, user: user.id, profile, mailbox: null });
  const raise = () =>
    here.application.database.inCompany(company, (tx) =>
      raiseNotice(tx, {
        companyId: company,
        userId: user.id,
        kind: 'reply',
        key: `reply ${message}`,
        profileId: profile,
        objectId: message,
        now: here.clock.now(),
      }),
    );
  return { user, who, profile, message, raise };
}

describe('notices', () => {
  it('are listed, counted, narrowed, read one by one and all at once, by their owner alone', async () => {
    await (await withReply()).raise();
    const { who, raise, profile } = await withReply();
    await raise();
    await raise();
    const [first, ...others] = await listOf(who);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ kind: 'reply', is_read: false, person: { id: profile, name: 'Vera Reply' } });
    expect(await unreadOf(who)).toBe(1);
    expect(await listOf(who, '&kind=job')).toEqual([]);
    expect((await colleague.post(`${path}${first?.id}/read/`, { is_read: true })).status).toBe(404);
    await good(who.post(`${path}${first?.id}/read/`, { is_read: true }));
    expect([await unreadOf(who), (await listOf(who, '&unread=true')).length, (await listOf(who, '&unread=false')).length]).toEqual([
      0, 0, 1,
    ]);
    await good(who.post(`${path}${first?.id}/read/`, { is_read: false }));
    await good(who.post(`${path}read/`, { up_to: (first?.id ?? 0) - 1 }));
    expect(await unreadOf(who)).toBe(1);
    await good(colleague.post(`${path}read/`, { up_to: first?.id ?? 0 }));
    expect(await unreadOf(who)).toBe(1);
    await good(who.post(`${path}read/`, { up_to: first?.id ?? 0 }));
    expect(await unreadOf(who)).toBe(0);
  });

  it('say nothing of a person who was erased, and keep nothing of them', async () => {
    const { who, raise, profile } = await withReply();
    await raise();
    await here.application.database.asSystem((tx) => eraseProfile(tx, profile, here.clock.now()));
    expect(await listOf(who)).toEqual([]);
    expect(await here.sql('select id from notices where profile_id = $1', [profile])).toEqual([]);
  });

  it('say nothing of a person whom a hiring manager may not see any more', async () => {
    const user = await here.addUser(company, 'hm');
    const hm = await here.signIn(user);
    const { id, profiles } = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [user.id] } });
    const [candidate] = (await good(caller.get(`/api/v6/folders/${id}/candidates/`))).candidates as { id: number }[];
    await good(
      caller.post(`/api/v6/profiles/${profiles[0]}/comments/`, { text: `@Ada ${await lastName(user)} look`, candidate_id: candidate?.id }),
    );
    expect(await listOf(hm)).toMatchObject([{ kind: 'mention', person: { id: profiles[0] }, detail: expect.stringContaining('Ada') }]);
    await good(caller.patch(`/api/v6/folders/${id}/`, { granted_users: [] }));
    expect([await listOf(hm), await unreadOf(hm)]).toEqual([[], 0]);
  });
});

const lastName = async ({ id }: TestUser) =>
  (await here.sql<{ last_name: string }>('select last_name from users where id = $1', [id]))[0]?.last_name ?? '';

describe('a notice is raised', () => {
  it('when the last profile of the day is opened, once', async () => {
    const other = await here.addCompany();
    await here.sql('update companies set profiles_per_day = 2 where id = $1', [other]);
    const who = await here.signIn(await here.addUser(other, 'worker'));
    const profiles = await addProfiles(here, 3);
    await who.get(`/api/v6/profiles/${profiles[0]}/`);
    await who.get(`/api/internal/profiles/${profiles[0]}/`);
    expect(await listOf(who)).toEqual([]);
    await who.get(`/api/internal/profiles/${profiles[1]}/`);
    await who.get(`/api/internal/profiles/${profiles[2]}/`);
    expect(await listOf(who)).toMatchObject([{ kind: 'limit', detail: 'profiles', person: null }]);
  });

  it('[CONT-009] when the last contact of the month is opened, once, by one person or for the company', async () => {
    const limits = ['contacts_per_month = 2, contacts_per_month_user = null', 'contacts_per_month = null, contacts_per_month_user = 2'];
    for (const limit of limits) {
      const other = await here.addCompany();
      await here.sql(`update companies set ${limit} where id = $1`, [other]);
      const who = await here.signIn(await here.addUser(other, 'worker'));
      const profiles = await addProfiles(here, 3, { input: { contacts: [{ type: 'email', value: 'limit@example.test' }] } });
      const open = (at: number) => who.get(`/api/v6/profiles/${profiles[at]}/get-contacts/`);
      await good(open(0));
      await good(open(0));
      expect(await listOf(who)).toEqual([]);
      await good(open(1));
      expect((await open(2)).status).toBeGreaterThanOrEqual(400);
      expect(await listOf(who)).toMatchObject([{ kind: 'limit', detail: 'contacts', person: null }]);
    }
  });

  it('when a colleague is mentioned, once, and only for who may read the comment', async () => {
    const user = await here.addUser(company, 'worker');
    const who = await here.signIn(user);
    const name = `@Ada ${await lastName(user)}`;
    const [profile] = await addProfiles(here, 1);
    const { id } = await good(caller.post(`/api/v6/profiles/${profile}/comments/`, { text: `${name}, ${name}: call them` }));
    await good(caller.patch(`/api/v6/comments/${id}/`, { text: `${name}: call them again` }));
    expect(await listOf(who)).toMatchObject([{ kind: 'mention', person: { id: profile } }]);
    expect((await listOf(colleague)).filter(({ kind }) => kind === 'mention')).toEqual([]);
    const hidden = await fillVacancy(here, caller, { profiles: 1, body: { access_type: 'private' } });
    const [candidate] = (await good(caller.get(`/api/v6/folders/${hidden.id}/candidates/`))).candidates as { id: number }[];
    await good(caller.post(`/api/v6/profiles/${hidden.profiles[0]}/comments/`, { text: name, candidate_id: candidate?.id }));
    expect((await listOf(who)).length).toBe(1);
    await good(caller.delete(`/api/v6/comments/${id}/`));
    expect(await listOf(who)).toEqual([]);
  });

  it('when a mailbox does not let us in any more, once', async () => {
    const user = await here.addUser(company, 'worker');
    const who = await here.signIn(user);
    const id = await addMailbox(here, user);
    const mailbox = await mailboxesIn(here).one({ id });
    const brokenNow = () =>
      here.application.database.asSystem((tx) => markBroken(tx, mailbox, { detail: 'refused', now: here.clock.now() }));
    expect([await brokenNow(), await brokenNow()]).toEqual([true, true]);
    expect(await listOf(who)).toMatchObject([{ kind: 'mailbox', detail: user.email }]);
  });

  it('when a job that went to the workers is over, and not for one that was over at once', async () => {
    const user = await here.addUser(company, 'worker');
    const who = await here.signIn(user);
    const worker = await here.application.startWorker();
    afterAll(() => worker.stop());
    const { id } = await fillVacancy(here, who, { profiles: 3 });
    expect(await listOf(who)).toEqual([]);
    await good(who.post('/api/v6/candidates/', { folder_id: id, profiles: await addProfiles(here, 201) }));
    await until(async () => expect(await listOf(who)).toMatchObject([{ kind: 'job', job: { kind: 'candidates_add', status: 'done' } }]));
  });
});

describe('settings of notices', () => {
  it('say for each kind whether it is shown', async () => {
    const { who, raise } = await withReply();
    const before = await good(who.get(`${path}settings/`));
    expect(before).toMatchObject({ email_available: true });
    expect(before.settings).toContainEqual({ kind: 'reply', in_app: true, email: false, push: true });
    await good(who.patch(`${path}settings/`, { kind: 'reply', in_app: false }));
    await raise();
    expect(await listOf(who)).toEqual([]);
    expect((await good(colleague.get(`${path}settings/`))).settings).toContainEqual({
      kind: 'reply',
      in_app: true,
      email: false,
      push: true,
    });
  });
});

/** By the workers of the product, as the clock would ask for it; until the task is over, or was put off. */
const run = async () => {
  const [task] = await here.sql<{ id: string }>(`select id from graphile_worker.add_job('send_notice_digests', '{}', max_attempts => 1)`);
  const worker = await here.application.startWorker();
  await until(async () =>
    expect(
      await here.sql('select from graphile_worker._private_jobs where id = $1 and (attempts < max_attempts or locked_at is not null)', [
        task?.id,
      ]),
    ).toEqual([]),
  );
  await worker.stop();
  return (await here.sql('select from graphile_worker._private_jobs where id = $1', [task?.id])).length === 0;
};
const digests = async ({ email }: TestUser) => (await here.systemEmailsTo(email)).filter(({ kind }) => kind === 'notice_digest');
const byEmail = (who: Caller, more: object = {}) => good(who.patch(`${path}settings/`, { kind: 'reply', email: true, ...more }));

describe('the e-mail of the morning', () => {
  it('has what is unread, exactly once, also where it failed half way, for one person or for all', async () => {
    const [first, second] = [await withReply(), await withReply()];
    for (const { who, raise } of [first, second]) {
      await byEmail(who);
      await raise();
    }
    // The letter of the first cannot be stored, after the notices were taken.
    await here.sql(`create function refuse_once() returns trigger language plpgsql as $$
      begin if nextval('letters') = 1 then raise 'the disk is full'; end if; return new; end $$`);
    await here.sql('create sequence letters');
    await here.sql(`create trigger refuse before insert on graphile_worker._private_jobs for each row
      when (new.payload ->> 'sealed' is not null) execute function refuse_once()`);
    await here.sql('grant usage on sequence letters to public');
    expect(await run()).toBe(false);
    expect((await Promise.all([first, second].map(({ user }) => digests(user)))).flat()).toHaveLength(1);
    expect([await run(), await run()]).toEqual([true, true]);
    for (const { user } of [first, second]) expect(await digests(user)).toMatchObject([{ subject: '1 new notification' }]);
    const [letter] = await digests(first.user);
    expect(letter?.text).toContain('Vera Reply replied to your message');
    expect(letter?.text).toContain('http://headwater.test/notices');
  });

  it('has nothing that was read meanwhile, and what is not shown in the product all the same', async () => {
    const [{ user, who, raise }, unseen] = [await withReply(), await withReply()];
    await byEmail(who);
    await byEmail(unseen.who, { in_app: false });
    for (const one of [raise, unseen.raise]) await one();
    for (const one of [who, unseen.who]) await good(one.post(`${path}read/`, { up_to: 1_000_000 }));
    expect(await run()).toBe(true);
    expect(await digests(user)).toEqual([]);
    expect(await digests(unseen.user)).toHaveLength(1);
  });

  it('waits while the company has no license, and is for nobody who is switched off', async () => {
    const [{ user, who, raise }, off] = [await withReply(), await withReply()];
    for (const one of [{ who, raise }, off]) {
      await byEmail(one.who);
      await one.raise();
    }
    await here.sql('update users set is_active = false where id = $1', [off.user.id]);
    await here.sql(`update companies set paid_till = now() - interval '1 day' where id = $1`, [company]);
    expect([await run(), await digests(user)]).toEqual([true, []]);
    await here.sql('update companies set paid_till = null where id = $1', [company]);
    expect(await run()).toBe(true);
    expect([(await digests(user)).length, await digests(off.user)]).toEqual([1, []]);
  });

  it('is one of ten thousand replies, which hold nobody up', async () => {
    const { user, who, profile, message } = await withReply();
    await here.sql(
      `insert into notices (company_id, user_id, kind, key, profile_id, object_id, in_app, for_email, created_at)
       select $1, $2, 'reply', 'flood ' || n, $3, $4, true, true, now() from generate_series(1, 10000) n`,
      [company, user.id, profile, message],
    );
    const began = performance.now();
    expect(await unreadOf(who)).toBe(1000);
    expect(await listOf(who)).toHaveLength(100);
    expect(performance.now() - began).toBeLessThan(2000);
    expect([await run(), await run()]).toEqual([true, true]);
    expect(await digests(user)).toMatchObject([{ subject: '1,000 new notifications' }]);
    await good(who.post(`${path}read/`, { up_to: Number.MAX_SAFE_INTEGER }));
    expect(await unreadOf(who)).toBe(0);
  });
});

describe('old notices', () => {
  it('are deleted after 90 days', async () => {
    const { who, raise } = await withReply();
    await raise();
    const { database } = here.application;
    const clean = () => deleteOldNoticesHandler({ database, clock: here.clock }).run({}, new AbortController().signal);
    await clean();
    expect((await listOf(who)).length).toBe(1);
    await here.sql(`update notices set created_at = created_at - interval '91 days'`);
    await clean();
    expect(await here.sql('select id from notices')).toEqual([]);
  });
});
