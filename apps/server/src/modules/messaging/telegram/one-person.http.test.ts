import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath, messengerFeatures, patience, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const { begin, converse, say, becomes, texts, username: newName } = telegramDialogs(here, 'one');

let admin: Caller;
let recruiter: Caller;
let phone: string;
let first: number;
let second: number;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  const company = await here.addCompany({ features: messengerFeatures });
  admin = await here.signIn(await here.addUser(company, 'admin', { canSearch: true }));
  recruiter = await here.signIn(await here.addUser(company, 'worker', { canSearch: true }));
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  const cards = [await server.addAccount(admin, phone), await server.addAccount(admin, server.nextPhone())];
  for (const { id } of cards) await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
  [first = 0, second = 0] = cards.map(({ id }) => id);
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const open = (username: string, profile: number, more: object = {}) =>
  recruiter.post(`${dialogsPath}get_or_create/`, { profile_id: profile, username, ...more });
const profileOf = async (id: number) => (await recruiter.get(`${dialogsPath}${id}/`)).body.profile?.id;
const saveDraft = (caller: Caller, id: number, message: string) => good(caller.put(`${dialogsPath}${id}/draft/`, { message }));
const draftOf = async (caller: Caller, id: number) => (await caller.get(`${dialogsPath}${id}/`)).body.draft;

describe('[TG-049] [TG-035] a username that is in the dialog of another profile', () => {
  it('opens neither that dialog nor another one with that person, from whichever SIM card', async () => {
    const dialog = await converse(recruiter);
    const [other = 0] = await addProfiles(here, 1);
    const refusal = { error: 'dialog_elsewhere', message: expect.stringContaining('another profile') };
    expect(await open(dialog.username.toUpperCase(), other)).toMatchObject({ status: 409, body: refusal });
    expect(await open(dialog.username, other, { telegram_account_id: second })).toMatchObject({ status: 409, body: refusal });
    expect(await profileOf(dialog.id)).toBe(dialog.profile);
    expect((await recruiter.get(`${dialogsPath}?profile_id=${other}`)).body.count).toBe(0);
    expect(await open(dialog.username, dialog.profile)).toMatchObject({ status: 200, body: { id: dialog.id, is_new: false } });
  });

  it('is one profile’s also where two ask for it at once', async () => {
    const [one = 0, other = 0] = await addProfiles(here, 2);
    const username = newName();
    const answers = await Promise.all([one, other, one, other].map((profile) => open(username, profile)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const ids = answers.flatMap(({ status, body }) => (status === 200 ? [body.id as number] : []));
    expect(new Set(ids).size).toBe(1);
  });

  it('is found out when the first message leaves, where the person had another one: it reaches nobody', async () => {
    const dialog = await converse(recruiter, { account: first });
    const renamed = newName();
    server.world.people.rename(server.personOf(dialog.username), renamed);
    const other = await begin(recruiter, { username: renamed, account: second });
    await say(recruiter, other.id, 'Meant for somebody else');
    await becomes(recruiter, other.id, {
      state: 'failed',
      error: 'dialog_elsewhere',
      error_text: expect.stringContaining('another profile'),
    });
    expect(server.received(renamed, phone)).toEqual(['Hello']);
    expect([await profileOf(dialog.id), await profileOf(other.id)]).toEqual([dialog.profile, other.profile]);
  });
});

describe('what people have begun to write', () => {
  it('is kept where two dialogs turn out to be with one person', async () => {
    const dialog = await converse(recruiter, { account: first });
    await saveDraft(recruiter, dialog.id, 'In the first');
    await saveDraft(admin, dialog.id, 'Mine');
    const renamed = newName();
    server.world.people.rename(server.personOf(dialog.username), renamed);
    const other = await begin(admin, { username: renamed, profile: dialog.profile, account: first });
    await saveDraft(recruiter, other.id, 'In the second');
    await say(admin, other.id, 'By the new name');
    await expect.poll(async () => (await recruiter.get(`${dialogsPath}${other.id}/`)).status, patience).toBe(404);
    await becomes(admin, dialog.id, { state: 'sent', message: 'By the new name' });
    expect(await texts(recruiter, dialog.id)).toEqual(['Hello', 'By the new name']);
    expect(await draftOf(recruiter, dialog.id)).toBe('In the first\n\nIn the second');
    expect(await draftOf(admin, dialog.id)).toBe('Mine');
  });

  it('is kept where two profiles become one', async () => {
    const [stays = 0, goes = 0] = await addProfiles(here, 2, { input: { positions: [], locations: [] } });
    const [one, other] = [await converse(recruiter, { profile: stays }), await converse(recruiter, { profile: goes })];
    await saveDraft(recruiter, one.id, 'To be sent');
    await saveDraft(recruiter, other.id, 'Later');
    await good(recruiter.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays, goes] }));
    expect([await profileOf(one.id), await profileOf(other.id)]).toEqual([stays, stays]);
    expect([await draftOf(recruiter, one.id), await draftOf(recruiter, other.id)]).toEqual(['To be sent', 'Later']);
  });
});
