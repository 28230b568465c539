import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { until } from '../../../../test/settled.ts';

/** Dialogs in profiles, notices and search. */

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const path = '/api/internal/telegram/dialogs/';
const features = { has_messaging: true, has_telegram: true };

let company: number;
let admin: Caller;
let recruiter: Caller;
let recruiterId: number;
let stranger: Caller;
let phone: string;
let worker: { stop(): Promise<void> };
let names = 0;

beforeAll(async () => {
  company = await here.addCompany({ features });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  const user = await here.addUser(company, 'worker', { canSearch: true });
  recruiterId = user.id;
  recruiter = await here.signIn(user);
  stranger = await here.signIn(await here.addUser(await here.addCompany({ features }), 'admin'));
  await here.application.search.start();
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`/api/internal/telegram/accounts/${id}/`, { limit_total: 100, warms_up: false });
}, 180_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const lastOf = async (caller: Caller, id: number) => (await caller.get(`${path}${id}/messages/?limit=100`)).body.results.at(-1);

/** A dialog with one sent message and the given replies. */
async function conversation(caller: Caller, { answers = [] as string[], isPrivate = false } = {}) {
  const [profile = 0] = await addProfiles(here, 1, { input: { first_name: 'Vera', last_name: 'Answers' } });
  const username = `talker_${(names += 1)}_x`;
  const { id } = (await caller.post(`${path}get_or_create/`, { profile_id: profile, username })).body as { id: number };
  expect(await caller.patch(`${path}${id}/`, { access_type: isPrivate ? 'private' : 'public' })).toMatchObject({ status: 200 });
  await caller.post(`${path}${id}/send_message/`, { message: 'Good day' });
  await until(async () => expect(await lastOf(caller, id)).toMatchObject({ state: 'sent', message: 'Good day' }));
  const answer = async (text: string) => {
    server.writes(username, phone, text);
    await until(async () => expect(await lastOf(caller, id)).toMatchObject({ state: 'received', message: text }));
  };
  for (const text of answers) await answer(text);
  return { id, profile, username, answer };
}

interface Event {
  kind: string;
  text: string;
  dialog_id: number | null;
}
const eventsOf = async (caller: Caller, profile: number) =>
  ((await caller.get(`/api/v6/profiles/${profile}/events/`)).body.events as Event[])
    .filter(({ dialog_id }) => dialog_id !== null)
    .map(({ kind, text, dialog_id }) => [kind, text, dialog_id]);

describe('the activity of a profile', () => {
  it('[PROF-033] contains Telegram messages: the last text of each side per day', async () => {
    const { id, profile } = await conversation(recruiter, { answers: ['Who is it?', 'Tell me more'] });
    const expected = [
      ['telegram_received', 'Tell me more', id],
      ['telegram_sent', 'Good day', id],
    ];
    expect((await eventsOf(recruiter, profile)).toSorted()).toEqual(expected);
    expect((await eventsOf(admin, profile)).toSorted()).toEqual(expected);
    expect((await recruiter.get(`/api/v6/profiles/${profile}/events/`)).body.count).toBe(2);
  });

  it('[PROF-033] hides private dialogs, dialogs of other companies, and all without the messenger', async () => {
    const { profile } = await conversation(recruiter, { answers: ['Between us'], isPrivate: true });
    expect(await eventsOf(recruiter, profile)).toHaveLength(2);
    expect(await eventsOf(admin, profile)).toEqual([]);
    expect(await eventsOf(stranger, profile)).toEqual([]);
    const open = await conversation(recruiter);
    expect(await eventsOf(admin, open.profile)).toHaveLength(1);
    await here.sql(`update companies set features = features || '{"has_telegram": false}' where id = $1`, [company]);
    expect(await eventsOf(admin, open.profile)).toEqual([]);
    await here.sql(`update companies set features = features || '{"has_telegram": true}' where id = $1`, [company]);
  });
});

interface Notice {
  kind: string;
  person: { id: number } | null;
  dialog_id: number | null;
}
const noticesOf = async (caller: Caller, dialog: number) =>
  ((await caller.get('/api/v6/notices/?per_page=100')).body.notices as Notice[]).filter(({ dialog_id }) => dialog_id === dialog);

describe('a notice of a reply by Telegram', () => {
  it('is sent once per message to the last writer and links to the dialog', async () => {
    const { id, profile, answer } = await conversation(recruiter, { answers: ['Gladly'] });
    expect(await noticesOf(recruiter, id)).toMatchObject([{ kind: 'reply', person: { id: profile, name: 'Vera Answers' }, detail: '' }]);
    expect(await noticesOf(admin, id)).toEqual([]);
    await admin.post(`${path}${id}/send_message/`, { message: 'Tomorrow?' });
    await until(async () => expect(await lastOf(admin, id)).toMatchObject({ state: 'sent', message: 'Tomorrow?' }));
    await answer('At ten');
    expect(await noticesOf(admin, id)).toHaveLength(1);
    expect(await noticesOf(recruiter, id)).toHaveLength(1);
    // The new worker syncs the same messages again.
    await worker.stop();
    worker = await here.application.startWorker();
    await answer('Or at noon');
    expect([(await noticesOf(admin, id)).length, (await noticesOf(recruiter, id)).length]).toEqual([2, 1]);
  });

  it('is read with the dialog by its reader', async () => {
    const { id } = await conversation(recruiter, { answers: ['One', 'Two'] });
    expect(await noticesOf(recruiter, id)).toMatchObject([{ is_read: false }, { is_read: false }]);
    const [, one, two] = (await recruiter.get(`${path}${id}/messages/`)).body.results;
    await admin.post(`${path}${id}/mark_as_read/`, { max_id: two.message_id });
    expect(await noticesOf(recruiter, id)).toMatchObject([{ is_read: false }, { is_read: false }]);
    await recruiter.post(`${path}${id}/mark_as_read/`, { max_id: one.message_id });
    expect(await noticesOf(recruiter, id)).toMatchObject([{ is_read: false }, { is_read: true }]);
    await recruiter.post(`${path}${id}/mark_as_read/`, { max_id: two.message_id });
    expect(await noticesOf(recruiter, id)).toMatchObject([{ is_read: true }, { is_read: true }]);
  });

  it('[TG-051] [ROLE-033] stays unread while staff impersonate the user', async () => {
    const { id } = await conversation(recruiter, { answers: ['One'] });
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect((await staff.post(`/api/internal/users/${recruiterId}/login_as/`)).status).toBe(200);
    const read = { max_id: (await lastOf(staff, id)).message_id };
    expect(await staff.post(`${path}${id}/mark_as_read/`, read)).toMatchObject({ status: 200, body: { id, unread_count: 1 } });
    expect((await recruiter.get(`${path}${id}/`)).body).toMatchObject({ unread_count: 1 });
    expect(await noticesOf(recruiter, id)).toMatchObject([{ is_read: false }]);
    expect(await recruiter.post(`${path}${id}/mark_as_read/`, read)).toMatchObject({ status: 200, body: { unread_count: 0 } });
    expect(await noticesOf(recruiter, id)).toMatchObject([{ is_read: true }]);
  });

  it('is hidden after the user loses access to the dialog', async () => {
    const { id, answer } = await conversation(recruiter);
    await admin.post(`${path}${id}/send_message/`, { message: 'From me' });
    await until(async () => expect(await lastOf(recruiter, id)).toMatchObject({ state: 'sent', message: 'From me' }));
    await answer('Fine');
    expect(await noticesOf(admin, id)).toHaveLength(1);
    await recruiter.patch(`${path}${id}/`, { access_type: 'private' });
    expect(await noticesOf(admin, id)).toEqual([]);
    await answer('Still fine');
    expect([(await noticesOf(admin, id)).length, (await noticesOf(recruiter, id)).length]).toEqual([0, 1]);
  });

  it('goes to the creator of the dialog if the last writer is deactivated', async () => {
    const { id, answer } = await conversation(recruiter);
    const user = await here.addUser(company, 'worker');
    const leaving = await here.signIn(user);
    await leaving.post(`${path}${id}/send_message/`, { message: 'My last' });
    await until(async () => expect(await lastOf(recruiter, id)).toMatchObject({ state: 'sent', message: 'My last' }));
    expect((await admin.delete(`/api/v6/workers/${user.id}/`)).status).toBe(200);
    await answer('Are you there?');
    expect(await noticesOf(recruiter, id)).toHaveLength(1);
  });
});

const contactedBy = (by: string, days = 30) => `general:viewsTransformer=contacted~${days}@${by}`;

describe('the search', () => {
  interface Found {
    id: number;
    dialog: { id: number; state: string; text: string; out: boolean; sender: string | null } | null;
  }
  const search = async (caller: Caller, f = '') => {
    const query = new URLSearchParams({ f, per_page: '100', facets: 'general' });
    const answer = await caller.get(`/api/v6/profiles/?${query.toString()}`);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body as { profiles: Found[]; total: number; facets: { general: { values: { id: string; count: number | null }[] } } };
  };
  const dialogOf = async (caller: Caller, profile: number) =>
    (await search(caller)).profiles.find(({ id }) => id === profile)?.dialog ?? undefined;
  const contacted = async (caller: Caller, by: string, days?: number) =>
    (await search(caller, contactedBy(by, days))).profiles.map(({ id }) => id);
  /** The index adds a new profile asynchronously. */
  const indexed = (profile: number) => until(async () => expect((await search(recruiter)).profiles.map(({ id }) => id)).toContain(profile));

  it('[RSLT-012] shows the last Telegram message of a person, its sender and a reply, to users who see the dialog', async () => {
    const { id, profile, answer } = await conversation(recruiter);
    await indexed(profile);
    expect(await dialogOf(recruiter, profile)).toMatchObject({ id, state: 'sent', text: 'Good day', out: true });
    expect((await dialogOf(recruiter, profile))?.sender).toMatch(/^Ada User \d+$/);
    await answer('Yes, gladly');
    expect(await dialogOf(admin, profile)).toMatchObject({ id, state: 'replied', text: 'Yes, gladly', out: false, sender: null });
    await recruiter.post(`${path}${id}/send_message/`, { message: 'At ten?' });
    await until(async () => expect(await lastOf(recruiter, id)).toMatchObject({ state: 'sent', message: 'At ten?' }));
    expect(await dialogOf(recruiter, profile)).toMatchObject({ state: 'replied', text: 'At ten?', out: true });
    expect(await dialogOf(stranger, profile)).toBeUndefined();
    await recruiter.patch(`${path}${id}/`, { access_type: 'private' });
    expect([(await dialogOf(recruiter, profile))?.id, await dialogOf(admin, profile)]).toEqual([id, undefined]);
  });

  it('[FLT-019] counts people contacted by Telegram as contacted, within visible dialogs', async () => {
    const before = (await search(admin, contactedBy('company'))).total;
    const { id, profile } = await conversation(recruiter);
    await indexed(profile);
    expect(await contacted(recruiter, 'user')).toContain(profile);
    expect(await contacted(admin, 'company')).toContain(profile);
    expect(await contacted(admin, 'user')).not.toContain(profile);
    expect(await contacted(stranger, 'company')).not.toContain(profile);
    const { total, profiles, facets } = await search(admin, contactedBy('company'));
    expect([total, profiles.length]).toEqual([before + 1, before + 1]);
    expect(facets.general.values.find((value) => value.id === 'contacted')?.count).toBe(total);
    const events = async (caller: Caller) =>
      ((await caller.get(`/api/profiles_events/?ids=${profile}`)).body.profiles_events as { event: string; profile_id: number }[]).filter(
        (each) => each.event === 'contacted' && each.profile_id === profile,
      );
    expect([(await events(recruiter)).length, (await events(admin)).length, (await events(stranger)).length]).toEqual([1, 1, 0]);
    await recruiter.patch(`${path}${id}/`, { access_type: 'private' });
    expect(await contacted(recruiter, 'company')).toContain(profile);
    expect(await contacted(admin, 'company')).not.toContain(profile);
    expect(await events(admin)).toEqual([]);
  });

  it('[FLT-019] [FLT-034] ignores messages from before the period and those not written here', async () => {
    const { id, profile } = await conversation(recruiter, { answers: ['Hello'] });
    await indexed(profile);
    await here.sql(`update messages set said_at = said_at - interval '31 days' where dialog_id = $1 and is_out`, [id]);
    expect(await contacted(recruiter, 'user')).not.toContain(profile);
    expect(await contacted(recruiter, 'user', 40)).toContain(profile);
  });

  it('[ROLE-055] hides dialogs if the company has no messenger', async () => {
    const { profile } = await conversation(recruiter, { answers: ['Hello'] });
    await indexed(profile);
    await here.sql(`update companies set features = features || '{"has_telegram": false}' where id = $1`, [company]);
    expect(await dialogOf(recruiter, profile)).toBeUndefined();
    expect(await contacted(recruiter, 'company')).not.toContain(profile);
    await here.sql(`update companies set features = features || '{"has_telegram": true}' where id = $1`, [company]);
    expect((await dialogOf(recruiter, profile))?.text).toBe('Hello');
  });
});
