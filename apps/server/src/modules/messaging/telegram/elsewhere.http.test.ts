import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';

/** What profiles and the rest of the product know of dialogs. */

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const path = '/api/internal/telegram/dialogs/';
const patience = { timeout: 20_000, interval: 50 };
const features = { has_messaging: true, has_telegram: true };

let company: number;
let admin: Caller;
let recruiter: Caller;
let stranger: Caller;
let phone: string;
let worker: { stop(): Promise<void> };
let names = 0;

beforeAll(async () => {
  company = await here.addCompany({ features });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  recruiter = await here.signIn(await here.addUser(company, 'worker', { canSearch: true }));
  stranger = await here.signIn(await here.addUser(await here.addCompany({ features }), 'admin'));
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`/api/internal/telegram/accounts/${id}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const lastOf = async (caller: Caller, id: number) => (await caller.get(`${path}${id}/messages/?limit=100`)).body.results.at(-1);

/** A dialog with one message sent, and those that the person answered. */
async function conversation(caller: Caller, { answers = [] as string[], isPrivate = false } = {}) {
  const [profile = 0] = await addProfiles(here, 1, { input: { first_name: 'Vera', last_name: 'Answers' } });
  const username = `talker_${(names += 1)}_x`;
  const { id } = (await caller.post(`${path}get_or_create/`, { profile_id: profile, username })).body as { id: number };
  expect(await caller.patch(`${path}${id}/`, { access_type: isPrivate ? 'private' : 'public' })).toMatchObject({ status: 200 });
  await caller.post(`${path}${id}/send_message/`, { message: 'Good day' });
  await vi.waitFor(async () => expect(await lastOf(caller, id)).toMatchObject({ state: 'sent', message: 'Good day' }), patience);
  const answer = async (text: string) => {
    server.writes(username, phone, text);
    await vi.waitFor(async () => expect(await lastOf(caller, id)).toMatchObject({ state: 'received', message: text }), patience);
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
  it('[PROF-033] holds what was written by Telegram: the last words of a day from each side', async () => {
    const { id, profile } = await conversation(recruiter, { answers: ['Who is it?', 'Tell me more'] });
    const expected = [
      ['telegram_received', 'Tell me more', id],
      ['telegram_sent', 'Good day', id],
    ];
    expect((await eventsOf(recruiter, profile)).toSorted()).toEqual(expected);
    expect((await eventsOf(admin, profile)).toSorted()).toEqual(expected);
    expect((await recruiter.get(`/api/v6/profiles/${profile}/events/`)).body.count).toBe(2);
  });

  it('[PROF-033] says nothing of private dialogs, of other companies’, nor without the messenger', async () => {
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
  it('is told once a message to who wrote last, and leads to the dialog', async () => {
    const { id, profile, answer } = await conversation(recruiter, { answers: ['Gladly'] });
    expect(await noticesOf(recruiter, id)).toMatchObject([{ kind: 'reply', person: { id: profile, name: 'Vera Answers' }, detail: '' }]);
    expect(await noticesOf(admin, id)).toEqual([]);
    await admin.post(`${path}${id}/send_message/`, { message: 'Tomorrow?' });
    await vi.waitFor(async () => expect(await lastOf(admin, id)).toMatchObject({ state: 'sent', message: 'Tomorrow?' }), patience);
    await answer('At ten');
    expect(await noticesOf(admin, id)).toHaveLength(1);
    expect(await noticesOf(recruiter, id)).toHaveLength(1);
    // The worker that takes the account up looks through the same messages again.
    await worker.stop();
    worker = await here.application.startWorker();
    await answer('Or at noon');
    expect([(await noticesOf(admin, id)).length, (await noticesOf(recruiter, id)).length]).toEqual([2, 1]);
  });

  it('is read with the dialog, by who reads it', async () => {
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

  it('is no more seen by who may not see the dialog any more', async () => {
    const { id, answer } = await conversation(recruiter);
    await admin.post(`${path}${id}/send_message/`, { message: 'From me' });
    await vi.waitFor(async () => expect(await lastOf(recruiter, id)).toMatchObject({ state: 'sent', message: 'From me' }), patience);
    await answer('Fine');
    expect(await noticesOf(admin, id)).toHaveLength(1);
    await recruiter.patch(`${path}${id}/`, { access_type: 'private' });
    expect(await noticesOf(admin, id)).toEqual([]);
    await answer('Still fine');
    expect(
      await here.sql("select id from notices where detail = 'telegram' and object_id = $1", [(await lastOf(recruiter, id)).message_id]),
    ).toEqual([]);
  });
});
