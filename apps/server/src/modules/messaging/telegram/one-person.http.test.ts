import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath, messengerFeatures, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { insertFile } from '../../files/public.ts';
import { findDialog, shareLockDialog } from './store/dialogs.ts';
import { mergeDialogs } from './store/merging.ts';
import { poll, settled } from '../../../../test/settled.ts';

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

describe('[TG-049] [TG-035] a username in the dialog of another profile', () => {
  it('opens neither that dialog nor another one with the person, in any SIM card', async () => {
    const dialog = await converse(recruiter);
    const [other = 0] = await addProfiles(here, 1);
    const refusal = { error: 'dialog_elsewhere', message: expect.stringContaining('another profile') };
    expect(await open(dialog.username.toUpperCase(), other)).toMatchObject({ status: 409, body: refusal });
    expect(await open(dialog.username, other, { telegram_account_id: second })).toMatchObject({ status: 409, body: refusal });
    expect(await profileOf(dialog.id)).toBe(dialog.profile);
    expect((await recruiter.get(`${dialogsPath}?profile_id=${other}`)).body.count).toBe(0);
    expect(await open(dialog.username, dialog.profile)).toMatchObject({ status: 200, body: { id: dialog.id, is_new: false } });
  });

  it('belongs to one profile if two requests run concurrently', async () => {
    const [one = 0, other = 0] = await addProfiles(here, 2);
    const username = newName();
    const answers = await Promise.all([one, other, one, other].map((profile) => open(username, profile)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const ids = answers.flatMap(({ status, body }) => (status === 200 ? [body.id as number] : []));
    expect(new Set(ids).size).toBe(1);
  });

  it('is detected when the first message leaves under another username, and the message fails', async () => {
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

/**
 * A dialog with a sent message, and another one that a colleague begins under the person's new
 * username.
 */
async function twoDialogs(access: { known: 'public' | 'private'; begun: 'public' | 'private' }) {
  const known = await converse(recruiter, { account: first });
  await good(recruiter.patch(`${dialogsPath}${known.id}/`, { access_type: access.known }));
  const renamed = newName();
  server.world.people.rename(server.personOf(known.username), renamed);
  const begun = await begin(admin, { username: renamed, profile: known.profile, account: first });
  await good(admin.patch(`${dialogsPath}${begun.id}/`, { access_type: access.begun }));
  return { known, begun, renamed };
}

describe('[ROLE-059] [TG-049] two dialogs with the same person', () => {
  it('stay separate if one is private, and messages fail until both are public', async () => {
    const { known, begun, renamed } = await twoDialogs({ known: 'public', begun: 'private' });
    await say(admin, begun.id, 'Between us');
    await becomes(admin, begun.id, { state: 'failed', error: 'dialog_public', error_text: expect.stringContaining('Everyone') });
    expect(await texts(recruiter, known.id)).toEqual(['Hello']);
    expect((await recruiter.get(`${dialogsPath}${begun.id}/`)).status).toBe(403);
    expect(server.received(renamed, phone)).toEqual(['Hello']);
    await good(admin.patch(`${dialogsPath}${begun.id}/`, { access_type: 'public' }));
    const [message] = (await admin.get(`${dialogsPath}${begun.id}/messages/`)).body.results;
    await good(admin.post(`${dialogsPath}${begun.id}/messages/${message.message_id}/retry/`));
    await becomes(recruiter, known.id, { state: 'sent', message: 'Between us' });
    expect(server.received(renamed, phone)).toEqual(['Hello', 'Between us']);
  });

  it('stay separate if a colleague keeps the other one private', async () => {
    const { known, begun, renamed } = await twoDialogs({ known: 'private', begun: 'public' });
    await say(admin, begun.id, 'For all to see');
    await becomes(admin, begun.id, { state: 'failed', error: 'dialog_private', error_text: expect.stringContaining('private dialog') });
    expect(await texts(recruiter, known.id)).toEqual(['Hello']);
    expect(server.received(renamed, phone)).toEqual(['Hello']);
  });

  it('stay separate if the person started one, a colleague writes in it, and the other is private', async () => {
    const { known, begun, renamed } = await twoDialogs({ known: 'public', begun: 'private' });
    await here.sql('update telegram_dialogs set created_by = null where id = $1', [known.id]);
    await say(admin, begun.id, 'Between us');
    await becomes(admin, begun.id, { state: 'failed', error: 'dialog_public' });
    expect(await texts(recruiter, known.id)).toEqual(['Hello']);
    expect(server.received(renamed, phone)).toEqual(['Hello']);
  });

  it('keep the draft of a user without access to the other one', async () => {
    const { known, begun, renamed } = await twoDialogs({ known: 'private', begun: 'public' });
    await here.sql('update telegram_dialogs set created_by = (select created_by from telegram_dialogs where id = $2) where id = $1', [
      known.id,
      begun.id,
    ]);
    await saveDraft(recruiter, begun.id, 'Not sent yet');
    await say(admin, begun.id, 'Once more');
    await becomes(admin, begun.id, { state: 'failed', error: 'dialog_private' });
    expect(await draftOf(recruiter, begun.id)).toBe('Not sent yet');
    expect(server.received(renamed, phone)).toEqual(['Hello']);
  });
});

describe('drafts', () => {
  it('are kept when two dialogs merge', async () => {
    const dialog = await converse(recruiter, { account: first });
    await saveDraft(recruiter, dialog.id, 'In the first');
    await saveDraft(admin, dialog.id, 'Mine');
    const renamed = newName();
    server.world.people.rename(server.personOf(dialog.username), renamed);
    const other = await begin(admin, { username: renamed, profile: dialog.profile, account: first });
    await saveDraft(recruiter, other.id, 'In the second');
    await say(admin, other.id, 'By the new name');
    await poll(async () => (await recruiter.get(`${dialogsPath}${other.id}/`)).status).toBe(404);
    await becomes(admin, dialog.id, { state: 'sent', message: 'By the new name' });
    expect(await texts(recruiter, dialog.id)).toEqual(['Hello', 'By the new name']);
    expect(await draftOf(recruiter, dialog.id)).toBe('In the first\n\nIn the second');
    expect(await draftOf(admin, dialog.id)).toBe('Mine');
  });

  it('are kept when two profiles merge', async () => {
    const [stays = 0, goes = 0] = await addProfiles(here, 2, { input: { positions: [], locations: [] } });
    const [one, other] = [await converse(recruiter, { profile: stays }), await converse(recruiter, { profile: goes })];
    await saveDraft(recruiter, one.id, 'To be sent');
    await saveDraft(recruiter, other.id, 'Later');
    await good(recruiter.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays, goes] }));
    expect([await profileOf(one.id), await profileOf(other.id)]).toEqual([stays, stays]);
    expect([await draftOf(recruiter, one.id), await draftOf(recruiter, other.id)]).toEqual(['To be sent', 'Later']);
  });
});

describe('a file', () => {
  it('[TG-052] that is uploaded during a merge belongs to the merged dialog', async () => {
    const [goes, stays] = [await converse(admin, { account: first }), await converse(admin, { account: first })];
    const { database } = here.application;
    const companyId =
      goes.body.company_id ??
      (await here.sql<{ id: number }>('select company_id as id from telegram_dialogs where id = $1', [goes.id]))[0]?.id;
    const facts = { companyId, createdBy: null, filename: 'cv.pdf', mediaType: 'application/pdf', storeKey: 'ab/cd', size: 4 };
    let merged: Promise<void> | undefined;
    await database.inCompany(companyId, async (tx) => {
      expect(await shareLockDialog(tx, goes.id)).toBe(true);
      merged = database.inCompany(companyId, async (other) => {
        const [from, into] = [await findDialog(other, goes.id), await findDialog(other, stays.id)];
        if (from && into) await mergeDialogs(other, { from, into }, here.clock.now());
      });
      await settled();
      await insertFile(tx, { ...facts, attachedTo: 'telegram', attachedId: goes.id });
    });
    await merged;
    expect(await here.sql(`select attached_id::int as dialog from files where store_key = 'ab/cd'`)).toEqual([{ dialog: stays.id }]);
    expect(await database.inCompany(companyId, (tx) => shareLockDialog(tx, goes.id))).toBe(false);
  });
});
