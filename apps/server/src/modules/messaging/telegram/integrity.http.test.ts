import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountOf, startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { settled, until } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const path = '/api/internal/telegram/dialogs/';
const features = { has_messaging: true, has_telegram: true };

let company: number;
let admin: Caller;
let phone: string;
let account: number;
let worker: { stop(): Promise<void> } | undefined;
let names = 0;

const isOnline = (expected: boolean) => until(async () => expect(await accountOf(admin, account)).toMatchObject({ is_online: expected }));
async function start() {
  worker ??= await here.application.startWorker();
  await isOnline(true);
}
async function stop() {
  await worker?.stop();
  worker = undefined;
}

beforeAll(async () => {
  company = await here.addCompany({ features });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  phone = server.nextPhone();
  worker = await here.application.startWorker();
  account = (await server.addAccount(admin, phone)).id;
  await admin.put(`/api/internal/telegram/accounts/${account}/`, { limit_total: 100, warms_up: false });
}, 60_000);
beforeEach(start);
afterAll(async () => {
  await stop();
  await server.stop();
});

async function begin(username = `whole_${(names += 1)}_x`, known?: number) {
  const profile = known ?? (await addProfiles(here, 1))[0];
  const answer = await admin.post(`${path}get_or_create/`, { profile_id: profile, username });
  expect(answer).toMatchObject({ status: 200 });
  return { id: answer.body.id as number, username };
}
const say = (id: number, message: string) => admin.post(`${path}${id}/send_message/`, { message });
const receivedIn = async (id: number): Promise<number> =>
  (await admin.get(`${path}${id}/messages/`)).body.results.findLast((each: { out: boolean }) => !each.out).message_id;
const rename = (id: number, username: string) => admin.patch(`${path}${id}/`, { username });
const textsOf = async (id: number) =>
  ((await admin.get(`${path}${id}/messages/?limit=100`)).body.results as { message: string }[]).map((each) => each.message);
const becomes = (id: number, expected: object) =>
  until(async () => expect((await admin.get(`${path}${id}/`)).body.last_message).toMatchObject(expected));
async function converse(username?: string, profile?: number) {
  const dialog = await begin(username, profile);
  await say(dialog.id, 'Hello');
  await becomes(dialog.id, { state: 'sent' });
  return dialog;
}

describe('a received message', () => {
  it('is not lost if more arrives before the sync', async () => {
    const { id, username } = await converse();
    await stop();
    server.writes(username, phone, 'While nobody listened');
    server.nextSecond();
    server.world.faults.add({ method: 'messages.getDialogs', phone: null, times: 1, error: null, fate: 'sent', milliseconds: 60_000 });
    await start();
    server.writes(username, phone, 'Right after');
    await becomes(id, { message: 'Right after' });
    expect(await textsOf(id)).toEqual(['Hello', 'Right after']);
    server.world.faults.clear();
    await until(async () => expect(await textsOf(id)).toEqual(['Hello', 'While nobody listened', 'Right after']));
  });
});

describe('a username', () => {
  it('that was released leads to its new owner, not to the dialog of the old one', async () => {
    const { id, username } = await converse();
    const before = server.personOf(username);
    server.writes(username, phone, 'Hi');
    await becomes(id, { message: 'Hi' });
    server.world.people.rename(before, null);
    const after = server.personOf(`other_${(names += 1)}_x`);
    server.world.people.rename(after, username);
    await stop();
    await start();
    await until(async () => expect((await admin.get(`${path}${id}/`)).body).toMatchObject({ username: null }));
    const other = await converse(username);
    expect(other.id).not.toBe(id);
    expect(server.received(username, phone)).toEqual(['Hello']);
  });

  it('that changes does not lift a suppression', async () => {
    const { id, username } = await converse();
    server.writes(username, phone, 'стоп');
    await becomes(id, { state: 'received' });
    const renamed = `renamed_${(names += 1)}_x`;
    server.world.people.rename(server.personOf(username), renamed);
    await stop();
    await start();
    await until(async () => expect((await admin.get(`${path}${id}/`)).body).toMatchObject({ username: renamed }));
    expect(await say(id, 'Still')).toMatchObject({ status: 403, body: { error: 'suppressed' } });
  });

  it('that the database rejects does not block others', async () => {
    const hostile = `hostile_${(names += 1)}_x`;
    server.personOf(hostile).firstName = 'No\u0000body';
    const { id } = await begin(hostile);
    await say(id, 'Hello');
    const next = await begin();
    await say(next.id, 'Hello');
    await becomes(next.id, { state: 'sent' });
    await becomes(id, { state: 'sent' });
    expect((await admin.get(`${path}${id}/messages/`)).body.count).toBe(1);
  });
});

describe('a username', () => {
  it('[CONT-009] from the common base is shown to users who opened the contacts or wrote to it', async () => {
    const username = `sold_${(names += 1)}_name`;
    const [profile = 0] = await addProfiles(here, 1, { input: { contacts: [{ type: 'telegram', value: `@${username}` }] } });
    const recruiter = await here.signIn(await here.addUser(company, 'worker', { canSearch: true }));
    expect(await recruiter.get(`/api/v6/profiles/${profile}/get-contacts/`)).toMatchObject({ status: 200 });
    const { body } = await recruiter.post(`${path}get_or_create/`, { profile_id: profile, username });
    expect(body).toMatchObject({ username, username_is_masked: false });
    const seen = async (caller: Caller) => (await caller.get(`${path}${body.id}/`)).body;
    expect(await seen(admin)).toMatchObject({ username: 's***', username_is_masked: true });
    expect(JSON.stringify((await admin.get(`${path}?profile_id=${profile}`)).body)).not.toContain(username);
    expect((await admin.get(`${path}?search=${username}`)).body.count).toBe(0);
    expect((await recruiter.get(`${path}?search=${username}`)).body.count).toBe(1);
    expect(await admin.get(`/api/v6/profiles/${profile}/get-contacts/`)).toMatchObject({ status: 200 });
    expect(await seen(admin)).toMatchObject({ username, username_is_masked: false });
    expect((await admin.get(`${path}?search=${username}`)).body.count).toBe(1);
    const typed = await begin();
    expect(await recruiter.get(`${path}${typed.id}/`)).toMatchObject({ body: { username: typed.username, username_is_masked: false } });
  });

  it('belongs to one dialog of an account, also concurrently and in a banned account', async () => {
    const [one, other, third] = [await begin(), await begin(), await begin()];
    const name = `taken_${(names += 1)}_x`;
    const answers = await Promise.all([one, other, third].map(({ id }) => rename(id, name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    await here.sql(`update telegram_accounts set state = 'banned' where id = $1`, [account]);
    expect(
      [(await rename(one.id, name)).status, (await rename(other.id, name)).status, (await rename(third.id, name)).status].toSorted(),
    ).toEqual([200, 400, 400]);
    await here.sql(`update telegram_accounts set state = 'connected' where id = $1`, [account]);
  });
});

describe('a message of unknown outcome', () => {
  it('does not leave if the person asks to stop before the outcome is known', async () => {
    const { id, username } = await converse();
    await stop();
    const { body } = await say(id, 'Unsure');
    await here.sql(`update messages set state = 'handed_over', send_at = '2020-01-01' where id = $1`, [body.message_id]);
    expect(await admin.post('/api/v6/messaging/suppressions/', { addresses: `${username}@t.me` })).toMatchObject({ status: 200 });
    await start();
    await becomes(id, { state: 'failed', error: 'suppressed' });
    expect(server.received(username, phone)).toEqual(['Hello']);
  });
});

describe('an account', () => {
  it('stays removed after late updates of its connection', async () => {
    const other = server.nextPhone();
    const { id } = await server.addAccount(admin, other);
    const [profile] = await addProfiles(here, 1);
    const username = `late_${(names += 1)}_x`;
    const dialog = await admin.post(`${path}get_or_create/`, { profile_id: profile, username, telegram_account_id: id });
    const owner = other.replaceAll(/\D/g, '');
    const fault = { method: 'messages.sendMessage', phone: owner, times: 1, fate: 'sent' as const };
    server.world.faults.add({ ...fault, error: 'AUTH_KEY_UNREGISTERED', milliseconds: 60_000 });
    await say(dialog.body.id, 'Hello');
    await becomes(dialog.body.id, { state: 'sending' });
    expect(await admin.delete(`/api/internal/telegram/accounts/${id}/`)).toMatchObject({ status: 200 });
    server.world.faults.clear();
    await settled();
    expect(await here.sql('select state, session from telegram_accounts where id = $1', [id])).toEqual([{ state: 'removed', session: '' }]);
    expect(await accountOf(admin, id)).toBeUndefined();
  });
});

const upload = async (id: number, name: string) => {
  const form = new FormData();
  form.set('file', new File([`%PDF-1.7\n${name}`], name));
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return admin.send({ method: 'POST', url: `${path}${id}/attach/`, payload: Buffer.from(await sent.arrayBuffer()), headers });
};

/** Rows of the messenger and related tables that contain the word. */
async function rowsWith(word: string) {
  const tables = ['telegram_dialogs', 'messages', 'telegram_drafts', 'telegram_erased_dialogs', 'files', 'suppressions'];
  const found = await Promise.all(tables.map((name) => here.sql(`select from ${name} as t where t::text ilike $1`, [`%${word}%`])));
  return tables.filter((_, at) => (found[at]?.length ?? 0) > 0);
}

/** A dialog of another company with the same person, without a profile. */
async function strangersDialog(id: number) {
  const [dialog] = await here.sql<{ id: number }>(
    `with account as (insert into telegram_accounts (company_id, phone_number, telegram_user_id, session, state, created_at)
       values ($1, '+10000000000', 1, '', 'removed', now()) returning id)
     insert into telegram_dialogs (company_id, account_id, peer_id, created_at, last_at)
     select $1, account.id, own.peer_id, now(), now() from account, telegram_dialogs as own where own.id = $2 returning id`,
    [await here.addCompany({ features }), id],
  );
  return dialog?.id;
}

describe('an erased person', () => {
  it('[DEC-14] is not restored from Telegram, with unsent uploads; later messages are stored', async () => {
    const tasks = await here.application.startSearchTasks();
    try {
      const canary = `canary_${(names += 1)}_x`;
      const contact = { type: 'telegram' as const, value: `@${canary}` };
      const [profile = 0] = await addProfiles(here, 1, { companyId: company, input: { contacts: [contact] } });
      const { id } = await converse(canary, profile);
      const theirs = await strangersDialog(id);
      server.writes(canary, phone, `I am ${canary}. Stop`);
      await becomes(id, { state: 'received' });
      server.writes(canary, phone, 'Stop');
      await becomes(id, { message: 'Stop' });
      expect(await upload(id, `${canary}.pdf`)).toMatchObject({ status: 200 });
      await here.sql(
        'insert into telegram_drafts (dialog_id, user_id, company_id, body) select $1, id, company_id, $2 from users where company_id = $3',
        [id, canary, company],
      );
      expect(await admin.post(`/api/v6/profiles/${profile}/erasure/`)).toMatchObject({ status: 200 });
      await until(
        async () => expect((await admin.get('/api/v6/erasures/')).body.erasures).toMatchObject([{ profile_id: profile, stage: 'done' }]),
        { timeout: 60_000 },
      );
      // Messages of other people with the person stay.
      expect(await here.sql('select id from telegram_dialogs where id = any($1)', [[id, theirs]])).toEqual([{ id: theirs }]);
      await stop();
      await start();
      const other = await converse();
      server.writes(other.username, phone, 'Looked through');
      await becomes(other.id, { message: 'Looked through' });
      expect(await rowsWith(canary)).toEqual([]);
      server.writes(canary, phone, 'Me again');
      const found = async () => (await admin.get(`${path}?search=${canary}`)).body.results as { id: number }[];
      await until(async () => expect(await found()).toHaveLength(1));
      const [again] = await found();
      await until(async () => expect(await textsOf(again?.id ?? 0)).toEqual(['Me again']));
    } finally {
      await tasks.stop();
    }
  }, 120_000);
});

describe('a user who writes while the worker claims a message', () => {
  it.each([
    ['sends', (id: number) => say(id, 'At the same moment')],
    ['reads', async (id: number) => admin.post(`${path}${id}/mark_as_read/`, { max_id: await receivedIn(id) })],
  ])('waits for it and is not rejected: %s', async (_what, act) => {
    const { id, username } = await converse();
    server.writes(username, phone, 'Hello to you');
    await becomes(id, { state: 'received' });
    await stop();
    const waiting = async () =>
      (await here.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).length;
    const answer = await here.application.database.inCompany(company, async (tx) => {
      // The order of the worker: account, then dialog.
      await sql`select from telegram_accounts where id = ${account} for no key update`.execute(tx);
      const acting = act(id);
      await until(async () => expect(await waiting()).toBeGreaterThan(0));
      await sql`select from telegram_dialogs where id = ${id} for no key update`.execute(tx);
      return { acting };
    });
    expect(await answer.acting).toMatchObject({ status: 200 });
  });
});
