import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dialogsOf } from '@headwater/sandbox/telegram/candidate';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, patience, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const { begin, say, becomes, converse, messages } = telegramDialogs(here, 'renamed');

let company: number;
let admin: Caller;
let phone: string;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  company = await here.addCompany({ features: messengerFeatures });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const dialog = async (id: number) => (await admin.get(`${dialogsPath}${id}/`)).body;
const slowly = { method: 'contacts.resolveUsername', phone: null, times: 1, error: null, fate: 'sent', milliseconds: 3000 } as const;
/** The worker looks the name up at this moment. */
const isLookedUp = async () => {
  await expect.poll(() => server.world.faults.list(), patience).toEqual([]);
};

it('[TG-008] gives nobody a dialog that has another name by the time they are found', async () => {
  const wrong = 'renamed_wrong_x';
  const { id } = await begin(admin, { username: wrong });
  const waiting = () => here.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  await here.application.database.inCompany(company, async (tx) => {
    await sql`update telegram_dialogs set username = 'renamed_right_x' where id = ${id}`.execute(tx);
    server.writes(wrong, phone, 'Who is this?');
    await expect.poll(async () => (await waiting()).length, patience).toBeGreaterThan(0);
  });
  const named = async () => (await admin.get(`${dialogsPath}?search=${wrong}`)).body.results as { id: number }[];
  await expect.poll(async () => (await named()).length, patience).toBe(1);
  await say(admin, id, 'Hello');
  await becomes(admin, id, { state: 'sent', message: 'Hello' });
  expect((await dialog(id)).username).toBe('renamed_right_x');
  expect(server.received(wrong, phone)).toEqual([]);
  expect(server.received('renamed_right_x', phone)).toEqual(['Hello']);
});

it('[TG-006] keeps private what was made so while its name was looked up', async () => {
  const { id, username } = await converse(admin);
  server.writes(username, phone, 'Hi');
  await becomes(admin, id, { message: 'Hi' });
  // As whoever wrote by themselves, before anybody had written to them.
  await here.sql('update telegram_dialogs set created_by = null, profile_id = null, username = null where id = $1', [id]);
  const colleague = await here.signIn(await here.addUser(company, 'worker'));
  const begun = await begin(admin, { username });
  expect(begun.id).not.toBe(id);
  server.world.faults.add(slowly);
  await say(admin, begun.id, 'Only between us');
  await isLookedUp();
  expect((await admin.patch(`${dialogsPath}${begun.id}/`, { access_type: 'private' })).status).toBe(200);
  await becomes(admin, id, { state: 'sent', message: 'Only between us' });
  expect((await dialog(id)).access_type).toBe('private');
  expect((await colleague.get(`${dialogsPath}${id}/messages/`)).status).not.toBe(200);
});

it('[TG-008] finds the way to a known person again, once, and no way to whoever has the name now', async () => {
  const known = await converse(admin);
  await here.sql('update telegram_dialogs set peer_access = null where id = $1', [known.id]);
  await say(admin, known.id, 'Once more');
  await becomes(admin, known.id, { state: 'sent', message: 'Once more' });
  expect(server.received(known.username, phone)).toEqual(['Hello', 'Once more']);
  const moved = await converse(admin);
  const before = server.personOf(moved.username);
  server.world.people.rename(before, 'renamed_gone_x');
  const after = server.personOf('renamed_after_x');
  server.world.people.rename(after, moved.username);
  await here.sql('update telegram_dialogs set peer_access = null where id = $1', [moved.id]);
  await say(admin, moved.id, 'For you alone');
  await becomes(admin, moved.id, { state: 'failed', message: 'For you alone' });
  expect(dialogsOf(server.world, after)).toEqual([]);
  expect(await messages(admin, moved.id)).toHaveLength(2);
});
