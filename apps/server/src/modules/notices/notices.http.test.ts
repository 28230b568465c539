import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { addMailbox, mailboxesIn } from '../../../test/mailbox-fixtures.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { withReply } from '../../../test/notice-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { markBroken } from '#modules/messaging/channels/public.ts';
import { eraseProfile } from '#modules/profiles/public/erasing.ts';
import { deleteOldNoticesHandler } from './digest.ts';
import { until } from '../../../test/settled.ts';

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

describe('notices', () => {
  it('are listed, counted, filtered and marked as read only for their owner', async () => {
    await (await withReply(here, company)).raise();
    const { who, raise, profile } = await withReply(here, company);
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

  it('[ROLE-033] stay unread when staff who impersonate their owner read them', async () => {
    const { who, raise, user } = await withReply(here, company);
    await raise();
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    await good(staff.post(`/api/internal/users/${user.id}/login_as/`));
    const [seen] = await listOf(staff);
    expect(seen).toMatchObject({ kind: 'reply', is_read: false });
    // Staff may open the object of a notice.
    expect(await staff.post(`${path}${seen?.id}/read/`, { is_read: true })).toMatchObject({
      status: 200,
      body: { ...seen, is_read: false },
    });
    expect((await staff.post(`${path}read/`, { up_to: seen?.id ?? 0 })).status).toBe(200);
    expect([await unreadOf(staff), await unreadOf(who), await listOf(who)]).toEqual([1, 1, [seen]]);
    await good(who.post(`${path}${seen?.id}/read/`, { is_read: true }));
    await good(staff.post(`${path}${seen?.id}/read/`, { is_read: false }));
    expect([await unreadOf(staff), await unreadOf(who)]).toEqual([0, 0]);
  });

  it('are deleted with an erased person', async () => {
    const { who, raise, profile } = await withReply(here, company);
    await raise();
    await here.application.database.asSystem((tx) => eraseProfile(tx, profile, here.clock.now()));
    expect(await listOf(who)).toEqual([]);
    expect(await here.sql('select id from notices where profile_id = $1', [profile])).toEqual([]);
  });

  it('hide a person that a hiring manager may no longer see', async () => {
    const user = await here.addUser(company, 'hm');
    const hm = await here.signIn(user);
    const { id, profiles } = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [user.id] } });
    const [candidate] = (await good(caller.get(`/api/v6/folders/${id}/candidates/`))).candidates as { id: number }[];
    await good(
      caller.post(`/api/v6/profiles/${profiles[0]}/comments/`, { text: `@Ada ${await lastName(user)} look`, candidate_id: candidate?.id }),
    );
    expect(await listOf(hm)).toMatchObject([
      { kind: 'mention', person: { id: profiles[0] }, detail: expect.stringContaining('Ada') },
      { kind: 'vacancy', vacancy_id: id },
    ]);
    await good(caller.patch(`/api/v6/folders/${id}/`, { granted_users: [] }));
    expect([await listOf(hm), await unreadOf(hm)]).toEqual([[], 0]);
  });
});

const lastName = async ({ id }: TestUser) =>
  (await here.sql<{ last_name: string }>('select last_name from users where id = $1', [id]))[0]?.last_name ?? '';

describe('a notice is raised', () => {
  it('when the daily limit of profiles is reached, once', async () => {
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

  it('[CONT-009] when the monthly limit of contacts of a user or company is reached, once', async () => {
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

  it('when a colleague who may read the comment is mentioned, once', async () => {
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

  it('when a mailbox rejects its credentials, once', async () => {
    const user = await here.addUser(company, 'worker');
    const who = await here.signIn(user);
    const id = await addMailbox(here, user);
    const mailbox = await mailboxesIn(here).one({ id });
    const brokenNow = () =>
      here.application.database.asSystem((tx) => markBroken(tx, mailbox, { detail: 'refused', now: here.clock.now() }));
    expect([await brokenNow(), await brokenNow()]).toEqual([true, true]);
    expect(await listOf(who)).toMatchObject([{ kind: 'mailbox', detail: user.email }]);
  });

  it('when a background job ends, but not for one completed within its request', async () => {
    const user = await here.addUser(company, 'worker');
    const who = await here.signIn(user);
    const worker = await here.application.startWorker();
    afterAll(() => worker.stop());
    const { id } = await fillVacancy(here, who, { profiles: 3 });
    expect(await listOf(who)).toEqual([]);
    await good(who.post('/api/v6/candidates/', { folder_id: id, profiles: await addProfiles(here, 201) }));
    await until(async () =>
      expect(await listOf(who)).toMatchObject([
        { kind: 'job', job: { kind: 'candidates_add', status: 'done', count: 201, place: expect.stringMatching(/./) } },
      ]),
    );
  });
});

describe('settings of notices', () => {
  it('enable each kind separately', async () => {
    const { who, raise } = await withReply(here, company);
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

describe('old notices', () => {
  it('are deleted after 90 days', async () => {
    const { who, raise } = await withReply(here, company);
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
