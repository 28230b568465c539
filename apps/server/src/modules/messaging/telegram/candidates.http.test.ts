import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CandidateView } from '@headwater/contract/candidates';
import { type Caller, type TestUser, useInstallation } from '../../../../test/installation.ts';
import { addMessage, messagesIn } from '../../../../test/message-fixtures.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../../test/vacancy-fixtures.ts';
import { until } from '../../../../test/settled.ts';

/** Dialogs of candidates in vacancies, and the way from a person to a dialog. */

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const path = '/api/internal/telegram/dialogs/';
const features = { has_messaging: true, has_telegram: true };

let company: number;
let user: TestUser;
let admin: Caller;
let recruiter: Caller;
let stranger: Caller;
let phone: string;
let worker: { stop(): Promise<void> };
let names = 0;

beforeAll(async () => {
  company = await here.addCompany({ features });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  user = await here.addUser(company, 'worker', { canSearch: true });
  recruiter = await here.signIn(user);
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

const lastOf = async (id: number) => (await recruiter.get(`${path}${id}/messages/?limit=100`)).body.results.at(-1);
const becomes = (id: number, expected: object) => until(async () => expect(await lastOf(id)).toMatchObject(expected));

async function begin(profile: number, access: 'public' | 'private' = 'public') {
  const username = `candidate_${(names += 1)}_x`;
  const { id } = (await recruiter.post(`${path}get_or_create/`, { profile_id: profile, username })).body as { id: number };
  expect(await recruiter.patch(`${path}${id}/`, { access_type: access })).toMatchObject({ status: 200 });
  return { id, username };
}

async function converse(profile: number, access?: 'public' | 'private') {
  const { id, username } = await begin(profile, access);
  await recruiter.post(`${path}${id}/send_message/`, { message: 'Good day' });
  await becomes(id, { state: 'sent', message: 'Good day' });
  const answer = async (text: string) => {
    server.writes(username, phone, text);
    await becomes(id, { state: 'received', message: text });
  };
  return { id, username, answer };
}

const list = async (caller: Caller, vacancy: number, query = '') =>
  (await caller.get(`/api/v6/folders/${vacancy}/candidates/?${query}`)).body as { candidates: CandidateView[]; count: number };
const idsOf = async (caller: Caller, vacancy: number, query: string) => {
  const { candidates, count } = await list(caller, vacancy, query);
  expect(count).toBe(candidates.length);
  return candidates.map(({ id }) => id).toSorted((one, other) => one - other);
};
const rowOf = async (caller: Caller, vacancy: number, id: number | undefined) =>
  (await list(caller, vacancy)).candidates.find((candidate) => candidate.id === id);

describe('a candidate', () => {
  it('[CAND-006] [CAND-008] shows the last message of either channel and is found by its status, from the moment of a reply', async () => {
    const { id: vacancy, profiles, candidates } = await fillVacancy(here, recruiter, { profiles: 3 });
    const [profile = 0] = profiles;
    const [first = 0, mailed = 0, nobody = 0] = candidates;
    await addMessage(here, {
      company,
      user: user.id,
      profile: profiles[1] ?? 0,
      recipient: { candidate_id: mailed },
      message: { state: 'sent', sent_at: new Date() },
    });
    const { id, answer } = await converse(profile);
    expect(await rowOf(recruiter, vacancy, first)).toMatchObject({
      messaging_status: 'sent',
      messaging_channel: 'telegram',
      messaging_at: expect.any(String),
      dialog_id: id,
      mailing_list_id: null,
    });
    expect(await rowOf(recruiter, vacancy, mailed)).toMatchObject({
      messaging_status: 'sent',
      messaging_channel: 'email',
      dialog_id: null,
    });
    expect(await rowOf(recruiter, vacancy, nobody)).toMatchObject({ messaging_status: null, messaging_channel: null, dialog_id: null });
    expect(await idsOf(admin, vacancy, 'messaging_status=sent')).toEqual([first, mailed].toSorted((one, other) => one - other));
    expect(await idsOf(admin, vacancy, 'messaging_status=replied')).toEqual([]);
    await answer('Gladly');
    expect(await idsOf(admin, vacancy, 'messaging_status=replied')).toEqual([first]);
    expect(await idsOf(admin, vacancy, 'messaging_status=sent')).toEqual([mailed]);
    expect(await idsOf(admin, vacancy, 'messaging_status=none')).toEqual([nobody]);
    // A reply counts as replied, regardless of later messages.
    await recruiter.post(`${path}${id}/send_message/`, { message: 'At ten?' });
    await becomes(id, { state: 'sent', message: 'At ten?' });
    expect(await idsOf(recruiter, vacancy, 'messaging_status=replied')).toEqual([first]);
  });

  it('[CAND-006] takes the status of the channel with the last message', async () => {
    const { id: vacancy, profiles, candidates } = await fillVacancy(here, recruiter, { profiles: 1 });
    const [candidate = 0] = candidates;
    const { id } = await converse(profiles[0] ?? 0);
    const hour = 3_600_000;
    const { id: message, mailing } = await addMessage(here, {
      company,
      user: user.id,
      profile: profiles[0] ?? 0,
      recipient: { candidate_id: candidate },
      message: { state: 'sent', sent_at: new Date(Date.now() - hour), created_at: new Date(Date.now() - hour) },
    });
    expect(await rowOf(recruiter, vacancy, candidate)).toMatchObject({ messaging_channel: 'telegram', mailing_list_id: mailing });
    expect(await idsOf(recruiter, vacancy, `mailing_list=${mailing}&messaging_status=sent`)).toEqual([candidate]);
    await messagesIn(here).update({ id: message }, { replied_at: new Date(Date.now() + hour) });
    expect(await rowOf(recruiter, vacancy, candidate)).toMatchObject({
      messaging_status: 'replied',
      messaging_channel: 'email',
      dialog_id: id,
    });
    expect(await idsOf(recruiter, vacancy, 'messaging_status=replied')).toEqual([candidate]);
    expect(await idsOf(recruiter, vacancy, 'messaging_status=sent')).toEqual([]);
  });

  it('[CAND-008] [ROLE-059] keeps private dialogs to their creators, and dialogs to their company', async () => {
    const { id: vacancy, profiles, candidates } = await fillVacancy(here, recruiter, { profiles: 1 });
    const { answer } = await converse(profiles[0] ?? 0, 'private');
    await answer('Between us');
    expect(await idsOf(recruiter, vacancy, 'messaging_status=replied')).toEqual(candidates);
    expect(await idsOf(admin, vacancy, 'messaging_status=replied')).toEqual([]);
    expect(await idsOf(admin, vacancy, 'messaging_status=none')).toEqual(candidates);
    expect(await rowOf(admin, vacancy, candidates[0])).toMatchObject({ messaging_status: null, dialog_id: null });
    const theirs = await fillVacancy(here, stranger, { profiles: 0 });
    const added = await stranger.post('/api/v6/candidates/', { folder_id: theirs.id, profiles });
    const [candidate] = added.body.candidates as CandidateView[];
    expect(candidate).toMatchObject({ messaging_status: null, messaging_channel: null, dialog_id: null });
    expect(await idsOf(stranger, theirs.id, 'messaging_status=replied')).toEqual([]);
    expect(await idsOf(stranger, theirs.id, 'messaging_status=none')).toEqual([candidate?.id]);
  });

  it('[CAND-008] [ROLE-054] hides dialogs from hiring managers', async () => {
    const manager = await here.addUser(company, 'hm');
    const body = { granted_users: [manager.id] };
    const { id: vacancy, profiles, candidates } = await fillVacancy(here, recruiter, { profiles: 1, body });
    await converse(profiles[0] ?? 0);
    const caller = await here.signIn(manager);
    expect(await rowOf(caller, vacancy, candidates[0])).toMatchObject({ messaging_status: null, messaging_channel: null, dialog_id: null });
    expect(await idsOf(caller, vacancy, 'messaging_status=sent')).toEqual([]);
    expect(await caller.get(`${path}usernames/?profile_id=${profiles[0]}`)).toMatchObject({ status: 403 });
  });
});

const usernames = async (caller: Caller, profile: number) => (await caller.get(`${path}usernames/?profile_id=${profile}`)).body;

describe('usernames of a person', () => {
  it('[TG-013] [CONT-009] come from opened contacts and from the company, and never are phone numbers', async () => {
    const contacts = [
      { type: 'telegram' as const, value: 'https://t.me/vera_sold' },
      { type: 'telegram' as const, value: '+79991112233' },
      { type: 'email' as const, value: 'vera@candidates.test' },
    ];
    const [profile = 0] = await addProfiles(here, 1, { input: { contacts } });
    expect(await usernames(recruiter, profile)).toEqual({ usernames: [], is_masked: true });
    await stranger.post(`/api/v6/profiles/${profile}/contacts/`, { type: 'telegram', value: '@known_there' });
    expect(await usernames(recruiter, profile)).toEqual({ usernames: [], is_masked: true });
    expect(await usernames(stranger, profile)).toEqual({ usernames: ['known_there'], is_masked: true });
    expect((await recruiter.get(`/api/v6/profiles/${profile}/get-contacts/`)).status).toBe(200);
    expect(await usernames(recruiter, profile)).toEqual({ usernames: ['vera_sold'], is_masked: false });
    expect(await usernames(admin, profile)).toEqual({ usernames: [], is_masked: true });
    const views = await here.sql('select from profile_views where profile_id = $1', [profile]);
    expect(views).toEqual([]);
  });

  it('[TG-049] lead to the existing dialog, and to one dialog if two windows open it concurrently', async () => {
    const [profile = 0] = await addProfiles(here, 1);
    const answers = await Promise.all(
      [1, 2].map(() => recruiter.post(`${path}get_or_create/`, { profile_id: profile, username: 'twice_begun' })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await recruiter.get(`${path}?profile_id=${profile}`)).body).toMatchObject({ count: 1, results: [{ id: answers[0]?.body.id }] });
  });
});
